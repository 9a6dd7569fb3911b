// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/launchjson.h"
#include "models/history/comparisonmodel.h"
#include "models/history/comparisonwork.h"
#include "models/history/launchcomparison.h"
#include "models/history/launchdifferences.h"
#include "models/roles.h"
#include "tests/models/launchfixture.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

CandidateSummary exited(int index, int code, const QByteArray &object = {})
{
    return {.index = index, .state = CandidateState::Finished, .exitCode = code, .lastObject = object};
}

LaunchRecord record(LaunchId id, const QString &values, int count)
{
    const SweepDefinition sweep {.groups = {parseParameter(u"n"_s, values).value()}};
    return {.id = id,
            .kind = LaunchKind::Sweep,
            .parameters = sweepDefinitionToJson(sweep),
            .count = count,
            .state = LaunchState::Done};
}

} // namespace

class LaunchComparisonTest final : public LaunchFixture
{
    Q_OBJECT

private Q_SLOTS:
    void joinsByValues()
    {
        ComparisonWork work;
        QVERIFY(work.begin(record(1, u"1,2,3"_s, 3), record(2, u"3,4,2"_s, 3)));
        QVERIFY(!work.isAligned());
        work.takeSecond({exited(0, 0, R"({"a": 1})"), exited(1, 0), exited(2, 7)});
        work.takeFirst(0, 3, {exited(0, 0), exited(1, 0), exited(2, 0, R"({"a": 1.0})")});
        const Comparison made = work.take();
        QVERIFY(made.byValues);
        QCOMPARE_EQ(made.pairs, 2);
        QCOMPARE_EQ(made.changed, 1);
        QCOMPARE_EQ(made.onlyFirst, 1);
        QCOMPARE_EQ(made.onlySecond, 1);
        QCOMPARE_EQ(made.rows.size(), 4U);
        QCOMPARE_EQ(made.rows[0].second, -1);
        QCOMPARE_EQ(made.rows[1].second, 2);
        QCOMPARE_EQ(made.rows[1].exitAfter, 7);
        QVERIFY(!made.rows[2].isChanged()); // 1 and 1.0 are the same.
        QCOMPARE_EQ(made.rows[3].second, 1);
        QCOMPARE_EQ(made.parametersOf(made.rows[3]), QStringList {u"4"_s});
    }

    void joinsEqualValuesInTheirOrder()
    {
        ComparisonWork work;
        QVERIFY(work.begin(record(1, u"5,5"_s, 2), record(2, u"9,5,5"_s, 3)));
        work.takeSecond({exited(0, 0), exited(1, 1), exited(2, 2)});
        work.takeFirst(0, 2, {exited(0, 1), exited(1, 2)});
        const Comparison made = work.take();
        QCOMPARE_EQ(made.changed, 0);
        QCOMPARE_EQ(made.onlySecond, 1);
    }

    void joinsByIndexWhereNamesDiffer()
    {
        LaunchRecord run {.id = 2, .kind = LaunchKind::Session, .count = 2, .state = LaunchState::Done};
        ComparisonWork work;
        QVERIFY(work.begin(record(1, u"1,2,3"_s, 3), run));
        QVERIFY(work.isAligned());
        work.takeSecond({exited(0, 0)});
        work.takeFirst(0, 3, {exited(0, 0), exited(1, 0), exited(2, 0)});
        const Comparison made = work.take();
        QVERIFY(!made.byValues);
        QCOMPARE_EQ(made.pairs, 2);
        QCOMPARE_EQ(made.changed, 1);
        QCOMPARE_EQ(made.rows[1].after, RunState::NotRun);
        QCOMPARE_EQ(made.onlyFirst, 1);
    }

    void findsChangedKeys()
    {
        ComparisonWork work;
        QVERIFY(work.begin(record(1, u"1,2"_s, 2), record(2, u"1,2"_s, 2)));
        work.takeSecond({exited(0, 0, R"({"profit": 140.0, "new": "x", "same": [1]})"), exited(1, 0, R"({"profit": 0})")});
        work.takeFirst(0, 2, {exited(0, 0, R"({"profit": 160.0, "old": null, "same": [1]})"), exited(1, 0, R"({"profit": 0})")});
        const Comparison made = work.take();
        QCOMPARE_EQ(made.keys, (QStringList {u"profit"_s, u"old"_s, u"new"_s}));
        QCOMPARE_EQ(made.changed, 1);
        QCOMPARE_EQ(made.rows[0].keys,
                    (QList<KeyChange> {{0, u"160.0"_s, u"140.0"_s}, {1, u"null"_s, std::nullopt}, {2, std::nullopt, u"x"_s}}));
    }

