// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/api/endpoint.h"
#include "backends/docker/dockersettings.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;
using namespace hermes::docker;

namespace {
Result<DockerSettings> settingsOf(const SettingSources &sources)
{
    return resolveSettings(dockerSchema(), sources).and_then([](const Settings &settings) { return dockerSettings(settings); });
}

bool writeFile(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}
} // namespace

/// Where the daemon is, and how containers are to be made: from texts.
class TestDockerSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addresses_data();
    void addresses();
    void badAddresses_data();
    void badAddresses();
    void firstSocketThatExists();
    void services_data();
    void services();
    void contexts();
    void addressOrContext();
    void tls();

    void defaults();
    void mounts_data();
    void mounts();
    void badTexts_data();
    void badTexts();
    void anEmptyNetworkIsNone();
    void mountInsteadOfTheTemporaryFolder();
    void variables();
    void gpus_data();
    void gpus();
    void capabilities();
};

void TestDockerSettings::addresses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    QTest::newRow("unix") << u"unix:///run/x.sock"_s << u"unix:///run/x.sock"_s;
    QTest::newRow("path") << u"/run/x.sock"_s << u"unix:///run/x.sock"_s;
    QTest::newRow("tcp") << u"tcp://10.0.0.2:2376"_s << u"tcp://10.0.0.2:2376"_s;
    QTest::newRow("no port") << u"tcp://lab"_s << u"tcp://lab:2375"_s;
    QTest::newRow("https") << u"https://lab"_s << u"tcp://lab:2376"_s;
    QTest::newRow("IPv6") << u"tcp://[::1]:99"_s << u"tcp://[::1]:99"_s;
}

void TestDockerSettings::addresses()
{
    QFETCH(const QString, text);
    const auto endpoint = endpointFromText(text, u"DOCKER_HOST"_s);
    QVERIFY2(endpoint, qPrintable(endpoint ? QString() : toText(endpoint.error())));
    QTEST(endpoint->text(), "canonical");
}

void TestDockerSettings::badAddresses_data()
{
    QTest::addColumn<QString>("text");
    for (const auto &text : {u"unix://relative"_s, u"lab:2375"_s, u"tcp://"_s, u"npipe:////./pipe/docker"_s, u"tcp://lab:1/x"_s,
                             u"ssh://me@lab"_s, u"tcp://u:p@lab"_s, u""_s, u"tcp://lab:99999"_s})
        QTest::newRow(qPrintable(text)) << text;
}

void TestDockerSettings::badAddresses()
{
    QFETCH(const QString, text);
    const auto endpoint = endpointFromText(text, u"DOCKER_HOST"_s);
    QVERIFY(!endpoint);
    QCOMPARE(endpoint.error().kind, FaultKind::Usage);
    QVERIFY2(endpoint.error().what.contains(u"DOCKER_HOST"_s) && !endpoint.error().advice.isEmpty(),
             qPrintable(toText(endpoint.error())));
}

void TestDockerSettings::firstSocketThatExists()
{
    const QTemporaryDir folder;
    const QStringList sockets {folder.filePath(u"one"_s), folder.filePath(u"two"_s)};
    const EndpointPlaces places {.configuration = folder.path(), .sockets = sockets};
    QCOMPARE(chooseEndpoint({}, places)->socket, sockets[0]);
    QVERIFY(writeFile(sockets[1], {}));
    QCOMPARE(chooseEndpoint({}, places)->socket, sockets[1]);
}

void TestDockerSettings::services_data()
{
    QTest::addColumn<QString>("socket");
    QTest::addColumn<QString>("start");
    QTest::addColumn<QString>("restart");
    QTest::newRow("system") << u"/var/run/docker.sock"_s << u"sudo systemctl start docker."_s
                            << u"sudo systemctl restart docker)"_s;
    QTest::newRow("rootless") << u"/run/me/docker.sock"_s << u"systemctl --user start docker."_s
                              << u"journalctl --user -u docker)"_s;
    QTest::newRow("Podman") << u"/run/me/podman/podman.sock"_s << u"systemctl --user start podman.socket."_s
                            << u"systemctl --user restart podman)"_s;
    QTest::newRow("Podman of the system") << u"/run/podman/podman.sock"_s << u"sudo systemctl start podman.socket."_s
                                          << u"journalctl -u podman)"_s;
    QTest::newRow("custom") << u"/srv/d.sock"_s << u"Start the daemon"_s << u"Look at its log,"_s;
}

