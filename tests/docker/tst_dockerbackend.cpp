// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/docker/dockerground.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::tests;

namespace {
QString joined(const QStringList &texts)
{
    return texts.join(u"; "_s);
}

/// What it wrote, once it has ended.
QByteArray outOf(StartedRun &run)
{
    std::ignore = run.end();
    return run.out();
}
/// As the engine does it: what certainly did not start, since its connection was just lost, is tried again.
std::unique_ptr<StartedRun> ranFor(Executor &executor, const RunRequest &request)
{
    auto run = std::make_unique<StartedRun>(executor, request);
    for (int attempt = 1; attempt < 3 && run->end().fault && !run->end().mayHaveStarted; ++attempt)
        run = std::make_unique<StartedRun>(executor, request);
    std::ignore = run->end();
    return run;
}

/// A file that the daemon does not see at its path, since it is on a file system of this process only, is not to be had here;
/// a daemon that is not on this machine is the same to the launcher.
class FarDialer final : public docker::Dialer
{
public:
    explicit FarDialer(const QString &socket) : m_dialer({.socket = socket}) { }
    QString name() const override { return m_dialer.name(); }
    Result<std::unique_ptr<hosts::ByteStream>> dial(std::stop_token stop) override { return m_dialer.dial(std::move(stop)); }
    bool maySeeOurFiles() const override { return false; }

private:
    docker::EndpointDialer m_dialer;
};
} // namespace

/// How containers are made and what becomes of the processes in them, on a real daemon.
class TestDockerBackend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();

    void defaultsAreTight();
    void everySettingReachesTheContainer();
    void mountsWithColons();
    void missingMountIsRefused();
    void pipInstallsIntoTmp();
    void userAndHome();
    void eachRunHasItsOwnContainer();
    void nothingIsLeftOfASession();
    void sandboxIsFoundAgain();
    void sandboxOfOtherSettingsIsRefused();
    void pausedSandboxGoesOn();
    void stoppedSandboxSaysWhatIsGone();
    void removedSandboxSaysWhatIsGone();
    void closeRemovesEverything();
    void P1_timeoutEndsTheTree();
    void P7_busyLoopEnds();
    void L5_processLimit();
    void outOfMemoryIsTold_data();
    void outOfMemoryIsTold();
    void O11_noTerminal();
    void runnerThroughTheVolume();
    void runnerByStdin();
    void fullDiskFailsOnlyTheRun();
    void otherImages_data();
    void otherImages();
    void unknownNetworkIsRefused();
    void aMountCanBeTheTemporaryFolder();
    void L1_nothingIsLeftOfAFailedStart();
    void checkTells();

private:
    [[nodiscard]] QJsonObject inspect(const QString &container);
    /// One whose daemon is not on this machine.
    [[nodiscard]] std::shared_ptr<Backend> farBackend();

    DockerGround m_ground;
};

void TestDockerBackend::initTestCase()
{
    REQUIRE_DOCKER()
    QVERIFY2(m_ground.open(), qPrintable(m_ground.failure()));
}

void TestDockerBackend::cleanup()
{
    const auto backend = m_ground.backend();
    for (const SessionInfo &info : backend->list({}).value_or(QList<SessionInfo>()))
        QVERIFY(backend->close({.id = info.id, .profile = info.profile}, {}));
    QCOMPARE(joined(m_ground.containers()), QString());
}

QJsonObject TestDockerBackend::inspect(const QString &container)
{
    const Ended shown = m_ground.daemon().docker({u"inspect"_s, container});
    return QJsonDocument::fromJson(shown.out).array().first().toObject();
}

void TestDockerBackend::defaultsAreTight()
{
    const auto backend = m_ground.backend();
    const auto session = m_ground.session(backend);
    StartedRun run(*session,
                   shell("grep -E 'CapEff|NoNewPrivs|Seccomp:' /proc/self/status; ls /sys/class/net; echo x > /etc/x; "
                         "echo x > /tmp/x && echo '#!/bin/sh\necho runs' > /tmp/y && chmod +x /tmp/y && /tmp/y; cat /proc/1/comm"));
    QCOMPARE(run.end().exitCode, 0);
    const QByteArray out = run.out();
    QVERIFY2(out.contains("CapEff:\t0000000000000000"), out.constData());
    QVERIFY2(out.contains("NoNewPrivs:\t1"), out.constData());
    QVERIFY2(out.contains("\nlo\n") && !out.contains("eth0"), out.constData());
    QVERIFY2(out.contains("\nruns\n"), out.constData());
    QVERIFY2(out.endsWith("init\n"), out.constData());
    QVERIFY2(run.err().contains("Read-only file system"), run.err().constData());
}

