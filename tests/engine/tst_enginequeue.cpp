// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/engine.h"
#include "backends/local/localbackend.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

/// Sweeps of runs so short that some wait in the executor for their place: the engine must stay in command of them.
class EngineQueueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_engine.reset(); }

    void everyCandidateOnce();
    void stopsAfterExactlyOneFailure();
    void goesOnAfterFailuresBelowTheLimit();
    void cancelAndResume();
    void pauseHoldsWhatWaits();
    void snippetsOfASessionAreAllAnswered();

private:
    [[nodiscard]] LaunchSpec sweep(int count, int concurrency, const QByteArray &code = "true");
    [[nodiscard]] LaunchTicket launch(LaunchSpec what);
    void waitForFinished(LaunchId id, int count);
    [[nodiscard]] LaunchProgress waitForEnd(LaunchId id);
    /// How often each candidate began, as it says itself.
    [[nodiscard]] std::map<int, int> begun() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Engine> m_engine;
    std::map<LaunchId, LaunchProgress> m_progress;
    std::map<LaunchId, LaunchProgress> m_ended;
    std::map<int, int> m_reported; ///< How often a result of each candidate was reported.
};

void EngineQueueTest::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_progress.clear();
    m_ended.clear();
    m_reported.clear();
    m_folder = std::make_unique<QTemporaryDir>();
    auto engine = Engine::open({.stateFolder = m_folder->filePath(u"state"_s), .program = u"tst_enginequeue"_s});
    QVERIFY2(engine, engine ? "" : qPrintable(toText(engine.error())));
    m_engine = std::move(*engine);
    m_engine->addKind(local::localKind());
    connect(m_engine.get(), &Engine::progressChanged, this,
            [this](LaunchId id, const LaunchProgress &progress) { m_progress[id] = progress; });
    connect(m_engine.get(), &Engine::launchFinished, this,
            [this](LaunchId id, const LaunchProgress &progress) { m_ended[id] = progress; });
    connect(m_engine.get(), &Engine::candidatesChanged, this, [this](LaunchId, const QList<CandidateSummary> &changed) {
        for (const CandidateSummary &candidate : changed)
            m_reported[candidate.index] += candidate.state == CandidateState::Finished ? 1 : 0;
    });
}

LaunchSpec EngineQueueTest::sweep(int count, int concurrency, const QByteArray &code)
{
    LaunchSpec what;
    what.kind = LaunchKind::Sweep;
    what.backend = u"local"_s;
    what.settings = resolveSettings(m_engine->findKind(u"local"_s)->schema, {}).value();
    what.language = Language::Shell;
    what.codes = {"echo {{n}} >> '" + m_folder->filePath(u"log"_s).toUtf8() + "'\n" + code};
    what.sweep.groups = {parseParameter(u"n"_s, u"1:%1"_s.arg(count)).value()};
    what.concurrency = concurrency;
    return what;
}

LaunchTicket EngineQueueTest::launch(LaunchSpec what)
{
    QFuture<Result<LaunchTicket>> future = m_engine->launch(std::move(what));
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20s))
        qFatal("no ticket");
    const Result<LaunchTicket> ticket = future.result();
    if (!ticket)
        qFatal("%s", qPrintable(toText(ticket.error())));
    return *ticket;
}

void EngineQueueTest::waitForFinished(LaunchId id, int count)
{
    if (!QTest::qWaitFor([&] { return m_progress[id].finished >= count || m_ended.contains(id); }, 60s))
        qFatal("only %d finished", m_progress[id].finished);
}

LaunchProgress EngineQueueTest::waitForEnd(LaunchId id)
{
    if (!QTest::qWaitFor([&] { return m_ended.contains(id); }, 60s))
        qFatal("the launch did not end");
    return m_ended[id];
}

std::map<int, int> EngineQueueTest::begun() const
{
    std::map<int, int> counts;
    QFile log(m_folder->filePath(u"log"_s));
    if (log.open(QIODevice::ReadOnly)) {
        while (!log.atEnd())
            ++counts[log.readLine().trimmed().toInt()];
    }
    return counts;
}

