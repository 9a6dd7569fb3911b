// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/journal/journalfile.h"
#include "tests/support/enginefixture.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QSignalSpy>

#include <set>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

using test::FakeAnswer;

class EngineTest final : public EngineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void runsEveryCandidateOnceWithinTheLimit();
    void reportsOnlyWhatIsSafe();
    void keepsTheTicketBeforeTheSignals();
    void givesParametersToTheSnippet();
    void stopsAfterFailures();
    void stopsOverPercent();
    void triesAgainWhatCertainlyDidNotStart();
    void givesUpAfterThreeAttempts();
    void neverRepeatsWhatMayHaveStarted();
    void neverRepeatsAPermanentFault();
    void opensAgainAfterATransientFault();
    void failsEveryCandidateWhenNothingOpens();
    void cancelKeepsWhatWasNotStartedMissing();
    void resumeRunsExactlyWhatIsMissing();
    void resumeRunsInfrastructureFailuresAgain();
    void resumeOfACompleteSweepRunsNothing();
    void resumeOfALiveSweepIsRefused();
    void cancelAnswersEverySnippetOfASession();
    void pauses();
    void changesConcurrency();
    void estimatesFromWhatStillRuns();
    void sharesPlacesBetweenLaunches();
    void refusesBadInput_data();
    void refusesBadInput();
    void endsEveryLaunchWhenNothingCanBeStored();
    void resultsComeInPages();
    void worksWithoutAJournal();
    void shutdownEndsEverything();
    void secretsDoNotReachTheJournal();
};

void EngineTest::runsEveryCandidateOnceWithinTheLimit()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = launch(sweep(u"1:20"_s, 3));
    QCOMPARE(ticket.total, 20);
    for (int done = 0; done < 20; ++done) {
        QVERIFY(m_world->waitForRunning(std::min(3, 20 - done)));
        QVERIFY(m_world->finish(FakeAnswer::exited(0, "x\n")));
    }
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.state, LaunchState::Done);
    QCOMPARE(end.succeeded, 20);
    QCOMPARE(m_world->mostRunning(), 3);
    QCOMPARE(m_world->startedCount(), 20);
    std::set<int> indexes;
    for (const CandidateSummary &candidate : std::as_const(m_results[ticket.id]))
        indexes.insert(candidate.index);
    QCOMPARE(indexes.size(), size_t(20));
    QCOMPARE(m_results[ticket.id].size(), 20);
}

void EngineTest::reportsOnlyWhatIsSafe()
{
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(3, "{\"a\": 1}\n"); };
    const LaunchTicket ticket = launch(sweep(u"1:50"_s, 8));
    waitForEnd(ticket.id);
    for (const CandidateSummary &candidate : std::as_const(m_results[ticket.id])) {
        const Result<RunResult> stored = answerOf(m_engine->result(ticket.id, candidate.index));
        QVERIFY(stored);
        QCOMPARE(stored->end.exitCode, 3);
        QCOMPARE(stored->out.bytes, "{\"a\": 1}\n");
        QCOMPARE(candidate.lastObject, "{\"a\": 1}");
    }
}

void EngineTest::keepsTheTicketBeforeTheSignals()
{
    bool ticketSeen = false;
    bool early = false;
    connect(m_engine.get(), &Engine::candidatesChanged, this, [&] { early = early || !ticketSeen; });
    connect(m_engine.get(), &Engine::progressChanged, this, [&] { early = early || !ticketSeen; });
    LaunchId id = 0;
    QFuture<Result<LaunchTicket>> future = m_engine->launch(sweep(u"1:5"_s));
    // A caller that is slow to say what shall follow must not be overtaken either.
    const QDeadlineTimer busy(300ms);
    while (!busy.hasExpired() && m_world->startedCount() < 5)
        QThread::yieldCurrentThread();
    future.then(this, [&](const Result<LaunchTicket> &ticket) {
        ticketSeen = true;
        id = ticket->id;
    });
    QTRY_VERIFY(ticketSeen);
    waitForEnd(id);
    QVERIFY(!early);
}

