// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace hermes::test;

/// Mistakes on the command line: exit code 2, the flag named, nothing started. And that nothing is said unasked.
class TestCliUsage final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void refusesInJson();
    void refusesNulInCode();
    void namesPositionInCodes();
    void checksOutFileBeforeStart();
    void pipeIsNoPlaceForResults();
    void badVariableIsNamed();
    void relativeWorkFolder();
    void bytesThatAreNoText();
    void currentFolderThatIsGone();
    void brokenProfilesAreNotPassedOver();
    void mistakesInProfileAreNamedWithPlace_data();
    void mistakesInProfileAreNamedWithPlace();
    void versionAndHelp();
    void helpListsSettings();
    void saysNothingAboutLocale_data();
    void saysNothingAboutLocale();
    void panelSaysNothingAboutLocale();
};

void TestCliUsage::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("named");
    const auto add = [](const char *name, const QStringList &arguments, const QStringList &named) {
        QTest::newRow(name) << arguments << named;
    };
    const QStringList shell {u"--language"_s, u"shell"_s, u"--code"_s, u"true"_s};
    add("no command", {}, {u"command"_s, u"sweep"_s});
    add("unknown command", {u"runn"_s}, {u"runn"_s, u"history"_s});
    add("unknown option", {u"run"_s, u"--kode"_s, u"x"_s}, {u"--kode"_s});
    add("no code", {u"run"_s}, {u"--code"_s, u"--file"_s});
    add("empty code", {u"run"_s, u"--code"_s, u""_s}, {u"empty"_s});
    add("code twice", {u"run"_s, u"--code"_s, u"a"_s, u"--file"_s, u"b"_s}, {u"--code"_s, u"--file"_s});
    add("two codes", {u"run"_s, u"--code"_s, u"a"_s, u"--code"_s, u"b"_s}, {u"--code"_s});
    add("task", {u"run"_s, u"--task"_s, u"count the files"_s}, {u"--task"_s, u"--code"_s});
    add("secret of no variable", QStringList {u"run"_s, u"--secret"_s, u"A B=x"_s} + shell, {u"--secret"_s, u"variable"_s});
    add("secret without name", QStringList {u"run"_s, u"--secret"_s, u""_s} + shell, {u"--secret"_s, u"name"_s});
    add("secret and variable", QStringList {u"run"_s, u"--secret"_s, u"A"_s, u"--env"_s, u"A=1"_s} + shell,
        {u"A is given twice"_s});
    add("secrets without action", {u"secrets"_s}, {u"set|list|delete"_s});
    add("secrets with another action", {u"secrets"_s, u"show"_s, u"a"_s}, {u"set, list, delete"_s});
    add("secrets without name", {u"secrets"_s, u"set"_s}, {u"NAME"_s});
    add("secrets with a bad name", {u"secrets"_s, u"delete"_s, u"a=b"_s}, {u"name"_s});
    add("secrets with a value", {u"secrets"_s, u"set"_s, u"a"_s, u"b"_s}, {u"standard input"_s});
    add("secrets of nothing", {u"secrets"_s, u"set"_s, u"a"_s}, {u"empty"_s});
    add("variable with a space", QStringList {u"run"_s, u"--env"_s, u"A B=x"_s} + shell, {u"A B=x"_s});
    add("empty id", QStringList {u"sandbox"_s, u"--id"_s, u""_s} + shell, {u"--id"_s});
    add("text below number", QStringList {u"sweep"_s, u"--param"_s, u"d=0.5,x"_s, u"--exclude"_s, u"d > 1"_s} + shell,
        {u"d > 1"_s, u"\"x\""_s});
    add("unknown language", {u"run"_s, u"--language"_s, u"cobol"_s, u"--code"_s, u"x"_s}, {u"cobol"_s, u"python, shell"_s});
    add("unknown backend", QStringList {u"run"_s, u"--backend"_s, u"lokal"_s} + shell, {u"lokal"_s, u"local"_s});
    add("timeout with unit", QStringList {u"run"_s, u"--timeout"_s, u"5m"_s} + shell, {u"--timeout"_s, u"5m"_s});
    add("timeout below 0", QStringList {u"run"_s, u"--timeout"_s, u"-1"_s} + shell, {u"--timeout"_s, u"-1"_s});
    add("timeout of words", QStringList {u"run"_s, u"--timeout"_s, u"abc"_s} + shell, {u"--timeout"_s, u"abc"_s});
    add("timeout beyond all", QStringList {u"run"_s, u"--timeout"_s, u"1e12"_s} + shell, {u"--timeout"_s, u"1000000000"_s});
    add("timeout 0", QStringList {u"run"_s, u"--timeout"_s, u"0"_s} + shell, {u"--timeout"_s});
    add("timeout without value", QStringList {u"run"_s} + shell + QStringList {u"--timeout"_s}, {u"--timeout"_s});
    add("missing variable", QStringList {u"run"_s, u"--env"_s, u"NOT_THERE_7"_s} + shell, {u"NOT_THERE_7"_s});
    add("missing file", {u"run"_s, u"--file"_s, u"not-there.py"_s}, {u"not-there.py"_s, u"No such file"_s});
    add("missing input", QStringList {u"run"_s, u"--input"_s, u"not-there.csv"_s} + shell, {u"not-there.csv"_s});
    add("stray argument", {u"run"_s, u"job.py"_s}, {u"job.py"_s, u"--file"_s});
    add("input used twice", {u"run"_s, u"--stdin"_s, u"-"_s, u"-"_s}, {u"--stdin"_s});
    add("input without an end", {u"run"_s, u"--code"_s, u"1"_s, u"--stdin"_s, u"/dev/zero"_s},
        {u"--stdin /dev/zero"_s, u"512 MiB"_s});
    add("no snippet", {u"session"_s}, {u"1 to 64"_s, u"0"_s});
    QStringList many {u"session"_s, u"--language"_s, u"shell"_s};
    for (int i = 0; i < 65; ++i)
        many += {u"--code"_s, u"true"_s};
    add("65 snippets", many, {u"1 to 64"_s, u"65"_s});
    const QStringList sweep = QStringList {u"sweep"_s} + shell;
    add("out of unknown kind", sweep + QStringList {u"--out"_s, u"results.xlsx"_s}, {u"results.xlsx"_s, u".csv"_s});
    add("out in no folder", sweep + QStringList {u"--out"_s, u"no/folder/results.csv"_s}, {u"no/folder/results.csv"_s});
    add("bad range", sweep + QStringList {u"--param"_s, u"n=1:5:0"_s}, {u"--param"_s});
    add("too many candidates", sweep + QStringList {u"--param"_s, u"n=1:10000000"_s}, {u"10000000"_s});
    add("unknown parameter", {u"sweep"_s, u"--code"_s, u"print({{nope}})"_s, u"--param"_s, u"n=1"_s}, {u"nope"_s});
    add("stop after 0", sweep + QStringList {u"--stop-after"_s, u"0"_s}, {u"--stop-after"_s});
    add("stop over 200", sweep + QStringList {u"--stop-over"_s, u"200"_s}, {u"--stop-over"_s});
    add("concurrency 0", sweep + QStringList {u"--concurrency"_s, u"0"_s}, {u"--concurrency"_s});
    add("resume with code", sweep + QStringList {u"--resume"_s, u"3"_s}, {u"--resume"_s});
    add("rerun with code", sweep + QStringList {u"--rerun"_s, u"3"_s}, {u"--rerun"_s});
    add("rerun of words", {u"sweep"_s, u"--rerun"_s, u"last"_s}, {u"--rerun"_s, u"last"_s});
    add("only without rerun", sweep + QStringList {u"--only"_s, u"failed"_s}, {u"--rerun"_s});
    add("only with resume", {u"sweep"_s, u"--resume"_s, u"3"_s, u"--only"_s, u"failed"_s}, {u"--only"_s});
    for (const QString &which : {u"broken"_s, u"3-1"_s, u"-1"_s, u"1-x"_s, u"failed,"_s, u"1000000"_s})
        add(qPrintable(u"only "_s + which), {u"sweep"_s, u"--rerun"_s, u"3"_s, u"--only"_s, which}, {u"--only"_s, which});
    add("deletion of words", {u"history"_s, u"--delete"_s, u"all"_s}, {u"--delete"_s, u"all"_s});
    add("deletion by text", {u"history"_s, u"--delete"_s, u"3"_s, u"--text"_s, u"x"_s}, {u"--delete"_s});
    add("close of nothing", {u"close"_s}, {u"-s"_s});
    add("close of both", {u"close"_s, u"-s"_s, u"a"_s, u"--stale"_s}, {u"--stale"_s});
    add("close in an unknown profile", {u"close"_s, u"-s"_s, u"a"_s, u"--profile"_s, u"none"_s}, {u"\"none\""_s});
    add("delete in an unknown profile", {u"delete"_s, u"-s"_s, u"a"_s, u"--profile"_s, u"none"_s}, {u"\"none\""_s});
    add("show of words", {u"show"_s, u"last"_s}, {u"last"_s});
    add("show without run", {u"show"_s}, {u"RUN"_s});
    add("put of nothing", {u"put"_s, u"a"_s}, {u"DST"_s});
    add("put of a missing file", {u"put"_s, u"not-there"_s, u"b"_s}, {u"not-there"_s});
    add("put of a folder", {u"put"_s, u"."_s, u"b"_s}, {u"is a folder"_s});
    add("put to nowhere", {u"put"_s, u"/dev/null"_s, u""_s}, {u"DST is empty"_s});
    add("get of nothing", {u"get"_s, u""_s, u"b"_s}, {u"SRC is empty"_s});
    add("get to nowhere", {u"get"_s, u"a"_s, u""_s}, {u"DST is empty"_s});
    for (const QString &word : {u"--json=1"_s, u"--json=true"_s, u"--json=false"_s})
        add(qPrintable(word), QStringList {u"run"_s, word} + shell, {word, u"--json takes no value"_s});
    add("switch with a value", sweep + QStringList {u"--param"_s, u"n=1,2"_s, u"--zip=no"_s}, {u"--zip=no"_s});
    add("short switch with a value", {u"list"_s, u"-s=a"_s}, {u"-s=a"_s});
    add("argument like an option", {u"show"_s, u"--"_s, u"-1"_s}, {u"\"-1\" names no run"_s});
    add("options behind their end", {u"show"_s, u"1"_s, u"--"_s, u"--json"_s}, {u"\"--json\" is one argument too many"_s});
    for (const QString &word : {u"1X=2"_s, u"A-B=2"_s, u"ä=2"_s, u"=2"_s})
        add(qPrintable(u"variable "_s + word), QStringList {u"run"_s, u"--env"_s, word} + shell, {u"--env "_s + word});
    add("reserved variable", QStringList {u"run"_s, u"--env"_s, u"HERMES_RUN_ID=x"_s} + shell, {u"HERMES_RUN_ID is reserved"_s});
    const QStringList swept = sweep + QStringList {u"--param"_s, u"n=1,2"_s};
    add("variable of a parameter", swept + QStringList {u"--env"_s, u"HERMES_PARAM_N=3"_s}, {u"HERMES_PARAM_N"_s});
    add("variable of the parameters", swept + QStringList {u"--env"_s, u"HERMES_PARAMS=3"_s}, {u"HERMES_PARAMS"_s});
    add("variable of the seed", swept + QStringList {u"--seed"_s, u"1"_s, u"--env"_s, u"HERMES_SEED=3"_s}, {u"HERMES_SEED"_s});
    add("seed below 0", swept + QStringList {u"--seed"_s, u"-1"_s}, {u"from 0 to 2147483647"_s});
    add("missing folder", QStringList {u"run"_s, u"--cd"_s, u"not-there"_s} + shell, {u"--cd not-there"_s});
    add("file as a folder", QStringList {u"run"_s, u"--cd"_s, u"/dev/null"_s} + shell, {u"--cd /dev/null"_s});
    add("empty folder", QStringList {u"run"_s, u"--cd"_s, u""_s} + shell, {u"--cd"_s});
    add("get into no folder", {u"get"_s, u"a"_s, u"no/folder/b"_s}, {u"no/folder"_s});
    add("get with an empty id", {u"get"_s, u"--id"_s, u""_s, u"a"_s, u"b"_s}, {u"--id"_s});
}

