// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/containerprocess.h"
#include "backends/docker/containerspec.h"
#include "backends/docker/enginelimits.h"
#include "backends/docker/imagepull.h"
#include "backends/docker/refusals.h"
#include "backends/docker/settingstexts.h"
#include "backends/docker/tararchive.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;
using namespace hermes::docker;

namespace {
DockerSettings plainSettings()
{
    DockerSettings settings;
    settings.image = u"python:3.11-slim"_s;
    settings.network = u"none"_s;
    settings.tmpfs = {{.target = u"/tmp"_s, .bytes = 1024}};
    return settings;
}

QJsonObject hostOf(const DockerSettings &settings)
{
    return containerBody(settings, {.imageName = settings.image, .command = {u"/opt/r"_s, u"--x"_s}})["HostConfig"_L1].toObject();
}

QByteArray frame(char kind, const QByteArray &text)
{
    QByteArray header(8, '\0');
    header[0] = kind;
    header[7] = char(text.size());
    return header + text;
}
} // namespace

/// What is said to the daemon and understood of it, without one.
class TestContainerSpec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void differencesOfSettings();
    void bodyOfAContainer();
    void limitsOnlyWhereSet();
    void entrypointOfTheImage();
    void pythonPathOfTheImageIsKept();
    void digestTellsWhatMatters();
    void labelsRoundTrip();
    void strangersAreNotOurs();
    void listedContainer_data();
    void listedContainer();
    void inspectedContainer();
    void stats_data();
    void stats();
    void warnings_data();
    void warnings();
    void imageNames_data();
    void imageNames();
    void pullTells();
    void refusals_data();
    void refusals();
    void demultiplexes();
    void demultiplexesByteByByte();
    void noSuchStream();
    void tarIsRead();
};

void TestContainerSpec::bodyOfAContainer()
{
    const QJsonObject body = containerBody(plainSettings(),
                                           {.labels = {.purpose = Purpose::Sandbox, .name = {u"a b"_s, u"p"_s}},
                                            .imageName = u"python:3.11-slim"_s,
                                            .command = {u"/opt/r"_s, u"--stay"_s},
                                            .mounts = {{.source = u"/x:y"_s, .target = u"/opt/r"_s}}});
    QCOMPARE(body["Entrypoint"_L1].toArray(), QJsonArray {u"/opt/r"_s});
    QCOMPARE(body["Cmd"_L1].toArray(), QJsonArray {u"--stay"_s});
    QCOMPARE(body["Tty"_L1], false);
    QCOMPARE(body["Labels"_L1]["hermes-panel.id"_L1].toString(), u"a b"_s);
    const QJsonObject host = body["HostConfig"_L1].toObject();
    QCOMPARE(host["CapDrop"_L1].toArray(), QJsonArray {u"ALL"_s});
    QCOMPARE(host["SecurityOpt"_L1].toArray(), QJsonArray {u"no-new-privileges"_s});
    QCOMPARE(host["ReadonlyRootfs"_L1], true);
    QCOMPARE(host["Init"_L1], true);
    QCOMPARE(host["NetworkMode"_L1].toString(), u"none"_s);
    QCOMPARE(host["Tmpfs"_L1]["/tmp"_L1].toString(), u"rw,exec,nosuid,nodev,mode=1777,size=1024"_s);
    const QJsonObject mount = host["Mounts"_L1].toArray().first().toObject();
    QCOMPARE(mount["Source"_L1].toString(), u"/x:y"_s);
    QCOMPARE(mount["ReadOnly"_L1], true);
    QCOMPARE(mount["Type"_L1].toString(), u"bind"_s);
}

