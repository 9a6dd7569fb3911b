// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/hosts/localhost.h"
#include "backends/local/localbackend.h"
#include "backends/runner/runnerexecutor.h"
#include "backends/runner/runnerlocation.h"
#include "tests/support/startedrun.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <print>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::local;
using namespace hermes::tests;

namespace {
QStringList entriesOf(const QString &folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

std::unique_ptr<Executor> session(LocalBackend &backend)
{
    auto opened = backend.openSession({}, {});
    if (!opened)
        qFatal("no session: %s", qUtf8Printable(toText(opened.error())));
    return std::move(*opened);
}
} // namespace

class TestLocalBackend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workFolderIsUsedAndLeftClean();
    void settingsApplyToRuns();
    void tokensStayOut();
    void pythonMissing();
    void W7_programInADeletedFolder();
    void sandboxFolderThatCannotBeMadeAgain();
    void executorGoesWhileRunsAreUnderWay();
    void programThatIsKilledLeavesNothing();
    void limitThatCannotBeHeldIsRefused();
};

void TestLocalBackend::workFolderIsUsedAndLeftClean()
{
    const QTemporaryDir folder;
    const QString work = folder.filePath(u"new/work"_s);
    {
        LocalBackend backend({.workdir = work});
        auto executor = session(backend);
        StartedRun run(*executor, shell("pwd; touch file"));
        QCOMPARE(run.end().exitCode, 0);
        QVERIFY(QString::fromUtf8(run.out()).startsWith(work + u'/'));
        auto box = backend.openSandbox({.id = u"box"_s}, {}, {});
        QVERIFY(box);
        StartedRun inBox(**box, shell("pwd"));
        QCOMPARE(inBox.end().exitCode, 0);
        QCOMPARE(QString::fromUtf8(inBox.out()), work + u"/box\n"_s);
        QCOMPARE(backend.list({})->size(), 1);
        QVERIFY(backend.close({u"box"_s}, {}));
    }
    QCOMPARE(entriesOf(work), QStringList());
}

void TestLocalBackend::settingsApplyToRuns()
{
    LocalBackend backend({.timeout = 200ms, .killDelay = 100ms});
    auto executor = session(backend);
    StartedRun run(*executor, shell("trap '' TERM; while :; do sleep 0.05; done"));
    QCOMPARE(run.end().reason, EndReason::TimedOut);
    QVERIFY(run.end().run >= 300ms);
    RunRequest request = shell("sleep 0.4; echo own");
    request.timeout = 20s;
    StartedRun own(*executor, request);
    QCOMPARE(own.end().exitCode, 0);
}

void TestLocalBackend::tokensStayOut()
{
    qputenv("GITHUB_TOKEN", "zq9-canary");
    qputenv("HARMLESS", "stays");
    LocalBackend backend({});
    auto executor = session(backend);
    StartedRun run(*executor, shell("env; tr '\\0' '\\n' < /proc/$PPID/environ 2>/dev/null; true"));
    qunsetenv("GITHUB_TOKEN");
    QCOMPARE(run.end().exitCode, 0);
    QVERIFY(!run.out().contains("zq9-canary"));
    QVERIFY(run.out().contains("HARMLESS=stays"));
    RunRequest request = shell("echo $GITHUB_TOKEN");
    request.environment.append({.name = u"GITHUB_TOKEN"_s, .value = "asked for"});
    StartedRun asked(*executor, request);
    QCOMPARE(asked.end().exitCode, 0);
    QCOMPARE(asked.out(), QByteArray("asked for\n"));
}

void TestLocalBackend::pythonMissing()
{
    const QTemporaryDir folder;
    QVERIFY(QFile::link(u"/bin/sh"_s, folder.filePath(u"sh"_s)));
    const auto runner = runner::findRunner();
    QVERIFY(runner);
    const auto source = std::make_shared<runner::ConnectionSource>([&](std::stop_token stop) {
        return runner::Connection::open(std::make_shared<hosts::LocalHost>(),
                                        {.command = {.program = QFile::encodeName(*runner)},
                                         .environment = std::vector<std::string> {"PATH=" + folder.path().toStdString()}},
                                        stop);
    });
    runner::RunnerExecutor executor(source, {});
    StartedRun run(executor, python("print(1)"));
    QCOMPARE(run.end().reason, EndReason::Infrastructure);
    QVERIFY(!run.end().mayHaveStarted);
    QCOMPARE(run.end().fault->kind, FaultKind::NotConfigured);
    QVERIFY(!run.end().fault->transient);
    QVERIFY2(toText(*run.end().fault).contains(u"python3"_s), qUtf8Printable(run.end().fault->what));
    StartedRun fine(executor, shell("echo fine"));
    QCOMPARE(fine.end().exitCode, 0);
}

