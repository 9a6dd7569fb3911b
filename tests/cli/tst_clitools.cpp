// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/descriptor.h"
#include "tests/cli/cliprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <sys/socket.h>
#include <sys/un.h>

using namespace Qt::StringLiterals;
using namespace hermes::test;

namespace {
/// A Unix socket that takes connections without ever looking at them.
int listenOn(const QByteArray &path)
{
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_un address {.sun_family = AF_UNIX, .sun_path = {}};
    std::ranges::copy(path.first(std::min<qsizetype>(path.size(), sizeof(address.sun_path) - 1)), std::begin(address.sun_path));
    const bool listens = ::bind(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) == 0
        && ::listen(descriptor, 64) == 0;
    if (!listens)
        ::close(descriptor);
    return listens ? descriptor : -1;
}
} // namespace

/// sandbox, session and what looks after things.
class TestCliTools final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sandboxKeepsFiles();
    void sandboxIdMovesOn();
    void openSandboxStaysWhereItIs();
    void openSandboxIsNotMoved();
    void sandboxInUseNamesTheHolder();
    void sessionInOrderOfInput();
    void sessionFromJsonList();
    void sessionInterrupted();
    void sessionInfrastructure();
    void closeAndDelete();
    void oneIdOfSeveralProfiles();
    void workFolderThatIsGone();
    void profileThatIsGone();
    void unknownIds();
    void startsInARelativeFolder();
    void endedSessionIsStale();
    void showNeedsNoSecret();
    void historyAndShow();
    void showRawBytes();
    void backends();
    void backendsOfABrokenProfile();
    void check();
    void aSilentDaemonIsAskedOnce_data();
    void aSilentDaemonIsAskedOnce();
    void profiles();
};

void TestCliTools::sandboxKeepsFiles()
{
    const CliProgram cli;
    const CliResult first = cli.run(shellCodes(u"sandbox"_s, {u"echo kept > f; V=1"_s}));
    QCOMPARE(first.exitCode, 0);
    QCOMPARE(first.object().value("exit_code"_L1).toInt(-7), 0);
    const CliResult second = cli.run(shellCodes(u"sandbox"_s, {u"cat f; echo \"[$V]\""_s, u"exit 4"_s}));
    QCOMPARE(second.exitCode, 0);
    QCOMPARE(second.array().size(), 2);
    QCOMPARE(second.array().at(0)["stdout"_L1].toString(), u"kept\n[]\n"_s);
    QCOMPARE(second.array().at(1)["exit_code"_L1].toInt(), 4);
}

/// Whatever the setting says later on: else its files would be left behind.
void TestCliTools::openSandboxStaysWhereItIs()
{
    const CliProgram cli;
    const QStringList mine {u"--id"_s, u"mine"_s};
    const QStringList there {u"--local-workdir"_s, cli.path(u"there"_s)};
    const QString kept = cli.path(u"there/mine/f"_s);
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"echo kept > f"_s}) + mine + there).exitCode, 0);
    QVERIFY(QFile::exists(kept));
    const CliResult got = cli.run(QStringList {u"get"_s, u"f"_s, cli.path(u"back"_s)} + mine);
    QVERIFY2(got.exitCode == 0, got.err.constData());
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"cat f"_s}) + mine).object().value("stdout"_L1).toString(), u"kept\n"_s);
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"cat f"_s}) + mine + there).object().value("stdout"_L1).toString(), u"kept\n"_s);
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, u"mine"_s}).exitCode, 0);
    QVERIFY(!QFile::exists(cli.path(u"there/mine"_s)));
}