void TestContainerSpec::limitsOnlyWhereSet()
{
    const QJsonObject none = hostOf(plainSettings());
    for (const auto key :
         {"NanoCpus"_L1, "Memory"_L1, "MemorySwap"_L1, "PidsLimit"_L1, "ShmSize"_L1, "DeviceRequests"_L1, "CapAdd"_L1})
        QVERIFY2(!none.contains(key), key.data());
    DockerSettings settings = plainSettings();
    settings.nanoCpus = 1'500'000'000;
    settings.memory = 1 << 30;
    settings.pids = 10;
    settings.gpus = {.ids = {u"0"_s, u"1"_s}};
    const QJsonObject all = hostOf(settings);
    QCOMPARE(all["NanoCpus"_L1].toInteger(), 1'500'000'000);
    QCOMPARE(all["MemorySwap"_L1].toInteger(), 1 << 30);
    QCOMPARE(all["DeviceRequests"_L1].toArray().first()["DeviceIDs"_L1].toArray().size(), 2);
    const QJsonObject without = hostOf(settingsWithin(settings, NoLimits));
    QVERIFY(!without.contains("Memory"_L1) && !without.contains("NanoCpus"_L1) && !without.contains("PidsLimit"_L1));
}

void TestContainerSpec::entrypointOfTheImage()
{
    DockerSettings settings = plainSettings();
    settings.init = InitProcess::Image;
    const QJsonObject body = containerBody(settings, {.imageName = settings.image, .command = {u"/opt/r"_s, u"--x"_s}});
    QVERIFY(!body.contains("Entrypoint"_L1));
    QCOMPARE(body["Cmd"_L1].toArray().size(), 2);
    QVERIFY(!body["HostConfig"_L1].toObject().contains("Init"_L1));
}

void TestContainerSpec::pythonPathOfTheImageIsKept()
{
    const QJsonObject body = containerBody(
        plainSettings(), {.image = {.environment = {u"PATH=/bin"_s, u"PYTHONPATH=/app"_s}}, .command = {u"/opt/r"_s}});
    QVERIFY(body["Env"_L1].toArray().contains(u"PYTHONPATH=/tmp/site-packages:/app"_s));
    DockerSettings writable = plainSettings();
    writable.readOnlyRoot = false;
    QVERIFY(!containerBody(writable, {.command = {u"/opt/r"_s}}).contains("Env"_L1));
}

void TestContainerSpec::digestTellsWhatMatters()
{
    const DockerSettings settings = plainSettings();
    DockerSettings other = settings;
    other.timeout = std::chrono::seconds(5);
    other.warm = 3;
    QCOMPARE(settingsDigest(settings, u"id"_s), settingsDigest(other, u"id"_s));
    other.network = u"bridge"_s;
    QVERIFY(settingsDigest(settings, u"id"_s) != settingsDigest(other, u"id"_s));
    QVERIFY(settingsDigest(settings, u"id"_s) != settingsDigest(settings, u"id2"_s));
}

void TestContainerSpec::differencesOfSettings()
{
    const DockerSettings before {.image = u"python"_s, .network = u"none"_s, .memory = 512 * 1024 * 1024};
    DockerSettings now = before;
    now.image = u"python:latest"_s;
    QCOMPARE(settingsDifferences(settingsTexts(before), settingsTexts(now)), QStringList());
    // What belongs to runs makes no other container, and may be private.
    now.environment = {{.name = u"A"_s, .value = "private"}};
    now.timeout = std::chrono::seconds(3);
    QCOMPARE(settingsTexts(now), settingsTexts(before));
    now.memory = qint64(1024) * 1024 * 1024;
    now.mounts = {{.source = u"/data"_s, .target = u"/mnt"_s, .writable = true}};
    now.network = u"bridge"_s;
    QCOMPARE(settingsDifferences(settingsTexts(before), settingsTexts(now)),
             (QStringList {u"memory: 512 MiB → 1 GiB"_s, u"mounts: not set → /data:/mnt:rw"_s, u"network: none → bridge"_s}));
}

void TestContainerSpec::labelsRoundTrip()
{
    for (const Purpose purpose : {Purpose::Sandbox, Purpose::Executor, Purpose::Pool, Purpose::Helper}) {
        const ContainerLabels labels {.purpose = purpose,
                                      .name = {.id = u"a:b \"ü\""_s, .profile = u"gpu"_s},
                                      .machine = u"0123456789ab"_s,
                                      .owner = u"1 2 boot program"_s,
                                      .settings = u"abc"_s,
                                      .texts = {{u"network"_s, u"none"_s}},
                                      .expires = QDateTime::fromSecsSinceEpoch(1'800'000'000, QTimeZone::UTC)};
        QCOMPARE(labelsFromJson(toJson(labels)), labels);
    }
}

void TestContainerSpec::strangersAreNotOurs()
{
    QVERIFY(!labelsFromJson({}));
    QVERIFY(!labelsFromJson({{u"com.docker.compose.project"_s, u"x"_s}}));
    QVERIFY(!containerFromList({{u"Id"_s, u"x"_s}}));
    QVERIFY(!containerFromInspect({}));
}

void TestContainerSpec::listedContainer_data()
{
    QTest::addColumn<QByteArray>("state");
    QTest::addColumn<int>("expected");
    QTest::newRow("created") << QByteArray("created") << int(ContainerState::Created);
    QTest::newRow("running") << QByteArray("running") << int(ContainerState::Running);
    QTest::newRow("paused") << QByteArray("paused") << int(ContainerState::Paused);
    QTest::newRow("exited") << QByteArray("exited") << int(ContainerState::Exited);
    QTest::newRow("dead") << QByteArray("dead") << int(ContainerState::Dead);
    QTest::newRow("unknown") << QByteArray("levitating") << int(ContainerState::Dead);
}

void TestContainerSpec::listedContainer()
{
    QFETCH(const QByteArray, state);
    const QByteArray text = R"({"Id":"abc","Names":["/hermes-sandbox-1"],"Image":"python:3","Created":1700000000,"State":")" + state
        + R"(","Status":"Up 3 minutes","Labels":{"hermes-panel":"1","hermes-panel.kind":"sandbox","hermes-panel.id":"box"}})";
    const auto info = containerFromList(QJsonDocument::fromJson(text).object());
    QVERIFY(info);
    QCOMPARE(info->name, u"hermes-sandbox-1"_s);
    QTEST(int(info->state), "expected");
    QCOMPARE(info->labels.name.id, u"box"_s);
    QCOMPARE(info->created.toSecsSinceEpoch(), 1'700'000'000);
}

void TestContainerSpec::inspectedContainer()
{
    const QByteArray text = R"({"Id":"abc","Created":"2026-12-01T17:30:00.123456789Z","Name":"/n","Image":"sha256:1",
        "State":{"Status":"exited","ExitCode":137,"OOMKilled":true,"Error":""},
        "Config":{"Image":"python:3","Entrypoint":["/init"],"Cmd":["/opt/hermes-panel/hermes-runner","--stay"],"Labels":{"hermes-panel":"1"}},
        "HostConfig":{"Memory":33554432,"NanoCpus":0,"PidsLimit":null}})";
    const auto details = containerFromInspect(QJsonDocument::fromJson(text).object());
    QVERIFY(details);
    QVERIFY(details->outOfMemory);
    QCOMPARE(details->exitCode, 137);
    QCOMPARE(details->memory, 33'554'432);
    QCOMPARE(details->pids, 0);
    QCOMPARE(details->runner, u"/opt/hermes-panel/hermes-runner"_s);
    QCOMPARE(details->info.created, QDateTime(QDate(2026, 12, 1), QTime(17, 30), QTimeZone::UTC));
}

