// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/contract/contractsuite.h"

#include <QElapsedTimer>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::tests {

namespace {
bool isAlive(pid_t pid)
{
    return pid > 0 && ::kill(pid, 0) == 0;
}

/// The n-th line of an output as a process id.
pid_t pidIn(const QByteArray &output, qsizetype line = 0)
{
    return output.split('\n').value(line).trimmed().toInt();
}
} // namespace

void ContractSuite::P2_backgroundChildHoldsThePipe()
{
    Executor &executor = session();
    QElapsedTimer timer;
    timer.start();
    StartedRun run(executor, shell("sleep 60 & echo hi"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), QByteArray("hi\n"));
    QCOMPARE_LT(timer.elapsed(), 2'000);
}

void ContractSuite::P3_nothingIsLeftOfASession()
{
    StartedRun background(session(), shell("sleep 300 & echo $!; setsid sleep 300 & echo $!"));
    QCOMPARE(background.end().exitCode, 0);
    StartedRun running(session(), shell("echo $$; sleep 300 & echo $!; wait"));
    QVERIFY(running.sink().waitForOutput("\n"));
    QTRY_VERIFY(running.out().count('\n') == 2);
    m_session.reset();
    QCOMPARE(running.end().reason, EndReason::Cancelled);
    if (!m_target.sharesProcesses)
        return;
    for (const pid_t pid : {pidIn(background.out()), pidIn(background.out(), 1), pidIn(running.out()), pidIn(running.out(), 1)})
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(pid), 3'000);
}

void ContractSuite::P3_backgroundOfASandboxEndsWithIt()
{
    auto box = sandbox(u"background"_s);
    StartedRun server(*box, shell("sleep 300 >/dev/null 2>&1 & echo $!"));
    QCOMPARE(server.end().exitCode, 0);
    StartedRun look(*box, shell("kill -0 " + server.out().trimmed() + " && echo alive"));
    QCOMPARE(look.end().exitCode, 0);
    QCOMPARE(look.out(), QByteArray("alive\n"));
    box.reset();
    if (m_target.sharesProcesses)
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(pidIn(server.out())), 3'000);
}

void ContractSuite::P6_timeoutReallyStops()
{
    RunRequest request = shell("echo $$; for i in 1 2 3 4 5 6 7 8; do echo $i >&2; sleep 0.5; done");
    request.timeout = 1s;
    StartedRun run(session(), request);
    QCOMPARE(run.end().reason, EndReason::TimedOut);
    QVERIFY(run.err().count('\n') <= 4);
    if (m_target.sharesProcesses)
        QVERIFY(!isAlive(pidIn(run.out())));
}

void ContractSuite::P12_noZombies()
{
    const QByteArray count = "count() { n=0; for s in /proc/[0-9]*/stat; do read -r l < $s; "
                             "case $l in *') Z '*) n=$((n+1));; esac; done; } 2>/dev/null\n";
    const QByteArray leave = "for i in $(seq 200); do (sh -c '(sleep 0.1; echo >> ended) &' ); done\n"
                             "while [ $(cat ended 2>/dev/null | wc -l) -lt 200 ]; do sleep 0.02; done\n";
    const QByteArray settle = "for i in $(seq 50); do sleep 0.1; count; [ $((n - before)) -lt 20 ] && break; done\n";
    StartedRun run(session(), shell(count + "count; before=$n; echo $n\n" + leave + settle + "echo $n"));
    QCOMPARE(run.end().exitCode, 0);
    const int grown = pidIn(run.out(), 1) - pidIn(run.out());
    QVERIFY2(grown < 20, qPrintable(QString::number(grown)));
}

void ContractSuite::timeoutWithTermIgnored()
{
    RunRequest request = shell("trap '' TERM; echo $$; while :; do sleep 0.2; done");
    request.timeout = 500ms;
    request.killDelay = 300ms;
    Executor &executor = session();
    QElapsedTimer timer;
    timer.start();
    StartedRun run(executor, request);
    QCOMPARE(run.end().exitCode, 124);
    QCOMPARE_GE(timer.elapsed(), 800);
    QCOMPARE_LT(timer.elapsed(), 5'000);
    if (m_target.sharesProcesses)
        QVERIFY(!isAlive(pidIn(run.out())));
}

void ContractSuite::cancelBeforeStart()
{
    std::stop_source stop;
    stop.request_stop();
    const QString marker = m_folder->filePath(u"marker"_s);
    std::promise<RunEnd> promise;
    session().start(shell("touch '" + marker.toUtf8() + "'"), std::make_shared<RecordingSink>(), stop.get_token(),
                    [&promise](RunEnd end) { promise.set_value(std::move(end)); });
    const RunEnd end = promise.get_future().get();
    QCOMPARE(end.reason, EndReason::Cancelled);
    QCOMPARE(end.exitCode, 130);
    QVERIFY(!end.mayHaveStarted);
    QVERIFY(!QFile::exists(marker));
}

void ContractSuite::cancelWhileRunning()
{
    StartedRun run(session(), shell("echo $$; sleep 300"));
    QVERIFY(run.sink().waitForOutput("\n"));
    QElapsedTimer timer;
    timer.start();
    run.requestStop();
    QCOMPARE(run.end().reason, EndReason::Cancelled);
    QCOMPARE(run.end().exitCode, 130);
    QCOMPARE_LT(timer.elapsed(), 1'700);
    QVERIFY(run.out().endsWith('\n'));
    if (m_target.sharesProcesses)
        QVERIFY(!isAlive(pidIn(run.out())));
}

void ContractSuite::cancelManyAtOnce()
{
    const int count = std::min(64, m_backend->info().maxConcurrent);
    std::vector<std::unique_ptr<StartedRun>> runs;
    runs.reserve(size_t(count));
    for (int i = 0; i < count; ++i)
        runs.push_back(std::make_unique<StartedRun>(session(), shell("echo up; exec sleep 300")));
    for (const auto &run : runs)
        QVERIFY(run->sink().waitForOutput("up"));
    QElapsedTimer timer;
    timer.start();
    for (const auto &run : runs)
        run->requestStop();
    for (const auto &run : runs)
        QCOMPARE(run->end().exitCode, 130);
    qInfo("%d sleeps were cancelled in %lld ms", count, timer.elapsed());
    QCOMPARE_LT(timer.elapsed(), 5'000);
}

void ContractSuite::cancelWithTermIgnored()
{
    RunRequest request = shell("trap '' TERM; (trap '' TERM; sleep 300) & echo $!; while :; do sleep 0.2; done");
    request.killDelay = 200ms;
    StartedRun run(session(), request);
    QVERIFY(run.sink().waitForOutput("\n"));
    run.requestStop();
    QCOMPARE(run.end().reason, EndReason::Cancelled);
    if (m_target.sharesProcesses)
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(pidIn(run.out())), 1'000);
}

void ContractSuite::lostRunnerIsInfrastructure()
{
    if (!m_target.sharesProcesses)
        QSKIP("the runner cannot be ended from here");
    StartedRun run(session(), shell("echo $PPID; sleep 300"));
    QVERIFY(run.sink().waitForOutput("\n"));
    QCOMPARE(::kill(pidIn(run.out()), SIGKILL), 0);
    QCOMPARE(run.end().reason, EndReason::Infrastructure);
    QCOMPARE(run.end().exitCode, -1);
    QVERIFY(run.end().mayHaveStarted);
    QVERIFY2(run.end().fault->what.contains(u"may have run"_s), qUtf8Printable(run.end().fault->what));
    StartedRun next(session(), shell("echo back"));
    QCOMPARE(next.end().exitCode, 0);
    QCOMPARE(next.out(), QByteArray("back\n"));
}

} // namespace hermes::tests