void TestDockerBackend::everySettingReachesTheContainer()
{
    const auto backend = m_ground.backend({{u"network"_s, u"bridge"_s},
                                           {u"cpus"_s, u"0.5"_s},
                                           {u"memory"_s, u"64m"_s},
                                           {u"pids"_s, u"77"_s},
                                           {u"tmp-size"_s, u"8m"_s},
                                           {u"tmpfs"_s, u"/scratch=4m"_s},
                                           {u"env"_s, u"GREETING=hello you; EMPTY="_s},
                                           {u"cap-add"_s, u"CHOWN"_s},
                                           {u"shm-size"_s, u"3m"_s},
                                           {u"init"_s, u"none"_s}});
    auto opened = backend->openSandbox({.id = u"settings"_s, .profile = u"p"_s}, {});
    QVERIFY2(opened, qPrintable(opened ? QString() : toText(opened.error())));
    StartedRun run(**opened,
                   shell("echo \"$GREETING|${EMPTY-unset}\"; df -k /tmp /scratch /dev/shm | awk 'NR > 1 {print $2}'; "
                         "ls /sys/class/net; grep CapEff /proc/self/status"));
    QCOMPARE(run.end().exitCode, 0);
    QVERIFY2(run.out().startsWith("hello you|\n8192\n4096\n3072\n"), run.out().constData());
    QVERIFY2(run.out().contains("eth0"), run.out().constData());
    QVERIFY2(run.out().endsWith("CapEff:\t0000000000000001\n"), run.out().constData());
    const QStringList containers = m_ground.containers();
    QCOMPARE(containers.size(), 1);
    const QJsonObject container = inspect(containers.first().section(u' ', 0, 0));
    const QJsonObject host = container["HostConfig"_L1].toObject();
    QCOMPARE(host["NanoCpus"_L1].toInteger(), 500'000'000);
    QCOMPARE(host["Memory"_L1].toInteger(), 64 * 1024 * 1024);
    QCOMPARE(host["MemorySwap"_L1].toInteger(), 64 * 1024 * 1024);
    QCOMPARE(host["PidsLimit"_L1].toInteger(), 77);
    QCOMPARE(host["LogConfig"_L1].toObject()["Type"_L1].toString(), u"none"_s);
    QVERIFY(!QJsonDocument(container).toJson().contains("hello you"));
    const QJsonObject labels = container["Config"_L1].toObject()["Labels"_L1].toObject();
    QCOMPARE(labels["hermes-panel.id"_L1].toString(), u"settings"_s);
    QCOMPARE(labels["hermes-panel.profile"_L1].toString(), u"p"_s);
}

void TestDockerBackend::mountsWithColons()
{
    const QString folder = m_ground.daemon().sharedFolder() + u"/x:y 测试"_s;
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + u"/f"_s);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("inside\n") > 0);
    file.close();
    const auto readOnly = m_ground.session(m_ground.backend({{u"mounts"_s, folder + u":/mnt/a"_s}}));
    StartedRun reading(*readOnly, shell("cat /mnt/a/f; touch /mnt/a/g"));
    QCOMPARE(outOf(reading), "inside\n");
    QVERIFY2(reading.err().contains("Read-only"), reading.err().constData());
    const auto writable = m_ground.session(m_ground.backend({{u"mounts"_s, folder + u":/mnt/a:rw; cache:/cache:rw"_s}}));
    StartedRun writing(*writable, shell("touch /mnt/a/g /cache/h && echo done"));
    QCOMPARE(outOf(writing), "done\n");
    QVERIFY(QFile::exists(folder + u"/g"_s));
}

