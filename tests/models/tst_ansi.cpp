// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/output/ansi.h"
#include "models/output/outputrow.h"

#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

namespace {

AnsiColor indexed(quint32 value)
{
    return {.kind = AnsiColor::Kind::Indexed, .value = value};
}

/// One row of these bytes.
OutputRow decoded(const QByteArray &bytes, Rendering rendering = Rendering::Terminal)
{
    OutputBlock block {.bytes = bytes, .rows = {}, .extent = {}};
    block.rows.push_back({.begin = 0, .end = quint32(bytes.size()), .style = {}});
    return decodeRow(block, 0, rendering);
}

} // namespace

class AnsiTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsSequences_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<qsizetype>("length");
        QTest::newRow("colour") << "\x1b[31mred"_ba << qsizetype(5);
        QTest::newRow("cursor") << "\x1b[2;5Hx"_ba << qsizetype(6);
        QTest::newRow("private") << "\x1b[?25lx"_ba << qsizetype(6);
        QTest::newRow("title") << "\x1b]0;title\x07x"_ba << qsizetype(10);
        QTest::newRow("link") << "\x1b]8;;http://a\x1b\\x"_ba << qsizetype(15);
        QTest::newRow("character set") << "\x1b(Bx"_ba << qsizetype(3);
        QTest::newRow("save cursor") << "\x1b"
                                        "7x"_ba
                                     << qsizetype(2);
        QTest::newRow("not complete") << "\x1b[31"_ba << qsizetype(0);
        QTest::newRow("alone") << "\x1b"_ba << qsizetype(0);
        QTest::newRow("no sequence") << "\x1b\n"_ba << qsizetype(0);
        QTest::newRow("broken off by text") << "\x1b[31\xc3\xa9m"_ba << qsizetype(0);
        QTest::newRow("endless") << "\x1b["_ba + QByteArray(1000, '1') + 'm' << qsizetype(0);
        QTest::newRow("endless title") << "\x1b]"_ba + QByteArray(10'000, 'x') + '\x07' << qsizetype(0);
        QTest::newRow("empty") << QByteArray() << qsizetype(0);
    }

    void knowsSequences()
    {
        QFETCH(const QByteArray, bytes);
        QTEST(escapeLength(bytes), "length");
    }

    void readsColours()
    {
        AnsiStyle style;
        applyEscapes("\x1b[1;31;44mx\x1b[4m", style);
        QVERIFY(style.bold && style.underline);
        QCOMPARE(style.foreground, indexed(1));
        QCOMPARE(style.background, indexed(4));
        applyEscapes("\x1b[38;5;208m", style);
        QCOMPARE(style.foreground, indexed(208));
        applyEscapes("\x1b[48;2;1;2;3;7m", style);
        QCOMPARE(style.background, (AnsiColor {.kind = AnsiColor::Kind::Rgb, .value = 0x010203}));
        QVERIFY(style.reverse);
        applyEscapes("\x1b[95;107m", style);
        QCOMPARE(style.foreground, indexed(13));
        QCOMPARE(style.background, indexed(15));
        applyEscapes("\x1b[39;49;22;24;27m", style);
        QCOMPARE(style, AnsiStyle {});
        applyEscapes("\x1b[31m\x1b[m", style);
        QCOMPARE(style, AnsiStyle {});
        // Text that is to be hidden stays visible; what is no colour changes nothing.
        applyEscapes("\x1b[8m\x1b[>4;1m\x1b[2J\x1b[38m\x1b[38;5m", style);
        QCOMPARE(style, AnsiStyle {});
    }

    void decodesRows_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("terminal");
        QTest::addColumn<QString>("plain");
        QTest::newRow("empty") << QByteArray() << QString() << QString();
        QTest::newRow("invalid") << "\376\377ok"_ba << u"\uFFFD\uFFFDok"_s << u"\uFFFD\uFFFDok"_s;
        QTest::newRow("half a character") << "a\xc3"_ba << u"a\uFFFD"_s << u"a\uFFFD"_s;
        QTest::newRow("too long a form") << "\xc0\x80"_ba << u"\uFFFD\uFFFD"_s << u"\uFFFD\uFFFD"_s;
        QTest::newRow("surrogate") << "\xed\xa0\x80"_ba << u"\uFFFD\uFFFD\uFFFD"_s << u"\uFFFD\uFFFD\uFFFD"_s;
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << u"a␀b"_s << u"a␀b"_s;
        QTest::newRow("colour") << "\x1b[31ma\x1b[0mb"_ba << u"ab"_s << u"␛[31ma␛[0mb"_s;
        QTest::newRow("progress") << "10 %\r20 %\r100 %"_ba << u"100 %"_s << u"10 %␍20 %␍100 %"_s;
        QTest::newRow("shorter progress") << "abcdef\rXY"_ba << u"XYcdef"_s << u"abcdef␍XY"_s;
        QTest::newRow("cleared") << "abcdef\r\x1b[KXY"_ba << u"XY"_s << u"abcdef␍␛[KXY"_s;
        QTest::newRow("line end of DOS") << "abc\r"_ba << u"abc"_s << u"abc␍"_s;
        QTest::newRow("backspace") << "ab\bc"_ba << u"ac"_s << u"ab␈c"_s;
        QTest::newRow("direction") << "\xe2\x80\xae\tx"_ba << u"‹U+202E›\tx"_s << u"‹U+202E›\tx"_s;
        QTest::newRow("no width") << "a\xe2\x80\x8b"_ba << u"a‹U+200B›"_s << u"a‹U+200B›"_s;
        QTest::newRow("beyond the first plane") << "\xf0\x9f\x98\x80!"_ba << u"😀!"_s << u"😀!"_s;
        QTest::newRow("not complete") << "x\x1b[3"_ba << u"x␛[3"_s << u"x␛[3"_s;
    }

    void decodesRows()
    {
        QFETCH(const QByteArray, bytes);
        QTEST(decoded(bytes, Rendering::Terminal).text, "terminal");
        QTEST(decoded(bytes, Rendering::Plain).text, "plain");
    }

    void knowsWhereCharactersComeFrom()
    {
        const OutputRow row = decoded("a\x1b[31m\xc3\xa9\x1b[0mz");
        QCOMPARE(row.text, u"aéz"_s);
        QCOMPARE(row.positions, (std::vector<quint32> {0, 6, 12, 13}));
        QCOMPARE(row.columnOf(6), 1);
        QCOMPARE(row.columnOf(7), 2);
        QCOMPARE(row.columnOf(99), 3);
        QCOMPARE(row.runs, (std::vector<StyledRun> {{.begin = 1, .length = 1, .style = {.foreground = indexed(1)}}}));
    }

    /// Anything at all is decoded, in text that hides nothing.
    void decodesAnything()
    {
        QByteArray bytes(300, '\0');
        quint32 seed = 1;
        for (int round = 0; round < 3000; ++round) {
            for (char &c : bytes) {
                seed = seed * 1664525U + 1013904223U;
                c = char(seed >> (seed & 1 ? 24 : 28) | (seed & 2 ? 0x18 : 0));
            }
            for (const Rendering rendering : {Rendering::Terminal, Rendering::Plain}) {
                const OutputRow row = decoded(bytes, rendering);
                QCOMPARE_EQ(row.positions.size(), size_t(row.text.size()) + 1);
                for (const QChar c : row.text)
                    QVERIFY(c == u'\t' || (c >= u' ' && !(c >= QChar(0x7f) && c < QChar(0xa0))));
                QVERIFY(row.text.isValidUtf16());
            }
        }
    }
};

QTEST_GUILESS_MAIN(AnsiTest)
#include "tst_ansi.moc"