void TestCliTools::openSandboxIsNotMoved()
{
    CliProgram cli;
    const QStringList mine {u"--id"_s, u"mine"_s};
    const QString there = cli.path(u"there"_s);
    const QString elsewhere = cli.path(u"elsewhere"_s);
    const QStringList list = shellCodes(u"sandbox"_s, {u"ls"_s}) + mine;
    QCOMPARE(cli.run(list + QStringList {u"--local-workdir"_s, there}).exitCode, 0);
    const CliResult moved = cli.run(list + QStringList {u"--local-workdir"_s, elsewhere});
    QCOMPARE(moved.exitCode, 2);
    for (const QByteArray &word : {there.toUtf8(), elsewhere.toUtf8(), "--local-workdir"_ba, "close -s mine"_ba})
        QVERIFY2(moved.err.contains(word), moved.err.constData());
    cli.setVariable(u"HERMES_LOCAL_WORKDIR"_s, elsewhere);
    const CliResult put = cli.run(QStringList {u"put"_s, cli.writeFile(u"source"_s, "x"), u"f"_s} + mine);
    QCOMPARE(put.exitCode, 2);
    QVERIFY2(put.err.contains("HERMES_LOCAL_WORKDIR"), put.err.constData());
    QVERIFY(!QFile::exists(elsewhere));
    // One that was opened without the setting is not moved either.
    cli.setVariable(u"HERMES_LOCAL_WORKDIR"_s, {});
    const QStringList other = shellCodes(u"sandbox"_s, {u"ls"_s}) + QStringList {u"--id"_s, u"other"_s};
    QCOMPARE(cli.run(other).exitCode, 0);
    QCOMPARE(cli.run(other + QStringList {u"--local-workdir"_s, there}).exitCode, 2);
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, u"mine"_s}).exitCode, 0);
    QVERIFY(!QFile::exists(cli.path(u"there/mine"_s)));
}

void TestCliTools::sandboxInUseNamesTheHolder()
{
    const CliProgram cli;
    const QStringList mine {u"--id"_s, u"shared"_s};
    const QString up = cli.path(u"up"_s);
    const QString go = cli.path(u"go"_s);
    const QString code = u"touch '%1'; while [ ! -e '%2' ]; do sleep 0.02; done"_s.arg(up, go);
    const auto holder = cli.start(shellCodes(u"sandbox"_s, {code}) + mine);
    QVERIFY(eventually([&] { return QFile::exists(up); }));
    const auto second = cli.start(shellCodes(u"sandbox"_s, {u"ls"_s}) + mine);
    QByteArray said;
    QVERIFY(eventually([&] {
        second->waitForReadyRead(20);
        said += second->readAllStandardError();
        return said.contains("which is using the sandbox shared");
    }));
    QVERIFY2(said.contains(QByteArray("hermesctl (process " + QByteArray::number(holder->processId()))), said.constData());
    QFile file(go);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QCOMPARE(CliProgram::finish(*holder).exitCode, 0);
    QCOMPARE(CliProgram::finish(*second).exitCode, 0);
}

void TestCliTools::sandboxIdMovesOn()
{
    const CliProgram cli;
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"echo a > f"_s})).exitCode, 0);
    const QJsonArray open = cli.run({u"list"_s, u"-s"_s, u"--json"_s}).array();
    QCOMPARE(open.size(), 1);
    const QString id = open.at(0)["id"_L1].toString();
    QVERIFY(id.startsWith("hermes-sandbox-"_L1));
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, id}).exitCode, 0);
    const CliResult next = cli.run(shellCodes(u"sandbox"_s, {u"ls"_s}));
    QCOMPARE(next.object().value("stdout"_L1).toString(), QString());
    QCOMPARE(sessionNamed(cli, id + u"-1"_s).value("kind"_L1).toString(), u"sandbox"_s);
}

void TestCliTools::sessionInOrderOfInput()
{
    const CliProgram cli;
    const CliResult result = cli.run(shellCodes(u"session"_s,
                                                {u"until [ -e '%1' ]; do sleep 0.02; done; echo first"_s.arg(cli.path(u"gate"_s)),
                                                 u"echo second; exit 7"_s, u"touch '%1'; echo third"_s.arg(cli.path(u"gate"_s))})
                                     + QStringList {u"--concurrency"_s, u"3"_s});
    QCOMPARE(result.exitCode, 0);
    const QJsonArray array = result.array();
    QCOMPARE(array.size(), 3);
    QCOMPARE(array.at(0)["stdout"_L1].toString(), u"first\n"_s);
    QCOMPARE(array.at(1)["exit_code"_L1].toInt(), 7);
    QCOMPARE(array.at(1)["stdout"_L1].toString(), u"second\n"_s);
    QCOMPARE(array.at(2)["stdout"_L1].toString(), u"third\n"_s);
}

