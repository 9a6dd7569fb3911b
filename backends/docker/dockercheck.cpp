// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/dockercheck.h"

#include "backends/docker/dockersession.h"
#include "backends/runner/checksteps.h"

#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
Result<QString> limitsText(const DockerSettings &settings, const HeldLimits &held)
{
    if (const auto dropped = limitsToDrop(settings, held); !dropped)
        return std::unexpected(dropped.error());
    const QString text = held.names().isEmpty() ? u"none"_s : held.names().join(u", "_s);
    return held.missingNames().isEmpty() ? text : u"%1; not: %2"_s.arg(text, held.missingNames().join(u", "_s));
}

QString describe(const QJsonObject &info, const EngineVersion &version)
{
    return u"%1 %2, API %3, %4"_s.arg(version.isPodman ? u"Podman"_s : u"Docker"_s, info.value("ServerVersion"_L1).toString(),
                                      version.apiVersion, info.value("OperatingSystem"_L1).toString());
}
} // namespace

void checkDocker(ContainerLauncher &launcher, const runner::ExecutorPolicy &policy,
                 const std::function<void(const CheckStep &)> &report, std::stop_token stop)
{
    EngineClient &client = launcher.containers().client();
    runner::CheckSteps steps(report);
    QJsonObject info;
    steps.take(u"daemon"_s, [&] { return client.version(stop).transform([&](const EngineVersion &) { return client.name(); }); });
    steps.take(u"version"_s, [&] {
        return client.askJson({.path = u"/info"_s}, stop).transform([&](const QJsonDocument &answer) {
            info = answer.object();
            return describe(info, client.version(stop).value_or(EngineVersion {}));
        });
    });
    steps.take(u"image"_s, [&] {
        return launcher.image().get({}, stop).transform(
            [&](const ImageInfo &image) { return u"%1, %2"_s.arg(launcher.settings().image, image.architecture); });
    });
    steps.take(u"limits"_s, [&] { return limitsText(launcher.settings(), HeldLimits::fromInfo(info)); });
    std::optional<WarmContainer> container;
    std::shared_ptr<runner::ConnectionSource> source;
    steps.take(u"container"_s, [&] {
        return launcher.startExecutor(Purpose::Executor, {}, {}, stop).transform([&](StartedContainer started) {
            const QString name = started.name;
            source = std::make_shared<runner::ConnectionSource>(
                [connection = started.connection](std::stop_token) -> Result<std::shared_ptr<runner::Connection>> {
                    return connection;
                });
            container.emplace(std::move(started), launcher.containers(), 0);
            return name;
        });
    });
    if (steps.failed())
        return;
    runner::RunnerExecutor executor(std::move(source), policy);
    runner::checkRuns(steps, executor, false, stop);
}

} // namespace hermes::docker
