// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/engine.h"
#include "backends/engine/journal/journalfile.h"
#include "backends/engine/journal/sqlconnection.h"
#include "tests/support/fakebackend.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

using test::FakeAnswer;
using test::FakeWorld;

namespace {

template<typename T>
T answerOf(QFuture<T> future)
{
    return QTest::qWaitFor([&] { return future.isFinished(); }, 10s) ? future.result()
                                                                     : T(fail(FaultKind::TimedOut, u"no answer"_s));
}

} // namespace

/// What is done with launches that are over: parts of them are run again, they are deleted, searched and learned from.
class EngineHistoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void resumeOfAPart();
    void resumeOfAPartKeepsTheOthersCounted();
    void rerunIsALaunchOfItsOwn();
    void rerunOfAPartIsResumed();
    void rerunDoesNotStopForWhatFailedBefore();
    void rerunOfARunningLaunchIsRefused();
    void rerunOfAllAndOfNothing();
    void rerunOfASessionAndARun();
    void rerunOfASandboxIsRefused();
    void rerunWithoutAJournal();
    void deletedIsGone();
    void deleteOfARunningLaunchIsRefused();
    void deletionIsFinishedAtTheNextStart();
    void durationsByNameOfTheBackend();
    void candidatesAreSummed();
    void runningCountsAreKnown();

private:
    LaunchSpec spec(LaunchKind kind, QList<QByteArray> codes = {"true"});
    LaunchSpec sweep(const QString &values);
    LaunchTicket accepted(QFuture<Result<LaunchTicket>> launching);
    LaunchProgress waitForEnd(LaunchId id);
    LaunchRecord record(LaunchId id) { return answerOf(m_engine->record(id)).value_or(LaunchRecord()); }
    void reopen(bool journalled = true);

    std::unique_ptr<QTemporaryDir> m_state;
    std::shared_ptr<FakeWorld> m_world;
    std::unique_ptr<Engine> m_engine;
    std::map<LaunchId, LaunchProgress> m_finished;
};

void EngineHistoryTest::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_state = std::make_unique<QTemporaryDir>();
    m_world = std::make_shared<FakeWorld>();
    // Exits with the number that it is to print.
    m_world->answer = [](const RunRequest &request) {
        const int number = request.snippet.code.mid(5).toInt();
        return FakeAnswer::exited(number % 2, "{\"n\": " + QByteArray::number(number) + "}\n");
    };
    reopen();
}

void EngineHistoryTest::cleanup()
{
    m_engine.reset();
}

void EngineHistoryTest::reopen(bool journalled)
{
    m_engine.reset();
    m_finished.clear();
    auto engine = Engine::open({.stateFolder = m_state->path(), .program = u"tst_engine"_s, .journalled = journalled});
    QVERIFY2(engine, engine ? "" : qPrintable(toText(engine.error())));
    m_engine = std::move(*engine);
    m_engine->addKind(test::fakeKind(m_world));
    connect(m_engine.get(), &Engine::launchFinished, this,
            [this](LaunchId id, const LaunchProgress &progress) { m_finished[id] = progress; });
}

LaunchSpec EngineHistoryTest::spec(LaunchKind kind, QList<QByteArray> codes)
{
    LaunchSpec what;
    what.kind = kind;
    what.settings = Settings(u"fake"_s);
    what.language = Language::Shell;
    what.codes = std::move(codes);
    return what;
}

LaunchSpec EngineHistoryTest::sweep(const QString &values)
{
    LaunchSpec what = spec(LaunchKind::Sweep, {"echo {{n}}"});
    what.sweep.groups = {parseParameter(u"n"_s, values).value()};
    what.concurrency = 2;
    return what;
}

LaunchTicket EngineHistoryTest::accepted(QFuture<Result<LaunchTicket>> launching)
{
    const Result<LaunchTicket> ticket = answerOf(std::move(launching));
    if (!ticket)
        QTest::qFail(qPrintable(toText(ticket.error())), __FILE__, __LINE__);
    return ticket.value_or(LaunchTicket());
}

LaunchProgress EngineHistoryTest::waitForEnd(LaunchId id)
{
    if (!QTest::qWaitFor([&] { return m_finished.contains(id); }, 10s))
        QTest::qFail("the launch did not end", __FILE__, __LINE__);
    return m_finished[id];
}