void TestContainerSpec::stats_data()
{
    QTest::addColumn<QByteArray>("memory");
    QTest::addColumn<qint64>("used");
    QTest::newRow("v1") << QByteArray(R"({"usage":1000,"limit":5000,"stats":{"total_inactive_file":300,"inactive_file":1}})")
                        << qint64(700);
    QTest::newRow("v2") << QByteArray(R"({"usage":1000,"limit":5000,"stats":{"inactive_file":200}})") << qint64(800);
    QTest::newRow("not running") << QByteArray("{}") << qint64(0);
}

void TestContainerSpec::stats()
{
    QFETCH(const QByteArray, memory);
    const QByteArray text = R"({"memory_stats":)" + memory
        + R"(,"cpu_stats":{"cpu_usage":{"total_usage":77},"system_cpu_usage":99,"online_cpus":2}})";
    QJsonObject stats = QJsonDocument::fromJson(text).object();
    const ContainerUsage usage = usageFromStats(stats);
    QTEST(usage.memory, "used");
    QCOMPARE(usage.cpuNanos, 77);
    QCOMPARE(usage.sampledNanos, 0);
    // Go leaves zeros out at the end.
    constexpr qint64 Second = 1'000'000'000;
    for (const auto &[time, nanos] : {std::pair(u"1970-01-01T00:01:02.368058798Z"_s, 62 * Second + 368'058'798),
                                      std::pair(u"1970-01-01T00:01:02.5+01:00"_s, 62 * Second + 500'000'000),
                                      std::pair(u"1970-01-01T00:01:02Z"_s, 62 * Second), std::pair(u"soon"_s, qint64(0))}) {
        stats.insert(u"read"_s, time);
        QCOMPARE(usageFromStats(stats).sampledNanos, nanos);
    }
}