void TestCliUsage::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, named);
    const CliProgram cli;
    const CliResult result = cli.run(arguments);
    QCOMPARE(result.exitCode, 2);
    QCOMPARE(result.out, QByteArray());
    for (const QString &word : named)
        QVERIFY2(result.err.contains(word.toUtf8()), result.err.constData());
}

void TestCliUsage::refusesInJson()
{
    const CliProgram cli;
    const CliResult result = cli.run({u"run"_s, u"--json"_s, u"--timeout"_s, u"5m"_s, u"--code"_s, u"x"_s});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.object().value("error"_L1).toString().contains("--timeout"_L1), result.out.constData());
    QCOMPARE(result.object().size(), 1);
    const CliResult unknown = cli.run({u"session"_s, u"--json"_s, u"--nope"_s});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY(unknown.object().value("error"_L1).toString().contains("--nope"_L1));
}

void TestCliUsage::refusesNulInCode()
{
    const CliProgram cli;
    const QString file = cli.writeFile(u"nul.sh"_s, QByteArray("echo a\necho \0b\n", 14));
    const CliResult result = cli.run({u"run"_s, u"--file"_s, file});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("NUL") && result.err.contains("line 2"), result.err.constData());
}

void TestCliUsage::namesPositionInCodes()
{
    const CliProgram cli;
    const auto errorFor = [&](const QByteArray &json) {
        const CliResult result = cli.run({u"session"_s, u"--codes"_s, cli.writeFile(u"snippets.json"_s, json)});
        return result.exitCode == 2 ? result.err : QByteArray();
    };
    QVERIFY(errorFor("[\"a\",\n \"b\",,]").contains("snippets.json, line 2"));
    QVERIFY(errorFor("[\"a\", 5]").contains("item 1"));
    // Half a character would reach the snippet as another one.
    for (const char *half : {"\\ud83d", "\\ude00", "x\\ude00\\ud83d"}) {
        const QByteArray error = errorFor("[\"a\", \"" + QByteArray(half) + "\"]");
        QVERIFY2(error.contains("item 1") && error.contains("surrogate"), error.constData());
    }
    const QString whole = cli.writeFile(u"snippets.json"_s, R"j(["print('\ud83d\ude00')"])j");
    QCOMPARE(cli.run({u"session"_s, u"--codes"_s, whole}).array().at(0)["stdout"_L1].toString(), u"😀\n"_s);
    QVERIFY(errorFor("{}").contains("list of strings"));
    QVERIFY(errorFor("[]").contains("1 to 64"));
}

