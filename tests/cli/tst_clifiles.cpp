// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes::test;

/// Files of sandboxes: copied in and out, and listed.
class TestCliFiles final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void putAndGet();
    void standardStreams();
    void exitCodes_data();
    void exitCodes();
    void files();
    void settingsAsForPutAndGet();
    void filesOfWhatIsNotThere();
    void namesThatAreNoText();
    void namesThatCannotBeSeen_data();
    void namesThatCannotBeSeen();
};

void TestCliFiles::putAndGet()
{
    const CliProgram cli;
    const QByteArray bytes = QByteArray("\0\xff\n", 3).repeated(100'000);
    const QString source = cli.writeFile(u"source"_s, bytes);
    QCOMPARE(cli.run({u"put"_s, u"--id"_s, u"files"_s, source, u"copy.bin"_s}).exitCode, 0);
    const CliResult size = cli.run(shellCodes(u"sandbox"_s, {u"wc -c < copy.bin"_s}) + QStringList {u"--id"_s, u"files"_s});
    QCOMPARE(size.object().value("stdout"_L1).toString().trimmed(), QString::number(bytes.size()));
    QCOMPARE(cli.run({u"get"_s, u"--id"_s, u"files"_s, u"copy.bin"_s, cli.path(u"back"_s)}).exitCode, 0);
    QFile back(cli.path(u"back"_s));
    QVERIFY(back.open(QIODevice::ReadOnly));
    QCOMPARE(back.readAll(), bytes);
    // A named id of which nothing is known has nothing to be got from, and is not made.
    const CliResult unknown = cli.run({u"get"_s, u"--id"_s, u"fils"_s, u"copy.bin"_s, cli.path(u"none"_s)});
    QCOMPARE(unknown.exitCode, 1);
    QVERIFY2(unknown.err.contains("\"fils\""), unknown.err.constData());
    QVERIFY(sessionNamed(cli, u"fils"_s).isEmpty());
    const CliResult missing = cli.run({u"get"_s, u"--id"_s, u"files"_s, u"nothing"_s, cli.path(u"none"_s)});
    QVERIFY(missing.exitCode != 0);
    QVERIFY(!QFile::exists(cli.path(u"none"_s)));
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, u"files"_s}).exitCode, 0);
    QCOMPARE(cli.run({u"get"_s, u"--id"_s, u"files"_s, u"copy.bin"_s, cli.path(u"none"_s)}).exitCode, 1);
    QVERIFY(sessionNamed(cli, u"files-1"_s).isEmpty());
    const CliResult moved = cli.run({u"put"_s, u"--id"_s, u"files"_s, source, u"again.bin"_s, u"--json"_s});
    QCOMPARE(moved.object().value("id"_L1).toString(), u"files-1"_s);
    QCOMPARE(cli.run({u"get"_s, u"--id"_s, u"files"_s, u"again.bin"_s, cli.path(u"back"_s)}).exitCode, 0);
}

/// "-" is a standard stream, with the bytes and nothing else in it; never a file of this name.
void TestCliFiles::standardStreams()
{
    const CliProgram cli;
    const QByteArray bytes = QByteArray("\0\xff\n", 3).repeated(500'000);
    const CliResult put = cli.run({u"put"_s, u"-"_s, u"piped"_s}, bytes);
    QVERIFY2(put.exitCode == 0, put.err.constData());
    QCOMPARE(put.out, ""_ba);
    const CliResult got = cli.run({u"get"_s, u"piped"_s, u"-"_s});
    QVERIFY2(got.exitCode == 0, got.err.constData());
    QCOMPARE(got.out, bytes);
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"stat -c %a piped"_s})).object().value("stdout"_L1).toString(), u"644\n"_s);
    QVERIFY(!QFile::exists(cli.path(u"-"_s)));
    QCOMPARE(cli.run({u"put"_s, u"-"_s, u"nothing"_s}).exitCode, 0);
    QCOMPARE(cli.run({u"get"_s, u"nothing"_s, u"-"_s}).out, ""_ba);

    QCOMPARE(cli.run({u"put"_s, u"-"_s, u"sub/"_s}, "x").exitCode, 2);
    QCOMPARE(cli.run({u"get"_s, u"piped"_s, u"-"_s, u"--json"_s}).exitCode, 2);
    const CliResult full = cli.runShell(u"$HERMESCTL get piped - > /dev/full"_s);
    QCOMPARE(full.exitCode, 125);
    QVERIFY2(full.err.contains("Standard output cannot be written"), full.err.constData());
    QCOMPARE(cli.runShell(u"$HERMESCTL get piped - | true; exit ${PIPESTATUS[0]}"_s).exitCode, 125);
    const CliResult terminal = cli.runShell(u"script -qec \"$HERMESCTL get piped -\" /dev/null"_s);
    QCOMPARE(terminal.exitCode, 2);
    QVERIFY2(terminal.out.contains("terminal"), terminal.out.constData());
}