    void hasSoManyKeysAndNoMore()
    {
        QByteArray many = "{";
        for (int i = 0; i < Comparison::MostKeys + 5; ++i)
            many += (i > 0 ? ", \"k" : "\"k") + QByteArray::number(i) + "\": 1";
        ComparisonWork work;
        QVERIFY(work.begin(record(1, u"1"_s, 1), record(2, u"1"_s, 1)));
        work.takeSecond({exited(0, 0, many + "}")});
        work.takeFirst(0, 1, {exited(0, 0)});
        const Comparison made = work.take();
        QCOMPARE_EQ(made.keys.size(), Comparison::MostKeys);
        QVERIFY(made.keysLeftOut);
        QVERIFY(comparisonText(made).contains(u"only the first"_s));
    }

    void refusesANonsensicalDefinition()
    {
        LaunchRecord broken = record(1, u"1"_s, 1);
        broken.parameters = "?";
        ComparisonWork work;
        QCOMPARE_EQ(work.begin(broken, record(2, u"1"_s, 1)).error().kind, FaultKind::Storage);
    }

    void saysHowFarValuesAreApart()
    {
        const auto text = [](const QString &before, const QString &after) {
            return keyChangeText({.before = before, .after = after});
        };
        QCOMPARE_EQ(text(u"160.0"_s, u"140.0"_s), u"160.0 → 140.0 (−20, −12.5 %)"_s);
        QCOMPARE_EQ(text(u"-2"_s, u"1"_s), u"-2 → 1 (+3, +150 %)"_s);
        QCOMPARE_EQ(text(u"0"_s, u"0.5"_s), u"0 → 0.5 (+0.5)"_s);
        QCOMPARE_EQ(text(u"0.1"_s, u"0.3"_s), u"0.1 → 0.3 (+0.2, +200 %)"_s);
        QCOMPARE_EQ(text(u"1"_s, u"31"_s), u"1 → 31 (+30, +3000 %)"_s);
        QCOMPARE_EQ(text(u"1"_s, u"1234567"_s), u"1 → 1234567 (+1234566, +123456600 %)"_s);
        QCOMPARE_EQ(text(u"NaN"_s, u"1"_s), u"NaN → 1"_s);
        QCOMPARE_EQ(text(u"x"_s, u"1"_s), u"x → 1"_s);
        QCOMPARE_EQ(keyChangeText({.after = u"1"_s}), u"nothing → 1"_s);
    }

    void modelShowsWhatChanged()
    {
        ComparisonWork work;
        QVERIFY(work.begin(record(7, u"1,2,3"_s, 3), record(8, u"3,4,2"_s, 3)));
        work.takeSecond({exited(0, 0), exited(1, 0), exited(2, 7, R"({"a": 3})")});
        work.takeFirst(0, 3, {exited(0, 0), exited(1, 0, R"({"a": 1})"), exited(2, 0)});
        ComparisonModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE_EQ(model.rowCount(), 0);
        model.setComparison(std::make_shared<const Comparison>(work.take()));
        QCOMPARE_EQ(rowTexts(model, -1),
                    (QStringList {u"Candidate"_s, u"n"_s, u"State"_s, u"Exit code"_s, u"Difference"_s, u"a"_s}));
        QCOMPARE_EQ(model.rowCount(), 3);
        QCOMPARE_EQ(rowTexts(model, 0), (QStringList {u"0"_s, u"1"_s, u"ok"_s, u"0"_s, u"only in launch 7"_s, {}}));
        QCOMPARE_EQ(rowTexts(model, 1),
                    (QStringList {u"1 → 2"_s, u"2"_s, u"ok → failed"_s, u"0 → 7"_s, u"other state"_s, u"1 → 3 (+2, +200 %)"_s}));
        QCOMPARE_EQ(rowTexts(model, 2), (QStringList {u"1"_s, u"4"_s, u"ok"_s, u"0"_s, u"only in launch 8"_s, {}}));
        QCOMPARE_EQ(model.index(1, 5).data(SortRole).toDouble(), 2.0);
        QCOMPARE_EQ(model.index(1, 2).data(StateRole).toInt(), int(RunState::Failed));
        model.setRows(ComparisonModel::Rows::All);
        QCOMPARE_EQ(model.rowCount(), 4);
        QCOMPARE_EQ(rowTexts(model, 2).at(4), u"the same"_s);
        QCOMPARE_EQ(
            comparisonText(*model.comparison()),
            u"1 of 2 candidates changed · 1 only in launch 7 · 1 only in launch 8 · compared by the values of their parameters"_s);
    }

