// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/dockercommand.h"
#include "tests/support/fakeengine.h"

#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes::tests;

/// Docker's own command talks to the fake daemon, so that a fake that is wrong is found by somebody else's client.
class TestFakeEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void versions_data();
    void versions();
    void container();
    void run();
    void exec();
    void images();
    void volumes();
    void files();
    void events();
    void refusedRequest();
    void silence();
    void cutBody();
    void oddChunks_data();
    void oddChunks();
    void tooNewAndTooOld();
    void refusedOptions_data();
    void refusedOptions();
    void podman();
    void tcp();
    void stoppedAndDropped();
    void strictness();

private:
    Ended docker(const QStringList &arguments, std::chrono::milliseconds patience = 30s) const
    {
        return runDocker(m_engine->address(), m_client.path(), arguments, {}, patience);
    }
    QByteArray raw(const QByteArray &line, const QByteArray &body = {}, const QByteArray &type = "application/json") const
    {
        return exchangeRaw(m_engine->socketPath(),
                           line + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: " + type
                               + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    }

    QTemporaryDir m_client;
    std::unique_ptr<FakeEngine> m_engine;
    QStringList m_expectedProblems;
};

void TestFakeEngine::initTestCase()
{
    REQUIRE_NOTHING_MISSING(
        QStandardPaths::findExecutable(u"docker"_s).isEmpty() ? u"docker's command is not installed (docker-cli)"_s : QString());
}

void TestFakeEngine::init()
{
    m_engine = std::make_unique<FakeEngine>();
    m_engine->model().addImage({.name = u"busybox:1"_s});
    QVERIFY(m_engine->start());
    m_expectedProblems.clear();
}

void TestFakeEngine::cleanup()
{
    QCOMPARE(m_engine->problems(), m_expectedProblems);
    m_engine.reset();
}

void TestFakeEngine::versions_data()
{
    QTest::addColumn<QString>("newest");
    QTest::addColumn<QByteArray>("spoken");
    QTest::newRow("usual") << u"1.45"_s << "1.45\n"_ba;
    QTest::newRow("older daemon") << u"1.30"_s << "1.30\n"_ba;
    QTest::newRow("newer daemon") << u"1.99"_s << "1.45\n"_ba;
}

void TestFakeEngine::versions()
{
    QFETCH(QString, newest);
    m_engine->setApiVersions(newest, u"1.24"_s);
    const Ended version = docker({u"version"_s, u"--format={{.Client.APIVersion}}"_s});
    QVERIFY2(version.exitCode == 0, version.err.constData());
    QTEST(version.out, "spoken");
}

void TestFakeEngine::container()
{
    const Ended created = docker(
        {u"create"_s, u"--name=one"_s, u"--label=a=b"_s, u"--memory=64m"_s, u"busybox:1"_s, u"sleep"_s, u"9"_s});
    QVERIFY2(created.exitCode == 0, created.err.constData());
    QCOMPARE(docker({u"create"_s, u"--name=two"_s, u"busybox:1"_s}).exitCode, 0);
    const Ended again = docker({u"create"_s, u"--name=one"_s, u"busybox:1"_s});
    QVERIFY2(again.err.contains("Conflict"), again.err.constData());
    QCOMPARE(docker({u"start"_s, u"one"_s}).exitCode, 0);
    QCOMPARE(docker({u"ps"_s, u"--format={{.Names}} {{.State}}"_s}).out, "one running\n"_ba);
    QCOMPARE(docker({u"ps"_s, u"--all"_s, u"--filter=label=a=b"_s, u"--format={{.Names}}"_s}).out, "one\n"_ba);
    QCOMPARE(docker({u"ps"_s, u"--all"_s, u"--filter=name=w"_s, u"--format={{.Names}}"_s}).out, "two\n"_ba);
    QCOMPARE(docker({u"inspect"_s, u"--format={{.State.Running}} {{.HostConfig.Memory}} {{.Config.Labels.a}}"_s, u"one"_s}).out,
             "true 67108864 b\n"_ba);
    QVERIFY(docker({u"top"_s, u"one"_s}).out.contains("sleep 9"));
    QVERIFY(docker({u"rm"_s, u"one"_s}).err.contains("container is running"));
    QCOMPARE(docker({u"rename"_s, u"one"_s, u"uno"_s}).exitCode, 0);
    QCOMPARE(docker({u"kill"_s, u"uno"_s}).exitCode, 0);
    QCOMPARE(docker({u"wait"_s, u"uno"_s}).out, "137\n"_ba);
    QVERIFY(docker({u"kill"_s, u"uno"_s}).err.contains("is not running"));
    QCOMPARE(docker({u"rm"_s, u"uno"_s, u"two"_s}).exitCode, 0);
    QVERIFY(docker({u"start"_s, u"uno"_s}).err.contains("No such container: uno"));
    QVERIFY(m_engine->model().containers().isEmpty());
    QVERIFY(m_engine->requestLines().contains(u"POST /containers/create"_s));
}

