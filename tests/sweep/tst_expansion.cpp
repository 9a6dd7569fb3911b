// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/sweep/excludeexpression.h"
#include "backends/engine/sweep/sweepexpansion.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

namespace {

/// Groups from arguments like those of --param; one that begins with "csv:" is a table.
QList<ParameterGroup> groups(const QStringList &arguments)
{
    QList<ParameterGroup> result;
    for (const QString &each : arguments) {
        const auto group = each.startsWith(u"csv:"_s) ? parseParameterTable(u"t.csv"_s, each.sliced(4).toUtf8())
                                                      : parseParameterArgument(each);
        if (!group)
            qFatal("%s", qPrintable(toText(group.error())));
        result.append(*group);
    }
    return result;
}

QStringList candidates(const SweepExpansion &sweep)
{
    QStringList result;
    for (qint64 i = 0; i < sweep.count(); ++i)
        result.append(sweep.at(i).join(u'/'));
    return result;
}

} // namespace

class tst_Expansion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void combinations_data();
    void combinations();
    void faults_data();
    void faults();
    void sameAsNestedLoops();
    void excludesCountWhatTheyTake();
    void repeatsAndSeeds();
    void ownParametersNamedRepeat();
    void environment();
    void storedDefinition_data() { combinations_data(); }
    void storedDefinition();
    void brokenDefinitions();
    void expressions_data();
    void expressions();
    void mixedOrderIsRefused_data();
    void mixedOrderIsRefused();
    void expressionFaults_data();
    void expressionFaults();
    void millionCandidates();
};

void tst_Expansion::combinations_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<bool>("zip");
    QTest::addColumn<QStringList>("excludes");
    QTest::addColumn<QString>("expected");

    const QStringList none;
    QTest::newRow("first varies slowest") << QStringList {u"a=1,2"_s, u"b=x,y,z"_s} << false << none
                                          << u"1/x 1/y 1/z 2/x 2/y 2/z"_s;
    QTest::newRow("one") << QStringList {u"a=0:1:0.5"_s} << false << none << u"0 0.5 1"_s;
    QTest::newRow("none") << QStringList {} << false << none << u""_s;
    QTest::newRow("zip") << QStringList {u"a=1:3"_s, u"b=x,y,z"_s} << true << none << u"1/x 2/y 3/z"_s;
    QTest::newRow("table by product") << QStringList {u"csv:m,s\nbig,1\nsmall,2\n"_s, u"k=7,8"_s} << false << none
                                      << u"big/1/7 big/1/8 small/2/7 small/2/8"_s;
    QTest::newRow("table in zip") << QStringList {u"csv:m,s\nbig,1\nsmall,2\n"_s, u"k=7,8"_s} << true << none
                                  << u"big/1/7 small/2/8"_s;
    QTest::newRow("exclude") << QStringList {u"discount=0,0.5,1"_s, u"n=1:4"_s} << false
                             << QStringList {u"discount>=1 and n<3"_s, u"n == 4"_s} << u"0/1 0/2 0/3 0.5/1 0.5/2 0.5/3 1/3"_s;
}

void tst_Expansion::combinations()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const bool, zip);
    QFETCH(const QStringList, excludes);
    QFETCH(const QString, expected);
    const auto sweep = SweepExpansion::expand({.groups = groups(arguments), .zip = zip, .excludes = excludes});
    QVERIFY2(sweep, qPrintable(sweep.error_or(Fault()).what));
    QCOMPARE(candidates(*sweep).join(u' '), expected);
}

