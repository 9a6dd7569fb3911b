// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The containers of sandboxes.

#include "backends/docker/containerlauncher.h"

#include "backends/docker/launchdraft.h"
#include "backends/docker/refusals.h"

#include <thread>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// A container whose first process could not be executed is known as ended by then.
constexpr std::chrono::seconds EndedLimit {2};
constexpr std::chrono::milliseconds EndedLook {50};
/// Exit codes from here on are those of processes that were killed.
constexpr int FirstSignalCode = 128;

/// Of one that has its runner in a mount.
RunnerPlace::Way wayOf(const ContainerDetails &container)
{
    return container.runner.contains("/bin/"_L1) ? RunnerPlace::Way::Volume : RunnerPlace::Way::Bind;
}
} // namespace

Result<StartedContainer> ContainerLauncher::startSandbox(const ProfiledId &name, const Progress &progress, std::stop_token stop)
{
    const auto found = m_image.get(progress, stop);
    if (!found)
        return std::unexpected(found.error());
    auto sockets = SocketFolder::keep(socketParent() + u'/' + sandboxContainerName(name));
    if (!sockets)
        return std::unexpected(sockets.error());
    return withinLimits([&](const DockerSettings &settings) { return startSandboxWith(settings, name, *found, *sockets, stop); },
                        stop);
}

Result<StartedContainer> ContainerLauncher::startSandboxWith(const DockerSettings &settings, const ProfiledId &name,
                                                             const ImageInfo &image, SocketFolder &sockets, std::stop_token stop)
{
    for (;;) {
        Draft draft {.purpose = Purpose::Sandbox,
                     .name = name,
                     .containerName = sandboxContainerName(name),
                     .image = image,
                     .settings = settings,
                     .sockets = sockets};
        auto created = create(draft, stop);
        auto started = created.and_then([&](const CreatedContainer &made) { return m_containers.start(made.id, stop); });
        if (started)
            return StartedContainer {.id = created->id,
                                     .name = draft.containerName,
                                     .settings = settingsDigest(m_settings, image.id),
                                     .notes = draft.notes};
        if (created)
            std::ignore = m_containers.remove(created->id, {});
        if (!isAboutRunner(started.error(), draft.place))
            return std::unexpected(withoutShell(explained(started.error()), draft.place));
        m_provision.reject(draft.place.way, explainedRefusal(started.error()));
    }
}

Result<RunnerPlace> ContainerLauncher::placeIn(const ContainerDetails &container, std::stop_token stop)
{
    if (!container.runner.isEmpty())
        return RunnerPlace {.way = wayOf(container), .path = container.runner};
    const auto image = m_containers.image(container.imageId, std::move(stop));
    return m_provision.delivery(image.value_or(ImageInfo {}));
}

Result<std::shared_ptr<runner::Connection>> ContainerLauncher::enterSandbox(const ProfiledId &name,
                                                                            const ContainerDetails &container, std::stop_token stop)
{
    auto found = placeIn(container, stop);
    if (!found)
        return std::unexpected(found.error());
    RunnerPlace &place = *found;
    auto connection = enterBy(place, name, container, stop);
    if (!connection && isAboutRunner(connection.error(), place)) {
        if (place.way == RunnerPlace::Way::Stdin)
            m_provision.reject(place.way, connection.error());
        place.why.emplace(connection.error());
        place.way = RunnerPlace::Way::Plain;
        connection = enterBy(place, name, container, stop);
    }
    if (connection)
        return connection;
    if (const auto &why = place.why; why && hasNotBegun(container, std::move(stop)))
        return std::unexpected(*why);
    return std::unexpected(withoutShell(connection.error(), place));
}

Result<std::shared_ptr<runner::Connection>> ContainerLauncher::enterBy(const RunnerPlace &place, const ProfiledId &name,
                                                                       const ContainerDetails &container, std::stop_token stop)
{
    const QString &id = container.info.id;
    // As it was called when it was made.
    const QString containerName = sandboxContainerName(name);
    auto sockets = SocketFolder::keep(socketParent() + u'/' + containerName);
    if (!sockets)
        return std::unexpected(sockets.error());
    auto listener = sockets->listen();
    if (!listener)
        return std::unexpected(listener.error());
    const QString folder = newPlainFolder();
    auto exec = m_containers.exec(id, enteringCommand(place, *sockets, folder), stop);
    if (!exec)
        return std::unexpected(explainedRefusal(exec.error()));
    ContainerProcess::Ending ending = endingOf(id);
    ending.ask = [containers = m_containers, execId = exec->id]() -> std::optional<hosts::ProcessEnd> {
        const auto code = containers.execExitCode(execId, {}).value_or(std::nullopt);
        return code ? std::optional(hosts::ProcessEnd {.exitCode = *code}) : std::nullopt;
    };
    // There is no ending an exec; its runner ends with its streams.
    ending.kill = [] { };
    auto process = std::make_unique<ContainerProcess>(std::move(exec->stream), std::move(ending));
    if (auto voice = awaitRunner(*process, place, std::move(*listener), stop); !voice)
        return std::unexpected(explainedRefusal(silent(containerName, voice.error())));
    std::unique_ptr<hosts::Process> runner;
    if (place.way == RunnerPlace::Way::Plain)
        runner = plainRunner(std::move(process), id, folder, place.why);
    else
        runner = std::move(process);
    auto connection = connect(std::move(runner), containerName, std::move(stop));
    if (!connection)
        return std::unexpected(explainedRefusal(connection.error()));
    return connection;
}

QStringList ContainerLauncher::enteringCommand(const RunnerPlace &place, const SocketFolder &sockets, const QString &folder) const
{
    switch (place.way) {
    case RunnerPlace::Way::Bind: return {place.path, u"--socket"_s, LinkFolder + u'/' + sockets.socketName()};
    case RunnerPlace::Way::Volume: return {place.path};
    case RunnerPlace::Way::Stdin: return deliveryCommand(place, {u"--socket"_s, NoSocket});
    case RunnerPlace::Way::Plain: return guardCommand(folder);
    }
    Q_UNREACHABLE_RETURN({});
}

bool ContainerLauncher::hasNotBegun(const ContainerDetails &container, std::stop_token stop) const
{
    const auto deadline = std::chrono::steady_clock::now() + EndedLimit;
    for (;;) {
        const auto now = m_containers.inspect(container.info.id, stop);
        if (now && now->info.state == ContainerState::Exited)
            return now->exitCode > 0 && now->exitCode < FirstSignalCode;
        if (!now || std::chrono::steady_clock::now() >= deadline || stop.stop_requested())
            return false;
        std::this_thread::sleep_for(EndedLook);
    }
}

bool ContainerLauncher::rejectRunnerOf(const ContainerDetails &container, const Fault &fault)
{
    if (container.runner.isEmpty())
        return false;
    m_provision.reject(wayOf(container), fault);
    return true;
}

} // namespace hermes::docker