void TestCliUsage::checksOutFileBeforeStart()
{
    const CliProgram cli;
    const QString marker = cli.path(u"started"_s);
    const CliResult result = cli.run({u"sweep"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"touch "_s + marker, u"--out"_s,
                                      cli.path(u"missing/results.csv"_s)});
    QCOMPARE(result.exitCode, 2);
    QVERIFY(!QFile::exists(marker));
}

/// Results take a place by being renamed to it: the superuser would lose /dev/null.
void TestCliUsage::pipeIsNoPlaceForResults()
{
    const CliProgram cli;
    const QString pipe = cli.path(u"pipe.csv"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    const auto isPipe = [&] {
        struct stat found {};
        return ::stat(QFile::encodeName(pipe).constData(), &found) == 0 && S_ISFIFO(found.st_mode);
    };
    const QStringList shell {u"--language"_s, u"shell"_s, u"--code"_s, u"echo x > f"_s};
    const CliResult sweep = cli.run(QStringList {u"sweep"_s, u"--param"_s, u"n=1:2"_s, u"--out"_s, pipe} + shell);
    QCOMPARE(sweep.exitCode, 2);
    QVERIFY2(sweep.err.contains("pipe.csv"), sweep.err.constData());
    QVERIFY(isPipe());
    QCOMPARE(cli.run(QStringList {u"sandbox"_s} + shell).exitCode, 0);
    const CliResult got = cli.run({u"get"_s, u"f"_s, pipe});
    QVERIFY2(got.exitCode != 0 && got.err.contains("pipe.csv"), got.err.constData());
    QVERIFY(isPipe());
}

void TestCliUsage::badVariableIsNamed()
{
    CliProgram cli;
    cli.setVariable(u"HERMES_LOCAL_TIMEOUT"_s, u"soon"_s);
    const CliResult result = cli.run({u"run"_s, u"--code"_s, u"print(1)"_s});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("HERMES_LOCAL_TIMEOUT"), result.err.constData());
}

