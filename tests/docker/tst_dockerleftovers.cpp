// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"
#include "tests/docker/dockerground.h"

#include <QCryptographicHash>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace hermes;
using namespace hermes::tests;

/// What a program that was killed leaves on a real daemon, and how the next one finds it and cleans up.
class TestDockerLeftovers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();

    void L1_closeStaleLeavesNothing();
    void nothingRunsOnAfterAKilledProgram();
    void noPlainRunGoesOnAfterAKilledProgram_data();
    void noPlainRunGoesOnAfterAKilledProgram();
    void aFullPoolOfAKilledProgram();
    void runnersOfOtherVersionsAreRemoved();
    void otherBackendsAreNotAsked();

private:
    [[nodiscard]] static QStringList idsOf(const test::CliResult &result);

    DockerGround m_ground;
    std::unique_ptr<test::CliProgram> m_cli;
};

void TestDockerLeftovers::initTestCase()
{
    REQUIRE_DOCKER()
    QVERIFY2(m_ground.open(), qPrintable(m_ground.failure()));
    m_cli = std::make_unique<test::CliProgram>();
    m_cli->setVariable(u"DOCKER_HOST"_s, m_ground.daemon().address());
    m_cli->setVariable(u"HERMES_DOCKER_IMAGE"_s, m_ground.image());
    m_cli->setVariable(u"HERMES_DOCKER_PULL"_s, u"never"_s);
}

void TestDockerLeftovers::cleanup()
{
    for (const QString &name : m_ground.containers())
        m_ground.daemon().docker({u"rm"_s, u"-f"_s, name.section(u' ', 0, 0)});
}

QStringList TestDockerLeftovers::idsOf(const test::CliResult &result)
{
    QStringList ids;
    for (const QJsonValue &one : result.array())
        ids.append(one["id"_L1].toString());
    ids.sort();
    return ids;
}

void TestDockerLeftovers::L1_closeStaleLeavesNothing()
{
    // The machine is known once a program has run.
    QCOMPARE(m_cli->run({u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"true"_s}).exitCode, 0);
    QFile machine(m_cli->stateFolder() + u"/machine-id"_s);
    QVERIFY(machine.open(QIODevice::ReadOnly));
    const QString label = u"hermes-panel.machine="_s + QString::fromLatin1(machine.readAll().trimmed());
    const auto make = [&](const QStringList &verb, const QString &name) {
        const QStringList labels {u"--label"_s, u"hermes-panel=1"_s,
                                  u"--label"_s, label,
                                  u"--label"_s, u"hermes-panel.kind=session"_s,
                                  u"--label"_s, u"hermes-panel.owner=999999 1 x gone"_s};
        return m_ground.daemon().docker(verb + QStringList {u"--name"_s, name} + labels
                                        + QStringList {m_ground.image(), u"sleep"_s, u"600"_s});
    };
    QCOMPARE(make({u"create"_s}, u"left-created"_s).exitCode, 0);
    QCOMPARE(make({u"run"_s, u"-d"_s}, u"left-running"_s).exitCode, 0);
    QCOMPARE(make({u"run"_s, u"-d"_s}, u"left-paused"_s).exitCode, 0);
    QCOMPARE(make({u"run"_s, u"-d"_s}, u"left-exited"_s).exitCode, 0);
    QCOMPARE(m_ground.daemon().docker({u"pause"_s, u"left-paused"_s}).exitCode, 0);
    QCOMPARE(m_ground.daemon().docker({u"kill"_s, u"left-exited"_s}).exitCode, 0);
    QCOMPARE(m_ground.daemon().docker({u"create"_s, u"--name"_s, u"foreign"_s, m_ground.image()}).exitCode, 0);
    const auto list = m_cli->run({u"list"_s, u"-s"_s, u"--stale"_s});
    QVERIFY2(list.out.contains("created") && list.out.contains("exited (137)") && list.out.contains("STATUS"),
             list.out.constData());
    const QStringList left {u"left-created"_s, u"left-exited"_s, u"left-paused"_s, u"left-running"_s};
    QCOMPARE(idsOf(m_cli->run({u"list"_s, u"-s"_s, u"--stale"_s, u"--json"_s})), left);
    // One by its id, the rest at once, each with its outcome.
    QCOMPARE(m_cli->run({u"close"_s, u"-s"_s, u"left-paused"_s}).exitCode, 0);
    const auto closed = m_cli->run({u"close"_s, u"--stale"_s, u"--json"_s});
    QCOMPARE(closed.exitCode, 0);
    QCOMPARE(idsOf(closed), (QStringList {u"left-created"_s, u"left-exited"_s, u"left-running"_s}));
    for (const QJsonValue &one : closed.array())
        QVERIFY(one["closed"_L1].toBool());
    QCOMPARE(m_ground.containers(), QStringList {u"foreign created"_s});
    QCOMPARE(m_cli->run({u"close"_s, u"-s"_s, u"foreign"_s}).exitCode, 1);
}

