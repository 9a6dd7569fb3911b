// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/dockerdaemon.h"

#include <QDir>
#include <QTest>

#include <cstdio>
#include <memory>

using namespace Qt::StringLiterals;
using hermes::tests::DockerDaemon;
using hermes::tests::Ended;

namespace {

const QString HoldArgument = u"--hold"_s;

QByteArray fileText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Processes of this machine that have `text` in their command line, other than zombies.
QStringList processesWith(const QString &text)
{
    QStringList found;
    for (const QString &pid : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        const QByteArray line = fileText(u"/proc/%1/cmdline"_s.arg(pid)).replace('\0', ' ');
        if (pid.front().isDigit() && pid.toLongLong() != QCoreApplication::applicationPid() && line.contains(text.toUtf8()))
            found.append(pid + u": "_s + QString::fromUtf8(line));
    }
    return found;
}

QStringList controlGroupsWith(const QString &text)
{
    QStringList found;
    const QDir root(u"/sys/fs/cgroup"_s);
    for (const QString &controller : root.entryList(QDir::Dirs | QDir::NoDot))
        found += QDir(root.filePath(controller)).entryList({u'*' + text + u'*'}, QDir::Dirs);
    return found;
}

} // namespace

/// The ground that the Docker tests stand on: the daemon, the images, what it leaves.
class TestDockerDaemon : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void images_data();
    void images();
    void sandboxImage();
    void foreignImage();
    void ownInit();
    void bridge();
    void stoppedAndStarted();
    void killedAlone();
    void nothingIsLeft();
    void nothingIsLeftByAKilledTest();
    void podman();
    void configured();

private:
    std::unique_ptr<DockerDaemon> m_daemon;
};

void TestDockerDaemon::initTestCase()
{
    REQUIRE_DOCKER();
    m_daemon = std::make_unique<DockerDaemon>();
    QVERIFY2(m_daemon->start(), qPrintable(m_daemon->failure()));
}

void TestDockerDaemon::images_data()
{
    QTest::addColumn<QString>("image");
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("busybox") << u"busybox"_s << QStringList {u"sh"_s, u"-c"_s, u"echo hi; exit 3"_s} << 3 << "hi\n"_ba;
    QTest::newRow("busybox has no bash") << u"busybox"_s << QStringList {u"bash"_s} << 127 << QByteArray();
    QTest::newRow("python") << u"python"_s << QStringList {u"python3"_s, u"-c"_s, u"import json, ssl, sqlite3, ctypes; print(7)"_s}
                            << 0 << "7\n"_ba;
    QTest::newRow("bash") << u"python"_s << QStringList {u"bash"_s, u"-c"_s, u"ps -e -o comm= | wc -l; id -un"_s} << 0
                          << "3\nroot\n"_ba;
    QTest::newRow("empty") << u"empty"_s << QStringList() << 0 << QByteArray();
    QTest::newRow("no such entry point") << u"noentry"_s << QStringList() << 127 << QByteArray();
    QTest::newRow("own init") << u"owninit"_s << QStringList {u"sh"_s, u"-c"_s, u"exit 5"_s} << 5 << QByteArray();
}

void TestDockerDaemon::sandboxImage()
{
    const QString name = m_daemon->load(u"sandboxbase"_s);
    QVERIFY2(!name.isEmpty(), qPrintable(m_daemon->failure()));
    const QString script = u"import pandas, numpy, matplotlib, requests\n"
                           u"pandas.DataFrame({'a': numpy.arange(3)}).plot().figure.savefig('/tmp/p.png')\n"
                           u"print(open('/tmp/p.png', 'rb').read(4)[1:])"_s;
    const Ended python = m_daemon->docker({u"run"_s, u"--rm"_s, u"--network=none"_s, name, u"python3"_s, u"-c"_s, script});
    QVERIFY2(python.out == "b'PNG'\n", python.err.constData());
    const QString tools =
        u"git init -q /tmp/g && cd /tmp/g && echo '{\"a\": 7}' > f && git add f && git ls-files && rg -o 7 f && jq .a f "
        u"&& sqlite3 :memory: 'select 6+1' && curl --version | cut -c1-4 | head -1"_s;
    const Ended shell = m_daemon->docker({u"run"_s, u"--rm"_s, u"--network=none"_s, name, u"bash"_s, u"-c"_s, tools});
    QVERIFY2(shell.out == "f\n7\n7\n7\ncurl\n", shell.err.constData());
}

