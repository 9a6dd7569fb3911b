// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/journal/journalfile.h"
#include "backends/engine/journal/sqlconnection.h"
#include "backends/engine/journal/startorder.h"
#include "tests/support/enginefixture.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

using test::FakeAnswer;

/// What is done with launches that are over: parts of them are run again, they are deleted, searched and learned from.
class EngineHistoryTest final : public EngineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { close(); }

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
    void startsInRandomOrder();
    void randomOrderIsKept();
    void onlySweepsHaveAnOrder();
    void candidatesAreSummed();
    void runningCountsAreKnown();
    void chosenResultsKeepTheirOrder();
    void chosenResultsWithoutAJournal();
};

void EngineHistoryTest::init()
{
    open();
    // Exits with the number that it is to print.
    m_world->answer = [](const RunRequest &request) {
        const int number = request.snippet.code.mid(5).toInt();
        return FakeAnswer::exited(number % 2, "{\"n\": " + QByteArray::number(number) + "}\n");
    };
}

void EngineHistoryTest::resumeOfAPart()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = launch(sweep(u"1:10"_s, 2));
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
    QCOMPARE(recordOf(ticket.id).counts, (LaunchCounts {.succeeded = 3, .cancelled = 1}));
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
    const LaunchTicket ticket = launch(sweep(u"1:4"_s, 2));
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
    const LaunchTicket first = launch(sweep(u"1:6"_s, 2));
    QCOMPARE(waitForEnd(first.id).failed, 3);
    reopen();
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0, "better\n"); };
    const int before = m_world->startedCount();
    const LaunchTicket again = accepted(m_engine->rerun(first.id, {{4, 5}, {0, 1}, {2, 3}}));
    QVERIFY(again.id > first.id);
    QCOMPARE(again.total, 6);
    QCOMPARE(again.alreadyFinished, 3);
    QCOMPARE(again.mayRunTwice, 0);
    QCOMPARE(again.parameterNames, QStringList {u"n"_s});
    const LaunchProgress end = waitForEnd(again.id);
    QCOMPARE(end.state, LaunchState::Done);
    QCOMPARE(end.succeeded, 6);
    QCOMPARE(m_world->startedCount() - before, 3);
    QCOMPARE(m_engine->parameters(again.id, 4), QStringList {u"5"_s});
    QCOMPARE(answerOf(m_engine->result(again.id, 0))->out.bytes, "better\n");
    QCOMPARE(answerOf(m_engine->result(again.id, 1))->out.bytes, "{\"n\": 2}\n");
    QCOMPARE(answerOf(m_engine->result(first.id, 0))->out.bytes, "{\"n\": 1}\n");
    QCOMPARE(recordOf(again.id).rerunOf, std::optional(first.id));
    QCOMPARE(recordOf(again.id).counts.succeeded, 6);
    QCOMPARE(recordOf(first.id).counts.failed, 3);
}

void EngineHistoryTest::rerunOfAPartIsResumed()
{
    const LaunchTicket first = launch(sweep(u"1:4"_s, 2));
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
    LaunchSpec what = sweep(u"1:6"_s, 2);
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
    const LaunchTicket first = launch(sweep(u"1:4"_s, 2));
    QVERIFY(m_world->waitForRunning(2));
    const Result<LaunchTicket> again = answerOf(m_engine->rerun(first.id, {{0, 1}}));
    QVERIFY(!again);
    QCOMPARE(again.error().kind, FaultKind::Conflict);
    QVERIFY2(again.error().what.contains(QString::number(first.id)), qPrintable(again.error().what));
    QCOMPARE(answerOf(m_engine->history({}))->size(), 1);
}

void EngineHistoryTest::rerunOfAllAndOfNothing()
{
    const LaunchTicket first = launch(sweep(u"1:4"_s, 2));
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
    QCOMPARE(recordOf(runAgain.id).kind, LaunchKind::Run);
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
    const LaunchTicket first = launch(sweep(u"1:4"_s, 2));
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
    const LaunchTicket ticket = launch(sweep(u"1:4"_s, 2));
    QVERIFY(m_world->waitForRunning(2));
    QCOMPARE(answerOf(m_engine->deleteLaunch(ticket.id)).error().kind, FaultKind::Conflict);
    m_engine->cancel(ticket.id);
    waitForEnd(ticket.id);
    QVERIFY(answerOf(m_engine->deleteLaunch(ticket.id)));
}

void EngineHistoryTest::deletionIsFinishedAtTheNextStart()
{
    const LaunchTicket ticket = launch(sweep(u"1:4"_s, 2));
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
    waitForEnd(launch(sweep(u"1:4"_s, 2)).id);
    // The end of a launch is told before it is in the journal.
    QTRY_VERIFY(answerOf(m_engine->usualDurations(wanted)).value());
    const auto usual = answerOf(m_engine->usualDurations(wanted)).value();
    QCOMPARE(usual->runs, 4);
    QCOMPARE(answerOf(m_engine->usualDurations({.code = "echo", .backend = u"fake"_s})).value(), std::nullopt);
}

namespace {

/// Of a launch of 1:count, what `echo n` of each candidate was started with, in the order of their starts.
QList<int> startedIndexes(const QList<RunRequest> &requests, qsizetype from = 0)
{
    QList<int> indexes;
    for (const RunRequest &request : requests.sliced(from))
        indexes += request.snippet.code.mid(5).toInt() - 1;
    return indexes;
}

QList<int> shuffledIndexes(int count, qint64 seed)
{
    const StartOrder order = StartOrder::shuffled(count, seed);
    QList<int> indexes;
    for (int position = 0; position < count; ++position)
        indexes += order.indexAt(position);
    return indexes;
}

} // namespace

