// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/enginefixture.h"

#include <QSignalSpy>

#include <atomic>
#include <future>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

using test::FakeAnswer;

/// Sandboxes: their calls, their ids, their end.
class EngineSandboxesTest final : public EngineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void sandboxCallsRunInOrder();
    void sandboxLaunchesTakeTurns();
    void whatOpeningWaitsForIsTold();
    void aClosedIdIsSpent();
    void listWithoutItsBackend();
    void deleteAsksForCloseFirst();
    void aDeletedIdStaysSpent();
    void theDefaultOneIsFound();
    void whatOnlyTheBackendKnowsIsListedAndClosed();
    void whatWasReportedStaysWhileNobodyAnswers();
    void onePlaceIsAskedOnce();
    void elsewhereIsWatchedOnlyWhileWanted();

private:
    /// An engine whose backend keeps things elsewhere, and is configured.
    void openRemote();
};

void EngineSandboxesTest::openRemote()
{
    close();
    open();
    auto opened = Engine::open({.stateFolder = m_state->filePath(u"remote"_s), .program = u"test"_s});
    QVERIFY(opened);
    m_engine = std::move(*opened);
    m_world->keepsRemote = true;
    m_world->place = u"there"_s;
    m_engine->addKind(test::fakeKind(m_world));
    m_engine->setConfigured({Settings(u"fake"_s)});
}

void EngineSandboxesTest::whatOnlyTheBackendKnowsIsListedAndClosed()
{
    // One that lies here is another's business.
    m_world->list = [] { return QList<SessionInfo> {{.backend = u"fake"_s, .id = u"stray"_s}}; };
    m_engine->setConfigured({Settings(u"fake"_s)});
    QCOMPARE(answerOf(m_engine->sessions())->size(), 0);
    openRemote();
    m_world->list = [] {
        return QList<SessionInfo> {
            {.backend = u"fake"_s, .id = u"stray"_s, .stale = true, .staleReason = u"its program has ended"_s}};
    };
    QStringList closed;
    std::mutex mutex;
    m_world->close = [&](const ProfiledId &name) -> Result<> {
        const std::scoped_lock lock(mutex);
        closed.append(name.id);
        return {};
    };
    // By its id alone, though nothing was listed before.
    QVERIFY(answerOf(m_engine->closeSession({.id = u"stray"_s})));
    QCOMPARE(closed, QStringList {u"stray"_s});
    const auto list = answerOf(m_engine->sessions());
    QCOMPARE(list->size(), 1);
    QVERIFY(list->first().stale);
    QCOMPARE(answerOf(m_engine->closeSession({.id = u"other"_s})).error().kind, FaultKind::NotFound);
    QCOMPARE(answerOf(m_engine->closeSession({.id = u"stray"_s, .backend = u"local"_s})).error().kind, FaultKind::NotFound);
}

void EngineSandboxesTest::whatWasReportedStaysWhileNobodyAnswers()
{
    openRemote();
    m_world->list = []() -> Result<QList<SessionInfo>> { return fail(FaultKind::Unreachable, u"no answer"_s); };
    QCOMPARE(answerOf(m_engine->sessions())->size(), 0);
    m_world->list = [] { return QList<SessionInfo> {{.backend = u"fake"_s, .id = u"stray"_s, .cpu = 1.0}}; };
    QCOMPARE(answerOf(m_engine->sessions())->size(), 1);
    m_world->list = []() -> Result<QList<SessionInfo>> { return fail(FaultKind::Unreachable, u"no answer"_s); };
    for (int round = 0; round < 2; ++round) {
        const auto list = answerOf(m_engine->sessions());
        QCOMPARE(list->size(), 1);
        QVERIFY(list->first().problem.contains(u"no answer"_s));
        QVERIFY(!list->first().cpu);
    }
    m_world->list = [] { return QList<SessionInfo>(); };
    QCOMPARE(answerOf(m_engine->sessions())->size(), 0);
}

void EngineSandboxesTest::onePlaceIsAskedOnce()
{
    openRemote();
    std::atomic<int> asked = 0;
    m_world->list = [&asked] {
        ++asked;
        return QList<SessionInfo> {{.backend = u"fake"_s, .id = u"stray"_s}};
    };
    Settings other(u"fake"_s);
    other.set(u"size"_s, {.text = u"2"_s});
    m_engine->setConfigured({Settings(u"fake"_s), other});
    QCOMPARE(answerOf(m_engine->sessions())->size(), 1);
    QCOMPARE(asked, 1);
}