void EngineHistoryTest::resumeOfAPart()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = accepted(m_engine->launch(sweep(u"1:10"_s)));
    QVERIFY(m_world->waitForRunning(2));
    m_engine->cancel(ticket.id);
    QCOMPARE(waitForEnd(ticket.id).cancelled, 2);
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0); };
    m_finished.clear();
    const int before = m_world->startedCount();
    const LaunchTicket resumed = accepted(m_engine->resumeSweep(ticket.id, QList<CandidateQueue::Range> {{1, 3}, {7, 8}}));
    QCOMPARE(resumed.alreadyFinished, 1); // The first one is still cancelled.
    QCOMPARE(resumed.mayRunTwice, 1);
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(m_world->startedCount() - before, 3);
    QCOMPARE(end.succeeded, 3);
    QCOMPARE(end.cancelled, 1);
    QCOMPARE(end.finished, 4);
    QCOMPARE(end.state, LaunchState::Interrupted);
    QCOMPARE(record(ticket.id).counts, (LaunchCounts {.succeeded = 3, .cancelled = 1}));
    // What is left runs with the next one.
    m_finished.clear();
    QCOMPARE(accepted(m_engine->resumeSweep(ticket.id)).alreadyFinished, 3);
    QCOMPARE(waitForEnd(ticket.id).state, LaunchState::Done);
    QCOMPARE(m_world->startedCount() - before, 10);
}

void EngineHistoryTest::resumeOfAPartKeepsTheOthersCounted()
{
    m_world->answer = [](const RunRequest &request) {
        if (request.snippet.code == "echo 1" || request.snippet.code == "echo 2")
            return FakeAnswer {.end = RunEnd::infrastructure({.kind = FaultKind::Unreachable, .what = u"connection lost"_s}, true)};
        return FakeAnswer::exited(0);
    };
    const LaunchTicket ticket = accepted(m_engine->launch(sweep(u"1:4"_s)));
    QCOMPARE(waitForEnd(ticket.id).infrastructure, 2);
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0); };
    m_finished.clear();
    QCOMPARE(accepted(m_engine->resumeSweep(ticket.id, QList<CandidateQueue::Range> {{1, 4}})).alreadyFinished, 3);
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.state, LaunchState::Done);
    QCOMPARE(end.infrastructure, 1);
    QCOMPARE(end.succeeded, 3);
}

void EngineHistoryTest::rerunIsALaunchOfItsOwn()
{
    const LaunchTicket first = accepted(m_engine->launch(sweep(u"1:6"_s)));
    QCOMPARE(waitForEnd(first.id).failed, 3);
    reopen();
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0, "better\n"); };
    const int before = m_world->startedCount();
    const LaunchTicket again = accepted(m_engine->rerun(first.id, {{4, 5}, {0, 1}, {2, 3}}));
    QVERIFY(again.id > first.id);
    QCOMPARE(again.total, 6);
    QCOMPARE(again.alreadyFinished, 3);
    QCOMPARE(again.mayRunTwice, 3);
    QCOMPARE(again.parameterNames, QStringList {u"n"_s});
    const LaunchProgress end = waitForEnd(again.id);
    QCOMPARE(end.state, LaunchState::Done);
    QCOMPARE(end.succeeded, 6);
    QCOMPARE(m_world->startedCount() - before, 3);
    QCOMPARE(m_engine->parameters(again.id, 4), QStringList {u"5"_s});
    QCOMPARE(answerOf(m_engine->result(again.id, 0))->out.bytes, "better\n");
    QCOMPARE(answerOf(m_engine->result(again.id, 1))->out.bytes, "{\"n\": 2}\n");
    QCOMPARE(answerOf(m_engine->result(first.id, 0))->out.bytes, "{\"n\": 1}\n");
    QCOMPARE(record(again.id).rerunOf, std::optional(first.id));
    QCOMPARE(record(again.id).counts.succeeded, 6);
    QCOMPARE(record(first.id).counts.failed, 3);
}

void EngineHistoryTest::rerunOfAPartIsResumed()
{
    const LaunchTicket first = accepted(m_engine->launch(sweep(u"1:4"_s)));
    waitForEnd(first.id);
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket again = accepted(m_engine->rerun(first.id, {{0, 3}}));
    QVERIFY(m_world->waitForRunning(2));
    m_engine->cancel(again.id);
    QCOMPARE(waitForEnd(again.id).cancelled, 2);
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0); };
    m_finished.clear();
    QCOMPARE(accepted(m_engine->resumeSweep(again.id)).alreadyFinished, 1);
    QCOMPARE(waitForEnd(again.id).succeeded, 4);
}

