// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/sweep/jsonobject.h"
#include "backends/engine/sweep/resultwriter.h"
#include "backends/engine/sweep/stdoutline.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

namespace {

QString fieldsText(const std::optional<QList<JsonField>> &fields)
{
    if (!fields)
        return u"none"_s;
    QStringList texts;
    for (const JsonField &field : *fields)
        texts.append(field.key + u'=' + field.text);
    return texts.join(u' ');
}

QList<ResultRow> sampleRows()
{
    return {{.index = 0,
             .parameters = {u"0.10"_s, u"a,\"b"_s},
             .exitCode = 0,
             .reason = u"exited"_s,
             .time = std::chrono::milliseconds(1250),
             .out = "hi\n{\"revenue\": 450.0, \"n\": \"x\", \"ok\": true, \"none\": null, \"list\": [1, 2]}\n"},
            {.index = 1,
             .parameters = {u"x"_s, u""_s},
             .exitCode = 137,
             .reason = u"signalled"_s,
             .time = std::chrono::nanoseconds(0),
             .out = "\xff{\"loss\": NaN}",
             .err = "\xff\xfe\r\n"},
            {.index = 2, .parameters = {u"1"_s, u"é"_s}, .out = "{\"loss\": NaN, \"stdout\": \"t\"}"}};
}

ResultColumns sampleColumns(const QList<ResultRow> &rows)
{
    ResultColumns columns({u"d"_s, u"n"_s});
    for (const ResultRow &row : rows) {
        if (const auto fields = lastLineJson(row.out))
            columns.add(*fields);
    }
    return columns;
}

QByteArray written(const QList<ResultRow> &rows, const ResultColumns &columns, const auto &makeWriter)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const auto writer = makeWriter(buffer, columns);
    bool good = writer->begin().has_value();
    for (const ResultRow &row : rows)
        good = good && writer->write(row).has_value();
    good = good && writer->end().has_value();
    return good ? buffer.data() : "failed"_ba;
}

} // namespace

class tst_Results : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void objects_data();
    void objects();
    void fieldTypes();
    void lastLine_data();
    void lastLine();
    void firstLine_data();
    void firstLine();
    void columns();
    void csv();
    void json();
    void emptyTables();
    void failedWrite();
};

void tst_Results::objects_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("fields");

    const auto row = [](const QByteArray &json, const char *fields) {
        QTest::newRow(json.left(60).constData()) << json << QString::fromUtf8(fields);
    };
    row(R"({})", "");
    row(R"( { } )", "");
    row(R"({"z":1,"a":2})", "z=1 a=2");
    row(R"({"a": 1.50e3, "b":-0})", "a=1.50e3 b=-0");
    row(R"({"a":"x\n\u00e9\ud83d\ude00\/"})", "a=x\né😀/");
    row(R"({"a":true,"b":false,"c":null})", "a=true b=false c=null");
    row(R"({"a":[1, {"b" : "x  y"} ],"c":{ }})", "a=[1,{\"b\":\"x  y\"}] c={}");
    row(R"({"a":NaN,"b":-Infinity,"c":[NaN, -Infinity, "NaN"]})", "a=NaN b=-Infinity c=[null,null,\"NaN\"]");
    row(R"({"a":1,"b":2,"a":3})", "a=3 b=2");
    row(R"({"é":"ü"})", "é=ü");
    row("{\"a\":\"\xff\"}", "a=\uFFFD");
    row(R"({"":1})", "=1");
    for (const auto text : {"",
                            " ",
                            "{",
                            "}",
                            "{}{}",
                            "{\"a\"}",
                            "{\"a\":}",
                            "{\"a\":1,}",
                            "{a:1}",
                            "{'a':1}",
                            "{\"a\":01}",
                            "{\"a\":1.}",
                            "{\"a\":+1}",
                            "{\"a\":tru}",
                            "{\"a\":\"x}",
                            "{\"a\":\"\\x\"}",
                            "{\"a\":\"\\u12\"}",
                            "{\"a\":\"\\u12g4\"}",
                            "{\"a\":[1,]}",
                            "{\"a\":[1}",
                            "{\"a\":1 \"b\":2}",
                            "[1]",
                            "null",
                            "{\"a\":\"l1\nl2\"}",
                            "{\"a\":-}",
                            "{\"a\":1e}",
                            "{\"a\":\"\\"})
        row(text, "none");
}

