// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"
#include "tests/support/dockerdaemon.h"

#include <QJsonDocument>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace hermes::test;
using hermes::tests::DockerDaemon;

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
    QString m_busybox;
};

void TestCliImages::initTestCase()
{
    m_cli = std::make_unique<CliProgram>();
    REQUIRE_DOCKER();
    m_daemon = std::make_unique<DockerDaemon>();
    QVERIFY2(m_daemon->start(), qPrintable(m_daemon->failure()));
    m_busybox = m_daemon->load(u"busybox"_s);
    QVERIFY2(!m_busybox.isEmpty(), qPrintable(m_daemon->failure()));
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
    QCOMPARE(failed.exitCode, 2);
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
    QCOMPARE(none.exitCode, 2);
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
    QCOMPARE(m_cli->run(blocked).out, "ran\n"_ba);
    QVERIFY(report("CRITICAL"));
    const QJsonObject critical = images({u"scan"_s, m_busybox, u"--json"_s}).object();
    QCOMPARE(critical.value("counts"_L1)["critical"_L1].toInt(), 1);
    QCOMPARE(critical.value("findings"_L1)[0]["id"_L1].toString(), u"CVE-7"_s);
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
