// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/owner.h"
#include "backends/docker/containerlauncher.h"
#include "backends/docker/dockerbackend.h"
#include "tests/support/fakeengine.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;
using namespace hermes::docker;
using namespace hermes::tests;

namespace {
constexpr auto Image = "python:3"_L1;

ProgramIdentity identityIn(const QTemporaryDir &state)
{
    return {.machine = u"0123456789ab"_s, .owner = ownerToText(currentOwner(u"test"_s)), .stateFolder = state.path()};
}

Result<DockerSettings> settingsWith(const QHash<QString, QString> &texts)
{
    QHash<QString, QString> all {{u"image"_s, Image}};
    all.insert(texts);
    return resolveSettings(dockerSchema(), {.flags = all}).and_then([](const Settings &settings) {
        return dockerSettings(settings);
    });
}

QJsonObject hostOf(const FakeRequest &request)
{
    return QJsonDocument::fromJson(request.body).object()["HostConfig"_L1].toObject();
}

/// A rootless daemon without control groups: it takes all limits without a word.
QJsonObject accountWithoutGroups()
{
    return {{u"MemoryLimit"_s, false}, {u"CpuCfsQuota"_s, false}, {u"PidsLimit"_s, false}, {u"CgroupDriver"_s, u"none"_s}};
}

QList<QJsonObject> creations(const FakeEngine &engine)
{
    QList<QJsonObject> found;
    for (const FakeRequest &request : engine.requests()) {
        if (request.method == "POST" && QString::fromUtf8(request.target).contains(u"/containers/create"_s))
            found.append(hostOf(request));
    }
    return found;
}
} // namespace

/// Daemons that cannot do all that is asked of them, as there are in the world and not here.
class TestDockerRefusals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void limitsAreNeverDroppedSilently_data();
    void limitsAreNeverDroppedSilently();
    void limitsAreDroppedWhenTicked();
    void aSandboxWithoutLimitsSaysSo();
    void L4_withoutControlGroupsNothingIsDroppedSilently();
    void whatIsNotMeasuredIsUnknown();
    void aGuardThatHidesTheDaemonIsNoHindrance();
    void L3_initIsRefused_data();
    void L3_initIsRefused();
    void L1_pullThatFails();
    void pullOfAnImageThatIsThere();
    void L1_pullThatIsCut();
    void pullTellsHowFarItIs();
    void pullForASandboxTellsToo();
    void neverPulled();
    void L2_podmanIsListed();
    void strangersAreLeftAlone();

private:
    [[nodiscard]] Result<std::unique_ptr<ContainerLauncher>> launcherOn(FakeEngine &engine, const QHash<QString, QString> &texts);
    [[nodiscard]] Result<StartedContainer> startOn(FakeEngine &engine, const QHash<QString, QString> &texts = {},
                                                   const Progress &progress = {});

    std::unique_ptr<QTemporaryDir> m_state;
};

void TestDockerRefusals::init()
{
    m_state = std::make_unique<QTemporaryDir>();
}

Result<std::unique_ptr<ContainerLauncher>> TestDockerRefusals::launcherOn(FakeEngine &engine, const QHash<QString, QString> &texts)
{
    if (!engine.start())
        return fail(FaultKind::Internal, u"the fake does not start"_s);
    return settingsWith(texts).transform([&](const DockerSettings &settings) {
        auto dialer = std::make_shared<EndpointDialer>(Endpoint {.socket = engine.socketPath()});
        return std::make_unique<ContainerLauncher>(std::make_shared<EngineClient>(std::move(dialer)), settings,
                                                   identityIn(*m_state));
    });
}

Result<StartedContainer> TestDockerRefusals::startOn(FakeEngine &engine, const QHash<QString, QString> &texts,
                                                     const Progress &progress)
{
    return launcherOn(engine, texts).and_then([&](const std::unique_ptr<ContainerLauncher> &launcher) {
        return launcher->startExecutor(Purpose::Executor, {}, progress, {});
    });
}

