// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/commandmatch.h"

#include <QElapsedTimer>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

class CommandMatchTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fits_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("query");
        QTest::addColumn<bool>("fits");
        QTest::newRow("empty") << u"Run: Cancel"_s << u""_s << true;
        QTest::newRow("letters in order") << u"Run: Run Sweep"_s << u"rsw"_s << true;
        QTest::newRow("case and blanks") << u"Run: Run Sweep"_s << u"RUN sw"_s << true;
        QTest::newRow("wrong order") << u"Run: Cancel"_s << u"lec"_s << false;
        QTest::newRow("not there") << u"Run: Cancel"_s << u"x"_s << false;
        QTest::newRow("longer than the text") << u"ab"_s << u"abc"_s << false;
    }

    void fits()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, query);
        QTEST(commandMatch(text, query).has_value(), "fits");
    }

    void betterOnesScoreMore()
    {
        QVERIFY(*commandMatch(u"File: Save As…"_s, u"sa"_s) > *commandMatch(u"View: Messages"_s, u"sa"_s));
        QVERIFY(*commandMatch(u"Run: Run Sweep"_s, u"rs"_s) > *commandMatch(u"View: Previous Part"_s, u"rs"_s));
    }

    /// A query of letters that stand everywhere does not try every combination of places.
    void staysQuick()
    {
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 100; ++i)
            std::ignore = commandMatch(QString(60, u'a') + u" b a a a a a a a a a a"_s, QString(20, u'a') + u'z');
        QVERIFY(timer.elapsed() < 5000);
    }
};

QTEST_MAIN(CommandMatchTest)
#include "tst_commandmatch.moc"
