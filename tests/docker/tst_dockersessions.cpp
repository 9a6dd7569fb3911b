// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/owner.h"
#include "backends/engine/engine.h"
#include "models/sessions/sessionsource.h"
#include "tests/docker/dockerground.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::tests;

namespace {
/// What a table may lag behind what happens outside (L6).
constexpr auto Lag = 5s;
} // namespace

/// Containers as the engine and the table of sessions have them, on a real daemon.
class TestDockerSessions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void everyStateIsListedAndClosed();
    void theContainersOfOthersStayOut();
    void whatIsUsedNow();
    void profilesOfOneDaemonListOnce();
    void anUnknownDaemonThatIsAwayIsNoRow();
    void renamedSandboxIsStillTheSame();
    void manyWithOneThatIsPaused();
    void aClosedRecordHidesNothing();
    void aRunThatIsPausedEndsInTime_data();
    void aRunThatIsPausedEndsInTime();
    void L6_changesFromOutsideAreShown();
    void L6_daemonThatComesBack();

private:
    [[nodiscard]] Settings settings(const QHash<QString, QString> &texts = {});
    [[nodiscard]] QList<SessionInfo> listed();
    [[nodiscard]] SessionInfo named(const QString &id);
    QString makeContainer(const QString &verb, const QStringList &more = {}, const QString &owner = {},
                          const QStringList &command = {});
    [[nodiscard]] bool openSandbox(const QString &id);
    template<typename T>
    [[nodiscard]] static T answerOf(QFuture<T> future)
    {
        return QTest::qWaitFor([&] { return future.isFinished(); }, 20s) ? future.result()
                                                                         : T(fail(FaultKind::TimedOut, u"no answer"_s));
    }

    DockerGround m_ground;
    std::unique_ptr<Engine> m_engine;
    int m_made = 0;
};

void TestDockerSessions::initTestCase()
{
    REQUIRE_DOCKER(DockerGround::kind())
    QVERIFY2(m_ground.open(), qPrintable(m_ground.failure()));
}

void TestDockerSessions::init()
{
    auto opened = Engine::open({.stateFolder = m_ground.stateFolder(), .program = u"test"_s});
    QVERIFY(opened);
    m_engine = std::move(*opened);
    m_engine->addKind(docker::dockerKind([this] { return m_ground.identity(); }));
    m_engine->setConfigured({settings()});
}

void TestDockerSessions::cleanup()
{
    m_engine.reset();
    const Ended all = m_ground.daemon().docker({u"ps"_s, u"-aq"_s});
    const QStringList ids = QString::fromUtf8(all.out).split(u'\n', Qt::SkipEmptyParts);
    if (ids.isEmpty())
        return;
    // Podman would wait 10 s for each that does not heed TERM.
    m_ground.daemon().docker(QStringList {u"unpause"_s} + ids);
    m_ground.daemon().docker(QStringList {u"kill"_s} + ids);
    m_ground.daemon().docker(QStringList {u"rm"_s, u"-f"_s} + ids);
}

Settings TestDockerSessions::settings(const QHash<QString, QString> &texts)
{
    QHash<QString, QString> all {{u"host"_s, m_ground.daemon().address()}, {u"image"_s, m_ground.image()}, {u"pull"_s, u"never"_s}};
    all.insert(texts);
    return *resolveSettings(docker::dockerSchema(), {.flags = all});
}

QList<SessionInfo> TestDockerSessions::listed()
{
    const auto list = answerOf(m_engine->sessions());
    if (!list)
        qWarning("%s", qUtf8Printable(toText(list.error())));
    return list.value_or(QList<SessionInfo>());
}

SessionInfo TestDockerSessions::named(const QString &id)
{
    const QList<SessionInfo> list = listed();
    const auto found = std::ranges::find(list, id, &SessionInfo::id);
    return found == list.cend() ? SessionInfo() : *found;
}