void EngineHistoryTest::rerunDoesNotStopForWhatFailedBefore()
{
    LaunchSpec what = sweep(u"1:6"_s);
    what.policy.afterFailures = 4;
    const LaunchTicket first = accepted(m_engine->launch(std::move(what)));
    QCOMPARE(waitForEnd(first.id).failed, 3);
    const LaunchTicket again = accepted(m_engine->rerun(first.id, {{0, 3}}));
    const LaunchProgress end = waitForEnd(again.id);
    QCOMPARE(end.state, LaunchState::Done);
    QCOMPARE(end.finished, 6);
}

void EngineHistoryTest::rerunOfARunningLaunchIsRefused()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket first = accepted(m_engine->launch(sweep(u"1:4"_s)));
    QVERIFY(m_world->waitForRunning(2));
    const Result<LaunchTicket> again = answerOf(m_engine->rerun(first.id, {{0, 1}}));
    QVERIFY(!again);
    QCOMPARE(again.error().kind, FaultKind::Conflict);
    QVERIFY2(again.error().what.contains(QString::number(first.id)), qPrintable(again.error().what));
    QCOMPARE(answerOf(m_engine->history({}))->size(), 1);
}

void EngineHistoryTest::rerunOfAllAndOfNothing()
{
    const LaunchTicket first = accepted(m_engine->launch(sweep(u"1:4"_s)));
    waitForEnd(first.id);
    const LaunchTicket again = accepted(m_engine->rerun(first.id, {{0, 100}}));
    QCOMPARE(again.alreadyFinished, 0);
    QCOMPARE(waitForEnd(again.id).finished, 4);
    QCOMPARE(answerOf(m_engine->rerun(first.id, {{4, 9}})).error().kind, FaultKind::Usage);
    QCOMPARE(answerOf(m_engine->rerun(first.id, {})).error().kind, FaultKind::Usage);
    QCOMPARE(answerOf(m_engine->rerun(4711, {{0, 1}})).error().kind, FaultKind::NotFound);
}

void EngineHistoryTest::rerunOfASessionAndARun()
{
    const LaunchTicket session = accepted(m_engine->launch(spec(LaunchKind::Session, {"echo 1", "echo 2", "echo 3"})));
    waitForEnd(session.id);
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0); };
    const LaunchTicket again = accepted(m_engine->rerun(session.id, {{2, 3}}));
    QCOMPARE(again.alreadyFinished, 2);
    QVERIFY(!again.executorId.isEmpty());
    QCOMPARE(waitForEnd(again.id).succeeded, 2);
    QCOMPARE(m_world->requests().last().snippet.code, "echo 3");
    const LaunchTicket run = accepted(m_engine->launch(spec(LaunchKind::Run, {"echo 8"})));
    waitForEnd(run.id);
    const LaunchTicket runAgain = accepted(m_engine->rerun(run.id, {{0, 1}}));
    QCOMPARE(waitForEnd(runAgain.id).succeeded, 1);
    QCOMPARE(record(runAgain.id).kind, LaunchKind::Run);
}

void EngineHistoryTest::rerunOfASandboxIsRefused()
{
    const LaunchTicket calls = accepted(m_engine->launch(spec(LaunchKind::Sandbox, {"echo 1", "echo 2"})));
    waitForEnd(calls.id);
    const Result<LaunchTicket> again = answerOf(m_engine->rerun(calls.id, {{1, 2}}));
    QCOMPARE(again.error().kind, FaultKind::Usage);
}

void EngineHistoryTest::rerunWithoutAJournal()
{
    reopen(false);
    const LaunchTicket run = accepted(m_engine->launch(spec(LaunchKind::Run)));
    waitForEnd(run.id);
    const Result<LaunchTicket> again = answerOf(m_engine->rerun(run.id, {{0, 1}}));
    QVERIFY(!again);
    QVERIFY2(again.error().what.contains(u"nothing is stored"_s), qPrintable(again.error().what));
    QCOMPARE(answerOf(m_engine->deleteLaunch(run.id)).error().kind, FaultKind::Storage);
}

void EngineHistoryTest::deletedIsGone()
{
    const LaunchTicket first = accepted(m_engine->launch(sweep(u"1:4"_s)));
    waitForEnd(first.id);
    const LaunchTicket again = accepted(m_engine->rerun(first.id, {{0, 1}}));
    waitForEnd(again.id);
    const Result<> deleted = answerOf(m_engine->deleteLaunch(first.id));
    QVERIFY2(deleted, deleted ? "" : qPrintable(toText(deleted.error())));
    QCOMPARE(answerOf(m_engine->record(first.id)).error().kind, FaultKind::NotFound);
    QCOMPARE(answerOf(m_engine->result(first.id, 0)).error().kind, FaultKind::NotFound);
    QVERIFY(m_engine->parameters(first.id, 0).isEmpty());
    QCOMPARE(answerOf(m_engine->history({}))->size(), 1);
    // What was carried over is of the later one.
    QCOMPARE(answerOf(m_engine->result(again.id, 1))->out.bytes, "{\"n\": 2}\n");
    QCOMPARE(answerOf(m_engine->deleteLaunch(first.id)).error().kind, FaultKind::NotFound);
}