void TestDockerBackend::missingMountIsRefused()
{
    const QString folder = m_ground.daemon().sharedFolder() + u"/nothing/here"_s;
    const auto session = m_ground.session(m_ground.backend({{u"mounts"_s, folder + u":/mnt/a"_s}}));
    StartedRun run(*session, shell("true"));
    QCOMPARE(run.end().reason, EndReason::Infrastructure);
    QVERIFY(!run.end().mayHaveStarted);
    QVERIFY2(run.end().fault->what.contains(folder), qPrintable(run.end().fault->what));
    QVERIFY2(run.end().fault->advice.contains(u"folder or file"_s), qPrintable(run.end().fault->advice));
    QVERIFY(!QDir(folder).exists());
    QCOMPARE(joined(m_ground.containers()), QString());
}

void TestDockerBackend::pipInstallsIntoTmp()
{
    const auto session = m_ground.session(m_ground.backend());
    StartedRun run(*session,
                   shell("echo $PIP_TARGET; mkdir -p $PIP_TARGET && echo 'x = 7' > $PIP_TARGET/fresh.py && "
                         "python3 -c 'import fresh; print(fresh.x)'"));
    QCOMPARE(outOf(run), "/tmp/site-packages\n7\n");
}

void TestDockerBackend::userAndHome()
{
    const auto session = m_ground.session(m_ground.backend({{u"user"_s, u"1234:1234"_s}}));
    StartedRun run(*session, shell("id -u; cd && pwd && touch f && echo written"));
    QCOMPARE(outOf(run), "1234\n/tmp/home\nwritten\n");
    StartedRun snippet(*session, python("print(open('/proc/self/cmdline').read().count('snippet.py'))"));
    QCOMPARE(outOf(snippet), "1\n");
}

void TestDockerBackend::eachRunHasItsOwnContainer()
{
    const auto session = m_ground.session(m_ground.backend());
    StartedRun one(*session, shell("hostname 2>/dev/null || cat /etc/hostname; touch /tmp/mine"));
    StartedRun two(*session, shell("hostname 2>/dev/null || cat /etc/hostname; test -e /tmp/mine && echo shared"));
    QVERIFY(!outOf(one).isEmpty());
    QVERIFY(outOf(two) != outOf(one));
    QVERIFY(!outOf(two).contains("shared"));
}

void TestDockerBackend::nothingIsLeftOfASession()
{
    {
        const auto session = m_ground.session(m_ground.backend());
        std::vector<std::unique_ptr<StartedRun>> runs;
        for (int i = 0; i < 6; ++i)
            runs.push_back(std::make_unique<StartedRun>(*session, shell(i % 2 ? "sleep 600 & echo x" : "sleep 600")));
        QVERIFY(runs[1]->end().exitCode == 0);
    }
    QCOMPARE(joined(m_ground.containers()), QString());
    QCOMPARE(QDir(m_ground.stateFolder() + u"/docker/sockets"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 0);
}

void TestDockerBackend::sandboxIsFoundAgain()
{
    {
        const auto backend = m_ground.backend();
        const auto box = std::move(*backend->openSandbox({.id = u"again"_s}, {}));
        StartedRun run(*box, shell("echo kept > f"));
        QCOMPARE(run.end().exitCode, 0);
    }
    QCOMPARE(m_ground.containers().size(), 1);
    const auto backend = m_ground.backend();
    const auto box = std::move(*backend->openSandbox({.id = u"again"_s}, {}));
    StartedRun run(*box, shell("cat f"));
    QCOMPARE(outOf(run), "kept\n");
    QVERIFY2(run.end().notes.isEmpty(), qPrintable(joined(run.end().notes)));
    QCOMPARE(m_ground.containers().size(), 1);
}

void TestDockerBackend::sandboxOfOtherSettingsIsRefused()
{
    std::ignore = m_ground.backend({{u"network"_s, u"bridge"_s}})->openSandbox({.id = u"other"_s}, {});
    const auto opened = m_ground.backend()->openSandbox({.id = u"other"_s}, {});
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, FaultKind::Conflict);
    QVERIFY2(opened.error().advice.contains(u"close it"_s), qPrintable(toText(opened.error())));
    QVERIFY2(opened.error().what.contains(u"network: bridge → none"_s), qPrintable(toText(opened.error())));
    const auto image = m_ground.backend({{u"network"_s, u"bridge"_s}, {u"image"_s, u"never-was:7"_s}})
                           ->openSandbox({.id = u"other"_s}, {});
    QVERIFY(!image);
    QVERIFY2(image.error().what.contains(u"→ never-was:7"_s), qPrintable(toText(image.error())));
}