/// One as a program of ours would have made it that was killed, or that is this one.
QString TestDockerSessions::makeContainer(const QString &verb, const QStringList &more, const QString &owner,
                                          const QStringList &command)
{
    const QString name = u"hermes-session-%1"_s.arg(++m_made, 16, 16, QChar(u'0'));
    QStringList arguments {verb, u"--name"_s, name};
    if (verb == "run"_L1)
        arguments.append(u"-d"_s);
    const QString gone = u"999999 1 %1 hermes-panel"_s.arg(currentOwner({}).bootId);
    for (const QString &label : {u"hermes-panel=1"_s, u"hermes-panel.kind=session"_s, u"hermes-panel.machine=0123456789ab"_s,
                                 QString(u"hermes-panel.owner="_s + (owner.isEmpty() ? gone : owner))})
        arguments += {u"--label"_s, label};
    arguments += more;
    arguments.append(m_ground.image());
    arguments += command.isEmpty() ? QStringList {u"sleep"_s, u"600"_s} : command;
    const Ended made = m_ground.daemon().docker(arguments);
    if (made.exitCode != 0)
        qWarning("%s", made.err.constData());
    return name;
}

bool TestDockerSessions::openSandbox(const QString &id)
{
    const auto ticket = answerOf(m_engine->launch({.kind = LaunchKind::Sandbox,
                                                   .backend = u"docker"_s,
                                                   .settings = settings(),
                                                   .language = Language::Shell,
                                                   .codes = {"echo kept > f"},
                                                   .executorId = id}));
    return ticket && QTest::qWaitFor([&] { return m_engine->active().isEmpty(); }, 20s);
}

void TestDockerSessions::everyStateIsListedAndClosed()
{
    const QString created = makeContainer(u"create"_s);
    const QString running = makeContainer(u"run"_s, {u"--memory"_s, u"64m"_s, u"--cpus"_s, u"0.5"_s, u"--pids-limit"_s, u"20"_s});
    const QString paused = makeContainer(u"run"_s);
    const QString exited = makeContainer(u"run"_s, {}, {}, {u"sh"_s, u"-c"_s, u"exit 7"_s});
    const QString killed = makeContainer(u"run"_s, {u"--memory"_s, u"16m"_s}, {},
                                         {u"python3"_s, u"-c"_s, u"x = bytearray(10**9)"_s});
    QCOMPARE(m_ground.daemon().docker({u"pause"_s, paused}).exitCode, 0);
    QTRY_COMPARE(named(killed).status, u"exited (137), out of memory"_s);
    QTRY_COMPARE(named(exited).status, u"exited (7)"_s);
    QCOMPARE(named(created).status, u"created"_s);
    QCOMPARE(named(paused).status, u"paused"_s);
    const SessionInfo info = named(running);
    QCOMPARE(info.status, u"running"_s);
    QCOMPARE(info.limits, u"0.5 CPUs, 64 MiB, 20 processes"_s);
    QCOMPARE(info.image, m_ground.image());
    QCOMPARE(info.place, running);
    QVERIFY(info.cpu && info.memory && *info.memory > 0);
    QCOMPARE(info.memoryLimit, 64 * 1024 * 1024);
    QCOMPARE(named(created).limits, u"none"_s);
    const QList<SessionInfo> all = listed();
    QCOMPARE(all.size(), 5);
    for (const SessionInfo &one : all) {
        QVERIFY2(one.stale && one.kind == SessionKind::Session, qPrintable(one.id));
        const auto closed = answerOf(m_engine->closeSession({.id = one.id, .backend = one.backend, .profile = one.profile}));
        QVERIFY2(closed, qPrintable(closed ? QString() : toText(closed.error())));
    }
    QCOMPARE(m_ground.containers(), QStringList());
    QCOMPARE(listed().size(), 0);
    // One that goes while it is closed is closed.
    const QString last = makeContainer(u"create"_s);
    QCOMPARE(named(last).id, last);
    QCOMPARE(m_ground.daemon().docker({u"rm"_s, last}).exitCode, 0);
    QVERIFY(answerOf(m_engine->closeSession({.id = last})));
    QCOMPARE(answerOf(m_engine->closeSession({.id = u"hermes-session-none"_s})).error().kind, FaultKind::NotFound);
}