void TestDockerDaemon::images()
{
    QFETCH(QString, image);
    QFETCH(QStringList, command);
    const QString name = m_daemon->load(image);
    QVERIFY2(!name.isEmpty(), qPrintable(m_daemon->failure()));
    const Ended run = m_daemon->docker(QStringList {u"run"_s, u"--rm"_s, u"--network=none"_s, name} + command);
    QTEST(run.exitCode, "exitCode");
    QTEST(run.out, "out");
}

void TestDockerDaemon::foreignImage()
{
    const QString name = m_daemon->load(u"foreign"_s);
    QVERIFY2(!name.isEmpty(), qPrintable(m_daemon->failure()));
    const Ended looked = m_daemon->docker({u"image"_s, u"inspect"_s, u"--format={{.Architecture}}"_s, name});
    QCOMPARE_NE(looked.out, m_daemon->docker({u"version"_s, u"--format={{.Server.Arch}}"_s}).out);
}

void TestDockerDaemon::ownInit()
{
    const QString name = m_daemon->load(u"owninit"_s);
    const Ended run = m_daemon->docker({u"run"_s, u"--rm"_s, u"--init"_s, u"--network=none"_s, name, u"true"_s});
    QCOMPARE(run.exitCode, 100);
    QVERIFY(run.err.contains("can only run as pid 1"));
    const Ended mounted = m_daemon->docker({u"run"_s, u"--rm"_s, u"--tmpfs=/run"_s, u"--network=none"_s, name, u"true"_s});
    QCOMPARE(mounted.exitCode, 126);
}

void TestDockerDaemon::bridge()
{
    const QString name = m_daemon->load(u"busybox"_s);
    const Ended run = m_daemon->docker({u"run"_s, u"--rm"_s, name, u"ip"_s, u"addr"_s});
    QVERIFY2(run.out.contains("eth0"), run.err.constData());
    QVERIFY(!fileText(u"/proc/net/dev"_s).contains("veth"));
}

void TestDockerDaemon::stoppedAndStarted()
{
    const QString name = m_daemon->load(u"empty"_s);
    QCOMPARE(m_daemon->docker({u"run"_s, u"--detach"_s, u"--name=kept"_s, name, u"wait"_s}).exitCode, 0);
    QVERIFY2(m_daemon->stop(), qPrintable(m_daemon->failure()));
    QVERIFY(!QFile::exists(m_daemon->socketPath()));
    QVERIFY2(m_daemon->start(), qPrintable(m_daemon->failure()));
    const Ended listed = m_daemon->docker({u"ps"_s, u"--all"_s, u"--format={{.Names}} {{.State}}"_s});
    QCOMPARE(listed.out, "kept exited\n"_ba);
    QCOMPARE(m_daemon->docker({u"rm"_s, u"kept"_s}).exitCode, 0);
}

void TestDockerDaemon::killedAlone()
{
    const QString name = m_daemon->load(u"empty"_s);
    QCOMPARE(m_daemon->docker({u"run"_s, u"--detach"_s, u"--name=alive"_s, name, u"wait-4711"_s}).exitCode, 0);
    m_daemon->kill();
    QVERIFY(QFile::exists(m_daemon->socketPath()));
    QVERIFY(!processesWith(u"wait-4711"_s).isEmpty());
    QVERIFY2(m_daemon->start(), qPrintable(m_daemon->failure()));
    QCOMPARE(m_daemon->docker({u"rm"_s, u"--force"_s, u"alive"_s}).exitCode, 0);
}

void TestDockerDaemon::nothingIsLeft()
{
    const QString name = m_daemon->load(u"busybox"_s);
    QCOMPARE(m_daemon->docker({u"run"_s, u"--detach"_s, name, u"sleep"_s, u"4712"_s}).exitCode, 0);
    const QString folder = QFileInfo(m_daemon->socketPath()).path();
    const QString mark = QFileInfo(folder).fileName();
    QVERIFY(!processesWith(mark).isEmpty());
    QVERIFY(!controlGroupsWith(mark).isEmpty());
    m_daemon.reset();
    QCOMPARE(processesWith(mark), QStringList());
    QCOMPARE(processesWith(u"sleep 4712"_s), QStringList());
    QCOMPARE(controlGroupsWith(mark), QStringList());
    QVERIFY(!fileText(u"/proc/self/mountinfo"_s).contains(mark.toUtf8()));
    QVERIFY(!QFile::exists(folder));
}