void TestCliTools::sessionFromJsonList()
{
    const CliProgram cli;
    QJsonArray codes;
    for (int i = 0; i < 64; ++i)
        codes.append(u"echo %1"_s.arg(i));
    const QString file = cli.writeFile(u"snippets.json"_s, QJsonDocument(codes).toJson());
    const CliResult result = cli.run({u"session"_s, u"--language"_s, u"shell"_s, u"--codes"_s, file});
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(result.array().size(), 64);
    for (int i = 0; i < 64; ++i)
        QCOMPARE(result.array().at(i)["stdout"_L1].toString(), u"%1\n"_s.arg(i));
}

void TestCliTools::sessionInterrupted()
{
    const CliProgram cli;
    const auto process = cli.start(shellCodes(u"session"_s, {u"echo before; sleep 3581"_s, u"sleep 3581"_s}));
    QVERIFY(eventually([] { return !processesWith("sleep\0"_ba + "3581").isEmpty(); }));
    ::kill(pid_t(process->processId()), SIGINT);
    const CliResult result = CliProgram::finish(*process);
    QCOMPARE(result.exitCode, 130);
    QCOMPARE(result.array().size(), 2);
    QCOMPARE(result.array().at(0)["exit_code"_L1].toInt(), 130);
    QCOMPARE(result.array().at(0)["reason"_L1].toString(), u"cancelled"_s);
    QVERIFY(processesWith("sleep\0"_ba + "3581").isEmpty());
}

void TestCliTools::sessionInfrastructure()
{
    CliProgram cli;
    cli.writeFile(u"file"_s, {});
    cli.setVariable(u"HERMES_LOCAL_WORKDIR"_s, cli.path(u"file/below"_s));
    const CliResult result = cli.run(shellCodes(u"session"_s, {u"true"_s, u"true"_s}));
    QCOMPARE(result.exitCode, 125);
}

void TestCliTools::closeAndDelete()
{
    const CliProgram cli;
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"true"_s}) + QStringList {u"--id"_s, u"mine"_s}).exitCode, 0);
    const QJsonObject session = sessionNamed(cli, u"mine"_s);
    QCOMPARE(session.value("backend"_L1).toString(), u"local"_s);
    QCOMPARE(session.value("kind"_L1).toString(), u"sandbox"_s);
    QCOMPARE(session.value("stale"_L1), QJsonValue(false));
    QVERIFY(cli.run({u"list"_s, u"-s"_s}).out.contains("mine"));
    const CliResult early = cli.run({u"delete"_s, u"-s"_s, u"mine"_s});
    QCOMPARE(early.exitCode, 1);
    QVERIFY2(early.err.toLower().contains("close first"), early.err.constData());
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, u"mine"_s}).exitCode, 0);
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, u"mine"_s}).exitCode, 0);
    QCOMPARE(cli.run({u"delete"_s, u"-s"_s, u"mine"_s}).exitCode, 0);
    QVERIFY(sessionNamed(cli, u"mine"_s).isEmpty());
    QCOMPARE(cli.run({u"close"_s, u"--stale"_s}).exitCode, 0);
}