void TestDockerSessions::theContainersOfOthersStayOut()
{
    QCOMPARE(
        m_ground.daemon().docker({u"run"_s, u"-d"_s, u"--name"_s, u"foreign"_s, m_ground.image(), u"sleep"_s, u"600"_s}).exitCode,
        0);
    QCOMPARE(m_ground.daemon()
                 .docker({u"run"_s, u"-d"_s, u"--name"_s, u"elsewhere"_s, u"--label"_s, u"hermes-panel=1"_s, u"--label"_s,
                          u"hermes-panel.machine=ffffffffffff"_s, m_ground.image(), u"sleep"_s, u"600"_s})
                 .exitCode,
             0);
    const QString mine = makeContainer(u"run"_s, {}, ownerToText(currentOwner(u"test"_s)));
    QCOMPARE(listed().size(), 1);
    const SessionInfo info = named(mine);
    QVERIFY(!info.stale && info.isOwn);
    QCOMPARE(info.state, SessionState::Running);
    for (const QString &id : {u"foreign"_s, u"elsewhere"_s})
        QCOMPARE(answerOf(m_engine->closeSession({.id = id})).error().kind, FaultKind::NotFound);
    QCOMPARE(m_ground.containers().size(), 3);
}

void TestDockerSessions::whatIsUsedNow()
{
    const QString busy = makeContainer(u"run"_s, {u"--cpus"_s, u"0.5"_s}, {}, {u"sh"_s, u"-c"_s, u"while :; do :; done"_s});
    const QString idle = makeContainer(u"run"_s);
    // The first listing takes its own second sample, later ones compare with the one before.
    for (int round = 0; round < 2; ++round) {
        QTRY_VERIFY(named(busy).cpu.value_or(0) > 0.2);
        QVERIFY(named(busy).cpu.value_or(9) < 0.9);
        QVERIFY(named(idle).cpu.value_or(9) < 0.1);
    }
}

void TestDockerSessions::profilesOfOneDaemonListOnce()
{
    m_engine->setConfigured({settings(), settings({{u"memory"_s, u"64m"_s}}), settings({{u"network"_s, u"bridge"_s}})});
    QVERIFY(openSandbox(u"shared"_s));
    const QString other = makeContainer(u"create"_s);
    QStringList ids;
    for (const SessionInfo &info : listed())
        ids.append(info.id);
    ids.sort();
    QCOMPARE(ids, (QStringList {other, u"shared"_s}));
    QVERIFY(answerOf(m_engine->closeSession({.id = u"shared"_s})));
    QVERIFY(answerOf(m_engine->deleteSession({.id = u"shared"_s})));
}

void TestDockerSessions::anUnknownDaemonThatIsAwayIsNoRow()
{
    m_engine->setConfigured({settings({{u"host"_s, u"unix:///nonexistent/docker.sock"_s}})});
    const auto list = answerOf(m_engine->sessions());
    QVERIFY(list);
    QCOMPARE(list->size(), 0);
    // But nobody can say that something is not there.
    const auto closed = answerOf(m_engine->closeSession({.id = u"hermes-session-0000000000000001"_s}));
    QVERIFY(!closed && closed.error().kind != FaultKind::NotFound);
    QVERIFY2(toText(closed.error()).contains(u"/nonexistent/docker.sock"_s), qPrintable(toText(closed.error())));
}