void EngineSandboxesTest::elsewhereIsWatchedOnlyWhileWanted()
{
    openRemote();
    std::atomic<int> watching = 0;
    std::atomic<bool> happens = false;
    m_world->watch = [&](const std::function<void()> &changed, const std::stop_token &stop) {
        ++watching;
        while (!stop.stop_requested()) {
            if (happens.exchange(false)) {
                for (int i = 0; i < 100; ++i)
                    changed();
            }
            std::this_thread::sleep_for(1ms);
        }
        --watching;
    };
    QSignalSpy changes(m_engine.get(), &Engine::sessionsChanged);
    m_engine->watchSessions(true);
    m_engine->watchSessions(true);
    QTRY_COMPARE(watching, 1);
    happens = true;
    QTRY_COMPARE(changes.size(), 1);
    m_engine->setConfigured({Settings(u"fake"_s)});
    QTRY_COMPARE(watching, 1);
    happens = true;
    QTRY_COMPARE(changes.size(), 2);
    m_engine->watchSessions(false);
    QCOMPARE(watching, 1);
    m_engine->watchSessions(false);
    QTRY_COMPARE(watching, 0);
    m_engine->watchSessions(true);
    QTRY_COMPARE(watching, 1);
    m_engine->shutdown();
    QCOMPARE(watching, 0);
}

void EngineSandboxesTest::sandboxCallsRunInOrder()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket ticket = launch(spec(LaunchKind::Sandbox, {"a", "b", "c"}));
    QVERIFY(ticket.executorId.startsWith(u"hermes-sandbox-"));
    for (int i = 1; i <= 3; ++i) {
        QVERIFY(m_world->waitForStarted(i));
        QCOMPARE(m_world->runningCount(), 1);
        QVERIFY(m_world->finish(FakeAnswer::exited(0)));
    }
    waitForEnd(ticket.id);
    QCOMPARE(m_world->requests().at(2).snippet.code, "c");
}

void EngineSandboxesTest::whatOpeningWaitsForIsTold()
{
    std::promise<void> seen;
    m_world->opening = [wait = seen.get_future().share()](const Progress &progress) {
        progress(u"Pulling x"_s);
        wait.wait_for(10s);
    };
    QStringList told;
    connect(m_engine.get(), &Engine::progressChanged, this, [&](LaunchId, const LaunchProgress &progress) {
        if (told.isEmpty() || told.last() != progress.waitingFor)
            told.append(progress.waitingFor);
    });
    const LaunchTicket ticket = launch(spec(LaunchKind::Sandbox));
    QTRY_VERIFY(told.contains(u"Pulling x"_s));
    seen.set_value();
    QCOMPARE(waitForEnd(ticket.id).waitingFor, QString());
}

void EngineSandboxesTest::sandboxLaunchesTakeTurns()
{
    m_world->answer = [](const RunRequest &) { return std::nullopt; };
    const LaunchTicket first = launch(spec(LaunchKind::Sandbox, {"a"}));
    const LaunchTicket second = launch(spec(LaunchKind::Sandbox, {"b"}));
    QCOMPARE(first.executorId, second.executorId);
    QVERIFY(m_world->waitForRunning(1));
    QCOMPARE(m_world->startedCount(), 1);
    QVERIFY(m_world->finish(FakeAnswer::exited(0)));
    waitForEnd(first.id);
    QVERIFY(m_world->waitForStarted(2));
    QVERIFY(m_world->finish(FakeAnswer::exited(0)));
    QCOMPARE(waitForEnd(second.id).succeeded, 1);
    QCOMPARE(m_world->opened(), 1);
}

void EngineSandboxesTest::aClosedIdIsSpent()
{
    LaunchSpec what = spec(LaunchKind::Sandbox);
    what.executorId = u"box"_s;
    QCOMPARE(launch(what).executorId, u"box"_s);
    QTRY_VERIFY(m_engine->active().isEmpty());
    QVERIFY(answerOf(m_engine->closeSession({.id = u"box"_s})));
    QVERIFY(answerOf(m_engine->closeSession({.id = u"box"_s})));
    const LaunchTicket next = launch(what);
    QCOMPARE(next.executorId, u"box-1"_s);
    // Who names a sandbox must not work in another one without a word.
    QCOMPARE(next.notices, QStringList {u"\"box\" is closed; the sandbox is now \"box-1\""_s});
    QTRY_VERIFY(m_engine->active().isEmpty());
    const Result<> unknown = answerOf(m_engine->closeSession({.id = u"no such"_s}));
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().kind, FaultKind::NotFound);
}

/// Nothing known is hidden, and nothing that is not known is told, when a backend cannot be asked.
void EngineSandboxesTest::listWithoutItsBackend()
{
    LaunchSpec what = spec(LaunchKind::Sandbox);
    what.executorId = u"away"_s;
    waitForEnd(launch(what).id);
    const auto away = [this] {
        const auto list = answerOf(m_engine->sessions()).value_or(QList<SessionInfo>());
        const auto found = std::ranges::find(list, u"away"_s, &SessionInfo::id);
        return found == list.cend() ? SessionInfo() : *found;
    };
    m_world->list = []() -> Result<QList<SessionInfo>> { return fail(FaultKind::Unreachable, u"no answer"_s); };
    QCOMPARE(away().state, SessionState::Open);
    QVERIFY(away().problem.contains(u"no answer"_s));
    m_world->list = [] { return QList<SessionInfo>(); };
    QCOMPARE(away().state, SessionState::Lost);
    QCOMPARE(away().problem, QString());
}