void TestDockerRefusals::limitsAreNeverDroppedSilently_data()
{
    QTest::addColumn<FakeKind>("kind");
    QTest::addColumn<FakeRefusal>("refusal");
    QTest::newRow("rootless, memory") << FakeKind::Docker << FakeRefusal::rootlessMemory();
    QTest::newRow("rootless, processes") << FakeKind::Docker << FakeRefusal::rootlessPids();
    QTest::newRow("Podman, processes") << FakeKind::Podman << FakeRefusal::podmanPids();
    QTest::newRow("Podman, memory") << FakeKind::Podman << FakeRefusal::podmanMemory();
}

void TestDockerRefusals::limitsAreNeverDroppedSilently()
{
    QFETCH(const FakeKind, kind);
    QFETCH(const FakeRefusal, refusal);
    FakeEngine engine(kind);
    engine.model().addImage({.name = Image});
    engine.add(refusal);
    const auto started = startOn(engine, {{u"memory"_s, u"64m"_s}});
    QVERIFY(!started);
    QVERIFY2(toText(started.error()).contains(u"without-missing-limits"_s), qPrintable(toText(started.error())));
    QCOMPARE(engine.model().containers().size(), 0);
    QCOMPARE(engine.problems(), QStringList());
}

void TestDockerRefusals::limitsAreDroppedWhenTicked()
{
    FakeEngine engine(FakeKind::Podman);
    engine.model().addImage({.name = Image});
    engine.add(FakeRefusal::podmanPids());
    engine.add(FakeRefusal::podmanMemory());
    // What would run is not to be had here.
    engine.model().setContainerStart([](const QJsonObject &) { return FakeOutcome {.exitCode = 1}; });
    std::ignore = startOn(engine, {{u"memory"_s, u"64m"_s}, {u"without-missing-limits"_s, u"true"_s}});
    const auto made = creations(engine);
    QVERIFY(made.size() >= 2);
    QVERIFY(made.first().contains("Memory"_L1));
    QVERIFY(!made.last().contains("Memory"_L1) && !made.last().contains("PidsLimit"_L1));
    QCOMPARE(made.last()["NetworkMode"_L1].toString(), u"none"_s);
}

void TestDockerRefusals::aSandboxWithoutLimitsSaysSo()
{
    FakeEngine engine(FakeKind::Podman);
    engine.model().addImage({.name = Image});
    engine.add(FakeRefusal::podmanPids());
    engine.add(FakeRefusal::podmanMemory());
    const auto launcher = launcherOn(engine, {{u"memory"_s, u"64m"_s}, {u"without-missing-limits"_s, u"true"_s}});
    QVERIFY(launcher);
    const auto started = (*launcher)->startSandbox({.id = u"box"_s}, {}, {});
    QVERIFY2(started, qPrintable(started ? QString() : toText(started.error())));
    QCOMPARE(started->notes.size(), 1);
    QVERIFY2(started->notes.first().contains(u"without limits"_s), qPrintable(started->notes.first()));
}

void TestDockerRefusals::L4_withoutControlGroupsNothingIsDroppedSilently()
{
    FakeEngine refused;
    refused.model().addImage({.name = Image});
    refused.model().setAccount(accountWithoutGroups());
    const auto started = startOn(refused, {{u"memory"_s, u"64m"_s}});
    QVERIFY(!started);
    QCOMPARE(started.error().kind, FaultKind::NotConfigured);
    const QString text = toText(started.error());
    QVERIFY2(text.contains(u"memory, processes"_s) && text.contains(u"without-missing-limits"_s), qPrintable(text));
    QCOMPARE(creations(refused).size(), 0);

    FakeEngine engine;
    engine.model().addImage({.name = Image});
    engine.model().setAccount(accountWithoutGroups());
    const auto launcher = launcherOn(engine, {{u"memory"_s, u"64m"_s}, {u"without-missing-limits"_s, u"true"_s}});
    QVERIFY(launcher);
    const auto box = (*launcher)->startSandbox({.id = u"box"_s}, {}, {});
    QVERIFY2(box, qPrintable(box ? QString() : toText(box.error())));
    QCOMPARE(box->notes.size(), 1);
    QVERIFY2(box->notes.first().contains(u"memory, processes"_s), qPrintable(box->notes.first()));
    QVERIFY(!creations(engine).last().contains("Memory"_L1) && !creations(engine).last().contains("PidsLimit"_L1));
}