void EngineQueueTest::everyCandidateOnce()
{
    const LaunchTicket ticket = launch(sweep(300, 3, "exit $(( HERMES_PARAM_N % 3 ))"));
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.succeeded, 100);
    QCOMPARE(end.failed, 200);
    QCOMPARE(begun().size(), 300U);
    QCOMPARE(m_reported.size(), 300U);
    for (const auto &[number, times] : begun())
        QCOMPARE(times, 1);
    for (const auto &[index, times] : m_reported)
        QCOMPARE(times, 1);
}

void EngineQueueTest::stopsAfterExactlyOneFailure()
{
    LaunchSpec what = sweep(300, 1, "[ {{n}} -lt 60 ]");
    what.policy.afterFailures = 1;
    const LaunchTicket ticket = launch(std::move(what));
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.state, LaunchState::Stopped);
    QCOMPARE(end.succeeded, 59);
    QCOMPARE(end.failed, 1);
    QCOMPARE(end.finished, 60);
    QCOMPARE(begun().size(), 60U);
}

void EngineQueueTest::goesOnAfterFailuresBelowTheLimit()
{
    LaunchSpec what = sweep(120, 2, "[ $(( HERMES_PARAM_N % 10 )) -ne 0 ]");
    what.policy.afterFailures = 13;
    const LaunchTicket ticket = launch(std::move(what));
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.state, LaunchState::Done);
    QCOMPARE(end.failed, 12);
    QCOMPARE(end.finished, 120);
}

void EngineQueueTest::cancelAndResume()
{
    const LaunchTicket ticket = launch(sweep(600, 2));
    waitForFinished(ticket.id, 60);
    m_engine->cancel(ticket.id);
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.state, LaunchState::Cancelled);
    // Nothing has a result that did not begin, and nothing began that has none; those under way may not have got far.
    QVERIFY(end.cancelled <= 2);
    const int logged = int(begun().size());
    QVERIFY2(logged <= end.finished && logged >= end.finished - end.cancelled, qPrintable(QString::number(logged)));
    m_ended.clear();
    QFuture<Result<LaunchTicket>> resumed = m_engine->resumeSweep(ticket.id);
    QTRY_VERIFY(resumed.isFinished());
    QVERIFY(resumed.result());
    QCOMPARE(resumed.result()->alreadyFinished, end.finished - end.cancelled);
    QCOMPARE(resumed.result()->mayRunTwice, end.cancelled);
    QCOMPARE(waitForEnd(ticket.id).succeeded, 600);
    QCOMPARE(begun().size(), 600U);
}

void EngineQueueTest::pauseHoldsWhatWaits()
{
    const LaunchTicket ticket = launch(sweep(400, 2));
    waitForFinished(ticket.id, 50);
    m_engine->pause(ticket.id);
    QTRY_VERIFY(m_progress[ticket.id].paused && m_progress[ticket.id].running == 0);
    // A whole other launch ends meanwhile, and nothing of this one begins.
    LaunchSpec other = sweep(1, 1);
    other.kind = LaunchKind::Run;
    other.sweep = {};
    other.codes = {"sleep 0.2"};
    std::ignore = waitForEnd(launch(std::move(other)).id);
    const size_t before = begun().size();
    QCOMPARE(int(before), m_progress[ticket.id].finished);
    QVERIFY(before < 400);
    m_engine->unpause(ticket.id);
    QCOMPARE(waitForEnd(ticket.id).succeeded, 400);
    QCOMPARE(begun().size(), 400U);
}

void EngineQueueTest::snippetsOfASessionAreAllAnswered()
{
    LaunchSpec what = sweep(1, 2);
    what.kind = LaunchKind::Session;
    what.sweep = {};
    what.codes = QList<QByteArray>(30, "true");
    what.codes += QList<QByteArray>(34, "sleep 60");
    const LaunchTicket ticket = launch(std::move(what));
    waitForFinished(ticket.id, 30);
    m_engine->cancel(ticket.id);
    const LaunchProgress end = waitForEnd(ticket.id);
    QCOMPARE(end.succeeded, 30);
    QCOMPARE(end.cancelled, 34);
}

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::EngineQueueTest)
#include "tst_enginequeue.moc"
