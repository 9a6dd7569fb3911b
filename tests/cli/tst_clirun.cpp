// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace hermes::test;

/// `hermesctl run`: bytes, exit codes, endings.
class TestCliRun final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exitCodes_data();
    void exitCodes();
    void passesBytes();
    void json();
    void jsonOfSignal();
    void caseO12OutputArrivesAtOnce();
    void caseW5LargeCode();
    void codeFromStandardInput();
    void standardInputOfSnippet();
    void environment();
    void pythonBehindShimIsAskedForOnce();
    void inputFileAndFolder();
    void caseP3InterruptLeavesNothing();
    void caseP5Terminate();
    void interruptOfWholeGroup();
    void secondInterruptEndsAtOnce();
    void sameRequestTwiceIsOne();
    void secondInterruptKeepsOutput_data();
    void secondInterruptKeepsOutput();
    void readerGone();
    void outputThatCannotBeWritten_data();
    void outputThatCannotBeWritten();
    void closedOutputIsNoSuccess();
    void resultKeepsToItsLimit();
    void resultWithoutSpoolIsWhole();
    void rawOfWhatWasNotKeptSaysSo();
    void caseE1NoValueInSight();
    void readOnlyHome();
    void infrastructure();
};

namespace {

/// Between two presses of Ctrl-C in a row.
constexpr int QuickPressMilliseconds = 100;

QStringList shell(const QString &code)
{
    return {u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, code};
}

} // namespace

void TestCliRun::exitCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("success") << shell(u"true"_s) << 0;
    QTest::newRow("X2 own code") << shell(u"exit 3"_s) << 3;
    QTest::newRow("255") << shell(u"exit 255"_s) << 255;
    QTest::newRow("P13 KILL") << shell(u"kill -9 $$"_s) << 137;
    QTest::newRow("P13 SEGV") << shell(u"kill -SEGV $$"_s) << 139;
    QTest::newRow("timeout") << shell(u"sleep 300"_s) + QStringList {u"--timeout"_s, u"0.2"_s} << 124;
    QTest::newRow("X7 pipe") << shell(u"yes | head -1"_s) << 0;
    QTest::newRow("python") << QStringList {u"run"_s, u"--code"_s, u"raise SystemExit(9)"_s} << 9;
}

void TestCliRun::exitCodes()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    const CliResult result = CliProgram().run(arguments);
    QVERIFY(result.normal);
    QVERIFY2(result.exitCode == exitCode, result.err.constData());
}

void TestCliRun::passesBytes()
{
    const CliProgram cli;
    const CliResult result = cli.run(shell(u"printf 'a\\000\\376\\377\\r\\n'; printf 'e\\n' >&2"_s));
    QCOMPARE(result.out, QByteArray("a\0\xfe\xff\r\n", 6));
    QCOMPARE(result.err, QByteArray("e\n"));
    const CliResult large = cli.run(shell(u"head -c 30000000 /dev/zero; head -c 1000000 /dev/zero >&2"_s));
    QCOMPARE(large.out.size(), 30'000'000);
    QCOMPARE(large.err.size(), 1'000'000);
}

void TestCliRun::json()
{
    const CliResult result = CliProgram().run(shell(u"printf 'h\\377\\n'; echo e >&2; exit 3"_s) + QStringList {u"--json"_s});
    QCOMPARE(result.exitCode, 3);
    const QJsonObject object = result.object();
    QCOMPARE(object.value("exit_code"_L1).toInt(), 3);
    QCOMPARE(object.value("stdout"_L1).toString(), u"h\ufffd\n"_s);
    QCOMPARE(object.value("stderr"_L1).toString(), u"e\n"_s);
    QCOMPARE(object.value("reason"_L1).toString(), u"exited"_s);
    QVERIFY(object.value("signal"_L1).isNull());
    QVERIFY(object.value("seconds"_L1).toDouble() > 0);
    QCOMPARE(object.value("stdout_bytes"_L1).toInt(), 3);
    QCOMPARE(object.value("stderr_bytes"_L1).toInt(), 2);
    QCOMPARE(object.value("stdout_truncated"_L1), QJsonValue(false));
    QCOMPARE(object.value("stderr_truncated"_L1), QJsonValue(false));
    QCOMPARE(result.err, QByteArray());
}