/// Without control groups a daemon tells what its machine uses as if the container did.
void TestDockerRefusals::whatIsNotMeasuredIsUnknown()
{
    for (const bool isMeasured : {true, false}) {
        FakeEngine engine;
        if (!isMeasured)
            engine.model().setAccount(accountWithoutGroups());
        QVERIFY(engine.start());
        const ContainerLabels labels {.purpose = Purpose::Sandbox, .name = {.id = u"box"_s}, .machine = u"0123456789ab"_s};
        engine.model().addContainer({.name = u"hermes-sandbox-1"_s,
                                     .created = {{u"Labels"_s, toJson(labels)},
                                                 {u"Image"_s, Image},
                                                 {u"HostConfig"_s, QJsonObject {{u"PidsLimit"_s, 512}}}},
                                     .state = u"running"_s});
        const auto settings = resolveSettings(dockerSchema(), {.flags = {{u"host"_s, engine.address()}}});
        const auto backend = settings.and_then(dockerKind([this] { return identityIn(*m_state); }).create);
        QVERIFY(backend);
        const auto listed = (*backend)->list({});
        QVERIFY(listed && listed->size() == 1);
        QCOMPARE(listed->first().memory.has_value(), isMeasured);
        QCOMPARE(listed->first().limits.contains(u"512"_s), isMeasured);
    }
}

/// Proxies that let through some questions only are usual before a daemon.
void TestDockerRefusals::aGuardThatHidesTheDaemonIsNoHindrance()
{
    FakeEngine engine;
    engine.model().addImage({.name = Image});
    engine.add(FakeRule {.path = u"/info"_s, .status = 403, .message = u"forbidden by the proxy"_s});
    QVERIFY(engine.start());
    EngineLimits limits(std::make_shared<EngineClient>(std::make_shared<EndpointDialer>(Endpoint {.socket = engine.socketPath()})));
    const auto held = limits.get({});
    QVERIFY(held && held->memory && held->cpus && held->processes && held->measures);
}

void TestDockerRefusals::L3_initIsRefused_data()
{
    QTest::addColumn<FakeRefusal>("refusal");
    QTest::addColumn<QString>("option");
    QTest::newRow("no init program") << FakeRefusal::noInitProgram() << u"--docker-init none"_s;
}

void TestDockerRefusals::L3_initIsRefused()
{
    QFETCH(const FakeRefusal, refusal);
    QFETCH(const QString, option);
    FakeEngine engine;
    engine.model().addImage({.name = Image});
    engine.add(refusal);
    const auto started = startOn(engine);
    QVERIFY(!started);
    QVERIFY2(toText(started.error()).contains(option), qPrintable(toText(started.error())));
    // Nothing was tried without it, and nothing is left.
    for (const QJsonObject &host : creations(engine))
        QVERIFY(host["Init"_L1].toBool());
    QCOMPARE(engine.model().containers().size(), 0);
}

void TestDockerRefusals::L1_pullThatFails()
{
    FakeEngine engine;
    engine.model().setPull(Image, {.error = u"pull access denied for python"_s});
    const auto started = startOn(engine);
    QVERIFY(!started);
    QCOMPARE(started.error().kind, FaultKind::NotFound);
    QVERIFY2(started.error().what.contains(u"pull access denied"_s), qPrintable(started.error().what));
    QCOMPARE(engine.model().containers().size(), 0);
}

/// One that is there is not said to be missing.
void TestDockerRefusals::pullOfAnImageThatIsThere()
{
    FakeEngine engine;
    engine.model().addImage({.name = Image});
    engine.model().setPull(Image, {.error = u"dial tcp: no route to host"_s});
    const auto started = startOn(engine, {{u"pull"_s, u"always"_s}});
    QVERIFY(!started);
    const QString text = toText(started.error());
    QVERIFY2(!text.contains(u"not on the daemon"_s) && text.contains(u"--docker-pull missing"_s), qPrintable(text));
}