void TestLocalBackend::W7_programInADeletedFolder()
{
    const QString before = QDir::currentPath();
    QTemporaryDir folder;
    QVERIFY(QDir::setCurrent(folder.path()));
    QVERIFY(folder.remove());
    {
        LocalBackend backend({});
        auto executor = session(backend);
        StartedRun run(*executor, shell("pwd"));
        QCOMPARE(run.end().exitCode, 0);
        QVERIFY(run.out().startsWith('/'));
    }
    QVERIFY(QDir::setCurrent(before));
}

void TestLocalBackend::sandboxFolderThatCannotBeMadeAgain()
{
    const QTemporaryDir folder;
    const QString work = folder.filePath(u"work"_s);
    LocalBackend backend({.workdir = work});
    auto box = backend.openSandbox({.id = u"box"_s}, {}, {});
    QVERIFY(box);
    QVERIFY(QDir(work).removeRecursively());
    QFile inTheWay(work);
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    StartedRun run(**box, shell("pwd"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.end().notes.size(), 1);
    QVERIFY(run.end().notes.first().contains(u"ran in "_s + QString::fromUtf8(run.out().trimmed())));
}

void TestLocalBackend::executorGoesWhileRunsAreUnderWay()
{
    LocalBackend backend({});
    auto executor = session(backend);
    auto other = session(backend);
    StartedRun running(*executor, shell("echo up; sleep 300"));
    StartedRun staying(*other, shell("echo up; sleep 0.5; echo stayed"));
    QVERIFY(running.sink().waitForOutput("up"));
    executor.reset();
    QVERIFY(running.hasEnded());
    QCOMPARE(running.end().reason, EndReason::Cancelled);
    QCOMPARE(staying.end().exitCode, 0);
    QVERIFY(staying.out().contains("stayed"));
}

void TestLocalBackend::programThatIsKilledLeavesNothing()
{
    QProcess program;
    program.start(QCoreApplication::applicationFilePath(), {u"--hold"_s});
    QVERIFY(program.waitForReadyRead());
    const pid_t sleeper = program.readLine().trimmed().toInt();
    program.kill();
    QVERIFY(program.waitForFinished());
    QVERIFY(sleeper > 0);
    QTRY_VERIFY_WITH_TIMEOUT(::kill(sleeper, 0) != 0, 2'000);
}

void TestLocalBackend::limitThatCannotBeHeldIsRefused()
{
    LocalBackend backend({.limits = {.processes = 20}});
    auto executor = session(backend);
    StartedRun run(*executor, shell("for i in $(seq 40); do sleep 5 & done 2>/dev/null; echo $(jobs -r | wc -l)"));
    if (run.end().reason == EndReason::Infrastructure) {
        QVERIFY(!run.end().mayHaveStarted);
        QVERIFY(!run.end().fault->what.isEmpty());
        return;
    }
    QVERIFY(run.out().trimmed().toInt() < 20);
}

namespace {
/// A program that waits with a run under way, to be killed.
int holdARun()
{
    LocalBackend backend({});
    auto executor = session(backend);
    StartedRun run(*executor, shell("sleep 300 & echo $!; wait"));
    if (run.sink().waitForOutput("\n"))
        std::print("{}", run.out().toStdString());
    std::fflush(stdout);
    static_cast<void>(run.end());
    return 0;
}
} // namespace

int main(int argc, char **argv)
{
    QCoreApplication program(argc, argv);
    if (program.arguments().value(1) == "--hold"_L1)
        return holdARun();
    TestLocalBackend test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_localbackend.moc"