    void comparesStoredLaunches()
    {
        open();
        answerWith(0);
        const LaunchId first = run(sweep(u"a"_s, u"1:50"_s));
        answerWith(1);
        const LaunchId second = run(sweep(u"b"_s, u"50:1:-1"_s));
        LaunchComparison comparison(m_engine.get(), first, second);
        const auto outcome = outcomeOf(comparison);
        QVERIFY2(outcome, outcome ? "" : qPrintable(toText(outcome.error())));
        QCOMPARE_EQ((*outcome)->pairs, 50);
        QCOMPARE_EQ((*outcome)->changed, 50);
        QCOMPARE_EQ((*outcome)->rows[0].second, 49);
        QCOMPARE_EQ(keyChangeText((*outcome)->rows[0].keys.value(0)), u"1 → 2 (+1, +100 %)"_s);
        LaunchComparison unknown(m_engine.get(), first, 4711);
        QCOMPARE_EQ(outcomeOf(unknown).error().kind, FaultKind::NotFound);
        close();
    }

    void anotherOrderIsNamedAndJoinsTheSame()
    {
        open();
        answerWith(0);
        LaunchSpec spec = sweep(u"a"_s, u"1:50"_s);
        const LaunchId first = run(spec);
        spec.orderSeed = 7;
        const LaunchId second = run(spec);
        LaunchComparison comparison(m_engine.get(), first, second);
        const auto outcome = outcomeOf(comparison);
        QVERIFY2(outcome, outcome ? "" : qPrintable(toText(outcome.error())));
        QCOMPARE_EQ((*outcome)->changed, 0);
        QCOMPARE_EQ((*outcome)->pairs, 50);
        for (const ComparedRow &row : (*outcome)->rows)
            QCOMPARE_EQ(row.first, row.second);
        QCOMPARE_EQ((*outcome)->differences, QStringList {u"order: as numbered → random 7"_s});
        close();
    }

    void namesWhatWasLaunchedDifferently()
    {
        LaunchSpec first = sweep(u"a"_s, u"1:3"_s);
        first.backend = u"docker"_s;
        first.settings = Settings(u"docker"_s);
        first.settings.set(u"image"_s, {.text = u"box:1"_s});
        first.settings.set(u"network"_s, {.text = u"none"_s});
        first.environment = {{u"A"_s, "1"}, {u"EMPTY"_s, ""}, {u"MY_TOKEN"_s, "zq9"}};
        QCOMPARE_EQ(launchDifferences(toRecord(first, 3), toRecord(first, 3)), QStringList());
        LaunchSpec second = first;
        second.name = u"b"_s;
        second.profile = u"gpu-box"_s;
        second.settings.set(u"image"_s, {.text = u"box:2"_s});
        second.language = first.language == Language::Python ? Language::Shell : Language::Python;
        second.sweep.repeat = 3;
        second.sweep.seed = 5;
        second.orderSeed = 0;
        second.concurrency = 4;
        second.timeout = 1500ms;
        second.policy = {.afterFailures = 2, .overPercent = 12.5};
        second.environment = {{u"A"_s, "2\n"}, {u"B"_s, ""}, {u"OTHER_KEY"_s, "zq9"}};
        second.stdinData = "x";
        second.inputs = {{.source = u"/d/data.csv"_s, .name = u"data.csv"_s}};
        const QStringList named = launchDifferences(toRecord(first, 3), toRecord(second, 9));
        QCOMPARE_EQ(named,
                    (QStringList {u"profile: not set → gpu-box"_s, u"image: box:1 → box:2"_s,
                                  u"language: %1 → %2"_s.arg(languageName(first.language), languageName(second.language)),
                                  u"repeats: 1 → 3"_s, u"seed: not set → 5"_s, u"order: as numbered → random"_s,
                                  u"concurrency: not set → 4"_s, u"timeout: not set → 1.500 s"_s,
                                  u"stop after failures: not set → 2"_s, u"stop over: not set → 12.5 %"_s, u"A: 1 → 2↵"_s,
                                  u"B: not set → empty"_s, u"EMPTY: empty → not set"_s, u"MY_TOKEN: set → not set"_s,
                                  u"OTHER_KEY: not set → set"_s, u"other standard input"_s, u"input files: not set → data.csv"_s}));
        QVERIFY(!named.join(u' ').contains(u"zq9"_s));
    }