void EngineTest::givesParametersToTheSnippet()
{
    const LaunchTicket ticket = launch(sweep(u"0.5,it's"_s, 1));
    waitForEnd(ticket.id);
    const QList<RunRequest> requests = m_world->requests();
    QCOMPARE(requests[0].snippet.code, "echo 0.5");
    QCOMPARE(requests[1].snippet.code, QByteArray("echo 'it'\\''s'"));
    QVERIFY(requests[0].environment.contains({u"HERMES_PARAM_N"_s, "0.5"}));
    QCOMPARE(m_engine->parameters(ticket.id, 1), QStringList {u"it's"_s});
    QCOMPARE(ticket.parameterNames, QStringList {u"n"_s});
}

void EngineTest::stopsAfterFailures()
{
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(1); };
    LaunchSpec what = sweep(u"1:100"_s, 1);
    what.policy.afterFailures = 3;
    const LaunchTicket ticket = launch(std::move(what));
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.state, LaunchState::Stopped);
    QVERIFY(end.failed >= 3 && end.failed < 100);
}

void EngineTest::stopsOverPercent()
{
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(1); };
    LaunchSpec what = sweep(u"1:10"_s, 1);
    what.policy.overPercent = 50;
    const LaunchTicket ticket = launch(std::move(what));
    QCOMPARE(waitForEnd(ticket.id).state, LaunchState::Stopped);
    QVERIFY(m_world->startedCount() >= 6);
    QVERIFY(m_world->startedCount() < 10);
}

void EngineTest::triesAgainWhatCertainlyDidNotStart()
{
    auto calls = std::make_shared<std::atomic<int>>(0);
    m_world->answer = [calls](const RunRequest &) -> std::optional<FakeAnswer> {
        if (++*calls < 3) {
            Fault fault {.kind = FaultKind::Exhausted, .what = u"the process table is full"_s, .transient = true};
            return FakeAnswer {.end = RunEnd::infrastructure(std::move(fault), false)};
        }
        return FakeAnswer::exited(0);
    };
    const LaunchTicket ticket = launch(spec(LaunchKind::Run));
    QCOMPARE(waitForEnd(ticket.id).succeeded, 1);
    QCOMPARE(answerOf(m_engine->result(ticket.id, 0))->attempts, 3);
}

void EngineTest::givesUpAfterThreeAttempts()
{
    m_world->answer = [](const RunRequest &) {
        Fault fault {.kind = FaultKind::Exhausted, .what = u"the process table is full"_s, .transient = true};
        return FakeAnswer {.end = RunEnd::infrastructure(std::move(fault), false)};
    };
    const LaunchTicket ticket = launch(spec(LaunchKind::Run));
    QCOMPARE(waitForEnd(ticket.id).infrastructure, 1);
    QCOMPARE(m_world->startedCount(), 3);
    const Result<RunResult> result = answerOf(m_engine->result(ticket.id, 0));
    QCOMPARE(result->end.exitCode, -1);
    QVERIFY(result->err.bytes.contains("the process table is full"));
}

void EngineTest::neverRepeatsWhatMayHaveStarted()
{
    m_world->answer = [](const RunRequest &) {
        Fault fault {.kind = FaultKind::Unreachable, .what = u"connection lost"_s, .transient = true};
        return FakeAnswer {.end = RunEnd::infrastructure(std::move(fault), true), .out = "half\n"};
    };
    const LaunchTicket ticket = launch(spec(LaunchKind::Run));
    QCOMPARE(waitForEnd(ticket.id).infrastructure, 1);
    QCOMPARE(m_world->startedCount(), 1);
    QCOMPARE(answerOf(m_engine->result(ticket.id, 0))->out.bytes, "half\n");
}

void EngineTest::neverRepeatsAPermanentFault()
{
    m_world->answer = [](const RunRequest &) {
        Fault fault {.kind = FaultKind::NotConfigured, .what = u"python3 was not found"_s};
        return FakeAnswer {.end = RunEnd::infrastructure(std::move(fault), false)};
    };
    const LaunchTicket ticket = launch(spec(LaunchKind::Run));
    waitForEnd(ticket.id);
    QCOMPARE(m_world->startedCount(), 1);
}

