// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/sweep/decimalrange.h"
#include "backends/engine/sweep/parametergroup.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;
using namespace hermes;

namespace {

QStringList valuesOf(const ParameterGroup &group, qsizetype column = 0)
{
    QStringList values;
    for (qint64 row = 0; row < group.count(); ++row)
        values.append(group.value(row, column));
    return values;
}

} // namespace

class tst_Parameters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ranges_data();
    void ranges();
    void rangeFaults_data();
    void rangeFaults();
    void hugeRangesCostNothing();
    void rangesAreExact();
    void spacedRanges_data();
    void spacedRanges();
    void hugeSpacedRangesCostNothing();
    void spacedRangesGrowEvenly_data();
    void spacedRangesGrowEvenly();
    void lists_data();
    void lists();
    void parameterFaults_data();
    void parameterFaults();
    void tables_data();
    void tables();
    void tableFaults_data();
    void tableFaults();
    void tableWithTooManyRows();
};

void tst_Parameters::ranges_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("values");

    QTest::newRow("default step") << u"1:4"_s << u"1 2 3 4"_s;
    QTest::newRow("both ends") << u"0:1:0.25"_s << u"0 0.25 0.5 0.75 1"_s;
    QTest::newRow("tenths") << u"0:1:0.1"_s << u"0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1"_s;
    QTest::newRow("end not hit") << u"0:1:0.3"_s << u"0 0.3 0.6 0.9"_s;
    QTest::newRow("down") << u"1:-1:-0.5"_s << u"1 0.5 0 -0.5 -1"_s;
    QTest::newRow("one value") << u"5:5"_s << u"5"_s;
    QTest::newRow("one value, step down") << u"5:5:-1"_s << u"5"_s;
    QTest::newRow("exponents") << u"1e-3:3e-3:1e-3"_s << u"0.001 0.002 0.003"_s;
    QTest::newRow("large exponent") << u"0:2e17:1e17"_s << u"0 100000000000000000 200000000000000000"_s;
    QTest::newRow("trailing zeros") << u"1.50:2.50:0.50"_s << u"1.5 2 2.5"_s;
    QTest::newRow("no leading digit") << u".5:1.:.25"_s << u"0.5 0.75 1"_s;
    QTest::newRow("signs") << u"+1:+2"_s << u"1 2"_s;
    QTest::newRow("minus zero") << u"-0:1"_s << u"0 1"_s;
    QTest::newRow("long") << u"0.000000000000000001:0.000000000000000003:0.000000000000000001"_s
                          << u"0.000000000000000001 0.000000000000000002 0.000000000000000003"_s;
    QTest::newRow("across scales") << u"999999999999999999:999999999999999999.5:0.5"_s
                                   << u"999999999999999999 999999999999999999.5"_s;
    QTest::newRow("leading zeros") << u"007:009"_s << u"7 8 9"_s;
}

void tst_Parameters::ranges()
{
    QFETCH(const QString, text);
    QFETCH(const QString, values);
    const auto group = parseParameter(u"n"_s, text);
    QVERIFY2(group, qPrintable(group.error_or(Fault()).what));
    QVERIFY(group->asRange());
    QCOMPARE(valuesOf(*group).join(u' '), values);
    QCOMPARE(group->names(), QStringList(u"n"_s));
}