void EngineHistoryTest::deleteOfARunningLaunchIsRefused()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = accepted(m_engine->launch(sweep(u"1:4"_s)));
    QVERIFY(m_world->waitForRunning(2));
    QCOMPARE(answerOf(m_engine->deleteLaunch(ticket.id)).error().kind, FaultKind::Conflict);
    m_engine->cancel(ticket.id);
    waitForEnd(ticket.id);
    QVERIFY(answerOf(m_engine->deleteLaunch(ticket.id)));
}

void EngineHistoryTest::deletionIsFinishedAtTheNextStart()
{
    const LaunchTicket ticket = accepted(m_engine->launch(sweep(u"1:4"_s)));
    waitForEnd(ticket.id);
    m_engine.reset();
    const auto connection = SqlConnection::open(journalPath(m_state->path()), SqlConnection::Access::ReadWrite);
    QVERIFY((*connection)->run(u"INSERT INTO removals SELECT id FROM launches"_s));
    QVERIFY((*connection)->run(u"DELETE FROM launches"_s));
    reopen();
    QTRY_COMPARE((*connection)->value(u"SELECT count(*) FROM removals"_s)->toInt(), 0);
    QCOMPARE((*connection)->value(u"SELECT count(*) FROM candidates"_s)->toInt(), 0);
}

void EngineHistoryTest::durationsByNameOfTheBackend()
{
    const DurationsWanted wanted {.code = "echo {{n}}", .backend = u"fake"_s};
    QCOMPARE(answerOf(m_engine->usualDurations(wanted)).value(), std::nullopt);
    waitForEnd(accepted(m_engine->launch(sweep(u"1:4"_s))).id);
    // The end of a launch is told before it is in the journal.
    QTRY_VERIFY(answerOf(m_engine->usualDurations(wanted)).value());
    const auto usual = answerOf(m_engine->usualDurations(wanted)).value();
    QCOMPARE(usual->runs, 4);
    QCOMPARE(answerOf(m_engine->usualDurations({.code = "echo", .backend = u"fake"_s})).value(), std::nullopt);
}

void EngineHistoryTest::candidatesAreSummed()
{
    m_world->answer = [](const RunRequest &request) {
        if (request.snippet.code == "echo 2")
            return FakeAnswer {.end = RunEnd::infrastructure({.kind = FaultKind::Unreachable, .what = u"connection lost"_s}, true),
                               .out = "half\n{\"a\": 1}\n"};
        return FakeAnswer::exited(3, "first\n{\"a\": 1}\n");
    };
    const LaunchTicket ticket = accepted(m_engine->launch(sweep(u"1:2"_s)));
    waitForEnd(ticket.id);
    const auto list = answerOf(m_engine->candidates(ticket.id, 0, 10));
    QVERIFY(list);
    QCOMPARE(list->size(), 2);
    QCOMPARE(list->at(0).firstLine, u"first"_s);
    QCOMPARE(list->at(0).exitCode, 3);
    QCOMPARE(list->at(1).index, 1);
    QCOMPARE(list->at(1).reason, EndReason::Infrastructure);
    QVERIFY2(list->at(1).firstLine.contains(u"connection lost"_s), qPrintable(list->at(1).firstLine));
    for (const CandidateSummary &each : *list)
        QCOMPARE(each.lastObject, "{\"a\": 1}");
    QCOMPARE(answerOf(m_engine->candidates(ticket.id, 1, 10))->size(), 1);
}

void EngineHistoryTest::runningCountsAreKnown()
{
    m_world->answer = [](const RunRequest &request) {
        return request.snippet.code == "echo 1" ? std::optional(FakeAnswer::exited(0)) : std::nullopt;
    };
    const LaunchTicket ticket = accepted(m_engine->launch(sweep(u"1:10"_s)));
    QVERIFY(m_world->waitForRunning(2));
    const auto counts = [&] { return answerOf(m_engine->history({})).value().first().counts; };
    QTRY_COMPARE(counts(), (LaunchCounts {.succeeded = 1, .lost = 2}));
    m_engine->cancel(ticket.id);
    waitForEnd(ticket.id);
    QTRY_COMPARE(counts(), (LaunchCounts {.succeeded = 1, .cancelled = 2}));
}

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::EngineHistoryTest)
#include "tst_enginehistory.moc"