void TestContainerSpec::warnings_data()
{
    QTest::addColumn<QString>("warning");
    QTest::addColumn<bool>("isMissing");
    QTest::newRow("memory")
        << u"Your kernel does not support memory limit capabilities or the cgroup is not mounted. Limitation discarded."_s << true;
    QTest::newRow("pids")
        << u"Your kernel does not support PIDs limit capabilities or the cgroup is not mounted. PIDs limit discarded."_s << true;
    QTest::newRow("cpu") << u"Your kernel does not support CPU cfs quota or the cgroup is not mounted. Quota discarded."_s << true;
    QTest::newRow("swap")
        << u"Your kernel does not support swap limit capabilities or the cgroup is not mounted. Memory limited without swap."_s
        << false;
    QTest::newRow("platform") << u"The requested image's platform (linux/arm64) does not match the detected host platform"_s
                              << false;
}

void TestContainerSpec::warnings()
{
    QFETCH(const QString, warning);
    QFETCH(const bool, isMissing);
    QCOMPARE(!missingLimits({warning}).isEmpty(), isMissing);
}

void TestContainerSpec::imageNames_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<ImageName>("name");
    QTest::newRow("plain") << u"python"_s << ImageName {.repository = u"python"_s, .tag = u"latest"_s};
    QTest::newRow("tag") << u"python:3.11-slim"_s << ImageName {.repository = u"python"_s, .tag = u"3.11-slim"_s};
    QTest::newRow("user") << u"me/x:1"_s << ImageName {.repository = u"me/x"_s, .tag = u"1"_s};
    QTest::newRow("port, no tag") << u"localhost:5000/x"_s
                                  << ImageName {
                                         .registry = u"localhost:5000"_s, .repository = u"localhost:5000/x"_s, .tag = u"latest"_s};
    QTest::newRow("host") << u"ghcr.io/a/b:2"_s
                          << ImageName {.registry = u"ghcr.io"_s, .repository = u"ghcr.io/a/b"_s, .tag = u"2"_s};
    QTest::newRow("digest") << u"a/b@sha256:12"_s << ImageName {.repository = u"a/b"_s, .tag = u"sha256:12"_s};
}

void TestContainerSpec::imageNames()
{
    QFETCH(const QString, text);
    QFETCH(const ImageName, name);
    QCOMPARE(imageNameFromText(text), name);
}