    void settingsOfAnotherBackendAreNotListed()
    {
        LaunchSpec first = sweep(u"a"_s, u"1:3"_s);
        LaunchSpec second = first;
        second.backend = u"docker"_s;
        second.settings.set(u"image"_s, {.text = u"box:1"_s});
        second.codes = {"other"};
        second.templated = !first.templated;
        second.sweep.zip = true;
        const QStringList named = launchDifferences(toRecord(first, 3), toRecord(second, 3));
        QCOMPARE_EQ(named.size(), 4);
        QVERIFY(named.at(0).startsWith(u"backend: "_s));
        QVERIFY(named.contains(u"other code"_s) && named.contains(u"other parameters"_s));
    }

    void isCancelled()
    {
        open();
        const LaunchId first = run(sweep(u"a"_s, u"1:50"_s));
        LaunchComparison comparison(m_engine.get(), first, first);
        QSignalSpy finished(&comparison, &LaunchComparison::finished);
        comparison.start();
        comparison.cancel();
        comparison.cancel();
        QCOMPARE_EQ(finished.size(), 1);
        // Nothing of it comes later either.
        LaunchComparison after(m_engine.get(), first, first);
        QVERIFY(outcomeOf(after));
        QCOMPARE_EQ(finished.size(), 1);
        close();
    }

    /// The bound is wide, since machines are: it catches a change of kind.
    void isFast()
    {
        const auto pages = [](int count, double factor) {
            QList<CandidateSummary> all;
            for (int i = 0; i < count; ++i)
                all += exited(i, 0, R"({"n": )" + QByteArray::number(i) + R"(, "profit": )" + QByteArray::number(i * factor) + "}");
            return all;
        };
        constexpr int Count = 100'000;
        const QList<CandidateSummary> one = pages(Count, 1.0);
        const QList<CandidateSummary> other = pages(Count, 1.5);
        QElapsedTimer clock;
        clock.start();
        ComparisonWork work;
        QVERIFY(work.begin(record(1, u"1:100000"_s, Count), record(2, u"100000:1:-1"_s, Count)));
        work.takeSecond(other);
        work.takeFirst(0, Count, one);
        const Comparison made = work.take();
        QCOMPARE_EQ(made.pairs, Count);
        std::printf("100,000 candidates compared in another order: %lld ms\n", clock.elapsed());
        QVERIFY(clock.durationElapsed() < 10s);
    }

private:
    void answerWith(int add)
    {
        m_world->answer = [add](const RunRequest &request) {
            return test::FakeAnswer::exited(0, "{\"n\": " + QByteArray::number(request.snippet.code.mid(5).toInt() + add) + "}\n");
        };
    }

    static Result<std::shared_ptr<const Comparison>> outcomeOf(LaunchComparison &comparison)
    {
        Result<std::shared_ptr<const Comparison>> outcome = fail(FaultKind::TimedOut, u"no answer"_s);
        bool ended = false;
        QObject::connect(&comparison, &LaunchComparison::finished, &comparison,
                         [&](const Result<std::shared_ptr<const Comparison>> &made) {
                             outcome = made;
                             ended = true;
                         });
        comparison.start();
        if (!QTest::qWaitFor([&] { return ended; }, 30s))
            QTest::qFail("the comparison did not end", __FILE__, __LINE__);
        return outcome;
    }

    /// Row -1: the headers.
    static QStringList rowTexts(const QAbstractItemModel &model, int row)
    {
        QStringList texts;
        for (int column = 0; column < model.columnCount(); ++column)
            texts += row < 0 ? model.headerData(column, Qt::Horizontal).toString() : model.index(row, column).data().toString();
        return texts;
    }
};

} // namespace hermes

QTEST_MAIN(hermes::LaunchComparisonTest)
#include "tst_launchcomparison.moc"
