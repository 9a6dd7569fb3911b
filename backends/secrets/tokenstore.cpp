// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tokenstore.h"

using namespace Qt::StringLiterals;

namespace hermes {

QString stateSentence(StoreState state)
{
    switch (state) {
        using enum StoreState;
    case Unasked: return u"The keychain was not asked yet."_s;
    case Keychain: return u"Secrets are kept in the keychain of the desktop."_s;
    case MemoryOnly:
        return u"This desktop has no keychain service: secrets are kept in memory and forgotten when the program ends."_s;
    case Locked: return u"The keychain is locked."_s;
    case Refusing: return u"The keychain refuses access."_s;
    case NotAnswering: return u"The keychain does not answer yet."_s;
    }
    return {};
}

} // namespace hermes