void tst_Expansion::faults_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<bool>("zip");
    QTest::addColumn<QStringList>("excludes");
    QTest::addColumn<int>("repeat");
    QTest::addColumn<QString>("part");

    const QStringList none;
    QTest::newRow("same name") << QStringList {u"n=1"_s, u"N=2"_s} << false << none << 1
                               << u"two parameters N, from n and from N"_s;
    QTest::newRow("name of a table") << QStringList {u"n=1"_s, u"csv:n\n1\n"_s} << false << none << 1 << u"from n and from t.csv"_s;
    QTest::newRow("zip of different lengths")
        << QStringList {u"a=1,2"_s, u"b=1:3"_s} << true << none << 1 << u"a has 2 values and b has 3"_s;
    QTest::newRow("10 million") << QStringList {u"a=1:10000000"_s} << false << none << 1
                                << u"10000000 candidates; at most 1000000"_s;
    QTest::newRow("a product") << QStringList {u"a=1:1000"_s, u"b=1:1000"_s, u"c=1:10"_s} << false << none << 1
                               << u"10000000 candidates"_s;
    QTest::newRow("repeats") << QStringList {u"a=1:1000"_s} << false << none << 1001 << u"1001000 candidates"_s;
    QTest::newRow("beyond counting") << QStringList {u"a=1:1e17"_s, u"b=1:1e17"_s} << false << none << 1
                                     << u"more than 9223372036854775806"_s;
    QTest::newRow("no repeats") << QStringList {u"a=1"_s} << false << none << 0 << u"repeats is 0"_s;
    QTest::newRow("everything excluded") << QStringList {u"a=1,2"_s} << false << QStringList {u"a>0"_s} << 1
                                         << u"All 2 candidates are excluded"_s;
    QTest::newRow("bad exclude") << QStringList {u"a=1,2"_s} << false << QStringList {u"b>0"_s} << 1
                                 << u"exclude \"b>0\": column 1"_s;
    QTest::newRow("long values") << QStringList {u"a=x,"_s + QString(200000, u'y')} << false << none << 1
                                 << u"the longest are of a"_s;
}

void tst_Expansion::faults()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const bool, zip);
    QFETCH(const QStringList, excludes);
    QFETCH(const int, repeat);
    QFETCH(const QString, part);
    const auto sweep = SweepExpansion::expand({.groups = groups(arguments), .zip = zip, .excludes = excludes, .repeat = repeat});
    QVERIFY(!sweep);
    QCOMPARE(sweep.error().kind, FaultKind::Usage);
    QVERIFY2(toText(sweep.error()).contains(part), qPrintable(toText(sweep.error())));
}

void tst_Expansion::sameAsNestedLoops()
{
    const auto sweep = SweepExpansion::expand({.groups = groups({u"a=0:1:0.1"_s, u"b=p,q,r"_s, u"csv:c,d\n1,2\n3,4\n5,6\n7,8\n"_s}),
                                               .excludes = {u"b == 'q' and c != 3"_s},
                                               .repeat = 2});
    QVERIFY(sweep);
    QStringList expected;
    for (int a = 0; a <= 10; ++a) {
        for (const QString &b : {u"p"_s, u"q"_s, u"r"_s}) {
            for (int c = 1; c <= 7; c += 2) {
                for (int repeat = 0; repeat < 2 && (b != u"q"_s || c == 3); ++repeat) {
                    const QString first = a == 0 ? u"0"_s : a == 10 ? u"1"_s : u"0."_s + QString::number(a);
                    expected.append(u"%1/%2/%3/%4/%5/%5"_s.arg(first, b).arg(c).arg(c + 1).arg(repeat));
                }
            }
        }
    }
    QCOMPARE(candidates(*sweep), expected);
    QCOMPARE(sweep->excluded() + sweep->count(), 11 * 3 * 4 * 2);
}

void tst_Expansion::excludesCountWhatTheyTake()
{
    const auto sweep = SweepExpansion::expand(
        {.groups = groups({u"a=1:10"_s}), .excludes = {u"a > 8"_s, u"a > 7"_s, u"a == 9"_s}, .repeat = 3});
    QVERIFY(sweep);
    // What the ones before have taken does not count again.
    QCOMPARE(sweep->excludedBy(), (QList<qint64> {6, 3, 0}));
    QCOMPARE(sweep->excluded(), 9);
    QCOMPARE(sweep->repeat(), 3);
    QVERIFY(SweepExpansion::expand({.groups = groups({u"a=1,2"_s})})->excludedBy().isEmpty());
}