/// 1: what was asked for cannot be; 2: a mistake in the command.
void TestCliFiles::exitCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("put into no folder") << QStringList {u"put"_s, u"here"_s, u"none/f"_s} << 1;
    QTest::newRow("put below a file") << QStringList {u"put"_s, u"here"_s, u"file/f"_s} << 1;
    QTest::newRow("put onto a folder") << QStringList {u"put"_s, u"here"_s, u"folder"_s} << 1;
    QTest::newRow("put onto a device") << QStringList {u"put"_s, u"here"_s, u"/dev/null"_s} << 1;
    QTest::newRow("put where nobody can write") << QStringList {u"put"_s, u"here"_s, u"/proc/1/f"_s} << 1;
    QTest::newRow("put under a long name") << QStringList {u"put"_s, u"here"_s, QString(300, u'n')} << 1;
    QTest::newRow("get of nothing") << QStringList {u"get"_s, u"none"_s, u"back"_s} << 1;
    QTest::newRow("get of a folder") << QStringList {u"get"_s, u"folder"_s, u"back"_s} << 1;
    QTest::newRow("get of a device") << QStringList {u"get"_s, u"/dev/zero"_s, u"back"_s} << 1;
    QTest::newRow("get of a pipe") << QStringList {u"get"_s, u"pipe"_s, u"back"_s} << 1;
    QTest::newRow("files of a file") << QStringList {u"files"_s, u"file"_s} << 1;
    QTest::newRow("put of nothing") << QStringList {u"put"_s, u"none"_s, u"f"_s} << 2;
    QTest::newRow("put of a device") << QStringList {u"put"_s, u"/dev/zero"_s, u"f"_s} << 2;
    QTest::newRow("get into no folder") << QStringList {u"get"_s, u"file"_s, u"none/back"_s} << 2;
    QTest::newRow("get onto a device") << QStringList {u"get"_s, u"file"_s, u"/dev/null"_s} << 2;
}

void TestCliFiles::exitCodes()
{
    QFETCH(const QStringList, arguments);
    const CliProgram cli;
    cli.writeFile(u"here"_s, "x");
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"echo 1 > file; mkdir folder; mkfifo pipe"_s})).exitCode, 0);
    const CliResult result = cli.run(arguments);
    QVERIFY2(!result.err.isEmpty(), result.out.constData());
    QTEST(result.exitCode, "exitCode");
}

void TestCliFiles::files()
{
    const CliProgram cli;
    const QString code = u"mkdir -p sub/deep; printf 12345 > sub/b.txt; : > 'a é'; ln -s a l; printf x > \"$(printf '\\377')\""_s;
    // The default one is found whatever its id is.
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {code})).exitCode, 0);
    const CliResult own = cli.run({u"files"_s});
    QCOMPARE(own.exitCode, 0);
    const QByteArrayList lines = own.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    QVERIFY2(lines.at(0).startsWith("SIZE") && lines.at(0).endsWith("NAME"), own.out.constData());
    QVERIFY2(lines.at(1).endsWith("a é") && lines.at(2).endsWith("l@") && lines.at(3).endsWith("sub/")
                 && lines.at(4).endsWith("  $'\\xff'"),
             own.out.constData());
    QVERIFY(lines.at(1).trimmed().startsWith("0 ") && lines.at(3).trimmed().startsWith("- "));
    const CliResult below = cli.run({u"files"_s, u"sub"_s, u"--json"_s});
    QCOMPARE(below.exitCode, 0);
    QVERIFY(below.object().value("id"_L1).toString().startsWith("hermes-sandbox-"_L1));
    QCOMPARE(below.object().value("folder"_L1).toString(), u"sub"_s);
    QCOMPARE(below.object().value("complete"_L1).toBool(), true);
    const QJsonArray files = below.object().value("files"_L1).toArray();
    QCOMPARE(files.size(), 2);
    QCOMPARE(files.at(0)["name"_L1].toString(), u"b.txt"_s);
    QCOMPARE(files.at(0)["kind"_L1].toString(), u"file"_s);
    QCOMPARE(files.at(0)["size"_L1].toInt(), 5);
    QVERIFY(QDateTime::fromString(files.at(0)["modified"_L1].toString(), Qt::ISODate).isValid());
    QCOMPARE(files.at(1)["kind"_L1].toString(), u"folder"_s);
    QVERIFY(files.at(1)["size"_L1].isNull());
    QCOMPARE(cli.run({u"files"_s, u"sub/deep"_s, u"--json"_s}).object().value("files"_L1).toArray().size(), 0);
    // Looking is no use of it.
    const QString id = below.object().value("id"_L1).toString();
    const QJsonValue used = sessionNamed(cli, id).value("last_used"_L1);
    QCOMPARE(cli.run({u"files"_s, u"--id"_s, id}).exitCode, 0);
    QCOMPARE(sessionNamed(cli, id).value("last_used"_L1), used);
    // A spent id leads to the next one, as everywhere.
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, id}).exitCode, 0);
    QCOMPARE(cli.run({u"files"_s}).exitCode, 1);
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u": > again"_s})).exitCode, 0);
    const QJsonObject next = cli.run({u"files"_s, u"--json"_s}).object();
    QCOMPARE(next.value("id"_L1).toString(), id + u"-1"_s);
    QCOMPARE(next.value("files"_L1)[0]["name"_L1].toString(), u"again"_s);
}