void TestDockerSessions::renamedSandboxIsStillTheSame()
{
    const auto backend = m_ground.backend();
    {
        const auto box = std::move(*backend->openSandbox({.id = u"renamed"_s}, {}));
        StartedRun run(*box, shell("echo kept > f"));
        QCOMPARE(run.end().exitCode, 0);
    }
    const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
    QCOMPARE(m_ground.daemon().docker({u"rename"_s, container, u"other-name"_s}).exitCode, 0);
    QCOMPARE(named(u"renamed"_s).place, u"other-name"_s);
    {
        const auto box = backend->openSandbox({.id = u"renamed"_s}, {});
        QVERIFY2(box, qPrintable(box ? QString() : toText(box.error())));
        StartedRun run(**box, shell("cat f"));
        std::ignore = run.end();
        QCOMPARE(run.out(), "kept\n");
    }
    QCOMPARE(m_ground.containers().size(), 1);
    QVERIFY(backend->close({.id = u"renamed"_s}, {}));
    QCOMPARE(m_ground.containers(), QStringList());
}

void TestDockerSessions::manyWithOneThatIsPaused()
{
    QStringList names;
    for (int i = 0; i < 20; ++i)
        names.append(makeContainer(u"run"_s));
    QCOMPARE(m_ground.daemon().docker({u"pause"_s, names.first()}).exitCode, 0);
    const QList<SessionInfo> all = listed();
    QCOMPARE(all.size(), names.size());
    for (const SessionInfo &info : all)
        QVERIFY2(info.memory && info.limits == u"none"_s, qPrintable(info.id));
}

void TestDockerSessions::aClosedRecordHidesNothing()
{
    QVERIFY(openSandbox(u"twice"_s));
    const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
    QCOMPARE(named(u"twice"_s).place, container);
    QVERIFY(answerOf(m_engine->closeSession({.id = u"twice"_s})));
    QCOMPARE(named(u"twice"_s).state, SessionState::Closed);
    // Made by another program with a journal of its own.
    std::ignore = m_ground.backend()->openSandbox({.id = u"twice"_s}, {});
    QTRY_COMPARE(named(u"twice"_s).state, SessionState::Open);
    QVERIFY(answerOf(m_engine->closeSession({.id = u"twice"_s})));
    QCOMPARE(m_ground.containers(), QStringList());
    QCOMPARE(named(u"twice"_s).state, SessionState::Closed);
    QVERIFY(answerOf(m_engine->deleteSession({.id = u"twice"_s})));
}

void TestDockerSessions::aRunThatIsPausedEndsInTime_data()
{
    QTest::addColumn<bool>("isSandbox");
    QTest::addColumn<bool>("isCancelled");
    QTest::addColumn<QByteArray>("code");
    const QByteArray polite = "echo before; sleep 600";
    const QByteArray stubborn = "trap '' TERM; echo before; while :; do sleep 600; done";
    QTest::newRow("session, cancelled") << false << true << polite;
    QTest::newRow("session, timed out") << false << false << polite;
    QTest::newRow("session, cancelled, stubborn") << false << true << stubborn;
    QTest::newRow("sandbox, cancelled") << true << true << polite;
    QTest::newRow("sandbox, timed out") << true << false << polite;
}

void TestDockerSessions::aRunThatIsPausedEndsInTime()
{
    QFETCH(const bool, isSandbox);
    QFETCH(const bool, isCancelled);
    QFETCH(const QByteArray, code);
    const auto backend = m_ground.backend();
    std::unique_ptr<Executor> executor = isSandbox ? std::move(*backend->openSandbox({.id = u"halted"_s}, {})) : nullptr;
    if (!executor)
        executor = m_ground.session(backend);
    RunRequest request = shell(code);
    if (!isCancelled)
        request.timeout = 3s;
    const auto most = request.killDelay + 1s;
    StartedRun run(*executor, request);
    QTRY_COMPARE(run.out(), "before\n");
    QElapsedTimer since;
    since.start();
    const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
    QCOMPARE(m_ground.daemon().docker({u"pause"_s, container}).exitCode, 0);
    if (isCancelled) {
        since.start();
        run.requestStop();
    }
    QCOMPARE(run.end().reason, isCancelled ? EndReason::Cancelled : EndReason::TimedOut);
    const auto took = since.durationElapsed();
    QVERIFY2(took < most + request.timeout.value_or(0ms), qPrintable(QString::number(since.elapsed())));
    QVERIFY2(run.end().notes.join(u' ').contains(u"was paused"_s), qPrintable(run.end().notes.join(u' ')));
    executor.reset();
    QVERIFY2(since.durationElapsed() - took < 1s, qPrintable(QString::number(since.elapsed())));
    if (!isSandbox)
        QCOMPARE(m_ground.containers(), QStringList());
}

