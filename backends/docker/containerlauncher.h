// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/containerprocess.h"
#include "backends/docker/enginelimits.h"
#include "backends/docker/imagesource.h"
#include "backends/docker/runnerprovision.h"
#include "backends/runner/connection.h"

namespace hermes::docker {

class SocketFolder;

/// What the program is that makes containers; the same for all its profiles.
struct ProgramIdentity
{
    QString machine = {};     ///< Machine id, for labels.
    QString owner = {};       ///< This process, as ownerToText() has it.
    QString stateFolder = {}; ///< Locks and socket folders lie below its `docker`.
    bool keepsWarm = false;   ///< The window does, a command does not.
};

/// A running container with its runner answering.
struct StartedContainer
{
    QString id = {};
    QString name = {};
    QString settings = {}; ///< See settingsDigest().
    std::shared_ptr<runner::Connection> connection = {};
    QStringList notes = {}; ///< What the user must know of it: limits that it is without.
};

/// Makes the containers of one profile and starts the runner in them; where that cannot be executed, a PlainRunner stands for it.
/// Any thread; calls block and leave nothing behind when they fail or are cancelled.
class ContainerLauncher final
{
public:
    /// `credentials` are for pulling the image.
    ContainerLauncher(std::shared_ptr<EngineClient> client, DockerSettings settings, ProgramIdentity program,
                      CredentialSource credentials = {});

    [[nodiscard]] const DockerSettings &settings() const { return m_settings; }
    [[nodiscard]] const Containers &containers() const { return m_containers; }
    [[nodiscard]] const ProgramIdentity &program() const { return m_program; }

    [[nodiscard]] ImageSource &image() { return m_image; }
    [[nodiscard]] EngineLimits &limits() { return m_limits; }

    /// A container whose first process is the runner; it removes itself when that ends. For executors and the pool.
    [[nodiscard]] Result<StartedContainer> startExecutor(Purpose purpose, const ProfiledId &name, const Progress &progress,
                                                         std::stop_token stop);
    /// The container of a sandbox, which does nothing by itself: it has no connection.
    [[nodiscard]] Result<StartedContainer> startSandbox(const ProfiledId &name, const Progress &progress, std::stop_token stop);
    /// Starts a runner in the running container of a sandbox, or a plain one where none can be executed.
    [[nodiscard]] Result<std::shared_ptr<runner::Connection>> enterSandbox(const ProfiledId &name,
                                                                           const ContainerDetails &container, std::stop_token stop);
    /// Whether the new container of a sandbox, which could not be entered, has ended by itself: what it was to execute, and which would
    /// have stayed, could not be executed. Waits a moment for that.
    [[nodiscard]] bool hasNotBegun(const ContainerDetails &container, std::stop_token stop) const;
    /// Then another one comes to its runner by another way; false when there is none.
    [[nodiscard]] bool rejectRunnerOf(const ContainerDetails &container, const Fault &fault);
    /// Those that a name of list() stands for: of the sandbox with this id, or the one that is called so.
    [[nodiscard]] Result<QList<ContainerInfo>> containersOf(const ProfiledId &name, std::stop_token stop) const;
    /// Removes what programs of this machine that have ended left: containers, folders, and runners of other versions.
    void removeForgotten(std::stop_token stop);
    /// Removes what is kept on this machine for the container of a sandbox that is gone.
    void forgetSandbox(const ProfiledId &name) const;
    /// Where it stands which container of a sandbox was entered last, and since when that runs.
    [[nodiscard]] QString lifeFile(const ProfiledId &name) const;
    /// The name that the container of a sandbox has.
    [[nodiscard]] QString sandboxContainerName(const ProfiledId &name) const;

private:
    struct Draft;

    using Attempt = std::function<Result<StartedContainer>(const DockerSettings &settings)>;
    /// With those limits alone that the daemon can hold, where the user allows that; the container's notes say so.
    [[nodiscard]] Result<StartedContainer> withinLimits(const Attempt &attempt, const std::stop_token &stop);
    [[nodiscard]] Result<StartedContainer> startWith(const DockerSettings &settings, Purpose purpose, const ProfiledId &name,
                                                     const ImageInfo &image, std::stop_token stop);
    [[nodiscard]] Result<StartedContainer> startSandboxWith(const DockerSettings &settings, const ProfiledId &name,
                                                            const ImageInfo &image, SocketFolder &sockets, std::stop_token stop);
    [[nodiscard]] Result<StartedContainer> startOnce(Purpose purpose, const ProfiledId &name, const Progress &progress,
                                                     std::stop_token stop);
    /// The daemon's refusal of a container, with what the user can do about it.
    [[nodiscard]] Fault explained(const Fault &refusal) const;
    [[nodiscard]] Fault notStarted(const Draft &draft, const Fault &fault) const;
    [[nodiscard]] QStringList commandOf(const Draft &draft) const;
    [[nodiscard]] Result<CreatedContainer> create(Draft &draft, std::stop_token stop);
    [[nodiscard]] Result<CreatedContainer> createOnce(Draft &draft, std::stop_token stop);
    [[nodiscard]] Result<> checkWarnings(const CreatedContainer &created, QStringList &notes) const;
    [[nodiscard]] ContainerProcess::Ending endingOf(const QString &id) const;
    [[nodiscard]] Result<StartedContainer> startDraft(Draft &draft, std::stop_token stop);
    [[nodiscard]] Result<> awaitRunner(ContainerProcess &process, const RunnerPlace &place, Descriptor listener,
                                       std::stop_token stop) const;
    [[nodiscard]] Result<RunnerPlace> placeIn(const ContainerDetails &container, std::stop_token stop);
    [[nodiscard]] Result<std::shared_ptr<runner::Connection>> enterBy(const RunnerPlace &place, const ProfiledId &name,
                                                                      const ContainerDetails &container, std::stop_token stop);
    [[nodiscard]] QStringList enteringCommand(const RunnerPlace &place, const SocketFolder &sockets, const QString &folder) const;
    [[nodiscard]] std::unique_ptr<hosts::Process> plainRunner(std::unique_ptr<ContainerProcess> guard, const QString &container,
                                                              const QString &folder, const std::optional<Fault> &why) const;
    [[nodiscard]] Result<std::shared_ptr<runner::Connection>> connect(std::unique_ptr<hosts::Process> process, const QString &name,
                                                                      std::stop_token stop) const;
    [[nodiscard]] QString socketParent() const;
    [[nodiscard]] bool comesBack(const Fault &fault, const Progress &progress, std::stop_token stop) const;

    Containers m_containers;
    DockerSettings m_settings;
    ProgramIdentity m_program;
    ImageSource m_image;
    EngineLimits m_limits;
    RunnerProvision m_provision;
};

} // namespace hermes::docker
