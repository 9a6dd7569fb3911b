// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "logging.h"

#include <QString>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QtMessageHandler previousHandler = nullptr;

/// Qt 6.8 advises at each start in a locale that is not UTF-8, such as the "C" of a minimal container, and then takes
/// UTF-8, which is what these programs want. Setting a locale would silence it too, but snippets would inherit that.
bool isAdviceOnLocale(QtMsgType type, const QString &text)
{
    return type == QtWarningMsg && text.startsWith("Detected locale \""_L1);
}

void handleMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (!isAdviceOnLocale(type, text))
        previousHandler(type, context, text);
}

} // namespace

void installMessageHandler()
{
    previousHandler = qInstallMessageHandler(handleMessage);
}

} // namespace hermes