void TestContainerSpec::pullTells()
{
    PullProgress progress;
    const auto add = [&](const QByteArray &line) { return progress.add(QJsonDocument::fromJson(line).object()); };
    const QByteArray first = R"({"status":"Pulling from library/python","id":"3"})";
    const QByteArray one = R"({"status":"Downloading","progressDetail":{"current":25,"total":100},"id":"a"})";
    const QByteArray other = R"({"status":"Downloading","progressDetail":{"current":75,"total":100},"id":"b"})";
    QVERIFY(add(first));
    QCOMPARE(progress.text(), u"Pulling from library/python"_s);
    QVERIFY(add(one));
    QVERIFY(add(other));
    QCOMPARE(progress.text(), u"Downloading, 50 %"_s);
    const auto failed = add(R"({"errorDetail":{"message":"x"},"error":"manifest unknown"})");
    QVERIFY(!failed);
    QCOMPARE(failed.error().what, u"manifest unknown"_s);
}

void TestContainerSpec::refusals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("advice");
    QTest::addColumn<bool>("aboutLimits");
    QTest::newRow("L3 init") << u"exec: \"docker-init\": executable file not found in $PATH"_s << u"--docker-init none"_s << false;
    QTest::newRow("L4 pids") << u"crun: controller `pids` is not available under /sys/fs/cgroup/x/cgroup.controllers"_s
                             << u"--docker-without-missing-limits"_s << true;
    QTest::newRow("gpu") << u"could not select device driver \"\" with capabilities: [[gpu]]."_s << u"--docker-gpus"_s << false;
    QTest::newRow("cpus") << u"Range of CPUs is from 0.01 to 2.00, as there are only 2 CPUs available."_s << u"--docker-cpus"_s
                          << false;
    QTest::newRow("unknown") << u"the moon is in the wrong house"_s << QString() << false;
}

void TestContainerSpec::refusals()
{
    QFETCH(const QString, text);
    QFETCH(const QString, advice);
    const Fault fault = explainedRefusal({.what = text});
    QVERIFY2(advice.isEmpty() ? fault.advice.isEmpty() : fault.advice.contains(advice), qPrintable(fault.advice));
    QCOMPARE(fault.what, text);
    QTEST(isAboutLimits({.what = text}), "aboutLimits");
}

void TestContainerSpec::demultiplexes()
{
    StreamDemultiplexer demultiplexer;
    QByteArray out;
    QByteArray err;
    const QByteArray all = frame(1, "out") + frame(2, "err") + frame(1, "") + frame(1, "more");
    QVERIFY(demultiplexer.feed(std::as_bytes(std::span(all)), out, err));
    QCOMPARE(out, "outmore");
    QCOMPARE(err, "err");
}

void TestContainerSpec::demultiplexesByteByByte()
{
    StreamDemultiplexer demultiplexer;
    QByteArray out;
    QByteArray err;
    const QByteArray all = frame(2, "e") + frame(1, "two words");
    for (const char c : all)
        QVERIFY(demultiplexer.feed(std::as_bytes(std::span(&c, 1)), out, err));
    QCOMPARE(out, "two words");
    QCOMPARE(err, "e");
}

void TestContainerSpec::noSuchStream()
{
    StreamDemultiplexer demultiplexer;
    QByteArray out;
    QByteArray err;
    const QByteArray text = "HTTP/1.1 400 Bad Request\r\n";
    QVERIFY(!demultiplexer.feed(std::as_bytes(std::span(text)), out, err));
}

void TestContainerSpec::tarIsRead()
{
    const QByteArray archive = tarOf(
        {{.name = "a", .mode = 0755, .content = "one\n"}, {.name = "b/c", .content = QByteArray(1000, 'x')}});
    QCOMPARE(archive.size() % 512, 0);
    QProcess tar;
    tar.start(u"tar"_s, {u"-tvf"_s, u"-"_s});
    tar.write(archive);
    tar.closeWriteChannel();
    QVERIFY(tar.waitForFinished(10'000));
    QCOMPARE(tar.exitCode(), 0);
    const QByteArray listing = tar.readAll();
    QVERIFY2(listing.contains("-rwxr-xr-x 0/0               4"), listing.constData());
    QVERIFY2(listing.contains("1000"), listing.constData());
}

QTEST_GUILESS_MAIN(TestContainerSpec)
#include "tst_containerspec.moc"