void EngineTest::opensAgainAfterATransientFault()
{
    m_world->open = [](int call) -> Result<> {
        if (call == 1)
            return std::unexpected(Fault {.kind = FaultKind::Unreachable, .what = u"busy"_s, .transient = true});
        return {};
    };
    const LaunchTicket ticket = launch(spec(LaunchKind::Session, {"true", "true"}));
    QCOMPARE(waitForEnd(ticket.id).succeeded, 2);
    QCOMPARE(m_world->opened(), 2);
}

void EngineTest::failsEveryCandidateWhenNothingOpens()
{
    m_world->open = [](int) -> Result<> { return fail(FaultKind::Unreachable, u"no daemon"_s); };
    const LaunchTicket ticket = launch(spec(LaunchKind::Session, {"true", "true", "true"}));
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.infrastructure, 3);
    QCOMPARE(m_world->startedCount(), 0);
    QVERIFY(answerOf(m_engine->result(ticket.id, 2))->err.bytes.contains("no daemon"));
}

void EngineTest::cancelKeepsWhatWasNotStartedMissing()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = launch(sweep(u"1:100"_s, 4));
    QVERIFY(m_world->waitForRunning(4));
    m_engine->cancel(ticket.id);
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.state, LaunchState::Cancelled);
    QCOMPARE(end.cancelled, 4);
    QCOMPARE(end.finished, 4);
    QCOMPARE(m_world->runningCount(), 0);
}

void EngineTest::resumeRunsExactlyWhatIsMissing()
{
    auto hold = std::make_shared<std::atomic<bool>>(true);
    m_world->answer = [hold](const RunRequest &request) -> std::optional<FakeAnswer> {
        if (*hold && request.snippet.code != "echo 1" && request.snippet.code != "echo 2")
            return std::nullopt;
        return FakeAnswer::exited(0);
    };
    const LaunchTicket ticket = launch(sweep(u"1:10"_s, 2));
    QVERIFY(m_world->waitForRunning(2));
    m_engine->cancel(ticket.id);
    QCOMPARE(waitForEnd(ticket.id).succeeded, 2);
    reopen();
    *hold = false;
    const int before = m_world->startedCount();
    const Result<LaunchTicket> resumed = answerOf(m_engine->resumeSweep(ticket.id));
    QVERIFY2(resumed, resumed ? "" : qPrintable(toText(resumed.error())));
    QCOMPARE(resumed->alreadyFinished, 2);
    QCOMPARE(resumed->mayRunTwice, 2);
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.state, LaunchState::Done);
    QCOMPARE(end.succeeded, 10);
    QCOMPARE(m_world->startedCount() - before, 8);
}

void EngineTest::resumeRunsInfrastructureFailuresAgain()
{
    auto broken = std::make_shared<std::atomic<bool>>(true);
    m_world->answer = [broken](const RunRequest &request) {
        if (*broken && request.snippet.code == "echo 3")
            return FakeAnswer {.end = RunEnd::infrastructure({.kind = FaultKind::Unreachable, .what = u"connection lost"_s}, true)};
        return FakeAnswer::exited(0);
    };
    const LaunchTicket ticket = launch(sweep(u"1:4"_s, 2));
    QCOMPARE(waitForEnd(ticket.id).infrastructure, 1);
    *broken = false;
    m_finished.clear();
    const Result<LaunchTicket> resumed = answerOf(m_engine->resumeSweep(ticket.id));
    QVERIFY(resumed);
    QCOMPARE(resumed->alreadyFinished, 3);
    QCOMPARE(resumed->mayRunTwice, 1);
    QCOMPARE(waitForEnd(ticket.id).succeeded, 4);
}