void TestDockerBackend::pausedSandboxGoesOn()
{
    const auto backend = m_ground.backend();
    std::ignore = backend->openSandbox({.id = u"paused"_s}, {});
    const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
    QCOMPARE(m_ground.daemon().docker({u"pause"_s, container}).exitCode, 0);
    const auto box = backend->openSandbox({.id = u"paused"_s}, {});
    QVERIFY2(box, qPrintable(box ? QString() : toText(box.error())));
    StartedRun run(**box, shell("echo on"));
    QCOMPARE(outOf(run), "on\n");
    QVERIFY2(joined(run.end().notes).contains(u"paused"_s), qPrintable(joined(run.end().notes)));
}

void TestDockerBackend::stoppedSandboxSaysWhatIsGone()
{
    const auto backend = m_ground.backend();
    const auto box = std::move(*backend->openSandbox({.id = u"stopped"_s}, {}));
    StartedRun first(*box, shell("echo kept > f"));
    QCOMPARE(first.end().exitCode, 0);
    QCOMPARE(m_ground.daemon().docker({u"stop"_s, m_ground.containers().value(0).section(u' ', 0, 0)}).exitCode, 0);
    const auto run = ranFor(*box, shell("cat f || echo gone"));
    QCOMPARE(run->out(), "gone\n");
    QVERIFY2(joined(run->end().notes).contains(u"had stopped"_s), qPrintable(joined(run->end().notes)));
}

void TestDockerBackend::removedSandboxSaysWhatIsGone()
{
    const auto backend = m_ground.backend();
    const auto box = std::move(*backend->openSandbox({.id = u"removed"_s}, {}));
    StartedRun first(*box, shell("echo kept > f"));
    QCOMPARE(first.end().exitCode, 0);
    QCOMPARE(m_ground.daemon().docker({u"rm"_s, u"-f"_s, m_ground.containers().value(0).section(u' ', 0, 0)}).exitCode, 0);
    const auto run = ranFor(*box, shell("cat f || echo gone"));
    QCOMPARE(run->out(), "gone\n");
    QVERIFY2(joined(run->end().notes).contains(u"was gone"_s), qPrintable(joined(run->end().notes)));
}

void TestDockerBackend::closeRemovesEverything()
{
    const auto backend = m_ground.backend();
    auto box = std::move(*backend->openSandbox({.id = u"close"_s}, {}));
    StartedRun running(*box, shell("sleep 600"));
    QTRY_VERIFY(running.sink().hasStarted());
    QVERIFY(backend->close({.id = u"close"_s}, {}));
    QCOMPARE(running.end().reason, EndReason::Infrastructure);
    QVERIFY(running.end().mayHaveStarted);
    box.reset();
    QCOMPARE(joined(m_ground.containers()), QString());
    QCOMPARE(QDir(m_ground.stateFolder() + u"/docker/locks"_s).entryList(QDir::Files).size(), 0);
    QVERIFY(backend->close({.id = u"close"_s}, {}));
}

void TestDockerBackend::P1_timeoutEndsTheTree()
{
    const auto backend = m_ground.backend({{u"pids"_s, u"64"_s}});
    const auto box = std::move(*backend->openSandbox({.id = u"p1"_s}, {}));
    const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
    for (int round = 0; round < 20; ++round) {
        RunRequest request = python("import subprocess,time; subprocess.Popen(['sh','-c','sleep 600']); time.sleep(600)");
        request.timeout = round == 0 ? 2s : 300ms;
        StartedRun run(*box, request);
        QCOMPARE(run.end().reason, EndReason::TimedOut);
        QCOMPARE(run.end().exitCode, 124);
    }
    const Ended top = m_ground.daemon().docker({u"top"_s, container});
    QVERIFY2(!top.out.contains("sleep 600"), top.out.constData());
    StartedRun after(*box, shell("pwd"));
    QCOMPARE(after.end().exitCode, 0);
}