void TestDockerSettings::services()
{
    QFETCH(const QString, socket);
    QFETCH(const QString, start);
    QFETCH(const QString, restart);
    const QByteArray before = qgetenv("XDG_RUNTIME_DIR");
    const auto restored = qScopeGuard([&] { qputenv("XDG_RUNTIME_DIR", before); });
    qputenv("XDG_RUNTIME_DIR", "/run/me");
    const DaemonService service = Endpoint {.socket = socket}.service();
    QVERIFY2(service.startAdvice().contains(start), qPrintable(service.startAdvice()));
    QVERIFY2(service.restartAdvice().contains(restart), qPrintable(service.restartAdvice()));
}

void TestDockerSettings::contexts()
{
    const QTemporaryDir folder;
    const EndpointPlaces places {.configuration = folder.path(), .sockets = {u"/none"_s}};
    const QString name = QString::fromLatin1(QCryptographicHash::hash("lab", QCryptographicHash::Sha256).toHex());
    const QByteArray meta = R"({"Name":"lab","Endpoints":{"docker":{"Host":"tcp://lab:2376","SkipTLSVerify":true}}})";
    const QByteArray current = R"({"currentContext":"lab"})";
    QVERIFY(writeFile(folder.filePath(u"contexts/meta/%1/meta.json"_s.arg(name)), meta));
    QVERIFY(QDir().mkpath(folder.filePath(u"contexts/tls/%1/docker"_s.arg(name))));
    const auto named = chooseEndpoint({.context = u"lab"_s, .contextOrigin = u"--docker-context"_s}, places);
    QVERIFY(named);
    QCOMPARE(named->text(), u"tcp://lab:2376"_s);
    QVERIFY(named->tls && !named->tls->verify);
    QCOMPARE(chooseEndpoint({}, places)->socket, u"/none"_s);
    QVERIFY(writeFile(folder.filePath(u"config.json"_s), current));
    QCOMPARE(chooseEndpoint({}, places)->text(), u"tcp://lab:2376"_s);
    QCOMPARE(chooseEndpoint({.context = u"default"_s}, places)->socket, u"/none"_s);
    QCOMPARE(chooseEndpoint({.address = u"unix:///a"_s}, places)->socket, u"/a"_s);
    const auto missing = chooseEndpoint({.context = u"moon"_s, .contextOrigin = u"--docker-context"_s}, places);
    QVERIFY(!missing && missing.error().what.contains(u"moon"_s) && missing.error().what.contains(u"--docker-context"_s));
    QVERIFY(writeFile(folder.filePath(u"config.json"_s), "{"));
    const auto broken = chooseEndpoint({}, places);
    QVERIFY(!broken && broken.error().what.contains(u"config.json"_s));
}

void TestDockerSettings::addressOrContext()
{
    const auto byFlag = settingsOf({.flags = {{u"context"_s, u"lab"_s}}, .environment = {{u"DOCKER_HOST"_s, u"unix:///a"_s}}});
    QVERIFY(byFlag);
    QCOMPARE(byFlag->endpoint.context, u"lab"_s);
    QVERIFY(byFlag->endpoint.address.isEmpty());
    const auto byVariable = settingsOf(
        {.environment = {{u"DOCKER_HOST"_s, u"unix:///a"_s}}, .profile = {{u"context"_s, u"lab"_s}}});
    QCOMPARE(byVariable->endpoint.address, u"unix:///a"_s);
    QVERIFY(byVariable->endpoint.context.isEmpty());
    const auto both = settingsOf({.flags = {{u"context"_s, u"lab"_s}, {u"host"_s, u"/a"_s}}});
    QVERIFY(!both);
    QCOMPARE(both.error().kind, FaultKind::Usage);
}

void TestDockerSettings::tls()
{
    const EndpointPlaces places {.configuration = u"/home/me/.docker"_s};
    const auto verified = chooseEndpoint({.address = u"tcp://lab"_s, .tlsVerify = true}, places);
    QVERIFY(verified->tls && verified->tls->verify);
    QCOMPARE(verified->tls->folder, u"/home/me/.docker"_s);
    QCOMPARE(verified->port, 2376);
    QVERIFY(!chooseEndpoint({.address = u"tcp://lab"_s}, places)->tls);
    QVERIFY(!chooseEndpoint({.address = u"unix:///a"_s, .tlsVerify = true}, places)->tls);
}

