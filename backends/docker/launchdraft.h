// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/containerlauncher.h"
#include "backends/docker/plainscripts.h"
#include "backends/docker/socketfolder.h"

/// What the parts of ContainerLauncher have in common.

namespace hermes::docker {

inline constexpr QLatin1StringView LinkFolder {"/opt/hermes-panel/link"};
/// Where nobody listens: the runner says so, and speaks over its standard streams.
inline constexpr QLatin1StringView NoSocket {"-"};
/// A container under load takes its time until its first process runs.
inline constexpr std::chrono::seconds VoiceLimit {30};

/// Where a process is that has been started already.
class StartedHost final : public hosts::Host
{
public:
    StartedHost(QString name, std::unique_ptr<hosts::Process> process) : m_name(std::move(name)), m_process(std::move(process)) { }

    QString name() const override { return m_name; }
    Result<std::unique_ptr<hosts::Process>> start(const hosts::Command &, std::stop_token) override { return std::move(m_process); }
    Result<> put(const QString &, const QString &, std::stop_token) override { return noFiles(); }
    Result<> get(const QString &, const QString &, std::stop_token) override { return noFiles(); }

private:
    [[nodiscard]] static Result<> noFiles()
    {
        return fail(FaultKind::Internal, QStringLiteral("Files of a container go through its runner"));
    }

    QString m_name;
    std::unique_ptr<hosts::Process> m_process;
};

/// Removes a container unless it is to stay.
class Removal
{
public:
    Removal(const Containers &containers, QString id) : m_containers(containers), m_id(std::move(id)) { }
    Q_DISABLE_COPY_MOVE(Removal)
    ~Removal()
    {
        if (!m_id.isEmpty())
            std::ignore = m_containers.remove(m_id, {});
    }
    void dismiss() { m_id.clear(); }

private:
    const Containers &m_containers;
    QString m_id;
};

/// A container on its way.
struct ContainerLauncher::Draft
{
    Purpose purpose = Purpose::Executor;
    ProfiledId name = {};
    QString containerName = {};
    ImageInfo image = {};
    const DockerSettings &settings;
    SocketFolder &sockets;
    QStringList notes = {};
    RunnerPlace place = {}; ///< Set by create().
    QString plainFolder = newPlainFolder(); ///< For a guard.
};

/// The runner in a container has ended, or kept silent, before it spoke.
[[nodiscard]] Fault silent(const QString &container, Fault fault);
/// The file of the runner is where it should be, and cannot be executed.
[[nodiscard]] bool isAboutRunner(const Fault &fault, const RunnerPlace &place);
/// The container has no sh, so this place is of no use either: the fault is what spoke against the others.
[[nodiscard]] Fault withoutShell(const Fault &fault, const RunnerPlace &place);

} // namespace hermes::docker