void TestFakeEngine::run()
{
    m_engine->model().setContainerStart([](const QJsonObject &created) {
        return FakeOutcome {
            .exitCode = 7, .out = created[u"Cmd"_s].toVariant().toStringList().join(u' ').toUtf8() + '\n', .err = "e\n"};
    });
    const Ended run = docker({u"run"_s, u"--name=r"_s, u"busybox:1"_s, u"echo"_s, u"hi"_s});
    QCOMPARE(run.exitCode, 7);
    QCOMPARE(run.out, "echo hi\n"_ba);
    QCOMPARE(run.err, "e\n"_ba);
    QCOMPARE(docker({u"logs"_s, u"r"_s}).err, "e\n"_ba);
    QCOMPARE(docker({u"inspect"_s, u"--format={{.State.ExitCode}}"_s, u"r"_s}).out, "7\n"_ba);
}

void TestFakeEngine::exec()
{
    m_engine->model().addContainer({.name = u"c"_s, .created = {{u"Image"_s, u"busybox:1"_s}}, .state = u"running"_s});
    m_engine->model().setExecStart([](const QJsonObject &created) {
        const bool shell = created[u"Cmd"_s][0] == u"sh"_s;
        return FakeOutcome {.exitCode = shell ? 3 : 0, .out = "o\n", .err = "e\n"};
    });
    const Ended shell = docker({u"exec"_s, u"c"_s, u"sh"_s});
    QCOMPARE(shell.exitCode, 3);
    QCOMPARE(shell.out, "o\n"_ba);
    QCOMPARE(shell.err, "e\n"_ba);
    QCOMPARE(docker({u"exec"_s, u"--detach"_s, u"c"_s, u"true"_s}).exitCode, 0);
    m_engine->model().endContainer(u"c"_s, 137, true);
    QVERIFY(docker({u"exec"_s, u"c"_s, u"true"_s}).err.contains("is not running"));
    QCOMPARE(docker({u"inspect"_s, u"--format={{.State.OOMKilled}}"_s, u"c"_s}).out, "true\n"_ba);
}

void TestFakeEngine::images()
{
    QCOMPARE(docker({u"images"_s, u"--format={{.Repository}}:{{.Tag}}"_s}).out, "busybox:1\n"_ba);
    QCOMPARE(docker({u"image"_s, u"inspect"_s, u"--format={{.Architecture}}"_s, u"busybox:1"_s}).out, "amd64\n"_ba);
    m_engine->model().setPull(u"new:2"_s,
                              {.progress = {{{u"status"_s, u"Pulling from library/new"_s}, {u"id"_s, u"2"_s}}}, .pause = 1ms});
    const Ended pulled = docker({u"pull"_s, u"new:2"_s});
    QVERIFY2(pulled.out.contains("Downloaded newer image"), pulled.err.constData());
    m_engine->model().setPull(u"bad:1"_s, {.error = u"no space left on device"_s});
    QVERIFY(docker({u"pull"_s, u"bad:1"_s}).err.contains("no space left on device"));
    QVERIFY(docker({u"pull"_s, u"none:1"_s}).err.contains("pull access denied"));
    QVERIFY(docker({u"create"_s, u"--pull=never"_s, u"none:1"_s}).err.contains("No such image: none:1"));
    QCOMPARE(docker({u"rmi"_s, u"new:2"_s}).exitCode, 0);
}