void TestCliRun::jsonOfSignal()
{
    const CliResult result = CliProgram().run(shell(u"kill -9 $$"_s) + QStringList {u"--json"_s});
    QCOMPARE(result.exitCode, 137);
    QCOMPARE(result.object().value("signal"_L1).toString(), u"SIGKILL"_s);
    QCOMPARE(result.object().value("reason"_L1).toString(), u"signalled"_s);
}

void TestCliRun::caseO12OutputArrivesAtOnce()
{
    const CliProgram cli;
    // The second line is written only after the first was seen here.
    const QString seen = cli.path(u"seen"_s);
    const auto process = cli.start(shell(u"echo a; until [ -e '%1' ]; do sleep 0.02; done; echo b"_s.arg(seen)));
    QByteArray output;
    QVERIFY(eventually([&] { return (output += process->readAllStandardOutput()) == "a\n"; }));
    cli.writeFile(u"seen"_s, {});
    const CliResult result = CliProgram::finish(*process);
    QCOMPARE(result.out, QByteArray("b\n"));
    QCOMPARE(result.exitCode, 0);
}

void TestCliRun::caseW5LargeCode()
{
    const CliProgram cli;
    const QByteArray code = QByteArray(200 * 1024, '#') + "\necho ok\n";
    const QString file = cli.writeFile(u"large.sh"_s, code);
    QCOMPARE(cli.run({u"run"_s, u"--file"_s, file}).out, QByteArray("ok\n"));
    // Some editors begin a file with a mark.
    const QString marked = cli.writeFile(u"marked.sh"_s,
                                         "\xef\xbb\xbf"
                                         "echo ok\n");
    QCOMPARE(cli.run({u"run"_s, u"--file"_s, marked}).out, QByteArray("ok\n"));
    QCOMPARE(cli.run({u"run"_s, u"--language"_s, u"shell"_s, u"-"_s}, code).out, QByteArray("ok\n"));
}

void TestCliRun::codeFromStandardInput()
{
    QCOMPARE(CliProgram().run({u"run"_s, u"-"_s}, "print('from', 'stdin')\n").out, QByteArray("from stdin\n"));
    const QStringList behindEnd {u"run"_s, u"--language"_s, u"shell"_s, u"--"_s, u"-"_s};
    QCOMPARE(CliProgram().run(behindEnd, "echo from stdin\n").out, QByteArray("from stdin\n"));
}

void TestCliRun::standardInputOfSnippet()
{
    const CliProgram cli;
    QCOMPARE(cli.run(shell(u"cat; echo end"_s)).out, QByteArray("end\n"));
    QCOMPARE(cli.run(shell(u"cat; echo end"_s) + QStringList {u"--stdin"_s, u"-"_s}, "given\n").out, QByteArray("given\nend\n"));
    const QString file = cli.writeFile(u"input"_s, QByteArray(1'000'000, 'x'));
    QCOMPARE(cli.run(shell(u"wc -c"_s) + QStringList {u"--stdin"_s, file}).out.trimmed(), QByteArray("1000000"));
}

void TestCliRun::environment()
{
    CliProgram cli;
    cli.setVariable(u"FROM_HERE"_s, u"passed on"_s);
    const CliResult result = cli.run(
        shell(u"echo \"$FROM_HERE|$A|$B|$E\""_s)
        + QStringList {u"--env"_s, u"FROM_HERE"_s, u"--env"_s, u"A=1=2"_s, u"--env"_s, u"B=x\ny"_s, u"--env"_s, u"E="_s});
    QCOMPARE(result.out, QByteArray("passed on|1=2|x\ny|\n"));
}

