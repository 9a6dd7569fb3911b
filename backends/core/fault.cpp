// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fault.h"

using namespace Qt::StringLiterals;

namespace hermes {

QString toText(const Fault &fault)
{
    if (fault.advice.isEmpty())
        return fault.what;
    return fault.what + u". "_s + fault.advice;
}

Fault inContext(const QString &context, Fault fault)
{
    fault.what = context + u": "_s + fault.what;
    return fault;
}

} // namespace hermes