void tst_Parameters::rangeFaults_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");

    QTest::newRow("step 0") << u"0:1:0"_s << u"the step of the range 0:1:0 is 0"_s;
    QTest::newRow("wrong sign") << u"0:1:-0.1"_s << u"the step -0.1 of the range 0:1:-0.1 leads away from its end 1"_s;
    QTest::newRow("down without step") << u"5:1"_s << u"Write 5:1:-1."_s;
    QTest::newRow("bad end") << u"0:x"_s << u"the end \"x\" of the range is not a number"_s;
    QTest::newRow("bad step") << u"0:1:fast"_s << u"the step \"fast\""_s;
    QTest::newRow("empty end") << u"0:"_s << u"the end \"\""_s;
    QTest::newRow("a time") << u"10:30:20:1"_s << u"is not a range"_s;
    QTest::newRow("too many digits") << u"0:1234567890123456789"_s << u"more than 18 digits"_s;
    QTest::newRow("too small") << u"0:1:1e-19"_s << u"more than 18 digits"_s;
    QTest::newRow("absurd exponent") << u"0:1e9999"_s << u"is not a number"_s;
    QTest::newRow("exponent cut off") << u"0:1e"_s << u"is not a number"_s;
    QTest::newRow("no count") << u"lin:0:1"_s << u"Write lin:start:end:count"_s;
    QTest::newRow("too much") << u"lin:0:1:5:2"_s << u"is not a range"_s;
    QTest::newRow("bad end, lin") << u"lin:0:x:5"_s << u"the end \"x\" of the range is not a number"_s;
    QTest::newRow("count 0") << u"lin:0:1:0"_s << u"the count \"0\" of the range is not a whole number above 0"_s;
    QTest::newRow("negative count") << u"lin:0:1:-3"_s << u"the count \"-3\""_s;
    QTest::newRow("broken count") << u"lin:0:1:2.5"_s << u"the count \"2.5\""_s;
    QTest::newRow("empty count") << u"lin:0:1:"_s << u"the count \"\""_s;
    QTest::newRow("absurd count") << u"lin:0:1:1000000000000000000"_s << u"more than 18 digits"_s;
    QTest::newRow("one value of two ends") << u"lin:0:1:1"_s << u"cannot have one value"_s;
    QTest::newRow("many values of one end") << u"lin:1:1.0:4"_s << u"cannot have 4 values"_s;
    QTest::newRow("log of 0") << u"log:0:1:5"_s << u"an end that is not above 0"_s;
    QTest::newRow("log below 0") << u"log:1:-1:5"_s << u"an end that is not above 0"_s;
    QTest::newRow("log too dense") << u"log:1:1.000000001:1000"_s << u"lie too close together"_s;
    QTest::newRow("too many digits, log") << u"log:1:1e18:5"_s << u"more than 18 digits"_s;
}

void tst_Parameters::rangeFaults()
{
    QFETCH(const QString, text);
    QFETCH(const QString, part);
    const auto group = parseParameter(u"n"_s, text);
    QVERIFY(!group);
    QCOMPARE(group.error().kind, FaultKind::Usage);
    QVERIFY2(toText(group.error()).contains(part), qPrintable(toText(group.error())));
    QVERIFY(group.error().what.startsWith(u"parameter n: "_s));
}

void tst_Parameters::hugeRangesCostNothing()
{
    const auto millions = parseParameter(u"n"_s, u"1:10000000"_s);
    QVERIFY(millions);
    QCOMPARE(millions->count(), 10'000'000);
    QCOMPARE(millions->value(9'999'999, 0), u"10000000"_s);
    const auto endless = parseParameter(u"n"_s, u"0:999999999999999999:1e-18"_s);
    QVERIFY(endless);
    QCOMPARE(endless->count(), std::numeric_limits<qint64>::max());
}

void tst_Parameters::rangesAreExact()
{
    const auto range = DecimalRange::parse(u"0:1000:0.001");
    QVERIFY(range);
    QCOMPARE(range->count(), 1'000'001);
    for (qint64 i = 0; i < range->count(); i += 997) {
        QString expected = QString::number(i / 1000) + u'.' + QString::number(i % 1000).rightJustified(3, u'0');
        while (expected.endsWith(u'0'))
            expected.chop(1);
        if (expected.endsWith(u'.'))
            expected.chop(1);
        QCOMPARE(range->value(i), expected);
    }
}