void EngineTest::resumeOfACompleteSweepRunsNothing()
{
    const LaunchTicket ticket = launch(sweep(u"1:4"_s, 1));
    waitForEnd(ticket.id);
    const Result<LaunchTicket> resumed = answerOf(m_engine->resumeSweep(ticket.id));
    QVERIFY(resumed);
    QCOMPARE(resumed->alreadyFinished, 4);
    QCOMPARE(resumed->mayRunTwice, 0);
    QCOMPARE(waitForEnd(ticket.id).succeeded, 4);
}

void EngineTest::resumeOfALiveSweepIsRefused()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = launch(sweep(u"1:4"_s, 1));
    QVERIFY(m_world->waitForRunning(1));
    const Result<LaunchTicket> resumed = answerOf(m_engine->resumeSweep(ticket.id));
    QVERIFY(!resumed);
    QCOMPARE(resumed.error().kind, FaultKind::Conflict);
}

void EngineTest::cancelAnswersEverySnippetOfASession()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    LaunchSpec what = spec(LaunchKind::Session, {"a", "b", "c", "d"});
    what.concurrency = 1;
    const LaunchTicket ticket = launch(std::move(what));
    QVERIFY(m_world->waitForRunning(1));
    m_engine->cancel(ticket.id);
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.cancelled, 4);
    QCOMPARE(answerOf(m_engine->result(ticket.id, 3))->end.exitCode, 130);
}

void EngineTest::pauses()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = launch(sweep(u"1:3"_s, 1));
    QVERIFY(m_world->waitForRunning(1));
    QSignalSpy progress(m_engine.get(), &Engine::progressChanged);
    m_engine->pause(ticket.id);
    QTRY_VERIFY(!progress.isEmpty() && progress.last().at(1).value<LaunchProgress>().paused);
    QVERIFY(m_world->finish(FakeAnswer::exited(0)));
    QTRY_COMPARE(m_results[ticket.id].size(), 1);
    QCOMPARE(m_world->startedCount(), 1);
    m_engine->unpause(ticket.id);
    for (int i = 0; i < 2; ++i) {
        QVERIFY(m_world->waitForRunning(1));
        QVERIFY(m_world->finish(FakeAnswer::exited(0)));
    }
    QCOMPARE(waitForEnd(ticket.id).succeeded, 3);
}

void EngineTest::estimatesFromWhatStillRuns()
{
    m_world->answer = [](const RunRequest &request) -> std::optional<FakeAnswer> {
        return request.snippet.code == "echo 1" ? std::optional(FakeAnswer::exited(0)) : std::nullopt;
    };
    QSignalSpy progress(m_engine.get(), &Engine::progressChanged);
    const LaunchTicket ticket = launch(sweep(u"1:11"_s, 2));
    QVERIFY(m_world->waitForRunning(2));
    QElapsedTimer timer;
    timer.start();
    // Of three one was finished in no time, and two have been running for 100 ms: the other eight, at two at a time, are
    // expected to be like these three.
    QTRY_VERIFY(timer.durationElapsed() > 100ms);
    m_engine->setConcurrency(ticket.id, 2);
    progress.clear();
    QTRY_VERIFY(!progress.isEmpty());
    const auto last = progress.last().at(1).value<LaunchProgress>();
    QVERIFY(last.remaining.has_value());
    QVERIFY(last.remaining->time >= 500ms);
    QVERIFY(last.remaining->isLeast);
    // Nothing begins and nothing ends, and still more and more is known.
    progress.clear();
    const auto isNewer = [&] {
        return !progress.isEmpty() && progress.last().at(1).value<LaunchProgress>().remaining->time > last.remaining->time;
    };
    QTRY_VERIFY(isNewer());
    m_engine->cancel(ticket.id);
    waitForEnd(ticket.id);
}

void EngineTest::changesConcurrency()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = launch(sweep(u"1:10"_s, 1));
    QVERIFY(m_world->waitForRunning(1));
    m_engine->setConcurrency(ticket.id, 5);
    QVERIFY(m_world->waitForRunning(5));
    QCOMPARE(m_world->startedCount(), 5);
}