void TestDockerBackend::P7_busyLoopEnds()
{
    const auto backend = m_ground.backend();
    const auto box = std::move(*backend->openSandbox({.id = u"p7"_s}, {}));
    RunRequest request = python("while True: pass");
    request.timeout = 1s;
    StartedRun run(*box, request);
    QCOMPARE(run.end().exitCode, 124);
    const Ended top = m_ground.daemon().docker({u"top"_s, m_ground.containers().value(0).section(u' ', 0, 0)});
    QVERIFY2(!top.out.contains("python"), top.out.constData());
}

void TestDockerBackend::L5_processLimit()
{
    const auto backend = m_ground.backend({{u"pids"_s, u"40"_s}});
    const auto box = std::move(*backend->openSandbox({.id = u"l5"_s}, {}));
    RunRequest many = shell("for i in $(seq 400); do sleep 30 & done; wait");
    many.timeout = 3s;
    StartedRun run(*box, many);
    QVERIFY2(run.end().reason == EndReason::TimedOut || run.end().reason == EndReason::Exited,
             qPrintable(reasonName(run.end().reason)));
    QVERIFY2(run.err().contains("fork") || run.err().contains("Resource temporarily unavailable"), run.err().constData());
    RunRequest bomb = shell("b() { b | b & }; b; sleep 30");
    bomb.timeout = 2s;
    StartedRun bombed(*box, bomb);
    QVERIFY(bombed.end().reason != EndReason::Infrastructure);
    StartedRun after(*box, shell("echo well"));
    QCOMPARE(outOf(after), "well\n");
    QCOMPARE(after.end().exitCode, 0);
}

void TestDockerBackend::outOfMemoryIsTold_data()
{
    QTest::addColumn<bool>("inSandbox");
    QTest::newRow("session") << false;
    QTest::newRow("sandbox") << true;
}

void TestDockerBackend::outOfMemoryIsTold()
{
    QFETCH(const bool, inSandbox);
    const auto backend = m_ground.backend({{u"memory"_s, u"32m"_s}});
    std::unique_ptr<Executor> executor;
    if (inSandbox)
        executor = std::move(*backend->openSandbox({.id = u"oom"_s}, {}));
    else
        executor = m_ground.session(backend);
    StartedRun run(*executor, python("x = bytearray(2 * 10**9)"));
    QCOMPARE(run.end().exitCode, 137);
    QVERIFY(run.end().outOfMemory);
    QVERIFY2(joined(run.end().notes).contains(u"32 MiB"_s), qPrintable(joined(run.end().notes)));
    StartedRun killed(*executor, shell("kill -9 $$"));
    QCOMPARE(killed.end().exitCode, 137);
    QVERIFY(!killed.end().outOfMemory);
}

void TestDockerBackend::O11_noTerminal()
{
    const auto session = m_ground.session(m_ground.backend());
    StartedRun run(*session, shell("printf 'a\\nb\\n'; printf 'e\\n' >&2"));
    QCOMPARE(outOf(run), "a\nb\n");
    QCOMPARE(run.err(), "e\n");
}

std::shared_ptr<Backend> TestDockerBackend::farBackend()
{
    docker::DockerSettings settings;
    settings.image = m_ground.image();
    settings.network = u"none"_s;
    settings.tmpfs = {{.target = u"/tmp"_s}};
    return std::make_shared<docker::DockerBackend>(std::make_shared<FarDialer>(m_ground.daemon().socketPath()), settings,
                                                   m_ground.identity());
}

