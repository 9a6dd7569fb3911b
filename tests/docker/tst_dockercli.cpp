// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"
#include "tests/docker/dockerground.h"

#include <QDir>
#include <QJsonDocument>
#include <QTest>

#include <signal.h>

using namespace Qt::StringLiterals;
using namespace hermes::test;
using namespace hermes::tests;

namespace {
QByteArray allOf(const CliResult &result)
{
    return QByteArray(result.out + result.err);
}
} // namespace

/// The command line on a real daemon, and what becomes of runs when the daemon, a container or the program is disturbed.
class TestDockerCli : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void runAsDocumented();
    void sandboxKeepsFiles();
    void otherSettingsAreRefusedByName();
    void manyOpenTheSameSandbox();
    void lostFilesAreToldAcrossPrograms_data();
    void lostFilesAreToldAcrossPrograms();
    void L3_ownInitSaysWhatItNeeds();
    void sessionInTheOrderOfInput();
    void sweepFillsItsTable();
    void E1_noValueIsSeen();
    void E4_nothingRunsHere();
    void E9_checkTellsWhatIsWrong();
    void E7_twoNetworksAreRefused();
    void L1_missingImage();
    void P5_endOfTheProgramEndsTheRun_data();
    void P5_endOfTheProgramEndsTheRun();
    void containerRemovedDuringARun();
    void daemonStartedAgainDuringASweep();
    void imageRemovedDuringASweep();
    void timeoutSettingHolds();

private:
    [[nodiscard]] QStringList on(const QString &verb, const QStringList &more = {}) const;
    [[nodiscard]] bool noContainers() const { return m_ground.containers().isEmpty(); }

    DockerGround m_ground;
    std::unique_ptr<CliProgram> m_cli;
};

void TestDockerCli::initTestCase()
{
    REQUIRE_DOCKER()
    QVERIFY2(m_ground.open(), qPrintable(m_ground.failure()));
}

void TestDockerCli::init()
{
    m_cli = std::make_unique<CliProgram>();
    m_cli->setVariable(u"DOCKER_HOST"_s, m_ground.daemon().address());
    m_cli->setVariable(u"HERMES_DOCKER_IMAGE"_s, m_ground.image());
    m_cli->setVariable(u"HERMES_DOCKER_PULL"_s, u"never"_s);
}

void TestDockerCli::cleanup()
{
    for (const QString &container : m_ground.containers())
        std::ignore = m_ground.daemon().docker({u"rm"_s, u"-f"_s, container.section(u' ', 0, 0)});
}

QStringList TestDockerCli::on(const QString &verb, const QStringList &more) const
{
    return QStringList {verb, u"--backend"_s, u"docker"_s, u"--language"_s, u"shell"_s} + more;
}

void TestDockerCli::runAsDocumented()
{
    const QString file = m_cli->writeFile(u"job.py"_s, "import os, sys\nprint(os.listdir('/sys/class/net'))\nsys.exit(7)\n");
    const CliResult result = m_cli->run({u"run"_s, u"--backend"_s, u"docker"_s, u"--docker-image"_s, m_ground.image(),
                                         u"--docker-network"_s, u"none"_s, u"--docker-cpus"_s, u"2"_s, u"--docker-memory"_s,
                                         u"4g"_s, u"--file"_s, file});
    QCOMPARE(result.exitCode, 7);
    QCOMPARE(result.out, "['lo']\n");
    QVERIFY(noContainers());
}