void TestDockerRefusals::L1_pullThatIsCut()
{
    FakeEngine engine;
    engine.model().setPull(Image, {.progress = {{{u"status"_s, u"Downloading"_s}}, {{u"status"_s, u"Extracting"_s}}}});
    engine.add(FakeRule {.method = "POST", .path = u"/images/create"_s, .cutAfter = 12});
    const auto started = startOn(engine);
    QVERIFY(!started);
    QCOMPARE(engine.model().containers().size(), 0);
}

void TestDockerRefusals::pullTellsHowFarItIs()
{
    FakeEngine engine;
    engine.model().setPull(Image,
                           {.progress = {QJsonObject {{u"status"_s, u"Downloading"_s},
                                                      {u"id"_s, u"a"_s},
                                                      {u"progressDetail"_s, QJsonObject {{u"current"_s, 1}, {u"total"_s, 4}}}}},
                            .error = u"that is enough"_s});
    QStringList told;
    std::ignore = startOn(engine, {}, [&](const QString &text) { told.append(text); });
    QCOMPARE(told, QStringList {u"Pulling python:3: Downloading, 25 %"_s});
}

void TestDockerRefusals::pullForASandboxTellsToo()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    engine.model().setPull(Image, {.progress = {QJsonObject {{u"status"_s, u"Downloading"_s}}}, .error = u"that is enough"_s});
    const auto settings = resolveSettings(dockerSchema(), {.flags = {{u"host"_s, engine.address()}, {u"image"_s, Image}}});
    const auto backend = settings.and_then(dockerKind([this] { return identityIn(*m_state); }).create);
    QVERIFY(backend);
    QStringList told;
    QVERIFY(!(*backend)->openSandbox({.id = u"box"_s}, {}, [&](const QString &text) { told.append(text); }));
    QCOMPARE(told, QStringList {u"Pulling python:3: Downloading"_s});
}

void TestDockerRefusals::neverPulled()
{
    FakeEngine engine;
    const auto started = startOn(engine, {{u"pull"_s, u"never"_s}});
    QVERIFY(!started);
    QVERIFY(!engine.requestLines().contains(u"POST /images/create"_s));
}

void TestDockerRefusals::L2_podmanIsListed()
{
    FakeEngine engine(FakeKind::Podman);
    QVERIFY(engine.start());
    const auto labels = [](Purpose purpose, const QString &id) {
        return QJsonObject {
            {u"Labels"_s, toJson(ContainerLabels {.purpose = purpose, .name = {.id = id}, .machine = u"0123456789ab"_s})},
            {u"Image"_s, Image}};
    };
    engine.model().addContainer(
        {.name = u"hermes-sandbox-1"_s, .created = labels(Purpose::Sandbox, u"box"_s), .state = u"running"_s});
    engine.model().addContainer({.name = u"hermes-session-0123456789abcdef"_s, .created = labels(Purpose::Executor, u"s"_s)});
    const auto settings = resolveSettings(dockerSchema(), {.flags = {{u"host"_s, engine.address()}}});
    const auto backend = settings.and_then(dockerKind([this] { return identityIn(*m_state); }).create);
    QVERIFY(backend);
    const auto listed = (*backend)->list({});
    QVERIFY2(listed, qPrintable(listed ? QString() : toText(listed.error())));
    QCOMPARE(listed->size(), 2);
    for (const SessionInfo &info : *listed)
        QVERIFY((*backend)->close({.id = info.id, .profile = info.profile}, {}));
    QCOMPARE((*backend)->list({})->size(), 0);
    QCOMPARE(engine.problems(), QStringList());
}

void TestDockerRefusals::strangersAreLeftAlone()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    engine.model().addContainer({.name = u"database"_s, .created = {{u"Image"_s, u"postgres"_s}}, .state = u"running"_s});
    const auto settings = resolveSettings(dockerSchema(), {.flags = {{u"host"_s, engine.address()}}});
    const auto backend = settings.and_then(dockerKind([this] { return identityIn(*m_state); }).create);
    QCOMPARE((*backend)->list({})->size(), 0);
    QVERIFY((*backend)->close({.id = u"database"_s}, {}));
    QCOMPARE(engine.model().containers().size(), 1);
}

QTEST_GUILESS_MAIN(TestDockerRefusals)
#include "tst_dockerrefusals.moc"