void TestCliTools::oneIdOfSeveralProfiles()
{
    const CliProgram cli;
    QVERIFY(QDir().mkpath(cli.path(u"config/hermes-panel"_s)));
    cli.writeFile(u"config/hermes-panel/profiles.toml"_s,
                  "[profile.quick]\nbackend = \"local\"\n[profile.apart]\nbackend = \"local\"\nworkdir = \""
                      + cli.path(u"apart"_s).toUtf8() + "\"\n");
    const QStringList quick {u"--profile"_s, u"quick"_s};
    const QStringList apart {u"--profile"_s, u"apart"_s};
    const QStringList none {u"--profile"_s, u""_s};
    const QStringList mine {u"-s"_s, u"mine"_s};
    // An id is unique within a profile: each has files of its own, whatever folder they are in.
    const auto textOf = [&](const QStringList &profile) {
        const QStringList look = shellCodes(u"sandbox"_s, {u"cat text; echo . >> text"_s}) + QStringList {u"--id"_s, u"mine"_s};
        return cli.run(look + profile).object().value(u"stdout"_s).toString(u"no answer"_s);
    };
    for (const QStringList &profile : {QStringList(), quick, apart})
        QCOMPARE(textOf(profile), QString());
    QCOMPARE(textOf(quick), u".\n"_s);
    const CliResult several = cli.run(QStringList {u"close"_s} + mine);
    QCOMPARE(several.exitCode, 2);
    QVERIFY2(several.err.contains("--backend") && several.err.contains("--profile"), several.err.constData());
    QVERIFY2(several.err.contains("quick") && several.err.contains("without a profile"), several.err.constData());
    const CliResult unknown = cli.run(QStringList {u"close"_s, u"--profile"_s, u"slow"_s} + mine);
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY2(unknown.err.contains("slow") && unknown.err.contains("quick"), unknown.err.constData());
    QCOMPARE(cli.run(QStringList {u"close"_s} + mine + quick).exitCode, 0);
    QCOMPARE(cli.run(QStringList {u"close"_s} + mine + apart).exitCode, 0);
    QVERIFY(QDir(cli.path(u"apart"_s)).isEmpty());
    QCOMPARE(textOf({}), u".\n"_s);
    QCOMPARE(cli.run(QStringList {u"delete"_s} + mine + apart).exitCode, 0);
    QCOMPARE(cli.run(QStringList {u"delete"_s} + mine + none).exitCode, 1);
    QCOMPARE(cli.run(QStringList {u"delete"_s} + mine + quick).exitCode, 0);
    QCOMPARE(cli.run(none + QStringList {u"close"_s} + mine).exitCode, 0);
    QCOMPARE(cli.run(QStringList {u"delete"_s} + mine).exitCode, 0);
}

/// A place that cannot be looked at hides nothing that is elsewhere, and what is lost there can be closed.
void TestCliTools::workFolderThatIsGone()
{
    const CliProgram cli;
    const QString gone = cli.path(u"gone"_s);
    const QStringList open = shellCodes(u"sandbox"_s, {u"true"_s}) + QStringList {u"--id"_s};
    QCOMPARE(cli.run(open + QStringList {u"there"_s}).exitCode, 0);
    QCOMPARE(cli.run(open + QStringList {u"away"_s, u"--local-workdir"_s, gone}).exitCode, 0);
    QCOMPARE(cli.run(shellCodes(u"session"_s, {u"true"_s}) + QStringList {u"--local-workdir"_s, u"/proc/no/folder"_s}).exitCode,
             125);
    QVERIFY(QDir(gone).removeRecursively());
    cli.writeFile(u"gone"_s, "a file in its place");
    QCOMPARE(sessionNamed(cli, u"there"_s).value(u"state"_s).toString(), u"open"_s);
    QCOMPARE(sessionNamed(cli, u"away"_s).value(u"state"_s).toString(), u"lost"_s);
    QCOMPARE(cli.run({u"close"_s, u"--stale"_s}).exitCode, 0);
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, u"away"_s}).exitCode, 0);
    QCOMPARE(cli.run({u"delete"_s, u"-s"_s, u"away"_s}).exitCode, 0);
}