void EngineSandboxesTest::deleteAsksForCloseFirst()
{
    LaunchSpec what = spec(LaunchKind::Sandbox);
    what.executorId = u"deleted"_s;
    waitForEnd(launch(what).id);
    const Result<> refused = answerOf(m_engine->deleteSession({.id = u"deleted"_s}));
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, FaultKind::Conflict);
    QVERIFY(answerOf(m_engine->closeSession({.id = u"deleted"_s})));
    QVERIFY(answerOf(m_engine->deleteSession({.id = u"deleted"_s})));
    QVERIFY(!answerOf(m_engine->deleteSession({.id = u"deleted"_s})));
}

/// Else who always works in "box" would find an empty one, once the record of the closed one has been tidied away.
void EngineSandboxesTest::aDeletedIdStaysSpent()
{
    LaunchSpec what = spec(LaunchKind::Sandbox);
    what.executorId = u"box"_s;
    waitForEnd(launch(what).id);
    QVERIFY(answerOf(m_engine->closeSession({.id = u"box"_s})));
    waitForEnd(launch(what).id);
    QVERIFY(answerOf(m_engine->deleteSession({.id = u"box"_s})));
    const LaunchTicket again = launch(what);
    QCOMPARE(again.executorId, u"box-1"_s);
    waitForEnd(again.id);
    QCOMPARE(answerOf(m_engine->closeSession({.id = u"box"_s})).error().kind, FaultKind::NotFound);
    const LaunchTicket first = launch(spec(LaunchKind::Sandbox));
    waitForEnd(first.id);
    QVERIFY(answerOf(m_engine->closeSession({.id = first.executorId})));
    QVERIFY(answerOf(m_engine->deleteSession({.id = first.executorId})));
    const LaunchTicket next = launch(spec(LaunchKind::Sandbox));
    QCOMPARE(next.executorId, first.executorId + u"-1"_s);
    waitForEnd(next.id);
    QCOMPARE(answerOf(m_engine->defaultSandbox({})).value_or(SessionAddress()).id, next.executorId);
}

/// By the place that it is at, whatever number its id has come to; nothing is made.
void EngineSandboxesTest::theDefaultOneIsFound()
{
    QCOMPARE(answerOf(m_engine->defaultSandbox({})).error().kind, FaultKind::NotFound);
    const LaunchTicket named = [this] {
        LaunchSpec what = spec(LaunchKind::Sandbox);
        what.executorId = u"named"_s;
        return launch(std::move(what));
    }();
    waitForEnd(named.id);
    QCOMPARE(answerOf(m_engine->defaultSandbox({})).error().kind, FaultKind::NotFound);
    const LaunchTicket first = launch(spec(LaunchKind::Sandbox));
    waitForEnd(first.id);
    const auto found = answerOf(m_engine->defaultSandbox({}));
    QVERIFY(found);
    QCOMPARE(found->id, first.executorId);
    QCOMPARE(found->backend, u"fake"_s);
    QCOMPARE(answerOf(m_engine->defaultSandbox({.backend = u"other"_s})).error().kind, FaultKind::NotFound);
    QVERIFY(answerOf(m_engine->closeSession({.id = first.executorId})));
    QCOMPARE(answerOf(m_engine->defaultSandbox({})).error().kind, FaultKind::NotFound);
    const LaunchTicket second = launch(spec(LaunchKind::Sandbox));
    waitForEnd(second.id);
    QCOMPARE(answerOf(m_engine->defaultSandbox({}))->id, first.executorId + u"-1"_s);
    // One more of a profile: which one is meant is asked.
    LaunchSpec other = spec(LaunchKind::Sandbox);
    other.profile = u"other"_s;
    waitForEnd(launch(std::move(other)).id);
    const auto both = answerOf(m_engine->defaultSandbox({}));
    QCOMPARE(both.error().kind, FaultKind::Usage);
    QVERIFY2(both.error().what.contains(u"profile other"_s), qPrintable(both.error().what));
    QCOMPARE(answerOf(m_engine->defaultSandbox({.profile = u"other"_s}))->id, first.executorId);
    QCOMPARE(answerOf(m_engine->defaultSandbox({.profile = u""_s}))->id, first.executorId + u"-1"_s);
}

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::EngineSandboxesTest)
#include "tst_enginesandboxes.moc"