void TestFakeEngine::volumes()
{
    QCOMPARE(docker({u"volume"_s, u"create"_s, u"--label=k=v"_s, u"vol"_s}).out, "vol\n"_ba);
    QCOMPARE(docker({u"volume"_s, u"ls"_s, u"--quiet"_s, u"--filter=label=k=v"_s}).out, "vol\n"_ba);
    QCOMPARE(docker({u"volume"_s, u"ls"_s, u"--quiet"_s, u"--filter=label=k=w"_s}).out, QByteArray());
    QCOMPARE(docker({u"volume"_s, u"inspect"_s, u"--format={{.Labels.k}}"_s, u"vol"_s}).out, "v\n"_ba);
    QCOMPARE(docker({u"volume"_s, u"rm"_s, u"vol"_s}).exitCode, 0);
    QVERIFY(m_engine->model().volumes().isEmpty());
}

void TestFakeEngine::files()
{
    m_engine->model().addContainer({.name = u"c"_s, .created = {{u"Image"_s, u"busybox:1"_s}}});
    QVERIFY(raw("PUT /containers/c/archive?path=/w", "TAR", "application/x-tar").startsWith("HTTP/1.1 200"));
    QVERIFY(raw("GET /containers/c/archive?path=/w").endsWith("\r\n\r\nTAR"));
    QVERIFY(raw("HEAD /containers/c/archive?path=/w").contains("X-Docker-Container-Path-Stat: "));
    QVERIFY(raw("GET /containers/c/archive?path=/x").contains("Could not find the file /x"));
}

void TestFakeEngine::events()
{
    QProcess watcher;
    watcher.start(u"docker"_s,
                  {u"-H"_s, m_engine->address(), u"events"_s, u"--filter=type=container"_s,
                   u"--format={{.Action}} {{.Actor.Attributes.name}}"_s});
    QTRY_VERIFY(m_engine->requestLines().contains(u"GET /events"_s));
    m_engine->model().addContainer({.name = u"seen"_s, .state = u"running"_s});
    m_engine->model().endContainer(u"seen"_s, 137, true);
    m_engine->model().removeContainer(u"seen"_s);
    QByteArray lines;
    QTRY_COMPARE(lines += watcher.readAll(), "create seen\nstart seen\noom seen\ndie seen\ndestroy seen\n"_ba);
    m_engine->stop();
    QVERIFY(watcher.waitForFinished());
}

void TestFakeEngine::refusedRequest()
{
    m_engine->add(
        FakeRule {.method = "GET", .path = u"/containers/json"_s, .times = 1, .status = 500, .message = u"out of order"_s});
    QVERIFY(docker({u"ps"_s}).err.contains("out of order"));
    QCOMPARE(docker({u"ps"_s}).exitCode, 0);
    m_engine->add(FakeRule {.path = u"/containers/.*"_s, .delay = 50ms});
    QCOMPARE(docker({u"ps"_s}).exitCode, 0);
}

void TestFakeEngine::silence()
{
    m_engine->add(FakeRule {.isSilent = true});
    QProcess client;
    client.start(u"docker"_s, {u"-H"_s, m_engine->address(), u"ps"_s});
    QTRY_VERIFY(!m_engine->requestLines().isEmpty());
    QCOMPARE(client.state(), QProcess::Running);
    m_engine->stop();
    QVERIFY(client.waitForFinished());
    QVERIFY(client.exitCode() != 0);
}