void TestDockerCli::sandboxKeepsFiles()
{
    const CliResult calls = m_cli->run(
        on(u"sandbox"_s, {u"--id"_s, u"box"_s, u"--code"_s, u"echo 1 > f"_s, u"--code"_s, u"cat f; exit 3"_s}));
    QCOMPARE(calls.exitCode, 0);
    QCOMPARE(calls.array().at(1)["stdout"_L1].toString(), u"1\n"_s);
    QCOMPARE(calls.array().at(1)["exit_code"_L1].toInt(), 3);
    const CliResult later = m_cli->run(on(u"sandbox"_s, {u"--id"_s, u"box"_s, u"--code"_s, u"cat f"_s}));
    QCOMPARE(later.object()["stdout"_L1].toString(), u"1\n"_s);
    QCOMPARE(sessionNamed(*m_cli, u"box"_s)["state"_L1].toString(), u"open"_s);
    QCOMPARE(m_cli->run({u"close"_s, u"-s"_s, u"box"_s}).exitCode, 0);
    QVERIFY(noContainers());
}

void TestDockerCli::otherSettingsAreRefusedByName()
{
    const QStringList box {u"--id"_s, u"box"_s, u"--docker-memory"_s};
    const QStringList code {u"--code"_s, u"echo 1 > f"_s};
    QCOMPARE(m_cli->run(on(u"sandbox"_s, box + QStringList {u"64m"_s} + code)).exitCode, 0);
    const CliResult other = m_cli->run(on(u"sandbox"_s, box + QStringList {u"128m"_s} + code));
    QCOMPARE(other.exitCode, 125);
    QVERIFY2(allOf(other).contains("(memory: 64 MiB → 128 MiB)"), allOf(other).constData());
    // It is still the one that it was, for those who name it by its id alone and for those who name its settings.
    const QStringList files {u"files"_s, u"--json"_s, u"--id"_s, u"box"_s};
    const QStringList backend {u"--backend"_s, u"docker"_s, u"--docker-memory"_s};
    QCOMPARE(m_cli->run(files).object()["files"_L1][0]["name"_L1].toString(), u"f"_s);
    QCOMPARE(m_cli->run(files + backend + QStringList {u"64m"_s}).exitCode, 0);
    QCOMPARE(m_cli->run(files + backend + QStringList {u"128m"_s}).exitCode, 1);
    QCOMPARE(m_cli->run({u"close"_s, u"-s"_s, u"box"_s}).exitCode, 0);
}