/// What was done with a profile can be asked for and put away when the file does not have it any more.
void TestCliTools::profileThatIsGone()
{
    const CliProgram cli;
    QVERIFY(QDir().mkpath(cli.path(u"config/hermes-panel"_s)));
    cli.writeFile(u"config/hermes-panel/profiles.toml"_s,
                  "[profile.old]\nbackend = \"local\"\n[profile.unused]\nbackend = \"local\"\n");
    const QStringList old {u"--profile"_s, u"old"_s};
    const QStringList none {u"--profile"_s, u""_s};
    const QStringList mine {u"-s"_s, u"mine"_s};
    const QStringList open = shellCodes(u"sandbox"_s, {u"true"_s}) + QStringList {u"--id"_s, u"mine"_s};
    QCOMPARE(cli.run(open + old).exitCode, 0);
    QCOMPARE(cli.run(shellCodes(u"run"_s, {u"true"_s})).exitCode, 0);
    cli.writeFile(u"config/hermes-panel/profiles.toml"_s, "[profile.unused]\nbackend = \"local\"\n");
    const auto countOf = [&](const QStringList &words) { return cli.run(words + QStringList {u"--json"_s}).array().size(); };
    QCOMPARE(countOf({u"history"_s}), 2);
    QCOMPARE(countOf(QStringList {u"history"_s} + old), 1);
    QCOMPARE(countOf(QStringList {u"history"_s} + none), 1);
    QCOMPARE(countOf(QStringList {u"history"_s, u"--profile"_s, u"unused"_s}), 0);
    QCOMPARE(countOf(QStringList {u"list"_s} + old), 1);
    QCOMPARE(countOf(QStringList {u"list"_s} + none), 0);
    for (const QStringList &command : {QStringList {u"history"_s}, {u"list"_s}, {u"close"_s, u"--stale"_s}}) {
        const CliResult unknown = cli.run(command + QStringList {u"--profile"_s, u"never"_s});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY2(unknown.err.contains("never") && unknown.err.contains("unused"), unknown.err.constData());
    }
    const CliResult run = cli.run(shellCodes(u"run"_s, {u"true"_s}) + old);
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(cli.run(QStringList {u"close"_s} + mine + old).exitCode, 0);
    QCOMPARE(cli.run(QStringList {u"delete"_s} + mine + old).exitCode, 0);
}

void TestCliTools::unknownIds()
{
    const CliProgram cli;
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, u"nobody"_s}).exitCode, 1);
    QCOMPARE(cli.run({u"delete"_s, u"-s"_s, u"nobody"_s}).exitCode, 1);
    QCOMPARE(cli.run({u"show"_s, u"4711"_s}).exitCode, 1);
    QCOMPARE(cli.run({u"sweep"_s, u"--resume"_s, u"4711"_s}).exitCode, 1);
    const CliResult json = cli.run({u"close"_s, u"-s"_s, u"nobody"_s, u"--json"_s});
    QCOMPARE(json.exitCode, 1);
    QVERIFY(json.object().value("error"_L1).toString().contains("nobody"_L1));
    // One that is not known does not keep the others open.
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"true"_s}) + QStringList {u"--id"_s, u"mine"_s}).exitCode, 0);
    const CliResult both = cli.run({u"close"_s, u"-s"_s, u"nobody"_s, u"-s"_s, u"mine"_s});
    QCOMPARE(both.exitCode, 1);
    QCOMPARE(both.out, QByteArray("closed mine\n"));
    QVERIFY(both.err.contains("nobody"));
}

void TestCliTools::startsInARelativeFolder()
{
    const CliProgram cli;
    QVERIFY(QDir().mkpath(cli.path(u"work/below"_s)));
    const auto startedIn = [&](const QString &folder) {
        return cli.runShell(
            u"cd '%1' && exec \"$HERMESCTL\" run --cd %2 --language shell --code 'pwd -P'"_s.arg(cli.path(u"work"_s), folder));
    };
    const QString work = QFileInfo(cli.path(u"work"_s)).canonicalFilePath();
    QCOMPARE(startedIn(u"."_s).out, work.toUtf8() + '\n');
    QCOMPARE(startedIn(u"below"_s).out, work.toUtf8() + "/below\n");
    QVERIFY(startedIn(u"nowhere"_s).exitCode != 0);
}

/// Nothing is left of it but its record.
void TestCliTools::endedSessionIsStale()
{
    const CliProgram cli;
    QCOMPARE(cli.run(shellCodes(u"session"_s, {u"true"_s}) + QStringList {u"--id"_s, u"ended"_s}).exitCode, 0);
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"true"_s}) + QStringList {u"--id"_s, u"kept"_s}).exitCode, 0);
    QCOMPARE(sessionNamed(cli, u"ended"_s).value("stale"_L1), QJsonValue(true));
    QCOMPARE(sessionNamed(cli, u"kept"_s).value("stale"_L1), QJsonValue(false));
    QCOMPARE(cli.run({u"close"_s, u"--stale"_s}).out, QByteArray("closed ended\n"));
    QCOMPARE(sessionNamed(cli, u"ended"_s).value("state"_L1).toString(), u"closed"_s);
}