/// Of every command and wherever it stands: where it would lie depends on where the program was started.
void TestCliUsage::relativeWorkFolder()
{
    CliProgram cli;
    const QStringList code {u"--language"_s, u"shell"_s, u"--code"_s, u"true"_s};
    const auto errorOf = [&](const QStringList &arguments) {
        const CliResult result = cli.run(arguments);
        return result.exitCode == 2 ? result.err : "ended with another code: "_ba + result.err;
    };
    const QStringList flag {u"--local-workdir"_s, u"rel"_s};
    for (const QString &command : {u"run"_s, u"sandbox"_s, u"session"_s, u"sweep"_s}) {
        const QByteArray error = errorOf(QStringList {command} + flag + code);
        QVERIFY2(error.contains("--local-workdir is \"rel\""), error.constData());
    }
    QVERIFY(QDir().mkpath(cli.path(u"config/hermes-panel"_s)));
    cli.writeFile(u"config/hermes-panel/profiles.toml"_s, "[profile.near]\nbackend = \"local\"\nworkdir = \"relative\"\n");
    const QByteArray profile = errorOf(QStringList {u"run"_s, u"--profile"_s, u"near"_s} + code);
    QVERIFY2(profile.contains("profile near, key workdir") && profile.contains("\"relative\""), profile.constData());
    cli.setVariable(u"HERMES_LOCAL_WORKDIR"_s, u"rel"_s);
    const QByteArray variable = errorOf(QStringList {u"sandbox"_s} + code);
    QVERIFY2(variable.contains("HERMES_LOCAL_WORKDIR is \"rel\""), variable.constData());
    cli.setVariable(u"HERMES_LOCAL_WORKDIR"_s, u"~/work"_s);
    QCOMPARE(cli.run(QStringList {u"run"_s} + code).exitCode, 0);
}