/// Which is new to all of them.
void TestDockerCli::manyOpenTheSameSandbox()
{
    std::vector<std::unique_ptr<QProcess>> programs;
    for (int number = 0; number < 4; ++number)
        programs.push_back(m_cli->start(on(u"sandbox"_s, {u"--id"_s, u"shared"_s, u"--code"_s, u"echo here"_s})));
    for (const auto &program : programs) {
        QVERIFY(program->waitForFinished(60'000));
        const QByteArray out = program->readAllStandardOutput();
        QVERIFY2(program->exitCode() == 0 && out.contains("here"), out.constData());
    }
    QCOMPARE(m_ground.containers().size(), 1);
}

void TestDockerCli::lostFilesAreToldAcrossPrograms_data()
{
    QTest::addColumn<QStringList>("disturbance");
    QTest::addColumn<bool>("isPutBefore");
    QTest::addColumn<QString>("note");
    QTest::newRow("removed") << QStringList {u"rm"_s, u"-f"_s} << false << u"was gone"_s;
    QTest::newRow("started again") << QStringList {u"restart"_s, u"-t1"_s} << false << u"had stopped"_s;
    QTest::newRow("stopped") << QStringList {u"stop"_s, u"-t1"_s} << false << u"had stopped"_s;
    // It tells nothing itself, and takes the news from nobody.
    QTest::newRow("removed, and a file put") << QStringList {u"rm"_s, u"-f"_s} << true << u"was gone"_s;
    QTest::newRow("stopped, and a file put") << QStringList {u"stop"_s, u"-t1"_s} << true << u"had stopped"_s;
}

void TestDockerCli::lostFilesAreToldAcrossPrograms()
{
    QFETCH(const QStringList, disturbance);
    QFETCH(const bool, isPutBefore);
    QFETCH(const QString, note);
    const auto call = [&] { return m_cli->run(on(u"sandbox"_s, {u"--id"_s, u"box"_s, u"--code"_s, u"ls; touch n"_s})).object(); };
    QCOMPARE(call()["notes"_L1].toArray().size(), 0);
    QCOMPARE(call()["stdout"_L1].toString(), u"n\n"_s);
    const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
    QCOMPARE(m_ground.daemon().docker(disturbance + QStringList {container}).exitCode, 0);
    if (isPutBefore)
        QCOMPARE(m_cli->run({u"put"_s, u"--backend"_s, u"docker"_s, u"--id"_s, u"box"_s, u"-"_s, u"put"_s}, "x").exitCode, 0);
    const QJsonObject after = call();
    QCOMPARE(after["stdout"_L1].toString(), isPutBefore ? u"put\n"_s : QString());
    QVERIFY2(after["notes"_L1].toArray().first().toString().contains(note), QJsonDocument(after).toJson().constData());
    QCOMPARE(call()["notes"_L1].toArray().size(), 0);
}

void TestDockerCli::L3_ownInitSaysWhatItNeeds()
{
    const QString name = m_ground.daemon().load(u"owninit"_s);
    const QStringList image {u"--docker-image"_s, name, u"--docker-init"_s, u"image"_s, u"--code"_s, u"echo hi"_s};
    const CliResult refused = m_cli->run(on(u"run"_s, image));
    QCOMPARE(refused.exitCode, 125);
    QVERIFY2(refused.err.contains("--docker-tmpfs /run"), refused.err.constData());
    QCOMPARE(m_cli->run(on(u"run"_s, image + QStringList {u"--docker-tmpfs"_s, u"/run"_s})).out, "hi\n");
}

void TestDockerCli::sessionInTheOrderOfInput()
{
    const CliResult result = m_cli->run(
        on(u"session"_s, {u"--code"_s, u"sleep 1; echo a"_s, u"--code"_s, u"exit 4"_s, u"--code"_s, u"kill -9 $$"_s, u"--json"_s}));
    QCOMPARE(result.exitCode, 0);
    const QJsonArray all = result.array();
    QCOMPARE(all.size(), 3);
    QCOMPARE(all[0]["stdout"_L1].toString(), u"a\n"_s);
    QCOMPARE(all[1]["exit_code"_L1].toInt(), 4);
    QCOMPARE(all[2]["exit_code"_L1].toInt(), 137);
    QCOMPARE(all[2]["signal"_L1].toString(), u"SIGKILL"_s);
    QVERIFY(noContainers());
}

void TestDockerCli::sweepFillsItsTable()
{
    const QString table = m_cli->path(u"out.csv"_s);
    const CliResult result = m_cli->run(on(u"sweep"_s,
                                           {u"--code"_s, u"echo \"{\\\"n\\\": $HERMES_PARAM_N}\"; exit $((HERMES_PARAM_N % 2))"_s,
                                            u"--param"_s, u"n=1:6"_s, u"--out"_s, table}));
    QCOMPARE(result.exitCode, 0);
    QFile file(table);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArrayList lines = file.readAll().trimmed().split('\n');
    QVERIFY2(lines.size() >= 7, lines.join('\n').constData());
    QVERIFY(noContainers());
}

void TestDockerCli::E1_noValueIsSeen()
{
    m_cli->setVariable(u"CANARY_TOKEN"_s, u"zq9-canary"_s);
    const auto running = m_cli->start(on(u"run"_s, {u"--env"_s, u"CANARY_TOKEN"_s, u"--code"_s, u"echo up; sleep 5"_s}));
    QVERIFY(running->waitForReadyRead(20'000));
    QCOMPARE(processesWith("zq9-canary").size(), 0);
    const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
    QVERIFY(!container.isEmpty());
    QVERIFY(!m_ground.daemon().docker({u"inspect"_s, container}).out.contains("zq9-canary"));
    running->terminate();
    QVERIFY(running->waitForFinished(20'000));
}

void TestDockerCli::E4_nothingRunsHere()
{
    m_cli->setVariable(u"DOCKER_HOST"_s, u"unix:///nowhere/docker.sock"_s);
    const QString marker = m_cli->path(u"marker"_s);
    for (const QString &verb : {u"run"_s, u"sandbox"_s, u"session"_s}) {
        const CliResult result = m_cli->run(on(verb, {u"--code"_s, u"touch %1; hostname; id -u"_s.arg(marker)}));
        QCOMPARE(result.exitCode, 125);
    }
    QVERIFY(!QFile::exists(marker));
}

void TestDockerCli::E9_checkTellsWhatIsWrong()
{
    const CliResult good = m_cli->run({u"check"_s, u"--backend"_s, u"docker"_s});
    QVERIFY2(good.exitCode == 0, allOf(good).constData());
    m_cli->setVariable(u"DOCKER_HOST"_s, u"unix:///nowhere/docker.sock"_s);
    const CliResult none = m_cli->run({u"check"_s, u"--backend"_s, u"docker"_s});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(allOf(none).contains("no such socket"), allOf(none).constData());
    m_cli->setVariable(u"DOCKER_HOST"_s, u"tcp://moon.invalid:2375"_s);
    const CliResult wrong = m_cli->run({u"check"_s, u"--backend"_s, u"docker"_s});
    QVERIFY2(allOf(wrong).contains("moon.invalid"), allOf(wrong).constData());
    m_cli->setVariable(u"DOCKER_HOST"_s, u"carrier-pigeon"_s);
    const CliResult senseless = m_cli->run({u"check"_s, u"--backend"_s, u"docker"_s});
    QVERIFY2(allOf(senseless).contains("DOCKER_HOST"), allOf(senseless).constData());
}

void TestDockerCli::E7_twoNetworksAreRefused()
{
    const QStringList none {u"--docker-network"_s, u"none"_s};
    const QStringList code {u"--code"_s, u"echo runs"_s};
    const CliResult two = m_cli->run(on(u"run"_s, none + QStringList {u"--docker-network"_s, u"bridge"_s} + code));
    QCOMPARE(two.exitCode, 2);
    QVERIFY2(two.err.contains("\"none\"") && two.err.contains("\"bridge\""), two.err.constData());
    QVERIFY(noContainers());
    QCOMPARE(m_cli->run(on(u"run"_s, none + none + code)).out, "runs\n");
}

void TestDockerCli::L1_missingImage()
{
    const CliResult result = m_cli->run(on(u"run"_s, {u"--docker-image"_s, u"never-was:7"_s, u"--code"_s, u"true"_s}));
    QCOMPARE(result.exitCode, 125);
    QVERIFY2(result.err.contains("never-was:7"), result.err.constData());
    QVERIFY(noContainers());
}

void TestDockerCli::P5_endOfTheProgramEndsTheRun_data()
{
    QTest::addColumn<QString>("verb");
    QTest::addColumn<int>("signal");
    for (const int signal : {SIGTERM, SIGINT, SIGKILL}) {
        QTest::addRow("run, signal %d", signal) << u"run"_s << signal;
        QTest::addRow("sandbox, signal %d", signal) << u"sandbox"_s << signal;
    }
}

void TestDockerCli::P5_endOfTheProgramEndsTheRun()
{
    QFETCH(const QString, verb);
    QFETCH(const int, signal);
    const auto process = m_cli->start(on(verb, {u"--code"_s, u"sleep 353"_s}));
    const auto isRunning = [&] {
        const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
        return !container.isEmpty() && m_ground.daemon().docker({u"top"_s, container}).out.contains("sleep 353");
    };
    QVERIFY(eventually(isRunning));
    ::kill(pid_t(process->processId()), signal);
    QVERIFY(process->waitForFinished(20'000));
    QVERIFY(eventually([&] { return !isRunning(); }, 5'000));
    // A sandbox stays for the next call; an executor is gone with its program, however that ended.
    if (verb == "run"_L1)
        QVERIFY(eventually([this] { return noContainers(); }, 10'000));
    else
        QCOMPARE(m_ground.containers().size(), 1);
}

void TestDockerCli::containerRemovedDuringARun()
{
    const auto process = m_cli->start(on(u"run"_s, {u"--code"_s, u"echo up; sleep 600"_s}));
    QVERIFY(process->waitForReadyRead(20'000));
    const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
    QCOMPARE(m_ground.daemon().docker({u"rm"_s, u"-f"_s, container}).exitCode, 0);
    const CliResult result = CliProgram::finish(*process);
    QCOMPARE(result.exitCode, 125);
    QVERIFY2(result.err.contains("stopped from outside") || result.err.contains("removed"), result.err.constData());
    QVERIFY(result.out.startsWith("up\n"));
}

void TestDockerCli::daemonStartedAgainDuringASweep()
{
    const auto process = m_cli->start(on(
        u"sweep"_s,
        {u"--code"_s, u"sleep 0.2; echo $HERMES_PARAM_N"_s, u"--param"_s, u"n=1:40"_s, u"--concurrency"_s, u"4"_s, u"--json"_s}));
    QVERIFY(eventually([this] { return m_ground.containers().size() >= 3; }));
    QVERIFY2(m_ground.daemon().stop(), qPrintable(m_ground.daemon().failure()));
    QVERIFY2(m_ground.daemon().start(), qPrintable(m_ground.daemon().failure()));
    const CliResult result = CliProgram::finish(*process);
    const QJsonArray results = QJsonDocument::fromJson(result.out).object()["results"_L1].toArray();
    QCOMPARE(results.size(), 40);
    int lost = 0;
    for (qsizetype i = 0; i < results.size(); ++i) {
        const QJsonObject one = results[i].toObject();
        if (one["reason"_L1] == "infrastructure"_L1)
            ++lost;
        else
            QCOMPARE(one["stdout"_L1].toString(), u"%1\n"_s.arg(i + 1));
    }
    // Those that ran when it stopped may have done their work, and are not done twice.
    QVERIFY2(lost <= 4, qPrintable(QString::number(lost)));
    QVERIFY(eventually([this] { return noContainers(); }));
}

void TestDockerCli::imageRemovedDuringASweep()
{
    const QString name = m_ground.daemon().load(u"busybox"_s);
    QCOMPARE(m_ground.daemon().docker({u"tag"_s, name, u"passing:1"_s}).exitCode, 0);
    QCOMPARE(m_ground.daemon().docker({u"rmi"_s, u"-f"_s, name}).exitCode, 0);
    const auto process = m_cli->start(on(u"sweep"_s,
                                         {u"--docker-image"_s, u"passing:1"_s, u"--code"_s, u"sleep 0.3"_s, u"--param"_s,
                                          u"n=1:30"_s, u"--concurrency"_s, u"2"_s, u"--json"_s}));
    QVERIFY(eventually([this] { return !noContainers(); }));
    QVERIFY(eventually([this] { return m_ground.daemon().docker({u"rmi"_s, u"-f"_s, u"passing:1"_s}).exitCode == 0; }));
    const CliResult result = CliProgram::finish(*process);
    QCOMPARE(result.exitCode, 125);
    QVERIFY2(result.out.contains("passing:1"), result.out.constData());
    QVERIFY(noContainers());
}

void TestDockerCli::timeoutSettingHolds()
{
    const CliResult result = m_cli->run(on(u"run"_s, {u"--docker-timeout"_s, u"1"_s, u"--code"_s, u"echo before; sleep 30"_s}));
    QCOMPARE(result.exitCode, 124);
    QCOMPARE(result.out, "before\n");
}

QTEST_GUILESS_MAIN(TestDockerCli)
#include "tst_dockercli.moc"