void tst_Expansion::repeatsAndSeeds()
{
    const auto plain = SweepExpansion::expand({.groups = groups({u"a=x,y"_s})});
    QVERIFY(plain);
    QCOMPARE(plain->names(), QStringList {u"a"_s});
    const auto seeded = SweepExpansion::expand({.groups = groups({u"a=x,y"_s}), .repeat = 2, .seed = 40});
    QVERIFY(seeded);
    QCOMPARE(seeded->names(), (QStringList {u"a"_s, u"repeat"_s, u"seed"_s}));
    QCOMPARE(candidates(*seeded).join(u' '), u"x/0/40 x/1/41 y/0/40 y/1/41"_s);
    const QList<EnvironmentVariable> variables = seeded->environment(3);
    QVERIFY(variables.contains(EnvironmentVariable {u"HERMES_REPEAT"_s, "1"}));
    QVERIFY(variables.contains(EnvironmentVariable {u"HERMES_SEED"_s, "41"}));
    const auto onlySeed = SweepExpansion::expand({.seed = 7});
    QVERIFY(onlySeed);
    QCOMPARE(candidates(*onlySeed).join(u' '), u"0/7"_s);
    QVERIFY(!SweepExpansion::expand({.seed = -1}));
}

void tst_Expansion::ownParametersNamedRepeat()
{
    const auto sweep = SweepExpansion::expand({.groups = groups({u"Seed=5"_s}), .repeat = 2});
    QVERIFY(sweep);
    QCOMPARE(sweep->names(), (QStringList {u"Seed"_s, u"repeat"_s}));
    QCOMPARE(candidates(*sweep).join(u' '), u"5/0 5/1"_s);
    QVERIFY(sweep->environment(1).contains(EnvironmentVariable {u"HERMES_SEED"_s, "1"}));
}

void tst_Expansion::environment()
{
    const QStringList values {u"0.10"_s, u"it's \"é\"\n\\"_s, u"1e5"_s, u"007"_s, u""_s};
    const auto variables = parameterEnvironment({u"discount"_s, u"Text"_s, u"n"_s, u"id"_s, u"e"_s}, values);
    QCOMPARE(variables.size(), 6);
    QCOMPARE(variables[0], (EnvironmentVariable {u"HERMES_PARAM_DISCOUNT"_s, "0.10"}));
    QCOMPARE(variables[1], (EnvironmentVariable {u"HERMES_PARAM_TEXT"_s, "it's \"é\"\n\\"}));
    QCOMPARE(variables[5].name, u"HERMES_PARAMS"_s);
    QCOMPARE(variables[5].value, R"({"discount":0.10,"Text":"it's \"é\"\n\\","n":1e5,"id":"007","e":""})"_ba);
    const QJsonObject object = QJsonDocument::fromJson(variables[5].value).object();
    QCOMPARE(object[u"Text"_s].toString(), values[1]);
    QCOMPARE(object[u"discount"_s].toDouble(), 0.1);
    QCOMPARE(parameterEnvironment({}, {}).front().value, "{}"_ba);
}

void tst_Expansion::storedDefinition()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const bool, zip);
    QFETCH(const QStringList, excludes);
    QFETCH(const QString, expected);
    const SweepDefinition definition {.groups = groups(arguments), .zip = zip, .excludes = excludes, .repeat = 1, .seed = {}};
    const auto restored = sweepDefinitionFromJson(sweepDefinitionToJson(definition));
    QVERIFY(restored);
    QCOMPARE(candidates(SweepExpansion::expand(*restored).value()).join(u' '), expected);

    const SweepDefinition spaced {.groups = groups({u"a=lin:0:1:3"_s, u"b=log:1:100:3"_s})};
    const auto spacedAgain = sweepDefinitionFromJson(sweepDefinitionToJson(spaced));
    QVERIFY(spacedAgain);
    QCOMPARE(spacedAgain->groups.at(1).asSpacedRange()->text(), u"log:1:100:3"_s);
    QCOMPARE(candidates(SweepExpansion::expand(*spacedAgain).value()), candidates(SweepExpansion::expand(spaced).value()));

    const SweepDefinition repeated {.repeat = 3, .seed = 9007199254740993};
    const auto again = sweepDefinitionFromJson(sweepDefinitionToJson(repeated));
    QVERIFY(again);
    QCOMPARE(again->repeat, 3);
    QCOMPARE(again->seed, repeated.seed);
}