void TestCliTools::historyAndShow()
{
    const CliProgram cli;
    QCOMPARE(cli.run({u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"echo one; echo two >&2; exit 5"_s}).exitCode, 5);
    QCOMPARE(cli.run(shellCodes(u"session"_s, {u"true"_s, u"exit 1"_s})).exitCode, 0);
    const QJsonArray history = cli.run({u"history"_s, u"--json"_s}).array();
    QCOMPARE(history.size(), 2);
    QCOMPARE(history.at(0)["kind"_L1].toString(), u"session"_s);
    QCOMPARE(history.at(1)["kind"_L1].toString(), u"run"_s);
    QCOMPARE(history.at(0)["counts"_L1]["failed"_L1].toInt(), 1);
    QCOMPARE(cli.run({u"history"_s, u"--limit"_s, u"1"_s, u"--json"_s}).array().size(), 1);
    const QString run = QString::number(history.at(1)["id"_L1].toInteger());
    const QByteArray shown = cli.run({u"show"_s, run}).out;
    QVERIFY2(shown.contains("exit code 5") && shown.contains("one\n") && shown.contains("two\n"), shown.constData());
    const QJsonObject object = cli.run({u"show"_s, run + u".0"_s, u"--json"_s}).object();
    QCOMPARE(object.value("exit_code"_L1).toInt(), 5);
    QCOMPARE(object.value("stdout"_L1).toString(), u"one\n"_s);
    QCOMPARE(cli.run({u"show"_s, run + u".1"_s}).exitCode, 1);
}

/// The value is not stored, and to look at results nobody needs it.
void TestCliTools::showNeedsNoSecret()
{
    const CliProgram cli;
    QCOMPARE(cli.run({u"sweep"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"echo ${#MY_TOKEN}"_s, u"--env"_s, u"MY_TOKEN=abc"_s,
                      u"--param"_s, u"n=1:2"_s})
                 .exitCode,
             0);
    const QJsonObject shown = cli.run({u"show"_s, u"1"_s, u"--json"_s}).object();
    QCOMPARE(shown.value("candidates"_L1)[1]["parameters"_L1]["n"_L1].toInt(), 2);
    QCOMPARE(shown.value("candidates"_L1)[1]["first_line"_L1].toString(), u"3"_s);
}

void TestCliTools::showRawBytes()
{
    const CliProgram cli;
    QCOMPARE(cli.run({u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"printf '\\376\\377ok\\n'"_s}).exitCode, 0);
    QCOMPARE(cli.run({u"show"_s, u"1"_s, u"--raw"_s, u"stdout"_s}).out, QByteArray("\xfe\xffok\n"));
    QCOMPARE(cli.run({u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"seq 1 500000"_s}).exitCode, 0);
    const QByteArray large = cli.run({u"show"_s, u"2"_s, u"--raw"_s, u"stdout"_s}).out;
    QVERIFY(large.startsWith("1\n2\n") && large.endsWith("\n500000\n"));
}

void TestCliTools::backends()
{
    const CliProgram cli;
    const CliResult result = cli.run({u"backends"_s, u"--json"_s});
    QCOMPARE(result.exitCode, 0);
    const QJsonObject local = result.array().at(0).toObject();
    QCOMPARE(local.value("backend"_L1).toString(), u"local"_s);
    QCOMPARE(local.value("isolation"_L1).toString(), u"none"_s);
    QCOMPARE(local.value("configured"_L1), QJsonValue(true));
    QVERIFY(cli.run({u"backends"_s}).out.contains("local"));
}

/// Somebody has configured it: "no" would say that it only waits for that.
void TestCliTools::backendsOfABrokenProfile()
{
    const CliProgram cli;
    QVERIFY(QDir().mkpath(cli.path(u"config/hermes-panel"_s)));
    cli.writeFile(u"config/hermes-panel/profiles.toml"_s,
                  "[profile.torn]\nbackend = \"local\"\ntimeout = \"soon\"\n[profile.well]\nbackend = \"local\"\n");
    const CliResult torn = cli.run({u"backends"_s, u"--profile"_s, u"torn"_s});
    QCOMPARE(torn.exitCode, 0);
    QCOMPARE(torn.out.count('\n'), 2);
    QVERIFY2(torn.out.contains("local    broken") && torn.out.contains("timeout"), torn.out.constData());
    const QJsonObject object = cli.run({u"backends"_s, u"--profile"_s, u"torn"_s, u"--json"_s}).array().at(0).toObject();
    QCOMPARE(object.value("broken"_L1), QJsonValue(true));
    QVERIFY(object.value("missing"_L1).toString().contains("timeout"_L1));
    const CliResult well = cli.run({u"backends"_s, u"--profile"_s, u"well"_s});
    QVERIFY2(well.out.contains("local    yes"), well.out.constData());
    QCOMPARE(cli.run({u"backends"_s, u"--profile"_s, u"nobody"_s}).exitCode, 2);
}