void TestFakeEngine::cutBody()
{
    m_engine->add(FakeRule {.path = u"/containers/json"_s, .cutAfter = 1});
    QVERIFY(docker({u"ps"_s}).err.contains("unexpected"));
    m_engine->setChunkBytes(3);
    QVERIFY(docker({u"ps"_s}).err.contains("unexpected"));
}

void TestFakeEngine::oddChunks_data()
{
    QTest::addColumn<qsizetype>("bytes");
    QTest::newRow("1") << qsizetype(1);
    QTest::newRow("7") << qsizetype(7);
    QTest::newRow("100000") << qsizetype(100'000);
}

void TestFakeEngine::oddChunks()
{
    QFETCH(qsizetype, bytes);
    m_engine->setChunkBytes(bytes);
    QCOMPARE(docker({u"create"_s, u"--name=one"_s, u"busybox:1"_s}).exitCode, 0);
    QCOMPARE(docker({u"ps"_s, u"--all"_s, u"--format={{.Names}}"_s}).out, "one\n"_ba);
}

void TestFakeEngine::tooNewAndTooOld()
{
    QVERIFY(raw("GET /v1.46/info").contains("client version 1.46 is too new. Maximum supported API version is 1.45"));
    QVERIFY(raw("GET /v1.12/info").contains("client version 1.12 is too old"));
    QVERIFY(raw("GET /info").startsWith("HTTP/1.1 200"));
}

void TestFakeEngine::refusedOptions_data()
{
    QTest::addColumn<FakeRefusal>("refusal");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("snap: init") << FakeRefusal::snapInit() << QStringList {u"--init"_s} << 255
                                << "docker-init: operation not permitted"_ba;
    QTest::newRow("snap: privileges") << FakeRefusal::snapNoNewPrivileges() << QStringList {u"--security-opt=no-new-privileges"_s}
                                      << 255 << "operation not permitted"_ba;
    QTest::newRow("no init") << FakeRefusal::noInitProgram() << QStringList {u"--init"_s} << 127 << "executable file not found"_ba;
    QTest::newRow("rootless memory") << FakeRefusal::rootlessMemory() << QStringList {u"--memory=64m"_s} << 0
                                     << "Limitation discarded"_ba;
    QTest::newRow("rootless pids") << FakeRefusal::rootlessPids() << QStringList {u"--pids-limit=9"_s} << 0
                                   << "PIDs limit discarded"_ba;
    QTest::newRow("podman pids") << FakeRefusal::podmanPids() << QStringList {u"--pids-limit=9"_s} << 125 << "controller `pids`"_ba;
    QTest::newRow("podman memory") << FakeRefusal::podmanMemory() << QStringList {u"--memory=64m"_s} << 125
                                   << "controller `memory`"_ba;
    QTest::newRow("at creation") << FakeRefusal {.option = u"HostConfig.Memory"_s, .status = 400, .message = u"no"_s}
                                 << QStringList {u"--memory=64m"_s} << 125 << "no"_ba;
    QTest::newRow("not asked for") << FakeRefusal::snapInit() << QStringList() << 0 << QByteArray();
}

void TestFakeEngine::refusedOptions()
{
    QFETCH(FakeRefusal, refusal);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, text);
    m_engine->add(refusal);
    m_engine->model().setContainerStart([](const QJsonObject &) { return FakeOutcome {.exitCode = 0}; });
    const Ended run = docker(QStringList {u"run"_s} + options + QStringList {u"busybox:1"_s});
    QVERIFY2(run.err.contains(text), run.err.constData());
    QTEST(run.exitCode, "exitCode");
}