void tst_Expansion::brokenDefinitions()
{
    for (const auto *json : {"", " ", "[]", "{}", "{\"groups\":[{}]}", "{\"groups\":[{\"names\":[\"a\"]}]}",
                             "{\"groups\":", "{\"groups\":[{\"names\":[\"a\"],\"range\":\"x\"}]}",
                             "{\"groups\":[{\"names\":[\"a\",\"b\"],\"values\":[\"1\"],\"table\":\"t\"}]}"})
        QVERIFY2(!sweepDefinitionFromJson(json), json);
}

void tst_Expansion::expressions_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<bool>("expected"); // for n = 10, x = 0.50, m = small, e = (empty)

    const auto row = [](const char *expression, bool expected) {
        QTest::newRow(expression) << QString::fromUtf8(expression) << expected;
    };
    row("n == 10", true);
    row("n == 10.0", true);
    row("n==1e1", true);
    row("x == 0.5", true);
    row("n != 10", false);
    row("n > 9", true); // as text "10" would be below "9"
    row("n >= 10 and n <= 10", true);
    row("n < 10 or x < 1", true);
    row("n < 10 or x > 1", false);
    row("not n < 10", true);
    row("not not n < 10", false);
    row("not (n == 10 and m == 'small')", false);
    row("n == 1 and n == 2 or m == \"small\"", true);
    row("n == 10 or n == 2 and m == 'large'", true);
    row("(n == 10 or n == 2) and m == 'large'", false);
    row("m in ('tiny', \"small\")", true);
    row("m not in ['tiny', 'small']", false);
    row("n in (1, 10.00)", true);
    row("m < 'smaller'", true);
    row("m == 'Small'", false);
    row("e == ''", true);
    row("m == 'sm\\all'", true);
    row("n == '10'", true);
    row("n == '10.0'", false);
    row("9007199254740993 == 9007199254740992", false);
    row("9007199254740993 > 9007199254740992", true);
    row("-1 < n", true);
    row("n == m", false);
    row("  n   ==10  ", true);
}

void tst_Expansion::expressions()
{
    QFETCH(const QString, expression);
    QFETCH(const bool, expected);
    const auto parsed = ExcludeExpression::parse(expression, {u"n"_s, u"x"_s, u"m"_s, u"e"_s});
    QVERIFY2(parsed, qPrintable(parsed ? QString() : toText(parsed.error())));
    const ComparedValue n(u"10"_s);
    const ComparedValue x(u"0.50"_s);
    const ComparedValue m(u"small"_s);
    const ComparedValue e(u""_s);
    const std::array<const ComparedValue *, 4> values {&n, &x, &m, &e};
    const Result<bool> matched = parsed->matches(values);
    QVERIFY2(matched, qPrintable(matched ? QString() : toText(matched.error())));
    QCOMPARE(*matched, expected);
}