void TestDockerSessions::L6_changesFromOutsideAreShown()
{
    QVERIFY(openSandbox(u"box"_s));
    const QString first = makeContainer(u"run"_s);
    SessionTableModel table;
    SessionSource source(m_engine.get(), &table);
    const auto row = [&](const QString &id) { return table.find({.backend = u"docker"_s, .id = id}); };
    source.setWatched(true);
    QTRY_VERIFY(row(first) && row(u"box"_s));
    // The events are followed by now, and tell of the next one long before the table would be asked for by itself.
    const QString second = makeContainer(u"run"_s);
    QTRY_VERIFY_WITH_TIMEOUT(row(second), Lag);
    QCOMPARE(m_ground.daemon().docker({u"rm"_s, u"-f"_s, first}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(!row(first), Lag);
    QCOMPARE(m_ground.daemon().docker({u"pause"_s, second}).exitCode, 0);
    QTRY_COMPARE_WITH_TIMEOUT(row(second)->info.status, u"paused"_s, Lag);
    QCOMPARE(m_ground.daemon().docker({u"rename"_s, second, u"renamed"_s}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(row(u"renamed"_s) && !row(second), Lag);
    // What the journal knows stays, and says what became of it.
    QCOMPARE(m_ground.daemon().docker({u"rm"_s, u"-f"_s, row(u"box"_s)->info.place}).exitCode, 0);
    QTRY_COMPARE_WITH_TIMEOUT(row(u"box"_s)->info.state, SessionState::Lost, Lag);
    QCOMPARE(row(u"box"_s)->info.status, u"not there any more"_s);
    source.setWatched(false);
    QVERIFY(answerOf(m_engine->closeSession({.id = u"box"_s})));
    QVERIFY(answerOf(m_engine->deleteSession({.id = u"box"_s})));
}

void TestDockerSessions::L6_daemonThatComesBack()
{
    const QString kept = makeContainer(u"run"_s, {u"--init"_s});
    SessionTableModel table;
    SessionSource source(m_engine.get(), &table);
    const auto row = [&] { return table.find({.backend = u"docker"_s, .id = kept}); };
    source.setWatched(true);
    QTRY_VERIFY(row());
    m_ground.daemon().kill();
    QTRY_VERIFY_WITH_TIMEOUT(row() && !row()->unlisted.isEmpty(), Lag);
    QVERIFY2(row()->unlisted.contains(m_ground.daemon().socketPath()), qPrintable(row()->unlisted));
    QVERIFY(m_ground.daemon().start());
    QTRY_VERIFY_WITH_TIMEOUT(row() && row()->unlisted.isEmpty(), Lag);
    // Containers of Podman go on without it.
    const bool goesOn = DockerGround::kind() == DockerDaemon::Kind::Podman;
    QCOMPARE(row()->info.state, goesOn ? SessionState::Open : SessionState::Lost);
    // And the events are followed again.
    const QString next = makeContainer(u"run"_s);
    QTRY_VERIFY_WITH_TIMEOUT(table.find({.backend = u"docker"_s, .id = next}), Lag);
    QVERIFY(m_ground.daemon().stop());
    QTRY_VERIFY_WITH_TIMEOUT(row() && !row()->unlisted.isEmpty(), Lag);
    QVERIFY(m_ground.daemon().start());
    QCOMPARE(m_ground.daemon().docker({u"rm"_s, u"-f"_s, kept}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(!row(), Lag);
    source.setWatched(false);
}

QTEST_GUILESS_MAIN(TestDockerSessions)
#include "tst_dockersessions.moc"