void TestFakeEngine::podman()
{
    FakeEngine podman(FakeKind::Podman);
    QVERIFY(podman.start());
    podman.model().addImage({.name = u"hermes-test/busybox:1"_s});
    const auto ask = [&](const QStringList &arguments) { return runDocker(podman.address(), m_client.path(), arguments); };
    QVERIFY(ask({u"version"_s}).out.contains("Podman Engine:"));
    QCOMPARE(ask({u"create"_s, u"--name=p"_s, u"--label=a"_s, u"hermes-test/busybox:1"_s}).exitCode, 0);
    QCOMPARE(ask({u"ps"_s, u"--all"_s, u"--filter=label=a"_s, u"--format={{.Names}} {{.Image}}"_s}).out,
             "p localhost/hermes-test/busybox:1\n"_ba);
    QVERIFY(ask({u"create"_s, u"--name=p"_s, u"hermes-test/busybox:1"_s}).err.contains("already in use"));
    QVERIFY(ask({u"create"_s, u"--pull=never"_s, u"nosuch:1"_s})
                .err.contains("no such image: docker.io/library/nosuch:1: image not known"));
    QVERIFY(ask({u"start"_s, u"nosuch"_s}).err.contains("no container with name or ID \"nosuch\" found"));
    const QByteArray failure = exchangeRaw(podman.socketPath(),
                                           "GET /v1.41/containers/x/json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const QJsonDocument body = QJsonDocument::fromJson(failure.sliced(failure.indexOf("\r\n\r\n")));
    QCOMPARE(body[u"response"_s].toInt(), 404);
    QCOMPARE(body[u"cause"_s].toString(), u"no such container"_s);
    QCOMPARE(podman.problems(), QStringList());
}

void TestFakeEngine::tcp()
{
    const quint16 port = m_engine->startTcp();
    QVERIFY(port > 0);
    const Ended listed = runDocker(u"tcp://127.0.0.1:%1"_s.arg(port), m_client.path(), {u"ps"_s, u"--all"_s, u"--quiet"_s});
    QVERIFY2(listed.exitCode == 0, listed.err.constData());
}

void TestFakeEngine::stoppedAndDropped()
{
    QCOMPARE(docker({u"create"_s, u"--name=one"_s, u"busybox:1"_s}).exitCode, 0);
    m_engine->stop();
    QVERIFY(docker({u"ps"_s}).err.contains("Cannot connect to the Docker daemon"));
    QVERIFY(m_engine->start());
    QCOMPARE(docker({u"ps"_s, u"--all"_s, u"--format={{.Names}}"_s}).out, "one\n"_ba);
    m_engine->add(FakeRule {.path = u"/containers/one/wait"_s, .isSilent = true});
    QProcess waiting;
    waiting.start(u"docker"_s, {u"-H"_s, m_engine->address(), u"wait"_s, u"one"_s});
    QTRY_VERIFY(m_engine->requestLines().contains(u"POST /containers/one/wait"_s));
    m_engine->dropConnections();
    QVERIFY(waiting.waitForFinished());
    QVERIFY(waiting.exitCode() != 0);
}

void TestFakeEngine::strictness()
{
    QVERIFY(docker({u"network"_s, u"ls"_s}).err.contains("page not found"));
    QVERIFY(raw("GET /containers/json?al=1").startsWith("HTTP/1.1 404"));
    QVERIFY(raw("POST /containers/create", "{").startsWith("HTTP/1.1 404"));
    QCOMPARE(exchangeRaw(m_engine->socketPath(), "nonsense\r\n\r\n"), QByteArray());
    m_expectedProblems = m_engine->problems();
    QCOMPARE(m_expectedProblems.size(), 4);
    QVERIFY(m_expectedProblems.at(0).startsWith(u"unknown: GET /v1.45/networks"_s));
    QCOMPARE(m_expectedProblems.at(1), u"unknown: GET /containers/json?al=1"_s);
    QCOMPARE(m_expectedProblems.at(2), u"no JSON: POST /containers/create"_s);
    QVERIFY(m_expectedProblems.at(3).startsWith(u"not HTTP"_s));
}

QTEST_GUILESS_MAIN(TestFakeEngine)

#include "tst_fakeengine.moc"