void EngineHistoryTest::startsInRandomOrder()
{
    LaunchSpec what = sweep(u"1:50"_s, 1);
    what.orderSeed = 7;
    const LaunchTicket ticket = launch(std::move(what));
    QCOMPARE(waitForEnd(ticket.id).state, LaunchState::Done);
    QCOMPARE(startedIndexes(m_world->requests()), shuffledIndexes(50, 7));
    // Each result is that of the candidate with its number.
    for (const int index : {0, 17, 49})
        QCOMPARE(answerOf(m_engine->result(ticket.id, index))->out.bytes, "{\"n\": " + QByteArray::number(index + 1) + "}\n");
    QCOMPARE(answerOf(m_engine->spec(ticket.id))->orderSeed, std::optional<qint64>(7));
}

/// By a resume and by a launch that runs a part again, also after the program was started anew.
void EngineHistoryTest::randomOrderIsKept()
{
    const QList<int> order = shuffledIndexes(20, 3);
    std::atomic<int> left = 8;
    m_world->answer = [&left](const RunRequest &) { return left-- > 0 ? std::optional(FakeAnswer::exited(0)) : std::nullopt; };
    LaunchSpec what = sweep(u"1:20"_s, 1);
    what.orderSeed = 3;
    const LaunchTicket ticket = launch(std::move(what));
    QVERIFY(m_world->waitForStarted(9) && m_world->waitForRunning(1));
    m_engine->cancel(ticket.id);
    QCOMPARE(waitForEnd(ticket.id).succeeded, 8);
    reopen();
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0); };
    QCOMPARE(accepted(m_engine->resumeSweep(ticket.id)).mayRunTwice, 1);
    QCOMPARE(waitForEnd(ticket.id).state, LaunchState::Done);
    QCOMPARE(startedIndexes(m_world->requests(), 9), order.sliced(8));

    const LaunchTicket again = accepted(m_engine->rerun(ticket.id, {{0, 10}}));
    QCOMPARE(waitForEnd(again.id).state, LaunchState::Done);
    QList<int> part = order;
    part.removeIf([](int index) { return index >= 10; });
    QCOMPARE(startedIndexes(m_world->requests(), 21), part);
    QCOMPARE(recordOf(again.id).orderSeed, std::optional<qint64>(3));
}

void EngineHistoryTest::onlySweepsHaveAnOrder()
{
    LaunchSpec session = spec(LaunchKind::Session, {"echo 1", "echo 2"});
    session.orderSeed = 1;
    QCOMPARE(answerOf(m_engine->launch(std::move(session))).error().kind, FaultKind::Usage);
    LaunchSpec what = sweep(u"1:2"_s);
    what.orderSeed = -1;
    QCOMPARE(answerOf(m_engine->launch(std::move(what))).error().kind, FaultKind::Usage);
}

void EngineHistoryTest::candidatesAreSummed()
{
    m_world->answer = [](const RunRequest &request) {
        if (request.snippet.code == "echo 2")
            return FakeAnswer {.end = RunEnd::infrastructure({.kind = FaultKind::Unreachable, .what = u"connection lost"_s}, true),
                               .out = "half\n{\"a\": 1}\n"};
        return FakeAnswer::exited(3, "first\n{\"a\": 1}\n");
    };
    const LaunchTicket ticket = launch(sweep(u"1:2"_s, 2));
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
    const LaunchTicket ticket = launch(sweep(u"1:10"_s, 2));
    QVERIFY(m_world->waitForRunning(2));
    const auto counts = [&] { return answerOf(m_engine->history({})).value().first().counts; };
    QTRY_COMPARE(counts(), (LaunchCounts {.succeeded = 1, .lost = 2}));
    m_engine->cancel(ticket.id);
    waitForEnd(ticket.id);
    QTRY_COMPARE(counts(), (LaunchCounts {.succeeded = 1, .cancelled = 2}));
}

void EngineHistoryTest::chosenResultsKeepTheirOrder()
{
    const LaunchTicket ticket = launch(sweep(u"0:29"_s, 4));
    waitForEnd(ticket.id);
    const auto chosen = answerOf(m_engine->chosenResults(ticket.id, {29, 3, 3, 77, 0}));
    QVERIFY(chosen);
    QCOMPARE(chosen->results.size(), 5);
    QCOMPARE(chosen->results.at(0)->out.bytes, "{\"n\": 29}\n");
    QCOMPARE(chosen->results.at(1)->end.exitCode, 1);
    QCOMPARE(chosen->results.at(2)->out.bytes, "{\"n\": 3}\n");
    QVERIFY(!chosen->results.at(3));
    QCOMPARE(chosen->results.at(4)->out.bytes, "{\"n\": 0}\n");
    QCOMPARE(answerOf(m_engine->chosenResults(ticket.id, QList<int>(Engine::MostChosen + 5, 1)))->results.size(),
             Engine::MostChosen);
    QVERIFY(answerOf(m_engine->chosenResults(ticket.id, {}))->results.isEmpty());
    QVERIFY(!answerOf(m_engine->chosenResults(ticket.id + 100, {0})));
}

void EngineHistoryTest::chosenResultsWithoutAJournal()
{
    reopen(false);
    const LaunchTicket ticket = launch(sweep(u"0:3"_s, 4));
    waitForEnd(ticket.id);
    const auto chosen = answerOf(m_engine->chosenResults(ticket.id, {2, 9, 0}));
    QVERIFY(chosen);
    QCOMPARE(chosen->results.size(), 3);
    QCOMPARE(chosen->results.at(0)->out.bytes, "{\"n\": 2}\n");
    QVERIFY(!chosen->results.at(1));
    QCOMPARE(chosen->results.at(2)->end.exitCode, 0);
}

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::EngineHistoryTest)
#include "tst_enginehistory.moc"