void TestCliTools::check()
{
    CliProgram cli;
    const CliResult good = cli.run({u"check"_s, u"--backend"_s, u"local"_s, u"--json"_s});
    QCOMPARE(good.exitCode, 0);
    QVERIFY(!good.object().value("steps"_L1).toArray().isEmpty());
    cli.writeFile(u"file"_s, {});
    cli.setVariable(u"HERMES_LOCAL_WORKDIR"_s, cli.path(u"file/below"_s));
    const CliResult bad = cli.run({u"check"_s});
    QCOMPARE(bad.exitCode, 1);
    QVERIFY2(bad.out.contains("failed"), bad.out.constData());
}

void TestCliTools::aSilentDaemonIsAskedOnce_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("check") << QStringList {u"check"_s, u"--backend"_s, u"docker"_s} << 1;
    QTest::newRow("run") << QStringList {u"run"_s, u"--backend"_s, u"docker"_s, u"--code"_s, u"1"_s} << 125;
    QTest::newRow("session") << QStringList {u"session"_s, u"--backend"_s, u"docker"_s, u"--code"_s, u"1"_s, u"--code"_s, u"2"_s}
                             << 125;
    QTest::newRow("images") << QStringList {u"images"_s, u"list"_s} << 125;
    QTest::newRow("build") << QStringList {u"images"_s, u"build"_s} << 125;
}

/// One that accepts connections and says nothing is waited for 5 s, not again and again.
void TestCliTools::aSilentDaemonIsAskedOnce()
{
    QFETCH(const QStringList, command);
    CliProgram cli;
    const QString path = cli.path(u"silent"_s);
    const hermes::Descriptor silent(listenOn(QFile::encodeName(path)));
    QVERIFY(silent.isOpen());
    cli.setVariable(u"DOCKER_HOST"_s, u"unix://"_s + path);
    QElapsedTimer taken;
    taken.start();
    const CliResult result = cli.run(command);
    QTEST(result.exitCode, "exitCode");
    QVERIFY2(QByteArray(result.out + result.err).contains("accepts connections but does not answer"), result.err.constData());
    QCOMPARE_LT(taken.elapsed(), 9'500);
    int asked = 0;
    while (hermes::Descriptor(::accept(silent.get(), nullptr, nullptr)).isOpen())
        ++asked;
    QCOMPARE(asked, 1);
}

void TestCliTools::profiles()
{
    const CliProgram cli;
    QVERIFY(QDir().mkpath(cli.path(u"config/hermes-panel"_s)));
    cli.writeFile(u"config/hermes-panel/profiles.toml"_s, "[profile.quick]\nbackend = \"local\"\ntimeout = 0.2\n");
    const QStringList sleep {u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"sleep 300"_s};
    QCOMPARE(cli.run(sleep + QStringList {u"--profile"_s, u"quick"_s}).exitCode, 124);
    QCOMPARE(cli.run(QStringList {u"--profile"_s, u"quick"_s} + sleep).exitCode, 124);
    const CliResult unknown = cli.run(sleep + QStringList {u"--profile"_s, u"slow"_s});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY(unknown.err.contains("quick"));
    cli.writeFile(u"config/hermes-panel/profiles.toml"_s, "[profile.quick]\nbackend = \n");
    const CliResult broken = cli.run(sleep + QStringList {u"--profile"_s, u"quick"_s});
    QCOMPARE(broken.exitCode, 2);
    QVERIFY2(broken.err.contains("line 2"), broken.err.constData());
}

QTEST_GUILESS_MAIN(TestCliTools)
#include "tst_clitools.moc"
