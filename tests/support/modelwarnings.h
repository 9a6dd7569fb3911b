// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QRegularExpression>
#include <QTest>

namespace hermes::test {

/// Any warning from here on fails the test, but one: the model tester asks about pictures, which are unknown where there is
/// no Gui.
inline void failOnModelWarning()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!Trying to construct an instance of an invalid type)")));
}

} // namespace hermes::test