void TestCliUsage::bytesThatAreNoText()
{
    const CliProgram cli;
    const CliResult value = cli.runShell(u"exec \"$HERMESCTL\" sweep --language shell --code true --param x=a$'\\xff'b"_s);
    QCOMPARE(value.exitCode, 2);
    QVERIFY2(value.err.contains("--param") && value.err.contains("UTF-8"), value.err.constData());
    // Never another file than the one that is named.
    cli.writeFile(u"\ufffd.py"_s, "print(1)");
    for (const QString &words :
         {u"run --file $'\\xff.py'"_s, u"run --code 1 --input $'\\xff.py'"_s, u"run --code 1 --stdin $'\\xff.py'"_s,
          u"run --code 1 --cd $'\\xff'"_s, u"run --code 1 --local-workdir $'/\\xff'"_s, u"session --codes $'\\xff.py'"_s,
          u"sweep --code 1 --params $'\\xff.py'"_s, u"sweep --code 1 --out $'o\\xff.csv'"_s, u"put $'\\xff.py' a"_s,
          u"get a $'\\xff'"_s, u"sandbox --id $'\\xff' --code 1"_s, u"--profile $'\\xff' run --code 1"_s, u"close -s $'\\xff'"_s,
          u"history --text $'\\xff'"_s}) {
        const CliResult result = cli.runShell(u"exec \"$HERMESCTL\" "_s + words);
        QVERIFY2(result.exitCode == 2, qPrintable(words));
        QVERIFY2(result.err.contains("is not UTF-8 text"), result.err.constData());
    }
    QCOMPARE(cli.runShell(u"exec \"$HERMESCTL\" run --language shell --code $'printf \\'\\xff\\''"_s).out, QByteArray("\xff"));
    const QString oldEnds = cli.writeFile(u"old.csv"_s, "x,y\r1,2\r3,4\r");
    const CliResult ends = cli.run({u"sweep"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"true"_s, u"--params"_s, oldEnds});
    QCOMPARE(ends.exitCode, 2);
    QVERIFY2(ends.err.contains("line ends"), ends.err.constData());
    const QString table = cli.writeFile(u"table.csv"_s, "x\na\xff\n");
    const CliResult file = cli.run({u"sweep"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"true"_s, u"--params"_s, table});
    QCOMPARE(file.exitCode, 2);
    QVERIFY2(file.err.contains("--params") && file.err.contains("UTF-8"), file.err.constData());
}