void tst_Results::objects()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QString, fields);
    QCOMPARE(fieldsText(jsonObjectFields(json)), fields);
    const QByteArray deep = "{\"a\":" + QByteArray(100000, '[');
    QVERIFY(!jsonObjectFields(deep));
}

void tst_Results::fieldTypes()
{
    const auto fields = jsonObjectFields(R"({"a":"1","b":1,"c":true,"d":null,"e":[],"f":{},"g":NaN})");
    if (!fields)
        QFAIL("no object");
    using enum JsonType;
    const QList<JsonType> expected {String, Number, Boolean, Null, Array, Object, Number};
    for (qsizetype i = 0; i < expected.size(); ++i)
        QCOMPARE(fields->at(i).type, expected[i]);
}

void tst_Results::lastLine_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QString>("fields");

    QTest::newRow("only line") << "{\"a\":1}"_ba << u"a=1"_s;
    QTest::newRow("last line") << "text\n{\"b\":0}\n{\"a\":1}\n"_ba << u"a=1"_s;
    QTest::newRow("blank lines behind") << "{\"a\":1}\r\n \n\n"_ba << u"a=1"_s;
    QTest::newRow("indented") << "x\n  {\"a\":1}"_ba << u"a=1"_s;
    QTest::newRow("not last") << "{\"a\":1}\ndone\n"_ba << u"none"_s;
    QTest::newRow("over lines") << "{\n\"a\":1\n}\n"_ba << u"none"_s;
    QTest::newRow("list") << "[1]\n"_ba << u"none"_s;
    QTest::newRow("truncated") << "{\"a\":1"_ba << u"none"_s;
    QTest::newRow("empty") << QByteArray() << u"none"_s;
    QTest::newRow("blank") << " \n\n"_ba << u"none"_s;
    QTest::newRow("text before") << "x {\"a\":1}"_ba << u"none"_s;
    QTest::newRow("bytes before") << "\xff\xfe\n{\"a\":1}\n"_ba << u"a=1"_s;
}

void tst_Results::lastLine()
{
    QFETCH(const QByteArray, output);
    QFETCH(const QString, fields);
    QCOMPARE(fieldsText(lastLineJson(output)), fields);
}

void tst_Results::firstLine_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QString>("line");

    QTest::newRow("empty") << QByteArray() << u""_s;
    QTest::newRow("one") << "hello"_ba << u"hello"_s;
    QTest::newRow("two") << "hello\r\nworld\n"_ba << u"hello"_s;
    QTest::newRow("first is empty") << "\nworld"_ba << u""_s;
    QTest::newRow("just fits") << "1234567890"_ba << u"1234567890"_s;
    QTest::newRow("too long") << "12345678901"_ba << u"123456789…"_s;
    QTest::newRow("O4 invalid") << "\376\377ok\n"_ba << u"\uFFFD\uFFFDok"_s;
    QTest::newRow("O3 not cut in a character") << "é"_ba.repeated(500) << u"ééééééééé…"_s;
    QTest::newRow("no half surrogate") << "12345678😀😀"_ba << u"12345678…"_s;
    QTest::newRow("control characters") << "a\tb\x1b[1mc"_ba << u"a b\uFFFD[1mc"_s;
    QTest::newRow("O6 NUL") << QByteArray("a\0b", 3) << u"a\uFFFDb"_s;
    QTest::newRow("large") << QByteArray(100'000'000, 'x') << u"xxxxxxxxx…"_s;
}

void tst_Results::firstLine()
{
    QFETCH(const QByteArray, output);
    QFETCH(const QString, line);
    QCOMPARE(hermes::firstLine(output, 10), line);
}

