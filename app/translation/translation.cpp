// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "translation.h"

#include <QCoreApplication>
#include <QTranslator>

using namespace Qt::StringLiterals;

namespace hermes {

void installTranslation()
{
    auto *translator = new QTranslator(QCoreApplication::instance());
    const bool loaded = translator->load(u":/translations/hermes_en.qm"_s);
    Q_ASSERT(loaded);
    if (loaded)
        QCoreApplication::installTranslator(translator);
}

} // namespace hermes