void TestCliFiles::settingsAsForPutAndGet()
{
    const CliProgram cli;
    const QString work = cli.path(u"work"_s);
    const QStringList place {u"--id"_s, u"box"_s, u"--backend"_s, u"local"_s, u"--local-workdir"_s, work};
    const QString source = cli.writeFile(u"source"_s, "x");
    QCOMPARE(cli.run(QStringList {u"put"_s, source, u"copy"_s} + place).exitCode, 0);
    QCOMPARE(cli.run(QStringList {u"get"_s, u"copy"_s, cli.path(u"back"_s)} + place).exitCode, 0);
    const CliResult listed = cli.run(QStringList {u"files"_s, u"--json"_s} + place);
    QCOMPARE(listed.object().value("files"_L1)[0]["name"_L1].toString(), u"copy"_s);
    QCOMPARE(cli.run({u"files"_s, u"--id"_s, u"box"_s}).exitCode, 0);
    const CliResult elsewhere = cli.run({u"files"_s, u"--id"_s, u"box"_s, u"--local-workdir"_s, cli.path(u"other"_s)});
    QCOMPARE(elsewhere.exitCode, 2);
    QVERIFY2(elsewhere.err.contains("--local-workdir"), elsewhere.err.constData());
    const CliResult foreign = cli.run({u"files"_s, u"--id"_s, u"box"_s, u"--docker-image"_s, u"python:3"_s});
    QCOMPARE(foreign.exitCode, 2);
    QVERIFY2(foreign.err.contains("--docker-image") && foreign.err.contains("--backend docker"), foreign.err.constData());
}

void TestCliFiles::filesOfWhatIsNotThere()
{
    const CliProgram cli;
    const CliResult unknown = cli.run({u"files"_s, u"--id"_s, u"nobody"_s});
    QCOMPARE(unknown.exitCode, 1);
    QVERIFY2(unknown.err.contains("nobody"), unknown.err.constData());
    QVERIFY(sessionNamed(cli, u"nobody"_s).isEmpty());
    QCOMPARE(cli.run({u"files"_s}).exitCode, 1);
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u": > f"_s}) + QStringList {u"--id"_s, u"box"_s}).exitCode, 0);
    const CliResult missing = cli.run({u"files"_s, u"--id"_s, u"box"_s, u"nowhere"_s, u"--json"_s});
    QCOMPARE(missing.exitCode, 1);
    QVERIFY2(missing.object().contains("error"_L1), missing.out.constData());
    for (const QStringList &wrong : {QStringList {u"--id"_s, u""_s}, QStringList {u""_s}, QStringList {u"--backend"_s, u"no"_s}})
        QCOMPARE(cli.run(QStringList {u"files"_s} + wrong).exitCode, 2);
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, u"box"_s}).exitCode, 0);
    const CliResult closed = cli.run({u"files"_s, u"--id"_s, u"box"_s});
    QCOMPARE(closed.exitCode, 1);
    QVERIFY2(closed.err.contains("closed"), closed.err.constData());
}