/// "x" < 1 has no answer; dropping such a candidate without a word would be one.
void tst_Expansion::mixedOrderIsRefused_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<bool>("refused"); // for n = 10, m = small
    QTest::newRow("text above number") << u"m > 1"_s << true;
    QTest::newRow("number below text") << u"1 <= m"_s << true;
    QTest::newRow("of two parameters") << u"n < m"_s << true;
    QTest::newRow("quoted is meant as text") << u"m > '1'"_s << false;
    QTest::newRow("number against quoted") << u"n > 'a'"_s << false;
    QTest::newRow("tested before") << u"m == 'small' or m > 1"_s << false;
    QTest::newRow("difference has an answer") << u"m != 1"_s << false;
}

void tst_Expansion::mixedOrderIsRefused()
{
    QFETCH(const QString, expression);
    QFETCH(const bool, refused);
    const SweepDefinition sweep {.groups = groups({u"n=5,10"_s, u"m=7,small"_s}), .excludes = {u"n == 5"_s, expression}};
    const auto expanded = SweepExpansion::expand(sweep);
    const bool allExcluded = !expanded && expanded.error().what.contains(u"are excluded"_s);
    QVERIFY2(expanded.has_value() != refused || allExcluded, qPrintable(expanded ? QString() : toText(expanded.error())));
    if (refused)
        QVERIFY2(expanded.error().what.contains(u"\"small\""_s), qPrintable(toText(expanded.error())));
}

void tst_Expansion::expressionFaults_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("part");

    const auto row = [](const char *expression, const char *part) {
        QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(part);
    };
    row("", "column 1: expected a parameter, a number or a text in quotes, found the end");
    row("   ", "column 4: expected a parameter");
    row("n", "column 2: expected a comparison (== != < <= > >= in), found the end");
    row("n = 1", "column 3: expected a parameter, a value, a comparison");
    row("n == ", "column 6: expected a parameter");
    row("k == 1", "column 1: there is no parameter \"k\". Parameters: n, m.");
    row("m == small", "column 6: there is no parameter \"small\"");
    row("n < 1 n", "column 7: expected and, or, or the end, found \"n\"");
    row("0 < n < 3", "column 7: expected and, or, or the end, found \"<\"");
    row("(n == 1", "column 8: expected and, or, or )");
    row("n == 1)", "column 7: expected and, or, or the end");
    row("n in 1", "column 6: expected ( and a list of values");
    row("n in (1, 2", "column 11: expected , or )");
    row("n in ()", "column 7: expected a parameter");
    row("n not 1", "column 7: expected in");
    row("n == 'a", "column 6: the quote has no end");
    row("n == 1x", "column 6: expected a number, found \"1x\"");
    row("n == 007", "column 6: expected a number");
    row("n & 1", "column 3");
    row("and n == 1", "column 1");
}

void tst_Expansion::expressionFaults()
{
    QFETCH(const QString, expression);
    QFETCH(const QString, part);
    const auto parsed = ExcludeExpression::parse(expression, {u"n"_s, u"m"_s});
    QVERIFY(!parsed);
    QVERIFY2(toText(parsed.error()).contains(part), qPrintable(toText(parsed.error())));
    QVERIFY(!ExcludeExpression::parse(QString(100000, u'('), {u"n"_s}));
    QVERIFY(!ExcludeExpression::parse(u"not "_s.repeated(100000), {u"n"_s}));
}

void tst_Expansion::millionCandidates()
{
    QElapsedTimer timer;
    timer.start();
    const auto sweep = SweepExpansion::expand(
        {.groups = groups({u"a=1:1000"_s, u"b=0:9.99:0.01"_s}), .excludes = {u"a == 500 and b > 5"_s}});
    QVERIFY(sweep);
    const qint64 expanded = timer.restart();
    QCOMPARE(sweep->count() + sweep->excluded(), 1'000'000);
    qsizetype characters = 0;
    for (qint64 i = 0; i < sweep->count(); ++i)
        characters += sweep->at(i).size();
    QCOMPARE(characters, 2 * sweep->count());
    qInfo("expanded in %lld ms, a million candidates read in %lld ms", expanded, timer.elapsed());
}

QTEST_APPLESS_MAIN(tst_Expansion)
#include "tst_expansion.moc"