/// A relative path must not become one below the root folder.
void TestCliUsage::currentFolderThatIsGone()
{
    const CliProgram cli;
    cli.writeFile(u"near"_s, "x");
    QCOMPARE(cli.run({u"sandbox"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"echo x > f"_s}).exitCode, 0);
    for (const QString &words : {u"run --language shell --code true --cd tmp"_s, u"run --language shell --code true --cd .."_s,
                                 u"run --language shell --code true --input ../near"_s, u"put ../near f"_s, u"get f tmp"_s,
                                 u"sweep --language shell --code true --param n=1,2 --out r.csv"_s, u"get f ."_s}) {
        const CliResult result = cli.runShell(u"mkdir gone; cd gone; rmdir ../gone; exec \"$HERMESCTL\" "_s + words);
        QVERIFY2(result.exitCode == 2, qPrintable(words));
        QVERIFY2(result.err.contains("the current folder is gone"), result.err.constData());
    }
    QVERIFY(
        cli.runShell(u"mkdir gone; cd gone; rmdir ../gone; exec \"$HERMESCTL\" run --language shell --code true --cd /"_s).exitCode
        == 0);
}

void TestCliUsage::brokenProfilesAreNotPassedOver()
{
    const CliProgram cli;
    const QStringList run {u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"true"_s};
    QCOMPARE(cli.run(run).exitCode, 0);
    QVERIFY(QDir().mkpath(cli.path(u"config/hermes-panel"_s)));
    const QString file = cli.writeFile(u"config/hermes-panel/profiles.toml"_s, "[profile.a]\nbackend = \n");
    const CliResult broken = cli.run(run);
    QCOMPARE(broken.exitCode, 2);
    QVERIFY2(broken.err.contains("profiles.toml") && broken.err.contains("line 2"), broken.err.constData());
    QVERIFY(QFile::remove(file));
    QVERIFY(QDir().mkpath(file));
    const CliResult folder = cli.run(run);
    QCOMPARE(folder.exitCode, 2);
    QVERIFY2(folder.err.contains("profiles.toml"), folder.err.constData());
}

void TestCliUsage::mistakesInProfileAreNamedWithPlace_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QStringList>("named");
    QTest::newRow("unknown key") << "  bogus = 1"_ba << QStringList {u"line 3, column 3"_s, u"unknown key \"bogus\""_s};
    QTest::newRow("bad value") << "timeout = \"soon\""_ba << QStringList {u"line 3, column 11"_s, u"key timeout is \"soon\""_s};
    QTest::newRow("token") << "api-token = \"zq9-canary\""_ba
                           << QStringList {u"line 3, column 1"_s, u"\"api-token\""_s, u"keychain"_s, u"environment"_s};
    QTest::newRow("password") << "Password = \"zq9-canary\""_ba << QStringList {u"line 3, column 1"_s, u"looks like a secret"_s};
    QTest::newRow("key") << "key = \"zq9-canary\""_ba << QStringList {u"line 3, column 1"_s, u"looks like a secret"_s};
}

