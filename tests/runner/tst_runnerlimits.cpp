// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/rawrunner.h"

#include <QDirIterator>
#include <QTest>

#include <signal.h>
#include <unistd.h>

using namespace hermes::tests;
using namespace hermes::protocol;
using namespace std::chrono_literals;

/// Limits hold by a control group where one can be made, which depends on the machine: both ways are right values.
class RunnerLimitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_runner = std::make_unique<RawRunner>(); }
    void cleanup() { m_runner.reset(); }

    void e13_memory()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("only the plain runner");
#endif
        StartMessage message = RawRunner::shell("python3 -c \"x=bytearray(2*10**9)\"");
        message.memoryLimit = 256 * 1024 * 1024;
        const uint32_t other = m_runner->start(RawRunner::shell("sleep 1; exit 7"));
        const ExitMessage exit = m_runner->run(message, 60s);
        QVERIFY(exit.code != 0);
        if (!exit.outOfMemory) {
            QVERIFY(m_runner->last().err.contains("MemoryError"));
            QVERIFY(!exit.notes.empty()); // That it holds for each process only.
        }
        QVERIFY(m_runner->waitForExit(other));
        QCOMPARE(m_runner->seen(other).exit->code, 7U);

        // One that stays below it is left alone.
        message = RawRunner::shell("python3 -c \"x=bytearray(50*10**6)\"");
        message.memoryLimit = 256 * 1024 * 1024;
        QCOMPARE(m_runner->run(message).code, 0U);
        QVERIFY(!m_runner->last().exit->outOfMemory);
    }

    void processes()
    {
        // A fork bomb.
        StartMessage message = RawRunner::shell("f() { f | f & }; f; sleep 600");
        message.processLimit = 40;
        message.timeout = 1s;
        message.killDelay = 100ms;
        const ExitMessage exit = m_runner->run(message, 30s);
        if (m_runner->last().error) {
            QVERIFY(m_runner->last().error->text.contains("processes"));
            QVERIFY(!m_runner->last().error->retry);
            QSKIP("no control group can be made here");
        }
        QVERIFY(exit.notes.empty());
        QVERIFY(processesWith("HERMES_RUN_ID=" + message.runName).empty());
        QCOMPARE(m_runner->run(RawRunner::shell("exit 2")).code, 2U);

        // L5: up to the limit all works, beyond it the snippet sees the error.
        message = RawRunner::shell("for i in $(seq 30); do sleep 30 & done; echo all; kill $(jobs -p)");
        message.processLimit = 10;
        QVERIFY(m_runner->run(message, 60s).code != 0xffffffff);
        QVERIFY(m_runner->last().err.contains("fork"));
    }

    void groupsGoAway()
    {
        const auto groups = [this] {
            QStringList found;
            QDirIterator it(QStringLiteral("/sys/fs/cgroup"), {QStringLiteral("hermes-%1-*").arg(m_runner->workerPid())},
                            QDir::Dirs | QDir::NoSymLinks, QDirIterator::Subdirectories);
            while (it.hasNext())
                found.append(it.next());
            return found;
        };
        StartMessage message = RawRunner::shell("sleep 600 & echo hi");
        message.memoryLimit = 256 * 1024 * 1024;
        message.keepBackground = true;
        QCOMPARE(m_runner->run(message).code, 0U);
        if (groups().isEmpty())
            QSKIP("no control group can be made here");
        message = RawRunner::shell("exit 3");
        message.memoryLimit = 256 * 1024 * 1024;
        QCOMPARE(m_runner->run(message).code, 3U);
        QVERIFY(m_runner->last().exit->notes.empty());
        QCOMPARE(groups().size(), 1); // What stays keeps its limit.
        ::kill(m_runner->workerPid(), SIGKILL);
        QVERIFY(m_runner->waitForEnd());
        QVERIFY(groups().isEmpty());
    }

    void processorTime()
    {
        StartMessage message = RawRunner::shell("while :; do :; done");
        message.cpuLimit = 1;
        const ExitMessage exit = m_runner->run(message, 60s);
        QCOMPARE(exit.ending, Ending::ByItself);
        QVERIFY(exit.signalled);
        QVERIFY(exit.code == SIGXCPU || exit.code == SIGKILL);
        // The kernel counts whole ticks for the limit and exact time for the report: on a busy machine these differ.
        QVERIFY(exit.userTime + exit.systemTime >= 500ms);
        QCOMPARE(exit.notes.size(), size_t(1));
    }

    void fileSize()
    {
        StartMessage message = RawRunner::shell("head -c 100000 /dev/zero > f; wc -c < f; head -c 200000 /dev/zero > f; wc -c < f");
        message.fileLimit = 102'400;
        QCOMPARE(m_runner->run(message).code, 0U);
        QVERIFY(m_runner->last().out == "100000\n102400\n");
    }

    void childrenDieFirstWhenMemoryIsShort()
    {
        const std::string guard = readFile("/proc/" + std::to_string(m_runner->guardPid()) + "/oom_score_adj");
        QCOMPARE(m_runner->run(RawRunner::shell("cat /proc/self/oom_score_adj")).code, 0U);
        QCOMPARE(std::stoi(m_runner->last().out), std::min(std::stoi(guard) + 300, 1000));
    }

    void openFilesOfChildren()
    {
        QCOMPARE(m_runner->run(RawRunner::shell("ulimit -Sn; ulimit -Hn")).code, 0U);
        const QByteArray seen = QByteArray::fromStdString(m_runner->last().out);
        QVERIFY(seen == QByteArray::number(qlonglong(::sysconf(_SC_OPEN_MAX))) + "\n" + seen.split('\n').at(1) + "\n");
    }

private:
    std::unique_ptr<RawRunner> m_runner;
};

QTEST_GUILESS_MAIN(RunnerLimitsTest)
#include "tst_runnerlimits.moc"