void tst_Results::columns()
{
    ResultColumns columns({u"index"_s, u"d"_s, u"stdout"_s});
    QCOMPARE(columns.names().join(u' '), u"index param.index d param.stdout exit_code reason seconds stdout stderr"_s);
    QVERIFY(columns.add({{.key = u"d"_s}, {.key = u"revenue"_s}, {.key = u"reason"_s}}));
    QVERIFY(!columns.add({{.key = u"revenue"_s}}));
    QVERIFY(columns.add({{.key = u"out.d"_s}, {.key = u"profit"_s}}));
    QVERIFY(columns.add({{.key = QString()}}));
    QCOMPARE(columns.names().sliced(columns.keysBegin()).join(u' '), u"out.d revenue out.reason out.out.d profit out."_s);
    QCOMPARE(columns.keyIndex(u"d"_s), 0);
    QCOMPARE(columns.keyIndex(u"profit"_s), 4);
    QCOMPARE(columns.keyIndex(u"loss"_s), -1);
    for (int i = 0; i < 2000; ++i)
        columns.add({{.key = QString::number(i)}});
    QCOMPARE(columns.keyCount(), 1000);
}

void tst_Results::csv()
{
    const QList<ResultRow> rows = sampleRows();
    const QByteArray expected =
        "index,d,n,exit_code,reason,seconds,stdout,stderr,revenue,out.n,ok,none,list,loss,out.stdout\r\n"
        "0,0.10,\"a,\"\"b\",0,exited,1.250000,\"hi\n{\"\"revenue\"\": 450.0, \"\"n\"\": \"\"x\"\", \"\"ok\"\": true, "
        "\"\"none\"\": null, \"\"list\"\": [1, 2]}\n\",,450.0,x,true,,\"[1,2]\",,\r\n"
        "1,x,,137,signalled,0.000000,\"\uFFFD{\"\"loss\"\": NaN}\",\"\uFFFD\uFFFD\r\n\",,,,,,,\r\n"
        "2,1,é,,,,\"{\"\"loss\"\": NaN, \"\"stdout\"\": \"\"t\"\"}\",,,,,,,NaN,t\r\n";
    QCOMPARE(written(rows, sampleColumns(rows), csvResultWriter), expected);
}

void tst_Results::json()
{
    const QList<ResultRow> rows = sampleRows();
    const QByteArray text = written(rows, sampleColumns(rows), jsonResultWriter);
    QCOMPARE(text.count('\n'), rows.size() + 2);
    const QJsonArray array = QJsonDocument::fromJson(text).array();
    QCOMPARE(array.size(), 3);
    QVERIFY(text.contains("{\"index\":0,\"d\":0.10,\"n\":\"a,\\\"b\",\"exit_code\":0,\"reason\":\"exited\",\"seconds\":1.250000,"));
    const QJsonObject first = array[0].toObject();
    QCOMPARE(first[u"revenue"_s].toDouble(), 450.0);
    QCOMPARE(first[u"out.n"_s].toString(), u"x"_s);
    QCOMPARE(first[u"list"_s].toArray().size(), 2);
    QVERIFY(first[u"none"_s].isNull() && first[u"loss"_s].isNull());
    QCOMPARE(array[1].toObject()[u"stderr"_s].toString(), u"\uFFFD\uFFFD\r\n"_s);
    const QJsonObject last = array[2].toObject();
    QCOMPARE(last[u"loss"_s].toString(), u"NaN"_s);
    QVERIFY(last[u"exit_code"_s].isNull() && last[u"reason"_s].isNull() && last[u"seconds"_s].isNull());
    QCOMPARE(last.size(), first.size());
}

void tst_Results::emptyTables()
{
    QCOMPARE(written({}, ResultColumns({}), csvResultWriter), "index,exit_code,reason,seconds,stdout,stderr\r\n"_ba);
    QCOMPARE(written({}, ResultColumns({}), jsonResultWriter), "[]\n"_ba);
}

void tst_Results::failedWrite()
{
    QFile full(u"/dev/full"_s);
    QVERIFY(full.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    const auto writer = csvResultWriter(full, ResultColumns({}));
    QVERIFY(writer->begin());
    const auto ended = writer->end();
    QVERIFY(!ended);
    QCOMPARE(ended.error().kind, FaultKind::Storage);
}

QTEST_APPLESS_MAIN(tst_Results)
#include "tst_results.moc"
