// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/rawrunner.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

using namespace hermes::tests;
using namespace hermes::protocol;
using namespace std::chrono_literals;

namespace {

std::string marker(const StartMessage &message)
{
    return "HERMES_RUN_ID=" + message.runName;
}

/// Everything that carries the run's name is gone.
bool nothingLeft(const StartMessage &message)
{
    return becomesTrue([&] { return processesWith(marker(message)).empty(); });
}

} // namespace

class RunnerEndingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_runner = std::make_unique<RawRunner>(); }
    void cleanup() { m_runner.reset(); }

    void p2_backgroundHoldsNothingUp()
    {
        QElapsedTimer timer;
        timer.start();
        const StartMessage message = RawRunner::shell("sleep 60 & echo hi");
        const ExitMessage exit = m_runner->run(message);
        QVERIFY(timer.durationElapsed() < 2s);
        QCOMPARE(exit.code, 0U);
        QVERIFY(m_runner->last().out == "hi\n");
        QVERIFY(nothingLeft(message));
    }

    void whatFinishesByItselfIsWaitedFor()
    {
        const ExitMessage exit = m_runner->run(RawRunner::shell("echo begin > >(sleep 0.05; cat; sleep 0.05; echo end); exit 4"));
        QCOMPARE(exit.code, 4U);
        QVERIFY(m_runner->last().out == "begin\nend\n");
    }

    void endsOfTrees_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("simple") << QByteArray("echo up; sleep 600");
        QTest::newRow("background") << QByteArray("sleep 600 & sleep 600 & echo up; wait");
        QTest::newRow("deaf") << QByteArray("trap '' TERM; echo up; while :; do sleep 600; done");
        QTest::newRow("deaf children") << QByteArray("(trap '' TERM; while :; do sleep 600; done) & echo up; sleep 600");
        QTest::newRow("own session") << QByteArray("setsid sleep 600 & echo up; wait");
        QTest::newRow("daemon") << QByteArray(
            "(setsid sh -c 'sleep 600 & exec sleep 600' </dev/null >/dev/null 2>&1 &)\necho up; sleep 600");
        QTest::newRow("own group") << QByteArray("set -m; sleep 600 & sleep 600 & echo up; wait");
        QTest::newRow("without its name") << QByteArray(
            "(env -i setsid sleep 600 >/dev/null 2>&1 &); sleep 0.1; echo up; exec sleep 600");
        QTest::newRow("stopped") << QByteArray("sleep 600 & kill -STOP $!; echo up; kill -STOP $$; sleep 600");
    }

    void endsOfTrees()
    {
        QFETCH(QByteArray, code);
        StartMessage message = RawRunner::shell(code.toStdString());
        message.killDelay = 200ms;
        const uint32_t id = m_runner->start(message);
        QVERIFY(m_runner->waitForOutput(id, "up\n"));
        QVERIFY(!processesWith(marker(message)).empty());
        m_runner->end(id);
        QVERIFY(m_runner->waitForExit(id, 5s));
        const ExitMessage &exit = *m_runner->seen(id).exit;
        QCOMPARE(exit.ending, Ending::Cancelled);
        QVERIFY(exit.signalled);
        QVERIFY(exit.code == SIGTERM || exit.code == SIGKILL);
        QVERIFY(exit.notes.empty());
        QVERIFY(processesWith(marker(message)).empty());
        QVERIFY(allReaped());
    }

    void leftoversOfTrees_data() { endsOfTrees_data(); }

    /// The same processes, left behind by a snippet that ends.
    void leftoversOfTrees()
    {
        QFETCH(QByteArray, code);
        if (!code.contains('&'))
            QSKIP("leaves nothing");
        code.replace("kill -STOP $$;", "");
        code.replace("; wait", "");
        code.replace("exec sleep 600", "exit 3");
        const qsizetype last = code.endsWith("sleep 600") ? code.lastIndexOf(';') : code.size();
        const StartMessage message = RawRunner::shell(code.left(last).toStdString() + "; exit 3");
        const ExitMessage exit = m_runner->run(message);
        QCOMPARE(exit.ending, Ending::ByItself);
        QCOMPARE(exit.code, 3U);
        QVERIFY(processesWith(marker(message)).empty());
        QVERIFY(allReaped());
    }

    void timeouts()
    {
        StartMessage message = RawRunner::shell("echo before; echo err >&2; sleep 30");
        message.timeout = 300ms;
        ExitMessage exit = m_runner->run(message);
        QCOMPARE(exit.ending, Ending::TimedOut);
        QVERIFY(exit.signalled);
        QCOMPARE(exit.code, uint32_t(SIGTERM));
        QVERIFY(m_runner->last().out == "before\n"); // O2
        QVERIFY(m_runner->last().err == "err\n");
        QVERIFY(exit.wallTime >= 300ms);

        // One that ends by itself with 0 when it is told to end was ended all the same.
        message = RawRunner::shell("trap 'echo bye; exit 0' TERM; while :; do sleep 0.05; done");
        message.timeout = 300ms;
        exit = m_runner->run(message);
        QCOMPARE(exit.ending, Ending::TimedOut);
        QVERIFY(!exit.signalled);
        QCOMPARE(exit.code, 0U);
        QVERIFY(m_runner->last().out == "bye\n");
    }

    void p6_stoppedMeansStopped()
    {
        QTemporaryDir dir;
        const std::string log = dir.path().toStdString() + "/log";
        StartMessage message = RawRunner::shell("for i in 1 2 3 4 5 6 7 8; do date >> " + log + "; sleep 0.2; done");
        message.timeout = 400ms;
        QCOMPARE(m_runner->run(message).ending, Ending::TimedOut);
        QVERIFY(nothingLeft(message));
        const std::string lines = readFile(log);
        QVERIFY(std::ranges::count(lines, '\n') <= 4);
        QVERIFY(readFile(log) == lines);
    }

    void signalsReachTheTree()
    {
        const StartMessage message = RawRunner::shell("trap 'echo main' USR1\n"
                                                      "(trap 'echo child; exit' USR1; echo up; while :; do sleep 0.02; done) &\n"
                                                      "wait; wait");
        const uint32_t id = m_runner->start(message);
        QVERIFY(m_runner->waitForOutput(id, "up\n"));
        std::string number;
        appendU32(number, SIGUSR1);
        m_runner->send(FrameType::Signal, id, number);
        QVERIFY(m_runner->waitForOutput(id, "child\n"));
        QVERIFY(m_runner->waitForOutput(id, "main\n"));
        m_runner->end(id);
        QVERIFY(m_runner->waitForExit(id));
    }

    void backgroundThatStays()
    {
        StartMessage message = RawRunner::shell("sleep 600 & (setsid sh -c 'while echo more; do sleep 0.01; done' &) ; echo hi");
        message.keepBackground = true;
        ExitMessage exit = m_runner->run(message);
        QCOMPARE(exit.code, 0U);
        QVERIFY(m_runner->last().out.contains("hi\n"));
        QVERIFY(processesWith(marker(message)).size() >= 2);

        // Later runs are not held up by it and do not end it.
        const StartMessage next = RawRunner::shell("echo next");
        exit = m_runner->run(next);
        QCOMPARE(exit.code, 0U);
        QVERIFY(m_runner->last().out == "next\n");
        StartMessage leaving = RawRunner::shell("sleep 600 & exit 5");
        QCOMPARE(m_runner->run(leaving).code, 5U);
        QVERIFY(nothingLeft(leaving));
        QVERIFY(processesWith(marker(message)).size() >= 2);

        // Its writers never block and never get SIGPIPE, and all ends with the connection.
        QVERIFY(!m_runner->last().outputAfterExit);
        m_runner->closeInput();
        QVERIFY(m_runner->waitForEnd() == 0);
        QVERIFY(processesWith(marker(message)).empty());
    }

    /// A run may end just while what it leaves is in exec and has no environment that names the run.
    void leftInTheMiddleOfExec()
    {
        StartMessage other = RawRunner::shell("sleep 600 & echo up; sleep 600");
        other.keepBackground = true;
        const uint32_t otherId = m_runner->start(other);
        QVERIFY(m_runner->waitForOutput(otherId, "up\n"));
        for (int i = 0; i < 60; ++i) {
            const StartMessage message = RawRunner::shell(i % 2 == 0 ? "sleep 600 & exit 5" : "(setsid sleep 600 &) ; exit 5");
            QCOMPARE(m_runner->run(message).code, 5U);
            QVERIFY2(processesWith(marker(message)).empty(), std::to_string(i).c_str());
        }
        QVERIFY(processesWith(marker(other)).size() >= 2);
        m_runner->end(otherId);
        QVERIFY(m_runner->waitForExit(otherId));
    }

    /// Lines of processes that fork and end all the time, each in a session of its own: none is there for long enough to
    /// be looked at.
    void linesOfProcesses()
    {
        QTemporaryDir dir;
        const std::string script = dir.path().toStdString() + "/lines.py";
        std::ofstream(script) << "import os, time\n"
                                 "end = time.time() + 30\n"
                                 "for i in range(30):\n"
                                 "    if os.fork() == 0:\n"
                                 "        os.setsid()\n"
                                 "        while time.time() < end:\n"
                                 "            if os.fork() != 0: os._exit(0)\n"
                                 "            os.setsid()\n"
                                 "        os._exit(0)\n"
                                 "print('up', flush=True)\n"
                                 "time.sleep(60)\n";
        StartMessage message = RawRunner::shell("exec python3 " + script);
        const uint32_t id = m_runner->start(message);
        QVERIFY(m_runner->waitForOutput(id, "up\n"));
        QElapsedTimer timer;
        timer.start();
        m_runner->end(id);
        QVERIFY(m_runner->waitForExit(id, 20s));
        QVERIFY(timer.durationElapsed() < 15s);
        QCOMPARE(m_runner->seen(id).exit->ending, Ending::Cancelled);
        QVERIFY(nothingLeft(message));
    }

    void firstThreadEnds_data()
    {
        QTest::addColumn<bool>("alone");
        QTest::newRow("one run") << true;
        QTest::newRow("beside another") << false;
    }

    /// A process lives on when its first thread has ended, though /proc calls it a zombie and shows no environment of it.
    void firstThreadEnds()
    {
        QFETCH(bool, alone);
        const StartMessage other = RawRunner::shell("echo up; sleep 600");
        const uint32_t otherId = alone ? 0 : m_runner->start(other);
        QVERIFY(alone || m_runner->waitForOutput(otherId, "up\n"));

        QTemporaryDir dir;
        const std::string script = dir.path().toStdString() + "/threads.py";
        std::ofstream(script) << "import ctypes, os, threading, time\n"
                                 "def rest():\n"
                                 "    while ') Z ' not in open('/proc/self/stat').read(): pass\n"
                                 "    os.write(1, b'%d\\n' % os.getpid())\n"
                                 "    time.sleep(600)\n"
                                 "threading.Thread(target=rest).start()\n"
                                 "ctypes.CDLL(None).syscall("
                              << SYS_exit << ", 0)\n";
        const StartMessage message = RawRunner::shell("read pid < <(setsid python3 " + script + " 2>/dev/null); echo $pid; exit 3");
        const ExitMessage exit = m_runner->run(message);
        QCOMPARE(exit.code, 3U);
        const int pid = std::atoi(m_runner->last().out.c_str());
        QVERIFY(pid > 1);
        QVERIFY(exit.notes.empty());
        QVERIFY(becomesTrue([pid] { return ::kill(pid, 0) != 0; }, 2s));
        if (alone)
            return;
        QVERIFY(!processesWith(marker(other)).empty());
        m_runner->end(otherId);
        QVERIFY(m_runner->waitForExit(otherId));
    }

    void runsDoNotEndEachOther()
    {
        const StartMessage kept = RawRunner::shell("(setsid sleep 600 &) ; echo up; sleep 600");
        const uint32_t id = m_runner->start(kept);
        QVERIFY(m_runner->waitForOutput(id, "up\n"));
        const StartMessage other = RawRunner::shell("(setsid sleep 600 &) ; echo up; sleep 600");
        const uint32_t otherId = m_runner->start(other);
        QVERIFY(m_runner->waitForOutput(otherId, "up\n"));
        m_runner->end(otherId);
        QVERIFY(m_runner->waitForExit(otherId));
        QVERIFY(nothingLeft(other));
        QVERIFY(processesWith(marker(kept)).size() >= 2);
        m_runner->end(id);
        QVERIFY(m_runner->waitForExit(id));
        QVERIFY(nothingLeft(kept));
    }

    void cancelOfMany_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<int>("killDelay");
        QTest::newRow("64 sleeps") << QByteArray("echo up; exec sleep 600") << 700;
        QTest::newRow("64 deaf sleeps") << QByteArray("trap '' TERM; echo up; exec sleep 600") << 700;
    }

    void cancelOfMany()
    {
        QFETCH(QByteArray, code);
        QFETCH(int, killDelay);
        std::vector<uint32_t> ids;
        for (int i = 0; i < 64; ++i) {
            StartMessage message = RawRunner::shell(code.toStdString());
            message.killDelay = std::chrono::milliseconds(killDelay);
            ids.push_back(m_runner->start(message));
        }
        for (const uint32_t id : ids)
            QVERIFY(m_runner->waitForOutput(id, "up\n"));
        QElapsedTimer timer;
        timer.start();
        for (const uint32_t id : ids)
            m_runner->end(id);
        for (const uint32_t id : ids)
            QVERIFY(m_runner->waitForExit(id));
        qInfo("%s: ended in %lld ms", code.constData(), static_cast<long long>(timer.elapsed()));
        QVERIFY(timer.durationElapsed() < 5s);
    }

    void cancelWhileItStarts()
    {
        std::vector<uint32_t> ids;
        for (int i = 0; i < 40; ++i) {
            ids.push_back(m_runner->start(RawRunner::shell("sleep 600")));
            m_runner->end(ids.back());
        }
        for (const uint32_t id : ids) {
            QVERIFY(m_runner->waitForExit(id));
            QCOMPARE(m_runner->seen(id).exit->ending, Ending::Cancelled);
        }
    }

private:
    /// The worker has no children any more. Those that are dead may be waited for a moment after the run's end.
    bool allReaped() const
    {
        const std::string pid = std::to_string(m_runner->workerPid());
        return becomesTrue([&] { return readFile("/proc/" + pid + "/task/" + pid + "/children").empty(); });
    }

    std::unique_ptr<RawRunner> m_runner;
};

QTEST_GUILESS_MAIN(RunnerEndingsTest)
#include "tst_runnerendings.moc"