void TestCliUsage::mistakesInProfileAreNamedWithPlace()
{
    QFETCH(QByteArray, line);
    QFETCH(QStringList, named);
    const CliProgram cli;
    QVERIFY(QDir().mkpath(cli.path(u"config/hermes-panel"_s)));
    cli.writeFile(u"config/hermes-panel/profiles.toml"_s,
                  "[profile.quick]\nbackend = \"local\"\n" + line
                      + "\n\n[profile.fine]\nbackend = \"local\"\n"
                        "\n[profile.strange]\nbackend = \"lokal\"\n");
    const QStringList run {u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"true"_s, u"--profile"_s};
    const CliResult result = cli.run(run + QStringList {u"quick"_s});
    QCOMPARE(result.exitCode, 2);
    for (const QString &word : named + QStringList {u"profiles.toml, "_s})
        QVERIFY2(result.err.contains(word.toUtf8()), result.err.constData());
    QVERIFY2(!result.err.contains("canary"), result.err.constData());
    // A profile that is not used may wait for its repair.
    QCOMPARE(cli.run(run + QStringList {u"fine"_s}).exitCode, 0);
    const CliResult strange = cli.run(run + QStringList {u"strange"_s});
    QCOMPARE(strange.exitCode, 2);
    QVERIFY2(strange.err.contains("line 9, column 11: Unknown backend \"lokal\""), strange.err.constData());
}

void TestCliUsage::versionAndHelp()
{
    const CliProgram cli;
    QVERIFY(cli.run({u"--version"_s}).out.startsWith("hermesctl "));
    const CliResult help = cli.run({u"--help"_s});
    QCOMPARE(help.exitCode, 0);
    for (const char *command :
         {"run", "sandbox", "session", "sweep", "backends", "check", "list", "close", "delete", "history", "show", "put", "get"}) {
        QVERIFY2(help.out.contains(QByteArray("\n  ").append(command).append(' ')), command);
        const CliResult each = cli.run({QString::fromLatin1(command), u"--help"_s});
        QCOMPARE(each.exitCode, 0);
        QVERIFY(each.out.startsWith(QByteArray("usage: hermesctl ").append(command)));
    }
    QVERIFY(!QFile::exists(cli.stateFolder()));
}

void TestCliUsage::helpListsSettings()
{
    const QByteArray help = CliProgram().run({u"run"_s, u"--help"_s}).out;
    for (const char *word : {"--local-workdir", "HERMES_LOCAL_WORKDIR", "--local-timeout", "HERMES_LOCAL_TIMEOUT", "unit s"})
        QVERIFY2(help.contains(word), word);
    QVERIFY(CliProgram().run({u"sweep"_s, u"--help"_s}).out.simplified().contains("from 0 to 2147483647"));
}

void TestCliUsage::saysNothingAboutLocale_data()
{
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QByteArray>("seen");
    QTest::newRow("none, as in a minimal container") << QString() << QByteArray();
    QTest::newRow("C") << u"LC_ALL=C"_s << QByteArray("LC_ALL=C\n");
    QTest::newRow("POSIX") << u"LANG=POSIX"_s << QByteArray("LANG=POSIX\n");
    QTest::newRow("UTF-8") << u"LC_CTYPE=C.UTF-8"_s << QByteArray("LC_CTYPE=C.UTF-8\n");
}

void TestCliUsage::saysNothingAboutLocale()
{
    QFETCH(QString, locale);
    QFETCH(QByteArray, seen);
    // A snippet gets just the user's variables, and bytes pass as they are.
    const CliResult result = CliProgram().runShell(
        u"unset LANG LANGUAGE ${!LC_*}\n"
        "env %1 \"$HERMESCTL\" run --language shell --code 'env | grep -E \"^(LANG|LANGUAGE|LC_[A-Z]+)=\"; printf ü'"_s.arg(
            locale));
    QCOMPARE(result.err, QByteArray());
    QCOMPARE(result.out, seen + "ü");
}

void TestCliUsage::panelSaysNothingAboutLocale()
{
    // Refused only after the application object was made.
    const CliResult result = CliProgram().runShell(
        u"unset LANG LANGUAGE ${!LC_*}\nexport QT_QPA_PLATFORM=offscreen\n\"%1\" --theme grey"_s.arg(QStringLiteral(HERMES_PANEL)));
    QCOMPARE(result.exitCode, 2);
    QCOMPARE(result.err, QByteArray("hermes-panel: --theme is light, dark, high-contrast-light or high-contrast-dark\n"));
    QCOMPARE(result.out, QByteArray());
}

QTEST_GUILESS_MAIN(TestCliUsage)
#include "tst_cliusage.moc"