void TestCliRun::pythonBehindShimIsAskedForOnce()
{
    CliProgram cli;
    const QByteArray root = cli.path(u"root"_s).toUtf8();
    const auto writeProgram = [&](const QString &name, const QByteArray &text) {
        QDir().mkpath(QFileInfo(cli.path(name)).path());
        QVERIFY(QFile::setPermissions(cli.writeFile(name, text), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    };
    writeProgram(u"root/shims/python3"_s,
                 "#!/usr/bin/env bash\nexport PYENV_ROOT=\"" + root + "\"\nexec \"" + root
                     + "/libexec/pyenv\" exec \"$program\" \"$@\"\n");
    writeProgram(u"root/libexec/pyenv"_s,
                 "#!/bin/sh\necho asked >> \"$PYENV_ROOT/asked\"\necho \"$PYENV_ROOT/versions/3/bin/python3\"\n");
    writeProgram(u"root/versions/3/bin/python3"_s, "#!/bin/sh\necho \"python, cache=$HERMES_INTERPRETER_CACHE\"\n");
    cli.setVariable(u"PATH"_s, cli.path(u"root/shims"_s) + u':' + qEnvironmentVariable("PATH"));
    for (int start = 0; start < 2; ++start)
        QCOMPARE(cli.run({u"run"_s, u"--code"_s, u"print(1)"_s}).out, QByteArray("python, cache=\n"));
    QFile asked(cli.path(u"root/asked"_s));
    QVERIFY(asked.open(QIODevice::ReadOnly));
    QCOMPARE(asked.readAll(), QByteArray("asked\n"));
}

void TestCliRun::inputFileAndFolder()
{
    const CliProgram cli;
    const QString file = cli.writeFile(u"table.csv"_s, "1,2\n");
    QCOMPARE(cli.run(shell(u"cat table.csv"_s) + QStringList {u"--input"_s, file}).out, QByteArray("1,2\n"));
    QVERIFY(QDir().mkpath(cli.path(u"测试 d'été"_s)));
    const QString folder = QFileInfo(cli.path(u"测试 d'été"_s)).canonicalFilePath();
    QCOMPARE(cli.run(shell(u"pwd -P"_s) + QStringList {u"--cd"_s, folder}).out, folder.toUtf8() + '\n');
    QVERIFY(QFile::exists(folder));
}

void TestCliRun::caseP3InterruptLeavesNothing()
{
    const CliProgram cli;
    const QString portFile = cli.path(u"port"_s);
    const QString server =
        u"python3 -u -c 'import socket,time\ns=socket.socket()\ns.bind((\"127.0.0.1\",0))\ns.listen()\n"
        "open(\"%1.new\",\"w\").write(str(s.getsockname()[1]))\nimport os\nos.rename(\"%1.new\",\"%1\")\ntime.sleep(3571)' &\nsleep 3571"_s
            .arg(portFile);
    const auto process = cli.start(shell(server));
    QVERIFY(eventually([&] { return QFile::exists(portFile); }));
    QVERIFY(!processesWith("3571").isEmpty());
    ::kill(pid_t(process->processId()), SIGINT);
    const CliResult result = CliProgram::finish(*process);
    QCOMPARE(result.exitCode, 130);
    QVERIFY(eventually([] { return processesWith("3571").isEmpty(); }, 3000));
}

void TestCliRun::caseP5Terminate()
{
    const CliProgram cli;
    const auto process = cli.start(shell(u"echo up; trap '' TERM; sleep 3572 & wait; sleep 3572"_s));
    QVERIFY(eventually([&] { return process->bytesAvailable() > 0 && !processesWith("sleep\0"_ba + "3572").isEmpty(); }));
    ::kill(pid_t(process->processId()), SIGTERM);
    QCOMPARE(CliProgram::finish(*process).exitCode, 130);
    QVERIFY(eventually([] { return processesWith("sleep\0"_ba + "3572").isEmpty(); }, 3000));
}

void TestCliRun::interruptOfWholeGroup()
{
    const CliProgram cli;
    // What a terminal does at Ctrl-C: the signal goes to every process of the group, whatever it is.
    const CliResult result = cli.runShell(
        u"set -m; \"$HERMESCTL\" run --json --language shell --code \"echo up; touch '%1'; sleep 3574\" &\n"
        "until [ -e '%1' ]; do sleep 0.02; done\nkill -INT -$!\nwait $!"_s.arg(cli.path(u"up"_s)));
    QCOMPARE(result.exitCode, 130);
    QCOMPARE(result.object().value("reason"_L1).toString(), u"cancelled"_s);
    QCOMPARE(result.object().value("stdout"_L1).toString(), u"up\n"_s);
    QVERIFY(processesWith("sleep\0"_ba + "3574").isEmpty());
}

void TestCliRun::secondInterruptEndsAtOnce()
{
    CliProgram cli;
    cli.setVariable(u"HERMES_LOCAL_KILL_DELAY"_s, u"30"_s);
    const auto process = cli.start(shell(u"trap '' TERM INT; echo up; while :; do sleep 3573; done"_s));
    QVERIFY(eventually([&] { return process->bytesAvailable() > 0; }));
    ::kill(pid_t(process->processId()), SIGINT);
    process->setReadChannel(QProcess::StandardError);
    QVERIFY(eventually([&] { return process->canReadLine(); }));
    QCOMPARE(process->readLine(), QByteArray("hermesctl: stopping; once more ends this program at once\n"));
    QTest::qSleep(QuickPressMilliseconds);
    ::kill(pid_t(process->processId()), SIGINT);
    QVERIFY(process->waitForFinished(5000));
    QCOMPARE(process->exitCode(), 130);
    QVERIFY(eventually([] { return processesWith("3573").isEmpty(); }, 5000));
}

/// `timeout` sends the one signal to the program and to its whole group.
void TestCliRun::sameRequestTwiceIsOne()
{
    const CliProgram cli;
    const auto process = cli.start(shell(u"trap 'echo ended; exit' TERM INT; echo up; while :; do sleep 0.03574; done"_s));
    QVERIFY(eventually([&] { return process->bytesAvailable() > 0; }));
    ::kill(pid_t(process->processId()), SIGTERM);
    ::kill(pid_t(process->processId()), SIGINT);
    const CliResult result = CliProgram::finish(*process);
    QCOMPARE(result.exitCode, 130);
    QCOMPARE(result.out, QByteArray("up\nended\n"));
}

void TestCliRun::secondInterruptKeepsOutput_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<bool>("journalled");
    QTest::newRow("run") << QStringList {u"run"_s} << true;
    QTest::newRow("run that is not stored") << QStringList {u"run"_s} << false;
    QTest::newRow("sandbox") << QStringList {u"sandbox"_s} << true;
    QTest::newRow("session") << QStringList {u"session"_s} << true;
    QTest::newRow("sweep") << QStringList {u"sweep"_s, u"--param"_s, u"n=1:3"_s, u"--concurrency"_s, u"1"_s} << true;
}

/// What a snippet that does not end has written so far is not lost with it, and the document is whole.
void TestCliRun::secondInterruptKeepsOutput()
{
    QFETCH(QStringList, command);
    QFETCH(bool, journalled);
    CliProgram cli;
    cli.setVariable(u"HERMES_LOCAL_KILL_DELAY"_s, u"30"_s);
    if (!journalled)
        cli.setVariable(u"XDG_STATE_HOME"_s, cli.writeFile(u"blocked"_s, {}) + u"/state"_s);
    const QString deaf = u"trap '' TERM INT; echo so far; echo and >&2; touch '%1'; while :; do sleep 0.03575; done"_s;
    const auto process = cli.start(
        command + QStringList {u"--json"_s, u"--language"_s, u"shell"_s, u"--code"_s, deaf.arg(cli.path(u"up"_s))});
    QVERIFY(eventually([&] { return QFile::exists(cli.path(u"up"_s)); }));
    // Both presses arrive twice, as from a terminal and from a program in between.
    for (int press = 0; press < 2; ++press) {
        ::kill(pid_t(process->processId()), SIGINT);
        ::kill(pid_t(process->processId()), SIGTERM);
        QTest::qSleep(QuickPressMilliseconds);
    }
    QVERIFY(process->waitForFinished(5000));
    const CliResult result = CliProgram::finish(*process);
    QVERIFY(result.normal);
    QCOMPARE(result.exitCode, 130);
    const QJsonArray results = command.first() == u"sweep"_s ? result.object().value("results"_L1).toArray()
        : command.first() == u"session"_s                    ? result.array()
                                                             : QJsonArray {result.object()};
    QVERIFY2(!results.isEmpty(), result.out.constData());
    QCOMPARE(results.at(0)["reason"_L1].toString(), u"cancelled"_s);
    QCOMPARE(results.at(0)["exit_code"_L1].toInt(), 130);
    QCOMPARE(results.at(0)["stdout"_L1].toString(), u"so far\n"_s);
    QCOMPARE(results.at(0)["stderr"_L1].toString(), u"and\n"_s);
    if (command.first() == u"sweep"_s) {
        QCOMPARE(results.size(), 3);
        QVERIFY(results.at(1)["reason"_L1].isNull());
        QCOMPARE(result.object().value("counts"_L1)["cancelled"_L1].toInt(), 1);
        QCOMPARE(result.object().value("counts"_L1)["not_run"_L1].toInt(), 2);
    }
    QVERIFY(eventually([] { return processesWith("0.03575").isEmpty(); }, 5000));
}

void TestCliRun::readerGone()
{
    const CliProgram cli;
    const CliResult result = cli.runShell(
        u"\"$HERMESCTL\" run --language shell --code 'while :; do echo more; sleep 0.0357; done' | head -1\n"
        "exit ${PIPESTATUS[0]}"_s);
    QVERIFY(result.normal);
    QCOMPARE(result.exitCode, 130);
    QCOMPARE(result.out, QByteArray("more\n"));
    QCOMPARE(result.err, QByteArray());
    QVERIFY(eventually([] { return processesWith("sleep\0"_ba + "0.0357").isEmpty(); }, 3000));
}

/// /dev/full takes nothing, as a full disk does.
void TestCliRun::outputThatCannotBeWritten_data()
{
    QTest::addColumn<QString>("words");
    QTest::newRow("run") << u"run --language shell --code 'echo out; sleep 300'"_s;
    QTest::newRow("run as JSON") << u"run --json --language shell --code 'echo out'"_s;
    QTest::newRow("sandbox") << u"sandbox --language shell --code 'echo out'"_s;
    QTest::newRow("session") << u"session --language shell --code 'echo out'"_s;
    QTest::newRow("sweep") << u"sweep --language shell --code 'echo out' --param n=1:3"_s;
    QTest::newRow("sweep as JSON") << u"sweep --json --language shell --code 'echo out' --param n=1:3"_s;
    QTest::newRow("history") << u"history"_s;
    QTest::newRow("help") << u"--help"_s;
    QTest::newRow("version") << u"--version"_s;
    QTest::newRow("usage as JSON") << u"run --json"_s;
}

void TestCliRun::outputThatCannotBeWritten()
{
    QFETCH(QString, words);
    if (::access("/dev/full", W_OK) != 0)
        QSKIP("there is no /dev/full");
    const CliResult result = CliProgram().runShell(u"\"$HERMESCTL\" %1 > /dev/full"_s.arg(words));
    QVERIFY(result.normal);
    QVERIFY2(result.err.contains("No space left on device"), result.err.constData());
    QCOMPARE(result.exitCode, 125);
}

/// Eight bytes are what the eventfd takes that would be standard output.
void TestCliRun::closedOutputIsNoSuccess()
{
    const CliProgram cli;
    for (const QString &bytes : {u"12345678"_s, u"1"_s}) {
        const CliResult result = cli.runShell(u"\"$HERMESCTL\" run --language shell --code 'printf %1; exit 3' >&-"_s.arg(bytes));
        QCOMPARE(result.exitCode, 125);
        QVERIFY2(result.err.contains("Bad file descriptor"), result.err.constData());
    }
    QCOMPARE(cli.runShell(u"\"$HERMESCTL\" run --language shell --code 'cat; exit 3' <&-"_s).exitCode, 3);
}

/// Nothing takes the place of the file that cannot be written but the table itself.
void TestCliRun::resultWithoutSpoolIsWhole()
{
    const CliProgram cli;
    QCOMPARE(cli.run(shell(u"true"_s)).exitCode, 0);
    QVERIFY(QDir().mkpath(cli.stateFolder() + u"/spool/2-0.out"_s));
    QCOMPARE(cli.run(shell(u"head -c 900000 /dev/zero | tr '\\0' x"_s)).exitCode, 0);
    const QJsonObject shown = cli.run({u"show"_s, u"2.0"_s, u"--json"_s}).object();
    QCOMPARE(shown.value("stdout"_L1).toString().size(), 900'000);
    QCOMPARE(shown.value("stdout_truncated"_L1), QJsonValue(false));
}

void TestCliRun::rawOfWhatWasNotKeptSaysSo()
{
    const CliProgram cli;
    const CliResult result = cli.runShell(u"\"$HERMESCTL\" run --language shell --code 'head -c 300000000 /dev/zero' > /dev/null\n"
                                          "\"$HERMESCTL\" show --raw stdout 1 | wc -c\nexit ${PIPESTATUS[0]}"_s);
    QCOMPARE(result.exitCode, 1);
    const qint64 kept = result.out.trimmed().toLongLong();
    QVERIFY(kept > 0 && kept < 300'000'000);
    QVERIFY2(result.err.contains(QByteArray(QByteArray::number(300'000'000 - kept) + " bytes")), result.err.constData());
}

void TestCliRun::resultKeepsToItsLimit()
{
    const CliProgram cli;
    const auto run = [&](int bytes, const QString &limit) {
        return cli
            .run(shell(u"head -c %1 /dev/zero | tr '\\0' x"_s.arg(bytes)) + QStringList {u"--json"_s, u"--max-output"_s, limit})
            .object();
    };
    for (const int bytes : {101, 100'000, 3'000'000}) {
        const QJsonObject small = run(bytes, u"10"_s);
        QCOMPARE(small.value("stdout_bytes"_L1).toInt(), bytes);
        QCOMPARE(small.value("stdout_truncated"_L1), QJsonValue(true));
        QCOMPARE(small.value("stdout"_L1).toString(), u"xxxxx\n[… %1 bytes left out …]\nxxxxx"_s.arg(bytes - 10));
    }
    const QJsonObject whole = run(3'000'000, u"4m"_s);
    QCOMPARE(whole.value("stdout_truncated"_L1), QJsonValue(false));
    QCOMPARE(whole.value("stdout"_L1).toString().size(), 3'000'000);
    // The limit is the launch's: whoever reads its result later reads as much.
    QCOMPARE(cli.run({u"show"_s, u"2.0"_s, u"--json"_s}).object().value("stdout"_L1).toString().count(u'x'), 10);
    QCOMPARE(cli.run({u"show"_s, u"4.0"_s, u"--json"_s}).object().value("stdout"_L1).toString().size(), 3'000'000);
}

void TestCliRun::caseE1NoValueInSight()
{
    CliProgram cli;
    // Put together here, so that no argument list and no file has it by this test's own doing.
    const QByteArray canary = "zq9-" + QByteArray("canary-") + QByteArray::number(QCoreApplication::applicationPid());
    cli.setVariable(u"CANARY_TOKEN"_s, QString::fromLatin1(canary));
    const QString gate = cli.path(u"gate"_s);
    const auto process = cli.start(shell(u"echo ${#CANARY_TOKEN}; until [ -e '%1' ]; do sleep 0.02; done"_s.arg(gate))
                                   + QStringList {u"--env"_s, u"CANARY_TOKEN"_s});
    QVERIFY(eventually([&] { return process->bytesAvailable() > 0; }));
    QCOMPARE(process->readLine().trimmed().toInt(), int(canary.size()));
    QCOMPARE(processesWith(canary), QList<qint64>());
    cli.writeFile(u"gate"_s, {});
    QCOMPARE(CliProgram::finish(*process).exitCode, 0);
    QVERIFY(!cli.run({u"history"_s, u"--json"_s}).out.contains(canary));
    QVERIFY(!cli.run({u"show"_s, u"1"_s, u"--json"_s}).out.contains(canary));
    for (QDirIterator files(cli.path(u"."_s), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains(canary), qPrintable(file.fileName()));
    }
}

void TestCliRun::readOnlyHome()
{
    CliProgram cli;
    // A file where the folder should be refuses everybody, root too.
    cli.writeFile(u"blocked"_s, {});
    cli.setVariable(u"XDG_STATE_HOME"_s, cli.path(u"blocked/state"_s));
    const CliResult run = cli.run(shell(u"echo works"_s));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out, QByteArray("works\n"));
    QVERIFY2(run.err.contains("warning"), run.err.constData());
    const CliResult json = cli.run(shell(u"echo works"_s) + QStringList {u"--json"_s});
    QCOMPARE(json.object().value("stdout"_L1).toString(), u"works\n"_s);
    const CliResult sweep = cli.run({u"sweep"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"true"_s});
    QCOMPARE(sweep.exitCode, 125);
    QVERIFY(!sweep.err.isEmpty());
}

void TestCliRun::infrastructure()
{
    CliProgram cli;
    cli.setVariable(u"HERMES_LOCAL_WORKDIR"_s, cli.path(u"file/below"_s));
    cli.writeFile(u"file"_s, {});
    const CliResult result = cli.run(shell(u"echo never"_s));
    QCOMPARE(result.exitCode, 125);
    QCOMPARE(result.out, QByteArray());
    QVERIFY2(result.err.contains("file/below"), result.err.constData());
    const CliResult json = cli.run(shell(u"echo never"_s) + QStringList {u"--json"_s});
    QCOMPARE(json.exitCode, 125);
    QCOMPARE(json.object().value("exit_code"_L1).toInt(), -1);
    QCOMPARE(json.object().value("reason"_L1).toString(), u"infrastructure"_s);
}

QTEST_GUILESS_MAIN(TestCliRun)
#include "tst_clirun.moc"