void TestDockerLeftovers::nothingRunsOnAfterAKilledProgram()
{
    const auto program = m_cli->start({u"session"_s, u"--backend"_s, u"docker"_s, u"--language"_s, u"shell"_s, u"--code"_s,
                                       u"sleep 600"_s, u"--code"_s, u"sleep 601"_s});
    QVERIFY(test::eventually([&] { return m_ground.containers().filter(u"running"_s).size() == 2; }));
    QCOMPARE(::kill(pid_t(program->processId()), SIGKILL), 0);
    QVERIFY(test::eventually([&] { return m_ground.containers().filter(u"running"_s).isEmpty(); }));
    QCOMPARE(m_cli->run({u"close"_s, u"--stale"_s}).exitCode, 0);
    QCOMPARE(m_ground.containers(), QStringList());
    QCOMPARE(idsOf(m_cli->run({u"list"_s, u"--stale"_s, u"--json"_s})), QStringList());
}

/// Where the resident runner cannot run, it is a script in the container that sees the end of its program.
void TestDockerLeftovers::noPlainRunGoesOnAfterAKilledProgram_data()
{
    QTest::addColumn<QString>("image");
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QString>("code");
    const QString busybox = m_ground.daemon().load(u"busybox"_s);
    const QString tree = u"sleep 4728301 & (trap '' TERM HUP; setsid sleep 4728302 & sleep 4728303) & echo up; sleep 4728304"_s;
    for (const QString &verb : {u"run"_s, u"sandbox"_s}) {
        QTest::addRow("%s", qPrintable(verb)) << m_ground.image() << verb << tree;
        QTest::addRow("%s, busybox", qPrintable(verb)) << busybox << verb << tree;
        QTest::addRow("%s that floods", qPrintable(verb)) << busybox << verb << u"sleep 4728305 & yes 4728306"_s;
    }
}

void TestDockerLeftovers::noPlainRunGoesOnAfterAKilledProgram()
{
    QFETCH(const QString, image);
    QFETCH(const QString, verb);
    QFETCH(const QString, code);
    test::CliProgram cli;
    cli.setVariable(u"DOCKER_HOST"_s, m_ground.daemon().address());
    cli.setVariable(u"HERMES_DOCKER_IMAGE"_s, image);
    cli.setVariable(u"HERMES_DOCKER_PULL"_s, u"never"_s);
    // A file that is there, and that no container can execute.
    const QString broken = m_ground.daemon().sharedFolder() + u"/broken"_s;
    QFile file(broken);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("#!/no/such/program\n") > 0);
    file.close();
    QVERIFY(QFile::setPermissions(broken, QFile::ReadOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther));
    cli.setVariable(u"HERMES_RUNNER"_s, broken);
    const auto processes = [&] {
        QByteArray all;
        for (const QString &name : m_ground.containers())
            all += m_ground.daemon().docker({u"top"_s, name.section(u' ', 0, 0), u"-eo"_s, u"pid,args"_s}).out;
        return all;
    };
    const auto program = cli.start({verb, u"--backend"_s, u"docker"_s, u"--language"_s, u"shell"_s, u"--code"_s, code});
    QVERIFY(test::eventually([&] { return processes().contains("472830") && processes().contains("hermes-plain"); }));
    QCOMPARE(::kill(pid_t(program->processId()), SIGKILL), 0);
    QVERIFY2(test::eventually([&] { return !processes().contains("472830"); }), processes().constData());
    QVERIFY2(test::eventually([&] { return !processes().contains("hermes-plain"); }), processes().constData());
    QCOMPARE(cli.run({u"close"_s, u"--stale"_s}).exitCode, 0);
    if (verb == "run"_L1) {
        QCOMPARE(m_ground.containers(), QStringList());
    } else {
        const auto after = cli.run(
            {u"sandbox"_s, u"--backend"_s, u"docker"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"ls -A; ls -A /tmp"_s});
        QCOMPARE(after.object().value("exit_code"_L1).toInt(), 0);
        QVERIFY2(!after.object().value("stdout"_L1).toString().contains("part"_L1), after.out.constData());
    }
}