void TestDockerDaemon::nothingIsLeftByAKilledTest()
{
    QProcess test;
    test.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    test.start(QCoreApplication::applicationFilePath(), {HoldArgument});
    QTRY_VERIFY_WITH_TIMEOUT(test.canReadLine() || test.state() == QProcess::NotRunning, 60'000);
    const QString folder = QString::fromUtf8(test.readLine()).trimmed();
    QVERIFY(QFile::exists(folder));
    const QString mark = QFileInfo(folder).fileName();
    QVERIFY(!processesWith(mark).isEmpty());
    test.kill();
    QVERIFY(test.waitForFinished());
    QTRY_COMPARE(processesWith(mark), QStringList());
    QTRY_COMPARE(processesWith(u"sleep 4713"_s), QStringList());
    // Files and control groups go with the next daemon.
    DockerDaemon next;
    QVERIFY2(next.start(), qPrintable(next.failure()));
    QVERIFY(!QFile::exists(folder));
    QCOMPARE(controlGroupsWith(mark), QStringList());
}

void TestDockerDaemon::podman()
{
    REQUIRE_DOCKER(DockerDaemon::Kind::Podman);
    DockerDaemon podman(DockerDaemon::Kind::Podman);
    QVERIFY2(podman.start(), qPrintable(podman.failure()));
    const QString mark = QFileInfo(QFileInfo(podman.socketPath()).path()).fileName();
    const QString name = podman.load(u"busybox"_s);
    QVERIFY2(!name.isEmpty(), qPrintable(podman.failure()));
    QCOMPARE(podman.docker({u"run"_s, u"--detach"_s, u"--name=kept"_s, u"--network=none"_s, name, u"sleep"_s, u"4714"_s}).exitCode,
             0);
    QVERIFY2(podman.stop(), qPrintable(podman.failure()));
    QVERIFY2(podman.start(), qPrintable(podman.failure()));
    const Ended run = podman.docker({u"exec"_s, u"kept"_s, u"sh"_s, u"-c"_s, u"echo hi; exit 7"_s});
    QVERIFY2(run.exitCode == 7, run.err.constData());
    QCOMPARE(run.out, "hi\n"_ba);
    const Ended limited = podman.docker(
        {u"run"_s, u"--rm"_s, u"--init"_s, u"--memory=32m"_s, u"--pids-limit=50"_s, name, u"ip"_s, u"addr"_s});
    QVERIFY2(limited.out.contains("eth0"), qPrintable(podman.log()));
    DockerDaemon second(DockerDaemon::Kind::Podman);
    QVERIFY2(second.start(), qPrintable(second.failure()));
    QCOMPARE(second.docker({u"ps"_s, u"--all"_s, u"--quiet"_s}).out, QByteArray());
}

void TestDockerDaemon::configured()
{
    DockerDaemon daemon;
    daemon.configure(u"init-path"_s, u"/nonexistent/init"_s);
    QVERIFY2(daemon.start(), qPrintable(daemon.failure()));
    const Ended run = daemon.docker({u"run"_s, u"--init"_s, daemon.load(u"busybox"_s), u"true"_s});
    QVERIFY2(run.err.contains("/nonexistent/init"), run.err.constData());
}

namespace {

/// A test that is killed while it has a daemon with a container.
int hold()
{
    DockerDaemon daemon;
    if (!daemon.start()
        || daemon.docker({u"run"_s, u"--detach"_s, daemon.load(u"busybox"_s), u"sleep"_s, u"4713"_s}).exitCode != 0) {
        std::fprintf(stderr, "%s\n", qPrintable(daemon.failure()));
        return 1;
    }
    std::printf("%s\n", qPrintable(QFileInfo(daemon.socketPath()).path()));
    std::fflush(stdout);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    if (QCoreApplication::arguments().contains(HoldArgument))
        return hold();
    TestDockerDaemon test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_dockerdaemon.moc"