void TestDockerBackend::runnerThroughTheVolume()
{
    const auto backend = farBackend();
    const auto session = m_ground.session(backend);
    StartedRun run(*session, shell("head -c 3000000 /dev/zero; echo e >&2; exit 5"));
    QCOMPARE(run.end().exitCode, 5);
    QCOMPARE(run.out().size(), 3'000'000);
    QCOMPARE(run.err(), "e\n");
    const auto box = backend->openSandbox({.id = u"far"_s}, {});
    QVERIFY2(box, qPrintable(box ? QString() : toText(box.error())));
    StartedRun inBox(**box, shell("grep hermes-panel /proc/mounts"));
    QVERIFY2(outOf(inBox).contains(" ro,"), outOf(inBox).constData());
    const Ended volumes = m_ground.daemon().docker({u"volume"_s, u"ls"_s, u"-q"_s});
    QVERIFY2(volumes.out.contains("hermes-runner-"), volumes.out.constData());
}

void TestDockerBackend::runnerByStdin()
{
    // A volume of that name which cannot be mounted stands for a daemon that gives none.
    const QString path = qEnvironmentVariable("HERMES_RUNNER");
    QFile runner(path);
    QVERIFY(runner.open(QIODevice::ReadOnly));
    const QByteArray digest = QCryptographicHash::hash(runner.readAll(), QCryptographicHash::Sha256).toHex().first(16);
    const QString volume = u"hermes-runner-"_s + QString::fromLatin1(digest);
    std::ignore = m_ground.daemon().docker({u"volume"_s, u"rm"_s, volume});
    const QStringList options {u"-o"_s, u"type=none"_s, u"-o"_s, u"o=bind"_s, u"-o"_s, u"device=/no/such/folder"_s};
    QCOMPARE(m_ground.daemon().docker(QStringList {u"volume"_s, u"create"_s} + options + QStringList {volume}).exitCode, 0);
    const auto removal = qScopeGuard([&] { std::ignore = m_ground.daemon().docker({u"volume"_s, u"rm"_s, volume}); });
    const auto backend = farBackend();
    const auto session = m_ground.session(backend);
    StartedRun run(*session, shell("ls -a /tmp; head -c 3000000 /dev/zero; echo e >&2; kill -9 $$"));
    QVERIFY2(!run.end().fault, qPrintable(run.end().fault ? toText(*run.end().fault) : QString()));
    // What only the runner can tell: that it was a signal.
    QCOMPARE(run.end().reason, EndReason::Signalled);
    QVERIFY(run.out().contains(".hermes-runner\n"));
    QVERIFY(run.out().size() > 3'000'000);
    for (int round = 0; round < 2; ++round) {
        const auto box = backend->openSandbox({.id = u"far"_s}, {});
        QVERIFY2(box, qPrintable(box ? QString() : toText(box.error())));
        StartedRun inBox(**box, shell("echo x >> f; wc -l < f; ls -d /tmp/.hermes-runner*; kill -9 $$"));
        QCOMPARE(inBox.end().reason, EndReason::Signalled);
        QCOMPARE(inBox.out().simplified(), QByteArray::number(round + 1) + " /tmp/.hermes-runner");
    }
}

void TestDockerBackend::fullDiskFailsOnlyTheRun()
{
    const auto backend = m_ground.backend({{u"tmp-size"_s, u"1m"_s}});
    const auto box = std::move(*backend->openSandbox({.id = u"full"_s}, {}));
    StartedRun fill(*box, shell("head -c 5000000 /dev/zero > big; echo $?"));
    QCOMPARE(fill.end().exitCode, 0);
    QCOMPARE(outOf(fill), "1\n");
    StartedRun after(*box, shell("rm big && echo free"));
    QCOMPARE(outOf(after), "free\n");
}

void TestDockerBackend::otherImages_data()
{
    QTest::addColumn<QString>("image");
    QTest::addColumn<QString>("init");
    QTest::addColumn<QString>("refusal"); ///< Empty: runs.
    QTest::newRow("sh only") << u"busybox"_s << u"docker"_s << QString();
    QTest::newRow("no shell") << u"empty"_s << u"docker"_s << u"sh is not installed"_s;
    QTest::newRow("another CPU") << u"foreign"_s << u"docker"_s << u"CPU"_s;
    QTest::newRow("L1 broken entrypoint is not used") << u"noentry"_s << u"docker"_s << QString();
    QTest::newRow("L1 broken entrypoint") << u"noentry"_s << u"image"_s << u"/no/such/program"_s;
    QTest::newRow("L3 own init is not used") << u"owninit"_s << u"docker"_s << QString();
}