/// The window's, which alone keeps one: here a program that opens one and is killed.
void TestDockerLeftovers::aFullPoolOfAKilledProgram()
{
    QProcess holder;
    holder.start(QStringLiteral(HERMES_POOLHOLDER), {m_ground.daemon().address(), m_ground.image(), m_cli->stateFolder()});
    QVERIFY(holder.waitForStarted());
    QVERIFY(test::eventually([&] { return m_ground.containers().filter(u"hermes-pool-"_s).filter(u"running"_s).size() == 3; }));
    holder.kill();
    QVERIFY(holder.waitForFinished());
    QVERIFY(test::eventually([&] { return m_ground.containers().filter(u"running"_s).isEmpty(); }));
    QCOMPARE(m_cli->run({u"close"_s, u"--stale"_s}).exitCode, 0);
    QCOMPARE(m_ground.containers(), QStringList());
}

void TestDockerLeftovers::runnersOfOtherVersionsAreRemoved()
{
    QFile runner(qEnvironmentVariable("HERMES_RUNNER"));
    QVERIFY(runner.open(QIODevice::ReadOnly));
    const QString present = u"hermes-runner-"_s
        + QString::fromLatin1(QCryptographicHash::hash(runner.readAll(), QCryptographicHash::Sha256).toHex().first(16));
    const QString used = u"hermes-runner-00000000000000aa"_s;
    const QString unused = u"hermes-runner-00000000000000bb"_s;
    const QString foreign = u"hermes-runner-notes"_s;
    const auto make = [&](const QString &volume) {
        return m_ground.daemon().docker({u"volume"_s, u"create"_s, volume}).exitCode == 0;
    };
    const auto volumes = [&] {
        const Ended listed = m_ground.daemon().docker({u"volume"_s, u"ls"_s, u"-q"_s});
        QStringList names = QString::fromUtf8(listed.out).split(u'\n', Qt::SkipEmptyParts);
        names.sort();
        return names;
    };
    QVERIFY(make(present) && make(used) && make(unused) && make(foreign));
    QCOMPARE(m_ground.daemon().docker({u"create"_s, u"--name"_s, u"user"_s, u"-v"_s, used + u":/x"_s, m_ground.image()}).exitCode,
             0);
    QStringList left {present, used, foreign};
    left.sort();
    QCOMPARE(m_cli->run({u"close"_s, u"--stale"_s}).exitCode, 0);
    QCOMPARE(volumes(), left);
    // So does a run.
    QVERIFY(make(unused));
    QCOMPARE(m_cli->run({u"run"_s, u"--backend"_s, u"docker"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"sleep 1"_s}).exitCode,
             0);
    QCOMPARE(volumes(), left);
    QCOMPARE(m_ground.daemon().docker({u"rm"_s, u"user"_s}).exitCode, 0);
    QCOMPARE(m_cli->run({u"close"_s, u"--stale"_s}).exitCode, 0);
    left.removeOne(used);
    QCOMPARE(volumes(), left);
}

void TestDockerLeftovers::otherBackendsAreNotAsked()
{
    test::CliProgram away;
    away.setVariable(u"DOCKER_HOST"_s, u"unix:///nonexistent/docker.sock"_s);
    const auto list = away.run({u"list"_s, u"-s"_s});
    QCOMPARE(list.exitCode, 0);
    QCOMPARE(list.err, QByteArray());
    const auto closed = away.run({u"close"_s, u"--stale"_s});
    QCOMPARE(closed.exitCode, 0);
    const auto unknown = away.run({u"close"_s, u"-s"_s, u"hermes-session-0000000000000001"_s});
    QCOMPARE(unknown.exitCode, 125);
    QVERIFY2(unknown.err.contains("/nonexistent/docker.sock"), unknown.err.constData());
    QCOMPARE(away.run({u"close"_s, u"-s"_s, u"x"_s, u"--backend"_s, u"local"_s}).exitCode, 1);
}

QTEST_GUILESS_MAIN(TestDockerLeftovers)
#include "tst_dockerleftovers.moc"