void tst_Parameters::spacedRanges_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("values");

    QTest::newRow("tenths") << u"lin:0:1:11"_s << u"0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1"_s;
    QTest::newRow("quarters") << u"lin:0:1:5"_s << u"0 0.25 0.5 0.75 1"_s;
    QTest::newRow("thirds") << u"lin:0:1:4"_s << u"0 0.333333333333333 0.666666666666667 1"_s;
    QTest::newRow("thirds down") << u"lin:1:0:4"_s << u"1 0.666666666666667 0.333333333333333 0"_s;
    QTest::newRow("through zero") << u"lin:-1:1:4"_s << u"-1 -0.333333333333333 0.333333333333333 1"_s;
    QTest::newRow("below zero") << u"lin:-2:-1:4"_s << u"-2 -1.66666666666667 -1.33333333333333 -1"_s;
    QTest::newRow("both ends") << u"lin:0.10:7e2:2"_s << u"0.1 700"_s;
    QTest::newRow("one value") << u"lin:5:5:1"_s << u"5"_s;
    QTest::newRow("large thirds") << u"lin:0:100000000000000000:4"_s
                                  << u"0 33333333333333300 66666666666666700 100000000000000000"_s;
    QTest::newRow("small thirds")
        << u"lin:0:1e-17:4"_s << u"0 0.00000000000000000333333333333333 0.00000000000000000666666666666667 0.00000000000000001"_s;
    QTest::newRow("across scales") << u"lin:999999999999999999:0:3"_s << u"999999999999999999 499999999999999999.5 0"_s;
    QTest::newRow("powers of ten") << u"log:1e-4:1:5"_s << u"0.0001 0.001 0.01 0.1 1"_s;
    QTest::newRow("powers of ten down") << u"log:1000:1:4"_s << u"1000 100 10 1"_s;
    QTest::newRow("powers of two") << u"log:1:1024:11"_s << u"1 2 4 8 16 32 64 128 256 512 1024"_s;
    QTest::newRow("rounded") << u"log:1:10:3"_s << u"1 3.16228 10"_s;
    QTest::newRow("ends as they are") << u"log:1.23456789:9.87654321:3"_s << u"1.23456789 3.49189 9.87654321"_s;
    QTest::newRow("small") << u"log:1e-18:1e-16:3"_s << u"0.000000000000000001 0.00000000000000001 0.0000000000000001"_s;
    QTest::newRow("large") << u"log:1:1e17:3"_s << u"1 316228000 100000000000000000"_s;
    QTest::newRow("one value, log") << u"log:5:5:1"_s << u"5"_s;
    QTest::newRow("more digits where they are needed") << u"log:1:1.0000003:4"_s << u"1 1.0000001 1.0000002 1.0000003"_s;
}

void tst_Parameters::spacedRanges()
{
    QFETCH(const QString, text);
    QFETCH(const QString, values);
    const auto group = parseParameter(u"n"_s, text);
    QVERIFY2(group, qPrintable(group.error_or(Fault()).what));
    QVERIFY(group->asSpacedRange() && !group->asRange() && !group->isTable());
    QCOMPARE(valuesOf(*group).join(u' '), values);
    QCOMPARE(group->asSpacedRange()->text(), text);
    for (const QString &value : valuesOf(*group))
        QVERIFY(value.size() <= group->longestValue(0));
}