void TestDockerBackend::otherImages()
{
    QFETCH(const QString, image);
    QFETCH(const QString, init);
    QFETCH(const QString, refusal);
    const QString name = m_ground.daemon().load(image);
    QVERIFY2(!name.isEmpty(), qPrintable(m_ground.daemon().failure()));
    const auto session = m_ground.session(m_ground.backend({{u"image"_s, name}, {u"init"_s, init}}));
    StartedRun run(*session, shell("echo runs; exit 4"));
    if (refusal.isEmpty()) {
        QCOMPARE(run.end().exitCode, 4);
        QCOMPARE(outOf(run), "runs\n");
        return;
    }
    QCOMPARE(run.end().reason, EndReason::Infrastructure);
    QVERIFY(!run.end().mayHaveStarted);
    QVERIFY2(toText(*run.end().fault).contains(refusal), qPrintable(toText(*run.end().fault)));
    if (image == "empty"_L1)
        QVERIFY2(run.end().fault->advice.contains(u"Choose an image with bash or sh"_s), qPrintable(run.end().fault->advice));
}

void TestDockerBackend::unknownNetworkIsRefused()
{
    QCOMPARE(m_ground.daemon().docker({u"network"_s, u"create"_s, u"lab"_s}).exitCode, 0);
    const auto removal = qScopeGuard([&] { std::ignore = m_ground.daemon().docker({u"network"_s, u"rm"_s, u"lab"_s}); });
    const auto backend = m_ground.backend({{u"network"_s, u"nosuch"_s}});
    const auto session = m_ground.session(backend);
    StartedRun run(*session, shell("true"));
    const Fault fault = run.end().fault.value_or(Fault());
    QCOMPARE(fault.kind, FaultKind::Usage);
    QCOMPARE(fault.what, u"The network nosuch is not on this daemon"_s);
    QCOMPARE(fault.advice, u"Choose none, bridge, host or lab (--docker-network)."_s);
    const auto box = backend->openSandbox({.id = u"net"_s}, {});
    QVERIFY(!box);
    QCOMPARE(box.error(), fault);
}

void TestDockerBackend::aMountCanBeTheTemporaryFolder()
{
    const QString folder = m_ground.daemon().sharedFolder() + u"/scratch"_s;
    QVERIFY(QDir().mkpath(folder));
    const auto backend = m_ground.backend({{u"mounts"_s, folder + u":/tmp:rw"_s}});
    const auto session = m_ground.session(backend);
    StartedRun run(*session, shell("echo kept > /tmp/f; echo $HOME"));
    QCOMPARE(outOf(run), "/tmp/home\n");
    QVERIFY(QFile::exists(folder + u"/f"_s));
}

void TestDockerBackend::L1_nothingIsLeftOfAFailedStart()
{
    const QString name = m_ground.daemon().load(u"noentry"_s);
    const auto backend = m_ground.backend({{u"image"_s, name}, {u"init"_s, u"image"_s}});
    {
        const auto session = m_ground.session(backend);
        StartedRun run(*session, shell("true"));
        QCOMPARE(run.end().reason, EndReason::Infrastructure);
    }
    QVERIFY(!backend->openSandbox({.id = u"l1"_s}, {}));
    QCOMPARE(joined(m_ground.containers()), QString());
    const auto wrong = m_ground.backend({{u"gpus"_s, u"all"_s}});
    QVERIFY(!wrong->openSandbox({.id = u"gpu"_s}, {}));
    QCOMPARE(joined(m_ground.containers()), QString());
}

void TestDockerBackend::checkTells()
{
    QStringList steps;
    m_ground.backend()->check(
        [&](const CheckStep &step) { steps.append(step.name + (step.outcome ? u" ok"_s : u" "_s + toText(step.outcome.error()))); },
        {});
    QCOMPARE(joined(steps), u"daemon ok; version ok; image ok; limits ok; container ok; shell ok; python3 ok; run ok"_s);
    QCOMPARE(joined(m_ground.containers()), QString());
}

QTEST_GUILESS_MAIN(TestDockerBackend)
#include "tst_dockerbackend.moc"