void TestDockerSettings::defaults()
{
    const auto settings = settingsOf({});
    QVERIFY2(settings, qPrintable(settings ? QString() : toText(settings.error())));
    QCOMPARE(settings->network, u"none"_s);
    QVERIFY(settings->readOnlyRoot);
    QCOMPARE(settings->pids, 512);
    QVERIFY(!settings->memory && !settings->nanoCpus && !settings->gpus.any());
    QCOMPARE(settings->tmpfs.size(), 1);
    QCOMPARE(settings->tmpfs.first().target, u"/tmp"_s);
    QCOMPARE(settings->warm, 3);
}

void TestDockerSettings::mounts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<Mount>>("expected");
    QTest::newRow("read-only") << u"/data:/mnt"_s << QList<Mount> {{.source = u"/data"_s, .target = u"/mnt"_s}};
    QTest::newRow("writable") << u"/data:/mnt:rw"_s << QList<Mount> {{.source = u"/data"_s, .target = u"/mnt"_s, .writable = true}};
    QTest::newRow("W9 colon") << u"/tmp/x:y:/mnt"_s << QList<Mount> {{.source = u"/tmp/x:y"_s, .target = u"/mnt"_s}};
    QTest::newRow("W8 unicode") << u"/测试/a d'é $(x):/m"_s << QList<Mount> {{.source = u"/测试/a d'é $(x)"_s, .target = u"/m"_s}};
    QTest::newRow("volume") << u"cache:/c:rw"_s << QList<Mount> {{.source = u"cache"_s, .target = u"/c"_s, .writable = true}};
    QTest::newRow("shared memory") << u"/a:/dev/shm:rw"_s
                                   << QList<Mount> {{.source = u"/a"_s, .target = u"/dev/shm"_s, .writable = true}};
    QTest::newRow("beside ours") << u"/a:/opt/data"_s << QList<Mount> {{.source = u"/a"_s, .target = u"/opt/data"_s}};
    QTest::newRow("home") << u"~/d:/m"_s << QList<Mount> {{.source = QDir::homePath() + u"/d"_s, .target = u"/m"_s}};
    QTest::newRow("two") << u" /a:/b ;\n/c:/d/ "_s
                         << QList<Mount> {{.source = u"/a"_s, .target = u"/b"_s}, {.source = u"/c"_s, .target = u"/d"_s}};
    QTest::newRow("none") << u""_s << QList<Mount> {};
}

void TestDockerSettings::mounts()
{
    QFETCH(const QString, text);
    const auto mounts = mountsFromText(text);
    QVERIFY2(mounts, qPrintable(mounts ? QString() : toText(mounts.error())));
    QTEST(*mounts, "expected");
}

