// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/displaytext.h"

#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

class DisplayTextTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void leavesOrdinaryTextAlone()
    {
        const QString text = u"a\tb\r\nüß 日本 \u200f\U0001f600\n"_s;
        QCOMPARE_EQ(visibleText(text), text);
        QCOMPARE_EQ(visibleText({}), QString());
    }

    void showsWhatCannotBeSeen()
    {
        QCOMPARE_EQ(visibleText(u"\x1b[31mred\x7f"_s + QChar(0)), u"␛[31mred␡␀"_s);
        QCOMPARE_EQ(visibleText(u"a\u202eb\u2066c"_s), u"a‹U+202E›b‹U+2066›c"_s);
        QCOMPARE_EQ(visibleText(u"\u009b1m"_s), u"\ufffd1m"_s);
    }

    void aLineIsOneLineOfLimitedLength()
    {
        QCOMPARE_EQ(lineText(u"a\nb\tc"_s), u"a↵b c"_s);
        QCOMPARE_EQ(lineText(QString(10, u'x'), 10), QString(10, u'x'));
        QCOMPARE_EQ(lineText(QString(11, u'x'), 10), QString(9, u'x') + u'…');
        QCOMPARE_EQ(lineText(u"12345678\U0001f60011"_s, 10), u"12345678…"_s); // no half of a character
    }

    void aMessageHasLimitedLengthAndLines()
    {
        QCOMPARE_EQ(messageText(u"one\ntwo"_s), u"one\ntwo"_s);
        QVERIFY(messageText(QString(1'000'000, u'x')).size() < 1000);
        QCOMPARE_EQ(messageText(QString(100, u'\n')), QString(6, u'\n') + u'…');
        QCOMPARE_EQ(messageText(QString(6, u'\n')), QString(6, u'\n'));
    }

    void aFaultBeginsLikeASentence()
    {
        QCOMPARE_EQ(messageText(Fault {.what = u"parameter n: no"_s, .advice = u"Give one."_s}), u"Parameter n: no. Give one."_s);
        QCOMPARE_EQ(messageText(Fault {.what = u"results.csv: denied"_s}), u"results.csv: denied"_s);
        QCOMPARE_EQ(messageText(Fault {.what = u"--out is wrong"_s}), u"--out is wrong"_s);
    }

    void aToolTipIsNoMarkup()
    {
        QCOMPARE_EQ(toolTipText(u"a & b"_s), u"a & b"_s);
        const QString shown = toolTipText(u"<img src='x'> & more"_s);
        QVERIFY(shown.contains("&lt;img src='x'&gt; &amp; more"_L1));
        QVERIFY(!shown.contains("<img"_L1));
    }
};

QTEST_GUILESS_MAIN(DisplayTextTest)
#include "tst_displaytext.moc"
