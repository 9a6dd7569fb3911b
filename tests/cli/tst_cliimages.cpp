// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"
#include "tests/support/localregistry.h"

#include <QJsonDocument>
#include <QTest>

#include <csignal>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace hermes::test;
using hermes::tests::DockerDaemon;
using hermes::tests::LocalRegistry;

/// hermesctl images, on a real daemon.
class TestCliImages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void list();
    void build();
    void buildFromInput();
    void cancelledBuild();
    void exportAndImport();
    void standardStreams();
    void exitCodes_data();
    void exitCodes();
    void tagAndRemove();
    void scan();
    void usage_data();
    void usage();
    void noDaemon();

private:
    [[nodiscard]] CliResult images(const QStringList &arguments, const QByteArray &input = {}) const
    {
        return m_cli->run(QStringList {u"images"_s} + arguments, input);
    }

    std::unique_ptr<DockerDaemon> m_daemon;
    std::unique_ptr<CliProgram> m_cli;
    std::unique_ptr<LocalRegistry> m_localRegistry;
    QString m_busybox;
    QString m_registry;
};

void TestCliImages::initTestCase()
{
    m_cli = std::make_unique<CliProgram>();
    REQUIRE_DOCKER();
    REQUIRE_REGISTRY();
    m_daemon = std::make_unique<DockerDaemon>();
    QVERIFY2(m_daemon->start(), qPrintable(m_daemon->failure()));
    m_busybox = m_daemon->load(u"busybox"_s);
    QVERIFY2(!m_busybox.isEmpty(), qPrintable(m_daemon->failure()));
    QCOMPARE(::mkfifo(QFile::encodeName(m_cli->path(u"pipe"_s)).constData(), 0600), 0);
    m_localRegistry = std::make_unique<LocalRegistry>(*m_daemon);
    QVERIFY2(m_localRegistry->start(), qPrintable(m_localRegistry->failure()));
    m_registry = m_localRegistry->address();
    QVERIFY(QDir().mkpath(m_cli->path(u"bin"_s)));
    m_cli->setVariable(u"DOCKER_HOST"_s, m_daemon->address());
    m_cli->setVariable(u"PATH"_s, m_cli->path(u"bin"_s) + u':' + qEnvironmentVariable("PATH"));
}

void TestCliImages::list()
{
    const CliResult table = images({u"list"_s});
    QVERIFY2(table.exitCode == 0, table.err.constData());
    QVERIFY2(table.out.startsWith("NAME") && table.out.contains("hermes-test/busybox:1"), table.out.constData());
    const QJsonArray array = images({u"list"_s, u"--backend"_s, u"docker"_s, u"--json"_s}).array();
    QCOMPARE(array.size(), 1);
    QCOMPARE(array[0]["names"_L1][0].toString(), m_busybox);
    QVERIFY(array[0]["size"_L1].toInteger() > 1'000'000);
    QVERIFY(array[0]["used_by"_L1].toArray().isEmpty());
}

void TestCliImages::build()
{
    // The own one, on a base that has everything, with another name.
    const QString base = m_daemon->load(u"sandboxbase"_s);
    QVERIFY2(!base.isEmpty(), qPrintable(m_daemon->failure()));
    const CliResult built = images({u"build"_s, u"--build-arg"_s, u"BASE="_s + base});
    QVERIFY2(built.exitCode == 0, built.err.constData());
    QVERIFY2(built.out.startsWith("built hermes-sandbox:0.6 ("), built.out.constData());
    QVERIFY2(built.err.contains("Step 1/"), built.err.constData());
    // A file gets the log as it is: how far the build is stands in it.
    QVERIFY2(!built.err.contains("Building hermes-sandbox"), built.err.constData());
    const CliResult run = m_cli->run({u"run"_s, u"--backend"_s, u"docker"_s, u"--code"_s, u"import pandas; print('there')"_s});
    QVERIFY2(run.exitCode == 0, run.err.constData());
    QCOMPARE(run.out, "there\n"_ba);
}