void EngineTest::sharesPlacesBetweenLaunches()
{
    m_world->maxConcurrent = 4;
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket first = launch(sweep(u"1:50"_s, 4));
    QVERIFY(m_world->waitForRunning(4));
    const LaunchTicket second = launch(sweep(u"101:150"_s, 4));
    for (int i = 0; i < 20; ++i) {
        QVERIFY(m_world->waitForRunning(4));
        QVERIFY(m_world->finish(FakeAnswer::exited(0)));
    }
    QVERIFY(m_world->waitForRunning(4));
    QCOMPARE(m_world->mostRunning(), 4);
    const QList<RunRequest> requests = m_world->requests();
    const auto ofSecond = std::ranges::count_if(requests,
                                                [](const RunRequest &request) { return request.snippet.code.size() > 7; });
    QVERIFY2(ofSecond >= 3, qPrintable(QString::number(ofSecond)));
    Q_UNUSED(first)
    Q_UNUSED(second)
}

void EngineTest::refusesBadInput_data()
{
    QTest::addColumn<LaunchSpec>("what");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << spec(LaunchKind::Run, {" \n"}) << u"empty"_s;
    QTest::newRow("nul") << spec(LaunchKind::Run, {QByteArray("a\0b", 3)}) << u"NUL byte in line 1"_s;
    QTest::newRow("0 snippets") << spec(LaunchKind::Session, {}) << u"0"_s;
    QTest::newRow("65 snippets") << spec(LaunchKind::Session, QList<QByteArray>(65, "true")) << u"65"_s;
    QTest::newRow("10 million") << sweep(u"1:10000000"_s) << u"10000000"_s;
    LaunchSpec unknownParameter = sweep(u"1:2"_s);
    unknownParameter.codes = {"echo\necho {{m}}"};
    QTest::newRow("unknown parameter") << unknownParameter << u"line 2"_s;
    LaunchSpec unknownBackend = spec(LaunchKind::Run);
    unknownBackend.settings = Settings(u"nowhere"_s);
    QTest::newRow("unknown backend") << unknownBackend << u"nowhere"_s;
    LaunchSpec noInput = spec(LaunchKind::Run);
    noInput.inputs = {{.source = u"/no/such/file"_s, .name = u"file"_s}};
    QTest::newRow("input") << noInput << u"/no/such/file"_s;
    LaunchSpec concurrency = sweep(u"1:2"_s, 0);
    QTest::newRow("concurrency") << concurrency << u"Concurrency is 0"_s;
    LaunchSpec slash = spec(LaunchKind::Sandbox);
    slash.executorId = u"../up"_s;
    QTest::newRow("id") << slash << u"../up"_s;
}

void EngineTest::refusesBadInput()
{
    QFETCH(const LaunchSpec, what);
    QFETCH(const QString, message);
    const Result<LaunchTicket> ticket = answerOf(m_engine->launch(what));
    QVERIFY(!ticket);
    QCOMPARE(ticket.error().kind, FaultKind::Usage);
    QVERIFY2(toText(ticket.error()).contains(message), qPrintable(toText(ticket.error())));
    QCOMPARE(m_world->startedCount(), 0);
}

