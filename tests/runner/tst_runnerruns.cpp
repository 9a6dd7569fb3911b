// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/rawrunner.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hermes::tests;
using namespace hermes::protocol;
using namespace std::chrono_literals;

namespace {

QByteArray bytes(const std::string &text)
{
    return QByteArray::fromStdString(text);
}

/// More than a process can be given.
std::string largeVariable()
{
    std::string variable = "LARGE=";
    variable.resize(1024 * 1024, 'x');
    return variable;
}

} // namespace

class RunnerRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_runner = std::make_unique<RawRunner>(); }
    void cleanup() { m_runner.reset(); }

    void greeting()
    {
        QVERIFY(m_runner->reply());
        QCOMPARE(m_runner->reply()->version, CurrentVersion);
        QCOMPARE(m_runner->reply()->userId, uint32_t(::getuid()));
        QVERIFY(!m_runner->reply()->machine.empty());
        QVERIFY(isAlive(m_runner->workerPid()));
    }

    void endsOfSnippets_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("signalled");
        const auto row = [](const char *name, const QByteArray &code, const QByteArray &out, int status, bool signalled = false) {
            QTest::newRow(name) << code << out << status << signalled;
        };
        row("empty", "", "", 0);
        row("P13 kill", "kill -9 $$", "", SIGKILL, true);
        row("P13 segv", "kill -SEGV $$", "", SIGSEGV, true);
        row("P13 137 by itself", "bash -c 'exit 137'", "", 137);
        row("W1", "cat > f <<'EOF'\nit's \"q\" $HOME\nEOF", "", 0);
        row("W1 file", "cat > f <<'EOF'\nit's \"q\" $HOME\nEOF\ncat f; wc -l < f", "it's \"q\" $HOME\n1\n", 0);
        row("W5", QByteArray(200 * 1024, '#') + "\necho ok", "ok\n", 0);
        row("W10", "if true; then\r\necho b\r\nfi\r\n", "b\n", 0);
        row("W10 text", "printf 'a\\r\\n'", "a\r\n", 0);
        row("X1", "echo a # note", "a\n", 0);
        row("X2 exit", "exit 3", "", 3);
        row("X2 errexit", "set -e; false; echo no", "", 1);
        row("X2 exec", "exec true", "", 0);
        row("X4 no input", "cat; echo end", "end\n", 0);
        row("X7 no pipefail", "false | true", "", 0);
        row("X7 broken pipe", "yes | head -1", "y\n", 0);
        row("O6", "printf 'a\\000b'", QByteArray("a\0b", 3), 0);
        row("O3 in two parts", "printf '\\303'; sleep 0.05; printf '\\251\\n'", "\xc3\xa9\n", 0);
        row("no terminal", "test -t 0 || test -t 1 || test -t 2 || echo none", "none\n", 0);
        row("signals are as by default", "trap -p; (kill -PIPE $BASHPID); echo $?", "141\n", 0);
        row("nothing is inherited", "ls /proc/self/fd | wc -l", "4\n", 0);
    }

    void endsOfSnippets()
    {
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, out);
        QFETCH(int, status);
        QFETCH(bool, signalled);
        const ExitMessage exit = m_runner->run(RawRunner::shell(code.toStdString()));
        QCOMPARE(exit.ending, Ending::ByItself);
        QCOMPARE(int(exit.code), status);
        QCOMPARE(exit.signalled, signalled);
        QCOMPARE(bytes(m_runner->last().out), out);
        QCOMPARE(exit.stdoutTotal, uint64_t(out.size()));
        QVERIFY(exit.wallTime > 0ns);
        QVERIFY(exit.maxResident > 0);
        QVERIFY(exit.notes.empty());
    }

    void w2_background()
    {
        const ExitMessage exit = m_runner->run(RawRunner::shell("true && sleep 1 & echo PID:$!"));
        QCOMPARE(exit.code, 0U);
        QVERIFY(bytes(m_runner->last().out).startsWith("PID:"));
        QVERIFY(bytes(m_runner->last().out).mid(4).trimmed().toInt() > 0);
    }

    void w4_unfinishedQuote()
    {
        const ExitMessage exit = m_runner->run(RawRunner::shell("echo \"abc"));
        QVERIFY(exit.code != 0);
        QVERIFY(!m_runner->last().err.empty());
    }

    void w11_newlineInVariable()
    {
        QTemporaryDir dir;
        const std::string value = "a\ntouch " + dir.path().toStdString() + "/pwned #'\"`id`$(id)\\";
        StartMessage message = RawRunner::shell("printf %s \"$X\"");
        message.environment = {"X=" + value};
        for (int i = 0; i < 2; ++i) {
            message.runName += "x";
            QCOMPARE(m_runner->run(message).code, 0U);
            QCOMPARE(bytes(m_runner->last().out), bytes(value));
        }
        QVERIFY(!QFile::exists(dir.filePath(QStringLiteral("pwned"))));
    }

    void x4_input()
    {
        StartMessage message = RawRunner::shell("cat; echo end");
        message.hasInput = true;
        const std::string input(1024 * 1024, 'i');
        uint32_t id = m_runner->start(message);
        m_runner->sendInput(id, input);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(id).out.size() == input.size(); }));
        m_runner->send(FrameType::InputEnd, id);
        QVERIFY(m_runner->waitForExit(id));
        QVERIFY(m_runner->seen(id).out == input + "end\n");

        message = RawRunner::shell("head -1");
        message.hasInput = true;
        id = m_runner->start(message);
        m_runner->sendInput(id, "first\n" + input);
        m_runner->send(FrameType::InputEnd, id);
        QVERIFY(m_runner->waitForExit(id));
        QCOMPARE(m_runner->seen(id).exit->code, 0U);
        QCOMPARE(bytes(m_runner->seen(id).out), QByteArray("first\n"));
        QCOMPARE(bytes(m_runner->seen(id).err), QByteArray());
    }

    void o3_charactersBetweenChunks()
    {
        const ExitMessage exit = m_runner->run(RawRunner::python("print('a'*4095+'é'*5000)"));
        QCOMPARE(exit.code, 0U);
        QCOMPARE(QString::fromUtf8(bytes(m_runner->last().out)).count(QChar(0xe9)), 5000);
    }

    void p15_bothStreams()
    {
        const ExitMessage exit = m_runner->run(
            RawRunner::shell("head -c 10000000 /dev/zero >&1 & head -c 10000000 /dev/zero >&2; wait"), 60s);
        QCOMPARE(exit.code, 0U);
        QCOMPARE(m_runner->last().out.size(), size_t(10'000'000));
        QCOMPARE(m_runner->last().err.size(), size_t(10'000'000));
        QCOMPARE(exit.stdoutTotal, uint64_t(10'000'000));
        QCOMPARE(exit.stderrTotal, uint64_t(10'000'000));
        QVERIFY(!m_runner->last().sequenceBroken);
    }

    void exitComesLast()
    {
        std::vector<uint32_t> ids;
        for (int i = 0; i < 20; ++i)
            ids.push_back(m_runner->start(RawRunner::shell("head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2")));
        for (const uint32_t id : ids) {
            QVERIFY(m_runner->waitForExit(id, 60s));
            QCOMPARE(m_runner->seen(id).out.size(), size_t(300'000));
            QCOMPARE(m_runner->seen(id).err.size(), size_t(300'000));
        }
        for (const uint32_t id : ids)
            QVERIFY(!m_runner->seen(id).outputAfterExit && !m_runner->seen(id).sequenceBroken);
    }

    void creditOfOneRunIsItsOwn()
    {
        const uint32_t unread = m_runner->start(RawRunner::shell("exec cat /dev/zero"));
        m_runner->holdCredit(unread);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(unread).out.size() == InitialCredit; }));
        QCOMPARE(m_runner->run(RawRunner::shell("head -c 5000000 /dev/zero")).code, 0U);
        QCOMPARE(m_runner->last().out.size(), size_t(5'000'000));
        QCOMPARE(m_runner->seen(unread).out.size(), size_t(InitialCredit));
        m_runner->giveCredit(unread, StreamId::Stdout, 1000);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(unread).out.size() == InitialCredit + 1000; }));
        m_runner->end(unread);
        // What is in the pipe belongs to the run, so its end waits for credit.
        m_runner->giveCredit(unread, StreamId::Stdout, 16 * 1024 * 1024);
        QVERIFY(m_runner->waitForExit(unread));
        QCOMPARE(m_runner->seen(unread).exit->stdoutTotal, uint64_t(m_runner->seen(unread).out.size()));
    }

    void aClientThatDoesNotRead()
    {
        const uint32_t flood = m_runner->start(RawRunner::shell("head -c 200000 /dev/zero; head -c 200000 /dev/zero >&2"));
        const uint32_t quiet = m_runner->start(RawRunner::shell("echo quiet"));
        QVERIFY(m_runner->waitForStart(quiet));
        m_runner->setPaused(true);
        for (int i = 0; i < 100; ++i)
            m_runner->send(FrameType::Ping, 0, std::to_string(i));
        m_runner->waitFor([] { return false; }, 100ms);
        m_runner->setPaused(false);
        QVERIFY(m_runner->waitForExit(flood));
        QVERIFY(m_runner->waitForExit(quiet));
        QVERIFY(m_runner->waitFor([this] { return m_runner->pongs().size() == 100; }));
        QCOMPARE(bytes(m_runner->pongs().back()), QByteArray("99"));
    }

    void python()
    {
        QTemporaryDir dir;
        QFile module(dir.filePath(QStringLiteral("mine.py")));
        QVERIFY(module.open(QIODevice::WriteOnly));
        module.write("value = 42\n");
        module.close();
        StartMessage message = RawRunner::python("import mine, os, sys\n"
                                                 "print(mine.value, os.path.basename(__file__), os.getcwd(), len(sys.argv))\n"
                                                 "print(os.environ['PYTHONUNBUFFERED'], os.environ['PYTHONPATH'])\n");
        message.folderMode = FolderMode::Existing;
        message.path = dir.path().toStdString();
        message.environment = {"PYTHONPATH=/more"};
        QCOMPARE(m_runner->run(message).code, 0U);
        QCOMPARE(bytes(m_runner->last().out), "42 snippet.py " + dir.path().toUtf8() + " 1\n1 " + dir.path().toUtf8() + ":/more\n");
        QCOMPARE(m_runner->run(RawRunner::python("raise ValueError('no')")).code, 1U);
        QVERIFY(m_runner->last().err.contains("ValueError: no"));
    }

    void environment()
    {
        m_runner->send(FrameType::Environment, m_runner->nextId(),
                       encodeVariables({"PATH=/usr/bin:/bin", "BASE=1", "OVER=1", "PWD=/wrong"}));
        StartMessage message = RawRunner::shell(
            "echo $BASE $OVER $MORE $HERMES_RUN_ID; test \"$PWD\" = \"$(pwd -P)\" && env | wc -l");
        message.environment = {"OVER=2", "MORE=3"};
        QCOMPARE(m_runner->run(message).code, 0U);
        // The five, HERMES_RUN_ID and what bash adds itself.
        QCOMPARE(bytes(m_runner->last().out), "1 2 3 " + bytes(message.runName) + "\n8\n");
        message.environment = {"BAD"};
        m_runner->run(message);
        QVERIFY(m_runner->last().error);
        message.environment.assign(1, largeVariable());
        m_runner->run(message);
        QVERIFY(m_runner->last().error);
        QVERIFY(m_runner->last().error->stage.starts_with("start "));
        QVERIFY(!m_runner->last().error->retry);
    }

    void folders()
    {
        QTemporaryDir dir;
        const std::string odd = dir.path().toStdString() + "/测试/ação d'été $(x)";
        StartMessage message = RawRunner::shell("pwd; pwd -P; echo x > f");
        message.folderMode = FolderMode::Made;
        message.path = odd;
        QCOMPARE(m_runner->run(message).code, 0U); // W8
        QCOMPARE(bytes(m_runner->last().out), bytes(odd + "\n" + odd + "\n"));
        QVERIFY(QFile::exists(QString::fromStdString(odd + "/f")));
        message.folderMode = FolderMode::Existing;
        message.path = odd + "/missing";
        m_runner->run(message);
        QVERIFY(m_runner->last().error);
        QCOMPARE(bytes(m_runner->last().error->stage), "change to folder " + bytes(odd) + "/missing");
        message.path = "relative";
        m_runner->run(message);
        QVERIFY(m_runner->last().error);

        QCOMPARE(m_runner->run(RawRunner::shell("mkdir -p a/b; touch a/b/c; chmod 0 a; pwd")).code, 0U);
        const QString temporary = QString::fromStdString(m_runner->last().out).trimmed();
        QVERIFY(!QFile::exists(temporary));
        QVERIFY(QFile::exists(QFileInfo(temporary).path()));
    }

    void foldersAndScriptsThatAreUsedAgain()
    {
        // Whatever a run does to its folder and its script, the next one has a clean folder and its own script.
        for (const char *code : {"rm -- \"$0\"", "mv -- \"$0\" \"$0.moved\"", "chmod 0 \"$0\"", "echo 'echo bad' >> \"$0\"",
                                 "echo 'echo bad' > x; mv x \"$0\"", "touch file", "touch .hidden; chmod 0 .", "chmod 0777 .",
                                 "mkdir sub", "rmdir \"$PWD\"", "cd /; mv \"$PWD\" /nonexistent; rmdir \"$OLDPWD\""}) {
            QVERIFY(m_runner->run(RawRunner::shell(code)).code != 0xffffffff);
            QVERIFY(!m_runner->last().error);
            const ExitMessage exit = m_runner->run(RawRunner::shell("ls -A; stat -c %a .; cat -- \"$0\" | wc -l"));
            QCOMPARE(exit.code, 0U);
            QVERIFY(exit.notes.empty());
            QCOMPARE(bytes(m_runner->last().out), QByteArray("700\n0\n"));
        }
        // A name is never seen twice, and is gone when its run is.
        QStringList folders;
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(m_runner->run(RawRunner::shell("printf %s \"$PWD\"")).code, 0U);
            folders.append(QString::fromStdString(m_runner->last().out));
            QVERIFY(!QFile::exists(folders.back()));
        }
        QCOMPARE(folders.removeDuplicates(), 0);
    }

    void largeTemporaryFolders()
    {
        QCOMPARE(m_runner->run(RawRunner::shell("pwd; seq -f 'f%.0f' 1 1500 | xargs touch"), 60s).code, 0U);
        const QString temporary = QString::fromStdString(m_runner->last().out).trimmed();
        QVERIFY(becomesTrue([&] { return !QFile::exists(temporary); }));
    }

    void madeFolders()
    {
        const uint32_t made = m_runner->nextId();
        m_runner->send(FrameType::MakeFolder, made);
        QVERIFY(m_runner->waitFor([&] { return !m_runner->seen(made).folder.empty(); }));
        const std::string folder = m_runner->seen(made).folder;
        struct stat info;
        QVERIFY(::stat(folder.c_str(), &info) == 0);
        QCOMPARE(info.st_mode & 07777U, 0700U);
        StartMessage message = RawRunner::shell("echo x > f; pwd");
        message.folderMode = FolderMode::Existing;
        message.path = folder;
        QCOMPARE(m_runner->run(message).code, 0U);
        const uint32_t removed = m_runner->nextId();
        m_runner->send(FrameType::RemoveFolder, removed, encodeField(Field::Path, folder));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(removed).done; }));
        QVERIFY(::stat(folder.c_str(), &info) != 0);
        const uint32_t foreign = m_runner->nextId();
        m_runner->send(FrameType::RemoveFolder, foreign, encodeField(Field::Path, "/tmp"));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(foreign).error.has_value(); }));
    }

    void missingInterpreter()
    {
        m_runner->send(FrameType::Environment, m_runner->nextId(), encodeVariables({"PATH=/nonexistent"}));
        m_runner->run(RawRunner::python("print(1)"));
        QVERIFY(m_runner->last().error);
        QCOMPARE(bytes(m_runner->last().error->stage), QByteArray("find python3"));
        QVERIFY(m_runner->last().error->text.contains("PATH"));
    }

    void failedStartsLeaveNothing()
    {
        QTemporaryDir dir;
        RawRunner runner({.temporaryBase = dir.path().toStdString(), .scriptFolder = dir.path().toStdString()});
        StartMessage message = RawRunner::python("print(1)");
        message.environment.assign(1, largeVariable());
        runner.run(message);
        QVERIFY(runner.last().error);
        const QStringList left = QDir(dir.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        QCOMPARE(left.size(), 2); // Scripts and temporary folders.
        for (const QString &name : left)
            QVERIFY(QDir(dir.filePath(name)).isEmpty());
        runner.closeInput();
        QVERIFY(runner.waitForEnd() == 0);
        QVERIFY(QDir(dir.path()).isEmpty());
    }

    void manyAtOnce()
    {
        std::vector<uint32_t> ids;
        for (int i = 0; i < 300; ++i)
            ids.push_back(m_runner->start(RawRunner::shell("exit " + std::to_string(i % 100))));
        for (size_t i = 0; i < ids.size(); ++i) {
            QVERIFY(m_runner->waitForExit(ids[i], 60s));
            QCOMPARE(m_runner->seen(ids[i]).exit->code, uint32_t(i % 100));
        }
    }

    void p12_zombies()
    {
        // Those of this runner, and once it has had the time to wait for the last of them.
        const ExitMessage exit = m_runner->run(RawRunner::shell("for i in $(seq 200); do (sh -c 'sleep 0.1 &'); done\n"
                                                                "for try in $(seq 100); do\n"
                                                                "  left=$(ps -o stat= --ppid $PPID | grep -c Z)\n"
                                                                "  [ $left -ge 5 ] || break\n"
                                                                "  sleep 0.1\n"
                                                                "done; echo $left"),
                                               60s);
        QCOMPARE(exit.code, 0U);
        QVERIFY2(bytes(m_runner->last().out).trimmed().toInt() < 5, m_runner->last().out.c_str());
    }

private:
    std::unique_ptr<RawRunner> m_runner;
};

QTEST_GUILESS_MAIN(RunnerRunsTest)
#include "tst_runnerruns.moc"