void TestCliImages::buildFromInput()
{
    const QByteArray recipe = "FROM " + m_busybox.toUtf8() + "\nARG N=none\nRUN echo told $N\n";
    const CliResult built = images(
        {u"build"_s, u"--tag"_s, u"own:1"_s, u"--file"_s, u"-"_s, u"--build-arg"_s, u"N=7"_s, u"--json"_s}, recipe);
    QVERIFY2(built.exitCode == 0, built.err.constData());
    QCOMPARE(built.object().value("image"_L1).toString(), u"own:1"_s);
    QVERIFY(built.object().value("id"_L1).toString().startsWith("sha256:"_L1));
    QVERIFY2(built.err.contains("told 7\n"), built.err.constData());

    const QString context = m_cli->path(u"context"_s);
    QVERIFY(QDir().mkpath(context));
    m_cli->writeFile(u"context/Dockerfile"_s, "FROM " + m_busybox.toUtf8() + "\nCOPY word /word\nRUN cat /word\n");
    m_cli->writeFile(u"context/word"_s, "copied\n");
    const CliResult ofFolder = images({u"build"_s, u"--tag"_s, u"own:2"_s, u"--context"_s, context});
    QVERIFY2(ofFolder.exitCode == 0 && ofFolder.err.contains("copied\n"), ofFolder.err.constData());

    const CliResult failed = images({u"build"_s, u"--tag"_s, u"own:3"_s, u"--file"_s, u"-"_s},
                                    QByteArray("FROM " + m_busybox.toUtf8() + "\nRUN exit 3\n"));
    QCOMPARE(failed.exitCode, 1);
    QVERIFY2(failed.err.contains("Step 2/2 : RUN exit 3"), failed.err.constData());
}