/// The journal takes no candidates for a while. Nothing is started then, every launch ends, also one whose candidates wait
/// to be tried again, and what ran without a result is known.
void EngineTest::endsEveryLaunchWhenNothingCanBeStored()
{
    m_world->answer = [](const RunRequest &request) -> std::optional<FakeAnswer> {
        if (!request.environment.contains({u"HERMES_PARAM_N"_s, "1"}))
            return std::nullopt;
        Fault fault {.kind = FaultKind::Exhausted, .what = u"the process table is full"_s, .transient = true};
        return FakeAnswer {.end = RunEnd::infrastructure(std::move(fault), false)};
    };
    const LaunchTicket retrying = launch(sweep(u"1:3"_s, 3));
    const LaunchTicket other = launch(sweep(u"2:9"_s, 2));
    QVERIFY(m_world->waitForRunning(4));
    const auto rename = [this](const QString &from, const QString &to) {
        const auto connection = SqlConnection::open(journalPath(m_state->path()), SqlConnection::Access::ReadWrite);
        QVERIFY(connection && (*connection)->run(u"ALTER TABLE %1 RENAME TO %2"_s.arg(from, to)));
    };
    rename(u"candidates"_s, u"elsewhere"_s);
    QVERIFY(m_world->finish(FakeAnswer::exited(0)));
    // What runs is left to end; its result might have found a place by then.
    QVERIFY(QTest::qWaitFor([&] { return m_results.contains(retrying.id); }, 10s));
    for (int held = 0; held < 3; ++held)
        QVERIFY(m_world->finish(FakeAnswer::exited(0)));
    QVERIFY(!m_world->finish(FakeAnswer::exited(0)));
    for (const LaunchId id : {retrying.id, other.id}) {
        const LaunchProgress end = waitForEnd(id);
        QCOMPARE(end.state, LaunchState::Failed);
        QVERIFY(end.fault);
        QCOMPARE(end.finished, 2);
        QCOMPARE(end.infrastructure, 2);
        QCOMPARE(end.lost.size(), 2);
        QCOMPARE(m_results[id].size(), 2);
        QCOMPARE(m_results[id].first().reason, EndReason::Infrastructure);
        QCOMPARE(m_results[id].first().exitCode, -1);
    }
    const int started = m_world->startedCount();
    QVERIFY(!answerOf(m_engine->launch(sweep(u"5:6"_s, 2))));
    QCOMPARE(m_world->startedCount(), started);
    rename(u"elsewhere"_s, u"candidates"_s);
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0); };
    QCOMPARE(waitForEnd(launch(sweep(u"5:6"_s, 2)).id).succeeded, 2);
}

void EngineTest::resultsComeInPages()
{
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0, QByteArray(600 * 1024, 'x')); };
    const LaunchTicket ticket = launch(sweep(u"1:40"_s, 8));
    QCOMPARE(waitForEnd(ticket.id).succeeded, 40);
    int pages = 0;
    int index = 0;
    while (index < 40) {
        const Result<ResultPage> page = answerOf(m_engine->results(ticket.id, index, 40 - index));
        QVERIFY(page);
        for (const StoredResult &stored : page->results) {
            QCOMPARE(stored.index, index++);
            QCOMPARE(stored.result.out.bytes.size(), 600 * 1024);
        }
        QCOMPARE(page->next, index);
        ++pages;
    }
    QVERIFY2(pages > 1 && pages < 10, qPrintable(QString::number(pages)));
}

void EngineTest::worksWithoutAJournal()
{
    reopen(false);
    m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(7, "seven\n"); };
    const LaunchTicket ticket = launch(spec(LaunchKind::Run));
    QCOMPARE(waitForEnd(ticket.id).failed, 1);
    QCOMPARE(answerOf(m_engine->result(ticket.id, 0))->out.bytes, "seven\n");
    QCOMPARE(answerOf(m_engine->result(ticket.id, 0))->end.exitCode, 7);
}

void EngineTest::shutdownEndsEverything()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = launch(sweep(u"1:100"_s, 8));
    QVERIFY(m_world->waitForRunning(8));
    QVERIFY(m_engine->shutdown());
    QCOMPARE(m_world->runningCount(), 0);
    reopen();
    QCOMPARE(answerOf(m_engine->record(ticket.id))->state, LaunchState::Cancelled);
}

void EngineTest::secretsDoNotReachTheJournal()
{
    LaunchSpec what = spec(LaunchKind::Run);
    what.environment = {{u"CANARY_TOKEN"_s, "zq9-canary"}, {u"PLAIN"_s, "visible"}};
    waitForEnd(launch(what).id);
    QVERIFY(m_world->requests().last().environment.contains({u"CANARY_TOKEN"_s, "zq9-canary"}));
    m_engine.reset();
    QDirIterator files(m_state->path(), QDir::Files, QDirIterator::Subdirectories);
    int seen = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY2(!content.contains("zq9-canary") && !content.contains(QByteArray("zq9-canary").toBase64()),
                 qPrintable(file.fileName()));
        ++seen;
    }
    QVERIFY(seen > 0);
}

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::EngineTest)
#include "tst_engine.moc"