void TestDockerSettings::badTexts_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("text");
    QTest::newRow("mount without target") << u"mounts"_s << u"/a"_s;
    QTest::newRow("mount with a relative source") << u"mounts"_s << u"a/b:/c"_s;
    QTest::newRow("mount of an unknown mode") << u"mounts"_s << u"/a:/b:Z"_s;
    QTest::newRow("mount of a mistyped mode") << u"mounts"_s << u"/a:/b:wr"_s;
    QTest::newRow("image with a blank") << u"image"_s << u"BAD IMG"_s;
    QTest::newRow("mount over everything") << u"mounts"_s << u"/a:/"_s;
    QTest::newRow("tmpfs without slash") << u"tmpfs"_s << u"scratch=1g"_s;
    QTest::newRow("tmpfs of no size") << u"tmpfs"_s << u"/scratch=big"_s;
    QTest::newRow("variable") << u"env"_s << u"1A=2"_s;
    QTest::newRow("secret variable") << u"env"_s << u"API_TOKEN=x"_s;
    QTest::newRow("gpus") << u"gpus"_s << u"two of them"_s;
    QTest::newRow("capability") << u"cap-add"_s << u"CHOWN, 7"_s;
    QTest::newRow("memory") << u"memory"_s << u"5 apples"_s;
    QTest::newRow("little memory") << u"memory"_s << u"1k"_s;
    QTest::newRow("cpus") << u"cpus"_s << u"-1"_s;
    QTest::newRow("no cpus") << u"cpus"_s << u"0"_s;
    QTest::newRow("countless cpus") << u"cpus"_s << u"1000000000000"_s;
    QTest::newRow("no memory") << u"memory"_s << u"0"_s;
    QTest::newRow("absurd memory") << u"memory"_s << u"99999t"_s;
    QTest::newRow("absurd shared memory") << u"shm-size"_s << u"99999t"_s;
    QTest::newRow("no processes") << u"pids"_s << u"0"_s;
    QTest::newRow("countless processes") << u"pids"_s << u"99999999"_s;
    QTest::newRow("absurd tmpfs") << u"tmpfs"_s << u"/scratch=99999t"_s;
    QTest::newRow("network of no name") << u"network"_s << u"my network"_s;
    QTest::newRow("network of another container") << u"network"_s << u"container:abc"_s;
    for (const auto &target :
         {u"/proc"_s, u"/proc/x"_s, u"/sys"_s, u"/sys/fs"_s, u"/dev"_s, u"/dev/x"_s, u"/opt"_s, u"/opt/hermes-panel"_s,
          u"/opt/hermes-panel/bin"_s, u"/a/../b"_s, u"/.."_s, u"/tmp"_s, u"/usr"_s, u"/etc/"_s, u"/bin"_s})
        QTest::newRow(qPrintable(u"mount on "_s + target)) << u"mounts"_s << u"/data:"_s + target;
    for (const auto &target : {u"/proc/x"_s, u"/opt/hermes-panel"_s, u"/a/../b"_s})
        QTest::newRow(qPrintable(u"tmpfs on "_s + target)) << u"tmpfs"_s << target;
}

void TestDockerSettings::badTexts()
{
    QFETCH(const QString, key);
    QFETCH(const QString, text);
    const auto settings = settingsOf({.environment = {{settingVariable(u"docker"_s, key), text}}});
    QVERIFY(!settings);
    QCOMPARE(settings.error().kind, FaultKind::Usage);
    QVERIFY2(toText(settings.error()).contains(settingVariable(u"docker"_s, key)), qPrintable(toText(settings.error())));
}

void TestDockerSettings::anEmptyNetworkIsNone()
{
    QCOMPARE(settingsOf({.flags = {{u"network"_s, u""_s}}})->network, u"none"_s);
    QCOMPARE(settingsOf({.flags = {{u"network"_s, u"lab_1.x-y"_s}}})->network, u"lab_1.x-y"_s);
}

void TestDockerSettings::mountInsteadOfTheTemporaryFolder()
{
    const auto settings = settingsOf({.flags = {{u"mounts"_s, u"/data:/tmp:rw"_s}, {u"tmpfs"_s, u"/scratch"_s}}});
    QVERIFY2(settings, qPrintable(settings ? QString() : toText(settings.error())));
    QCOMPARE(settings->tmpfs, (QList<Tmpfs> {{.target = u"/scratch"_s}}));
}

void TestDockerSettings::variables()
{
    const auto variables = variablesFromText(u"A=1; B=two words;C="_s);
    QVERIFY(variables);
    QCOMPARE(variables->size(), 3);
    QCOMPARE((*variables)[1].value, "two words");
}

void TestDockerSettings::gpus_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<GpuWish>("expected");
    QTest::newRow("none") << u""_s << GpuWish {};
    QTest::newRow("all") << u"all"_s << GpuWish {.count = -1};
    QTest::newRow("number") << u"2"_s << GpuWish {.count = 2};
    QTest::newRow("ids") << u"0,1"_s << GpuWish {.ids = {u"0"_s, u"1"_s}};
    QTest::newRow("uuid") << u"GPU-3faa"_s << GpuWish {.ids = {u"GPU-3faa"_s}};
}

void TestDockerSettings::gpus()
{
    QFETCH(const QString, text);
    const auto wish = gpusFromText(text);
    QVERIFY(wish);
    QTEST(*wish, "expected");
}

void TestDockerSettings::capabilities()
{
    const auto settings = settingsOf({.flags = {{u"cap-add"_s, u"chown, CAP_SETUID"_s}}});
    QVERIFY(settings);
    QCOMPARE(settings->capabilities, (QStringList {u"CHOWN"_s, u"SETUID"_s}));
}

QTEST_GUILESS_MAIN(TestDockerSettings)
#include "tst_dockersettings.moc"