void TestCliFiles::namesThatAreNoText()
{
    const CliProgram cli;
    const QString code = u"mkdir $'d\\xfe'; printf one > $'d\\xfe/\\xff'; printf two > $'d\\xfe/\\xfd'"_s;
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {code})).exitCode, 0);
    const QJsonObject folder = cli.run({u"files"_s, u"--json"_s}).object().value("files"_L1)[0].toObject();
    QCOMPARE(folder.value("name"_L1).toString(), u"d\uFFFD"_s);
    QCOMPARE(QByteArray::fromBase64(folder.value("name_base64"_L1).toString().toLatin1()), "d\xfe"_ba);
    const CliResult listed = cli.runShell(u"$HERMESCTL files $'d\\xfe'"_s);
    const QByteArrayList lines = listed.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines.at(1).endsWith("  $'\\xfd'") && lines.at(2).endsWith("  $'\\xff'"), listed.out.constData());
    const CliResult asJson = cli.runShell(u"$HERMESCTL files --json $'d\\xfe'"_s);
    QCOMPARE(asJson.object().value("folder_base64"_L1).toString(), u"ZP4="_s);
    // What is listed names the file.
    QCOMPARE(cli.runShell(u"$HERMESCTL get $'d\\xfe/'$'\\xff' '%1'"_s.arg(cli.path(u"one"_s))).exitCode, 0);
    QFile one(cli.path(u"one"_s));
    QVERIFY(one.open(QIODevice::ReadOnly));
    QCOMPARE(one.readAll(), "one"_ba);
    // Two of them must not become one here.
    const CliResult refused = cli.runShell(u"$HERMESCTL get $'d\\xfe/'$'\\xff' '%1'"_s.arg(cli.path(u"."_s)));
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("$'\\xff' is no UTF-8 text"), refused.err.constData());
    const CliResult missing = cli.runShell(u"$HERMESCTL get $'d\\xfe/none' '%1'"_s.arg(cli.path(u"none"_s)));
    QVERIFY(missing.exitCode != 0);
    QVERIFY2(missing.err.contains("$'") && missing.err.contains("\\xfe/none'"), missing.err.constData());
    const QString source = cli.writeFile(u"source"_s, "three");
    const CliResult put = cli.runShell(u"$HERMESCTL put --json '%1' $'d\\xfe/\\xfc'"_s.arg(source));
    QCOMPARE(put.exitCode, 0);
    QCOMPARE(QByteArray::fromBase64(put.object().value("target_base64"_L1).toString().toLatin1()), "d\xfe/\xfc"_ba);
    const QString removal = u"cat $'d\\xfe/\\xfc'; rm $'d\\xfe/'$'\\xff'; ls $'d\\xfe' | wc -l"_s;
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {removal})).object().value("stdout"_L1).toString(), u"three2\n"_s);
    // Files of this machine are named by text.
    const CliResult local = cli.runShell(u"$HERMESCTL get a $'\\xff'"_s);
    QCOMPARE(local.exitCode, 2);
    QVERIFY2(local.err.contains("DST") && local.err.contains("is not UTF-8 text"), local.err.constData());
}

void TestCliFiles::namesThatCannotBeSeen_data()
{
    QTest::addColumn<QByteArray>("listed");
    QTest::newRow("line end") << "$'a\\nb'"_ba;
    QTest::newRow("tab") << "$'a\\x09b'"_ba;
    QTest::newRow("space at the end") << "$'a '"_ba;
    QTest::newRow("like such a word") << "$'$\\'a\\''"_ba;
    QTest::newRow("turned direction") << "$'a\\xe2\\x80\\xaetxt.exe'"_ba;
}

void TestCliFiles::namesThatCannotBeSeen()
{
    QFETCH(const QByteArray, listed);
    const CliProgram cli;
    const QString word = QString::fromLatin1(listed);
    QCOMPARE(cli.run(shellCodes(u"sandbox"_s, {u"printf it > "_s + word})).exitCode, 0);
    const CliResult files = cli.run({u"files"_s});
    QCOMPARE(files.out.count('\n'), 2);
    QVERIFY2(files.out.endsWith(QByteArray("  " + listed + "\n")), files.out.constData());
    QCOMPARE(cli.runShell(u"$HERMESCTL get %1 '%2'"_s.arg(word, cli.path(u"."_s))).exitCode, 0);
    QVERIFY(!cli.run({u"files"_s, u"--json"_s}).object().value("files"_L1)[0].toObject().contains("name_base64"_L1));
}

QTEST_GUILESS_MAIN(TestCliFiles)
#include "tst_clifiles.moc"
