// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/rawrunner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <pwd.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>

using namespace hermes::tests;
using namespace hermes::protocol;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Whatever dies, nothing of a run stays: no process, no folder.
class RunnerDeathTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        const std::string place = m_dir->path().toStdString();
        m_runner = std::make_unique<RawRunner>(RawRunner::Options {.temporaryBase = place, .scriptFolder = place});
        for (const char *code : {"echo up; sleep 600", "trap '' TERM; (setsid sleep 600 &); echo up; while :; do sleep 600; done",
                                 "env -i setsid sleep 600 & mkdir -p a/b; touch a/b/c; chmod 0 a; echo up; wait"}) {
            m_messages.push_back(RawRunner::shell(code));
            const uint32_t id = m_runner->start(m_messages.back());
            QVERIFY(m_runner->waitForOutput(id, "up\n"));
            m_mains.push_back(int(*m_runner->seen(id).started));
        }
    }

    void cleanup()
    {
        m_runner.reset();
        m_messages.clear();
        m_mains.clear();
        m_dir.reset();
    }

    void endOfInput()
    {
        QElapsedTimer timer;
        timer.start();
        m_runner->closeInput();
        QVERIFY(m_runner->waitForEnd() == 0);
        QVERIFY(timer.durationElapsed() < 2s);
        checkNothingLeft();
    }

    void endOfBothStreams()
    {
        m_runner->closeBoth();
        QVERIFY(m_runner->waitForEnd() == 0);
        checkNothingLeft();
    }

    void orderToEnd_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("TERM") << SIGTERM;
        QTest::newRow("INT") << SIGINT;
        QTest::newRow("HUP") << SIGHUP;
    }

    void orderToEnd()
    {
        QFETCH(int, signal);
        ::kill(m_runner->guardPid(), signal);
        QVERIFY(m_runner->waitForEnd() == 0);
        checkNothingLeft();
    }

    void deathOfTheWorker()
    {
        ::kill(m_runner->workerPid(), SIGKILL);
        const auto status = m_runner->waitForEnd();
        QVERIFY(status && WIFEXITED(*status));
        QCOMPARE(WEXITSTATUS(*status), 128 + SIGKILL);
        checkNothingLeft();
    }

    /// A stopped worker would keep no timeout and no order to end.
    void stoppedWorker()
    {
        StartMessage message = RawRunner::shell("kill -STOP $PPID; sleep 600");
        message.timeout = 300ms;
        QCOMPARE(m_runner->run(message).ending, Ending::TimedOut);
        ::kill(m_runner->workerPid(), SIGSTOP);
        m_runner->closeInput();
        QVERIFY(m_runner->waitForEnd() == 0);
        checkNothingLeft();
    }

    void deathOfTheGuard()
    {
        ::kill(m_runner->guardPid(), SIGKILL);
        QVERIFY(endsWithin(m_runner->workerPid(), 3s));
        checkNothingLeft();
    }

    void deathOfBoth()
    {
        // Also those whose environment does not name their run.
        std::vector<int> started;
        for (const int pid : m_mains) {
            std::istringstream children(readFile("/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children"));
            for (int child = 0; children >> child;)
                started.push_back(child);
        }
        ::kill(m_runner->guardPid(), SIGKILL);
        ::kill(m_runner->workerPid(), SIGKILL);
        for (const int pid : m_mains)
            QVERIFY(endsWithin(pid, 3s));
        // What the main processes had started cannot be reached any more.
        for (const StartMessage &message : m_messages) {
            for (const int pid : processesWith("HERMES_RUN_ID=" + message.runName))
                ::kill(pid, SIGKILL);
        }
        for (const int pid : started)
            ::kill(pid, SIGKILL);
        // A later runner removes what these had on disk, and nothing else that looks like it.
        const QDir place(m_dir->path());
        QVERIFY(place.mkdir(u"hermes-abcdef"_s));
        QVERIFY(place.entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden).size() > 1);
        const std::string path = m_dir->path().toStdString();
        m_runner = std::make_unique<RawRunner>(RawRunner::Options {.temporaryBase = path, .scriptFolder = path});
        QCOMPARE(m_runner->run(RawRunner::shell("exit 3")).code, 3U);
        m_runner->closeInput();
        QVERIFY(m_runner->waitForEnd() == 0);
        QCOMPARE(place.entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden), QStringList {u"hermes-abcdef"_s});
    }

    void largeFoldersDoNotDelayTheEnd()
    {
        const uint32_t id = m_runner->start(RawRunner::shell("seq -f 'f%.0f' 1 2000 | xargs touch; echo up; sleep 600"));
        QVERIFY(m_runner->waitForOutput(id, "up\n", 60s));
        m_runner->closeInput();
        QElapsedTimer timer;
        timer.start();
        QVERIFY(m_runner->waitForEnd() == 0);
        QVERIFY(timer.durationElapsed() < 3s);
        QVERIFY(becomesTrue([this] { return QDir(m_dir->path()).isEmpty(); }, 20s));
    }

    void silence()
    {
        RawRunner runner({.silenceLimit = 300ms});
        const StartMessage message = RawRunner::shell("echo up; sleep 600");
        const uint32_t id = runner.start(message);
        QVERIFY(runner.waitForOutput(id, "up\n"));
        const auto status = runner.waitForEnd();
        QVERIFY(status && WIFEXITED(*status));
        QCOMPARE(WEXITSTATUS(*status), 4);
        QVERIFY(processesWith("HERMES_RUN_ID=" + message.runName).empty());
    }

    void brokenProtocol_data()
    {
        QTest::addColumn<QByteArray>("sent");
        const auto row = [](const char *name, const std::string &sent) { QTest::newRow(name) << QByteArray::fromStdString(sent); };
        std::string many;
        appendU32(many, 1);
        row("text", "echo hello from a login script\n");
        row("second hello", encodeMessage(FrameType::Hello, 0, encode(Hello {.minVersion = 1, .maxVersion = 1})));
        row("too much input", encodeMessage(FrameType::Input, 1, std::string(InitialCredit, 'x')).append("garbage, garbage"));
        row("credit without a number", encodeMessage(FrameType::Credit, 1, "x", StreamId::Stdout));
        row("signal without a number", encodeMessage(FrameType::Signal, 1, "x"));
    }

    void brokenProtocol()
    {
        QFETCH(QByteArray, sent);
        m_runner->sendRaw(sent.toStdString());
        QVERIFY(m_runner->waitFor([this] { return m_runner->closed(); }));
        const auto status = m_runner->waitForEnd();
        QVERIFY(status && WIFEXITED(*status));
        QCOMPARE(WEXITSTATUS(*status), 3);
        QVERIFY(m_runner->seen(0).error);
        checkNothingLeft();
    }

    void wrongRequestsAreAnswered()
    {
        const std::array<std::pair<FrameType, std::string>, 6> requests = {{{FrameType::Start, "x"},
                                                                            {FrameType::Put, "x"},
                                                                            {FrameType::Get, ""},
                                                                            {FrameType::RemoveFolder, ""},
                                                                            {FrameType::Environment, "x"},
                                                                            {FrameType::Exit, ""}}};
        for (const auto &[type, payload] : requests) {
            const uint32_t id = m_runner->nextId();
            m_runner->send(type, id, payload);
            QVERIFY(m_runner->waitFor([&] { return m_runner->seen(id).error.has_value(); }));
        }
        // An id that is in use, and frames for ids that nobody has.
        m_runner->send(FrameType::Start, 1, encode(RawRunner::shell("true")));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(1).error.has_value(); }));
        for (const FrameType type :
             {FrameType::End, FrameType::Input, FrameType::InputEnd, FrameType::FileData, FrameType::FileEnd})
            m_runner->send(type, 4711, "x");
        QCOMPARE(m_runner->run(RawRunner::shell("exit 9")).code, 9U);
    }

    void greetings()
    {
        RawRunner first({.hello = false});
        first.send(FrameType::Ping, 0, "x");
        QVERIFY(first.waitFor([&] { return first.closed(); }));
        QVERIFY(first.waitForEnd() == 3 << 8);

        RawRunner late({.hello = false});
        late.send(FrameType::Hello, 0, encode(Hello {.minVersion = CurrentVersion + 1, .maxVersion = CurrentVersion + 5}));
        QVERIFY(late.waitFor([&] { return late.closed(); }));
        QVERIFY(late.refused().contains("version"));

        RawRunner newer({.hello = false});
        newer.send(FrameType::Hello, 0, encode(Hello {.minVersion = 0, .maxVersion = CurrentVersion + 5}));
        QVERIFY(newer.waitFor([&] { return newer.reply().has_value(); }));
        QCOMPARE(newer.reply()->version, CurrentVersion);

        RawRunner none({.hello = false});
        none.closeInput();
        QVERIFY(none.waitForEnd() == 0);
    }

    void secrets()
    {
        const bool root = ::geteuid() == 0;
        if (root && ::getpwnam("nobody") == nullptr)
            QSKIP("there is no user nobody");
        RawRunner runner({.environment = {"CANARY=zq9-canary"}, .user = root ? "nobody" : ""});
        QVERIFY(runner.reply());
        // Neither the runner's own memory nor its environment can be read by other processes of the user.
        StartMessage message = RawRunner::shell("echo $CANARY; cat /proc/" + std::to_string(runner.workerPid()) + "/environ /proc/"
                                                + std::to_string(runner.guardPid()) + "/environ && echo readable");
        QVERIFY(runner.run(message).code != 0xffffffff);
        QVERIFY(runner.last().out == "zq9-canary\n");
        for (const int pid : {runner.workerPid(), runner.guardPid()})
            QVERIFY(!readFile("/proc/" + std::to_string(pid) + "/environ").contains("zq9"));
    }

private:
    void checkNothingLeft()
    {
        for (const StartMessage &message : m_messages)
            QVERIFY(processesWith("HERMES_RUN_ID=" + message.runName).empty());
        QVERIFY(becomesTrue([this] { return QDir(m_dir->path()).isEmpty(); }));
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<RawRunner> m_runner;
    std::vector<StartMessage> m_messages;
    std::vector<int> m_mains;
};

QTEST_GUILESS_MAIN(RunnerDeathTest)
#include "tst_runnerdeath.moc"