void tst_Parameters::hugeSpacedRangesCostNothing()
{
    const auto endless = parseParameter(u"n"_s, u"lin:-999999999999999999:999999999999999999:999999999999999999"_s);
    QVERIFY(endless);
    QCOMPARE(endless->count(), 999'999'999'999'999'999);
    QCOMPARE(endless->value(499'999'999'999'999'999, 0), u"0"_s);
    QCOMPARE(endless->value(999'999'999'999'999'998, 0), u"999999999999999999"_s);
    const auto million = parseParameter(u"n"_s, u"log:1e-4:1:1000000"_s);
    QVERIFY(million);
    QCOMPARE(million->count(), 1'000'000);
    QCOMPARE(million->value(999'999, 0), u"1"_s);
}

void tst_Parameters::spacedRangesGrowEvenly_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"lin:0:1:1000001", "lin:-7:11:12345", "lin:1e-18:2e-18:1000", "log:1e-4:1:100000", "log:1:1.001:1000",
                             "log:123:123456789:4321"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

/// No two values are the same, none is out of its order, and each lies where it should.
void tst_Parameters::spacedRangesGrowEvenly()
{
    QFETCH(const QString, text);
    const auto range = SpacedRange::parse(text);
    QVERIFY(range);
    const double first = range->value(0).toDouble();
    const double last = range->value(range->count() - 1).toDouble();
    double before = first;
    for (qint64 i = 1; i < range->count(); ++i) {
        const double value = range->value(i).toDouble();
        QVERIFY2(value > before, qPrintable(range->value(i)));
        const double share = double(i) / double(range->count() - 1);
        const bool linear = range->spacing() == SpacedRange::Spacing::Linear;
        const double expected = linear ? first + (last - first) * share : first * std::pow(last / first, share);
        QVERIFY2(std::abs(value - expected) <= (linear ? (last - first) * 1e-14 : expected * 5.1e-6), qPrintable(range->value(i)));
        before = value;
    }
}

void tst_Parameters::lists_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("values");

    QTest::newRow("as written") << u"0,0.10,1e-3,007"_s << QStringList {u"0"_s, u"0.10"_s, u"1e-3"_s, u"007"_s};
    QTest::newRow("one") << u"adam"_s << QStringList {u"adam"_s};
    QTest::newRow("blanks around") << u" 0, 0.1 ,0.2 "_s << QStringList {u"0"_s, u"0.1"_s, u"0.2"_s};
    QTest::newRow("quotes") << u"\"a,b\",c,\"say \"\"hi\"\"\""_s << QStringList {u"a,b"_s, u"c"_s, u"say \"hi\""_s};
    QTest::newRow("empty text") << u"\"\""_s << QStringList {u""_s};
    QTest::newRow("quoted blanks") << u"\" x \" , y"_s << QStringList {u" x "_s, u"y"_s};
    QTest::newRow("quoted range") << u"\"1:3\""_s << QStringList {u"1:3"_s};
    QTest::newRow("colons in a list") << u"1:3,4"_s << QStringList {u"1:3"_s, u"4"_s};
    QTest::newRow("word with a colon") << u"a:b"_s << QStringList {u"a:b"_s};
    QTest::newRow("word that begins like a range") << u"log:debug"_s << QStringList {u"log:debug"_s};
    QTest::newRow("that and no more") << u"lin:"_s << QStringList {u"lin:"_s};
    QTest::newRow("a number without more") << u"log:5"_s << QStringList {u"log:5"_s};
    QTest::newRow("spaced ranges in a list") << u"lin:0:1:3,log:1:9:3"_s << QStringList {u"lin:0:1:3"_s, u"log:1:9:3"_s};
    QTest::newRow("quoted spaced range") << u"\"lin:0:1:3\""_s << QStringList {u"lin:0:1:3"_s};
    QTest::newRow("equals sign") << u"a=b,c"_s << QStringList {u"a=b"_s, u"c"_s};
    QTest::newRow("quote inside") << u"5\"x,y"_s << QStringList {u"5\"x"_s, u"y"_s};
    QTest::newRow("line break") << u"\"a\nb\""_s << QStringList {u"a\nb"_s};
}

void tst_Parameters::lists()
{
    QFETCH(const QString, text);
    QFETCH(const QStringList, values);
    const auto group = parseParameterArgument(u"p="_s + text);
    QVERIFY2(group, qPrintable(group.error_or(Fault()).what));
    QVERIFY(!group->asRange() && !group->isTable());
    QCOMPARE(valuesOf(*group), values);
}

void tst_Parameters::parameterFaults_data()
{
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("part");

    QTest::newRow("no equals sign") << u"discount"_s << u"has no values"_s;
    QTest::newRow("empty") << u""_s << u"has no values"_s;
    QTest::newRow("no name") << u"=1"_s << u"\"\" is not a parameter name"_s;
    QTest::newRow("digit first") << u"1a=1"_s << u"\"1a\" is not a parameter name"_s;
    QTest::newRow("letter that is not ASCII") << u"é=1"_s << u"is not a parameter name"_s;
    QTest::newRow("blank in name") << u"a b=1"_s << u"is not a parameter name"_s;
    QTest::newRow("no values") << u"n="_s << u"parameter n: no values"_s;
    QTest::newRow("blank values") << u"n=  "_s << u"parameter n: no values"_s;
    QTest::newRow("empty value") << u"n=1,,2"_s << u"value 2 is empty"_s;
    QTest::newRow("comma at the end") << u"n=1,2,"_s << u"value 3 is empty"_s;
    QTest::newRow("open quote") << u"n=a,\"b"_s << u"the quote at column 3 has no end"_s;
    QTest::newRow("text behind a quote") << u"n=\"a\"b"_s << u"a comma is missing"_s;
    QTest::newRow("NUL") << QString(u"n=a"_s + QChar(0)) << u"NUL"_s;
}

void tst_Parameters::parameterFaults()
{
    QFETCH(const QString, argument);
    QFETCH(const QString, part);
    const auto group = parseParameterArgument(argument);
    QVERIFY(!group);
    QVERIFY2(toText(group.error()).contains(part), qPrintable(toText(group.error())));
}

void tst_Parameters::tables_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("columns"); // each column's values joined by |

    QTest::newRow("plain") << "a,b\n1,2\n3,4\n"_ba << QStringList {u"1|3"_s, u"2|4"_s};
    QTest::newRow("no line break at the end") << "a,b\n1,2"_ba << QStringList {u"1"_s, u"2"_s};
    QTest::newRow("CR LF and byte order mark") << "\xEF\xBB\xBF"
                                                  "a,b\r\n1,2\r\n"_ba
                                               << QStringList {u"1"_s, u"2"_s};
    QTest::newRow("quotes") << "a,b\n\"x,y\",\"q\"\"q\"\n\"l1\nl2\",\n"_ba << QStringList {u"x,y|l1\nl2"_s, u"q\"q|"_s};
    QTest::newRow("cells as written") << " a , b\n 1 , 2.0\n"_ba << QStringList {u" 1 "_s, u" 2.0"_s};
    QTest::newRow("empty lines") << "\na,b\n\n1,2\n\n\n"_ba << QStringList {u"1"_s, u"2"_s};
    QTest::newRow("unicode") << "a,b\né,测\n"_ba << QStringList {u"é"_s, u"测"_s};
}

void tst_Parameters::tables()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, columns);
    const auto table = parseParameterTable(u"t.csv"_s, text);
    QVERIFY2(table, qPrintable(table.error_or(Fault()).what));
    QVERIFY(table->isTable());
    QCOMPARE(table->names(), (QStringList {u"a"_s, u"b"_s}));
    for (qsizetype column = 0; column < columns.size(); ++column)
        QCOMPARE(valuesOf(*table, column).join(u'|'), columns[column]);
}

void tst_Parameters::tableFaults_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");

    QTest::newRow("empty") << QByteArray() << u"the table is empty"_s;
    QTest::newRow("blank lines") << "\r\n\n"_ba << u"the table is empty"_s;
    QTest::newRow("header only") << "a,b\n"_ba << u"names but no rows"_s;
    QTest::newRow("short row") << "a,b\n1,2\n3\n"_ba << u"line 3 has 1 values, the header has 2 names"_s;
    QTest::newRow("long row") << "a,b\n\"x\ny\",2\n1,2,3"_ba << u"line 4 has 3 values, the header has 2 names"_s;
    QTest::newRow("same name") << "a,A\n1,2\n"_ba << u"line 1: two columns are named A"_s;
    QTest::newRow("bad name") << "a,b c\n1,2\n"_ba << u"line 1, column 2: \"b c\" is not a parameter name"_s;
    QTest::newRow("no name") << "a,\n1,2\n"_ba << u"line 1, column 2: \"\""_s;
    QTest::newRow("open quote") << "a,b\n1,\"2\n3,4\n"_ba << u"line 2: the quote that begins here has no end"_s;
    QTest::newRow("text behind a quote") << "a,b\n1,\"2\"x\n"_ba << u"line 2: a comma is missing"_s;
    QTest::newRow("not UTF-8") << "a,b\n1,\xff\n"_ba << u"not UTF-8"_s;
    QTest::newRow("NUL") << QByteArray("a,b\n1,\0\n", 8) << u"line 2: a value has a NUL"_s;
}

void tst_Parameters::tableFaults()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, part);
    const auto table = parseParameterTable(u"t.csv"_s, text);
    QVERIFY(!table);
    QVERIFY2(table.error().what.startsWith(u"t.csv: "_s) && table.error().what.contains(part), qPrintable(table.error().what));
}

void tst_Parameters::tableWithTooManyRows()
{
    const QByteArray text = "a\n" + "1\n"_ba.repeated(MaxCandidates + 7);
    const auto table = parseParameterTable(u"t.csv"_s, text);
    QVERIFY(!table);
    QVERIFY2(table.error().what.contains(u"1000007 rows"_s), qPrintable(table.error().what));
}

QTEST_APPLESS_MAIN(tst_Parameters)
#include "tst_parameters.moc"