void TestCliImages::cancelledBuild()
{
    const QString file = m_cli->writeFile(u"slow"_s, "FROM " + m_busybox.toUtf8() + "\nRUN echo begun; sleep 4717\n");
    const auto process = m_cli->start({u"images"_s, u"build"_s, u"--tag"_s, u"slow:1"_s, u"--file"_s, file});
    QByteArray log;
    QVERIFY(eventually(
        [&] {
            process->waitForReadyRead(10);
            log += process->readAllStandardError();
            return log.contains("\nbegun\n") || log.contains("begun\n ");
        },
        60'000));
    QCOMPARE(::kill(pid_t(process->processId()), SIGINT), 0);
    const CliResult ended = CliProgram::finish(*process);
    QCOMPARE(ended.exitCode, 130);
    QVERIFY(eventually([&] { return m_daemon->docker({u"ps"_s, u"--quiet"_s}).out.isEmpty(); }, 30'000));
}

void TestCliImages::exportAndImport()
{
    const QString file = m_cli->path(u"box.tar"_s);
    QCOMPARE(images({u"tag"_s, m_busybox, u"moved:1"_s}).exitCode, 0);
    const CliResult exported = images({u"export"_s, u"moved:1"_s, file});
    QVERIFY2(exported.exitCode == 0, exported.err.constData());
    QCOMPARE(images({u"remove"_s, u"moved:1"_s}).exitCode, 0);
    const CliResult imported = images({u"import"_s, file, u"--json"_s});
    QVERIFY2(imported.exitCode == 0, imported.err.constData());
    QCOMPARE(imported.object().value("images"_L1)[0].toString(), u"moved:1"_s);
}

/// "-" is a standard stream, with the bytes and nothing else in it; never a file of this name.
void TestCliImages::standardStreams()
{
    const QString file = m_cli->path(u"whole.tar"_s);
    QCOMPARE(images({u"tag"_s, m_busybox, u"piped:1"_s}).exitCode, 0);
    QCOMPARE(images({u"export"_s, u"piped:1"_s, file}).exitCode, 0);
    const CliResult piped = m_cli->runShell(
        u"cd '%1' && $HERMESCTL images export piped:1 - | tar -tf - | sort; ls -- - 2>&1"_s.arg(m_cli->path(u"."_s)));
    QVERIFY2(piped.out.contains("manifest.json\n") && piped.out.contains("No such file"), piped.out.constData());
    const CliResult bytes = images({u"export"_s, u"piped:1"_s, u"-"_s});
    QVERIFY2(bytes.exitCode == 0, bytes.err.constData());
    QCOMPARE(bytes.out.size(), QFileInfo(file).size());
    QCOMPARE(images({u"remove"_s, u"piped:1"_s}).exitCode, 0);
    const CliResult imported = images({u"import"_s, u"-"_s}, bytes.out);
    QVERIFY2(imported.exitCode == 0, imported.err.constData());
    QCOMPARE(imported.out, "imported piped:1\n"_ba);
    QCOMPARE(images({u"import"_s, u"-"_s}, "rubbish").exitCode, 1);
    QCOMPARE(images({u"import"_s, u"-"_s}).exitCode, 1);

    const CliResult both = images({u"export"_s, u"piped:1"_s, u"-"_s, u"--json"_s});
    QCOMPARE(both.exitCode, 2);
    const CliResult full = m_cli->runShell(u"$HERMESCTL images export piped:1 - > /dev/full"_s);
    QCOMPARE(full.exitCode, 125);
    QVERIFY2(full.err.contains("Standard output cannot be written"), full.err.constData());
    const CliResult broken = m_cli->runShell(u"$HERMESCTL images export piped:1 - | true; exit ${PIPESTATUS[0]}"_s);
    QCOMPARE(broken.exitCode, 125);
    const CliResult terminal = m_cli->runShell(u"script -qec \"$HERMESCTL images export piped:1 -\" /dev/null"_s);
    QCOMPARE(terminal.exitCode, 2);
    QVERIFY2(terminal.out.contains("terminal"), terminal.out.constData());
}

/// 1: what was asked for cannot be; 2: a mistake in the command; 125: a part that is needed for it does not work.
void TestCliImages::exitCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("exitCode");
    const auto add = [](const char *name, const QStringList &arguments, int exitCode, const QByteArray &input = {}) {
        QTest::newRow(name) << arguments << input << exitCode;
    };
    const QStringList fromInput {u"build"_s, u"--tag"_s, u"none:1"_s, u"--file"_s, u"-"_s};
    add("tag of an unknown image", {u"tag"_s, u"never-was:1"_s, u"a:1"_s}, 1);
    add("export of an unknown image", {u"export"_s, u"never-was:1"_s, m_cli->path(u"x"_s)}, 1);
    add("removal of an unknown image", {u"remove"_s, u"never-was:1"_s}, 1);
    add("push of an unknown image", {u"push"_s, u"never-was:1"_s}, 1);
    add("scan of an unknown image", {u"scan"_s, u"never-was:1"_s}, 1);
    add("pull of an unknown image", {u"pull"_s, m_registry + u"/never-was:1"_s}, 1);
    add("build upon an unknown image", fromInput, 1, "FROM " + m_registry.toUtf8() + "/never-was:1\n");
    add("build with a mistake", fromInput, 1, "FROM hermes-test/busybox:1\nPAINT it\n");
    add("build of nothing", fromInput, 2, "\n");
    for (const QString &device : {u"/dev/full"_s, u"/dev/null"_s, u"pipe"_s})
        add(qPrintable(u"export onto "_s + device), {u"export"_s, u"hermes-test/busybox:1"_s, device}, 2);
    add("import of rubbish", {u"import"_s, u"-"_s}, 1, QByteArray(100'000, 'r'));
    add("import of a missing file", {u"import"_s, u"/nowhere/x.tar"_s}, 2);
    add("import of a folder", {u"import"_s, u"/tmp"_s}, 2);
    add("export into no folder", {u"export"_s, u"never-was:1"_s, u"/nowhere/x.tar"_s}, 2);
    add("name with capitals", {u"tag"_s, u"hermes-test/busybox:1"_s, u"Work:1"_s}, 2);
    add("pull without a registry", {u"pull"_s, u"127.0.0.1:1/a:1"_s}, 125);
    add("build without a registry", fromInput, 125, "FROM 127.0.0.1:1/a:1\n");
    add("no daemon", {u"tag"_s, u"a:1"_s, u"b:1"_s, u"--docker-host"_s, u"unix:///nowhere"_s}, 125);
}

void TestCliImages::exitCodes()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, input);
    const CliResult result = images(arguments, input);
    QVERIFY2(!result.err.isEmpty(), result.out.constData());
    QTEST(result.exitCode, "exitCode");
    // A device that was named is still one.
    struct stat status = {};
    QVERIFY(::stat("/dev/full", &status) == 0 && S_ISCHR(status.st_mode));
    QVERIFY(::stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
    QVERIFY(::stat(QFile::encodeName(m_cli->path(u"pipe"_s)).constData(), &status) == 0 && S_ISFIFO(status.st_mode));
}

void TestCliImages::tagAndRemove()
{
    const CliResult tagged = images({u"tag"_s, m_busybox, u"second:1"_s, u"--json"_s});
    QCOMPARE(tagged.object().value("tagged"_L1).toBool(), true);
    const CliResult removed = images({u"remove"_s, u"second:1"_s});
    QCOMPARE(removed.out, "removed second:1\n"_ba);
    const CliResult again = images({u"remove"_s, u"second:1"_s});
    QCOMPARE(again.exitCode, 1);
    QCOMPARE(images({u"push"_s, u"second:1"_s}).exitCode, 1);
}

void TestCliImages::scan()
{
    const CliResult none = images({u"scan"_s, m_busybox});
    QCOMPARE(none.exitCode, 125);
    QVERIFY2(none.err.contains("trivy") && none.err.contains("Install it"), none.err.constData());
    const QStringList blocked {
        u"run"_s,  u"--backend"_s,  u"docker"_s, u"--docker-image"_s, m_busybox,    u"--docker-block-critical"_s,
        u"true"_s, u"--language"_s, u"shell"_s,  u"--code"_s,         u"echo ran"_s};
    const CliResult unscanned = m_cli->run(blocked);
    QCOMPARE(unscanned.exitCode, 125);
    QVERIFY2(unscanned.err.contains("Scan it first"), unscanned.err.constData());

    const auto report = [&](const QByteArray &severity) {
        const QString path = m_cli->writeFile(
            u"bin/trivy"_s,
            QByteArray("#!/bin/sh\necho '{\"SchemaVersion\":2,\"Results\":[{\"Vulnerabilities\":[{\"VulnerabilityID\":\"CVE-7\","
                       "\"PkgName\":\"p\",\"InstalledVersion\":\"1\",\"Severity\":\""
                       + severity + "\",\"Title\":\"t\"}]}]}'\n"));
        return QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    QVERIFY(report("LOW"));
    const CliResult low = images({u"scan"_s, m_busybox});
    QVERIFY2(low.exitCode == 0 && low.out.contains("CVE-7"), low.err.constData());
    QVERIFY2(low.err.contains("0 critical, 0 high, 0 medium, 1 low"), low.err.constData());
    QCOMPARE(images({u"scan"_s, m_busybox, u"--docker-block-critical"_s, u"true"_s}).exitCode, 0);
    QCOMPARE(m_cli->run(blocked).out, "ran\n"_ba);
    QVERIFY(report("CRITICAL"));
    const QJsonObject critical = images({u"scan"_s, m_busybox, u"--json"_s}).object();
    QCOMPARE(critical.value("counts"_L1)["critical"_L1].toInt(), 1);
    QCOMPARE(critical.value("findings"_L1)[0]["id"_L1].toString(), u"CVE-7"_s);
    const QStringList underPolicy {u"scan"_s, m_busybox, u"--docker-block-critical"_s, u"true"_s};
    const CliResult forbidden = images(underPolicy);
    QCOMPARE(forbidden.exitCode, 1);
    QVERIFY2(forbidden.out.contains("CVE-7") && forbidden.err.contains("CVE-7 in p"), forbidden.err.constData());
    QVERIFY(images(underPolicy + QStringList {u"--json"_s}).object().value("blocked"_L1).toString().contains("CVE-7"_L1));
    const CliResult refused = m_cli->run(blocked);
    QCOMPARE(refused.exitCode, 125);
    QVERIFY2(refused.err.contains("CVE-7 in p"), refused.err.constData());
}

void TestCliImages::usage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("nothing to do") << QStringList {} << "list|pull"_ba;
    QTest::newRow("unknown action") << QStringList {u"paint"_s} << "paint"_ba;
    QTest::newRow("no image") << QStringList {u"pull"_s} << "IMAGE is missing"_ba;
    QTest::newRow("no name") << QStringList {u"tag"_s, u"a:1"_s} << "TARGET is missing"_ba;
    QTest::newRow("bad name") << QStringList {u"pull"_s, u"a b"_s} << "a b"_ba;
    QTest::newRow("backend without images") << QStringList {u"list"_s, u"--backend"_s, u"local"_s} << "has no images"_ba;
    QTest::newRow("bad argument") << QStringList {u"build"_s, u"--build-arg"_s, u"1=2"_s} << "--build-arg"_ba;
    QTest::newRow("no tag") << QStringList {u"build"_s, u"--file"_s, u"/dev/null"_s} << "--tag is missing"_ba;
    QTest::newRow("no such file") << QStringList {u"build"_s, u"--tag"_s, u"a:1"_s, u"--file"_s, u"/nowhere"_s} << "/nowhere"_ba;
    QTest::newRow("no folder") << QStringList {u"build"_s,         u"--tag"_s,     u"a:1"_s,     u"--file"_s,
                                               u"/etc/hostname"_s, u"--context"_s, u"/nowhere"_s}
                               << "/nowhere"_ba;
}

void TestCliImages::usage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, told);
    const CliResult result = images(arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(told), result.err.constData());
}

void TestCliImages::noDaemon()
{
    const CliResult result = images({u"list"_s, u"--docker-host"_s, u"/nowhere/docker.sock"_s});
    QCOMPARE(result.exitCode, 125);
    QVERIFY2(result.err.contains("/nowhere/docker.sock"), result.err.constData());
}

QTEST_GUILESS_MAIN(TestCliImages)
#include "tst_cliimages.moc"
