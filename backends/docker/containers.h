// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/api/engineclient.h"
#include "backends/docker/containerspec.h"

#include <memory>

namespace hermes::docker {

struct CreatedContainer
{
    QString id = {};
    QStringList warnings = {};
};

/// What happened to a container, from the daemon's memory of its latest events.
struct ContainerFate
{
    bool outOfMemory = false;
    bool killed = false;  ///< Somebody killed, stopped or removed it.
    bool removed = false;
    std::optional<int> exitCode = {};
};

/// The operations on containers, each one question to the daemon. Any thread; calls block. Faults as EngineClient has them.
class Containers final
{
public:
    explicit Containers(std::shared_ptr<EngineClient> client) : m_client(std::move(client)) { }

    [[nodiscard]] EngineClient &client() const { return *m_client; }

    [[nodiscard]] Result<CreatedContainer> create(const QString &name, const QJsonObject &body, std::stop_token stop) const;
    [[nodiscard]] Result<> start(const QString &id, std::stop_token stop) const;
    /// Both directions of its first process; before the start.
    [[nodiscard]] Result<std::unique_ptr<hosts::ByteStream>> attach(const QString &id, std::stop_token stop) const;
    [[nodiscard]] Result<ContainerDetails> inspect(const QString &id, std::stop_token stop) const;
    /// The container of a sandbox of this machine, by its labels: somebody may have given it another name.
    [[nodiscard]] Result<std::optional<ContainerDetails>> findSandbox(const ProfiledId &name, const QString &machine,
                                                                      std::stop_token stop) const;
    /// Kills and removes with its anonymous volumes; returns when it is gone. One that is gone already is success.
    [[nodiscard]] Result<> remove(const QString &id, std::stop_token stop) const;
    [[nodiscard]] Result<> unpause(const QString &id, std::stop_token stop) const;

    /// Those of ours in every state; with `labels` (NAME or NAME=VALUE) only those that have all of them.
    [[nodiscard]] Result<QList<ContainerInfo>> list(const QStringList &labels, std::stop_token stop) const;

    struct Exec
    {
        QString id = {};
        std::unique_ptr<hosts::ByteStream> stream = {};
    };
    /// Starts a process in a running container.
    [[nodiscard]] Result<Exec> exec(const QString &id, const QStringList &command, std::stop_token stop) const;
    /// How it ended; nothing while it runs.
    [[nodiscard]] Result<std::optional<int>> execExitCode(const QString &execId, std::stop_token stop) const;

    /// The size of the file at a path in a container, which need not run. NotFound where there is none.
    [[nodiscard]] Result<qint64> fileSize(const QString &id, const QString &path, std::stop_token stop) const;
    /// Unpacks a tar archive into a folder of a container, which need not run.
    [[nodiscard]] Result<> unpack(const QString &id, const QString &folder, const QByteArray &tar, std::stop_token stop) const;

    /// What a container uses now; does not wait for a second sample.
    [[nodiscard]] Result<ContainerUsage> usage(const QString &id, std::stop_token stop) const;
    /// Tells of everything that happens to containers of ours, but for what runs in them, until a stop request: Cancelled. Any other fault
    /// says why there is nothing to be heard any more; TimedOut: for a while nothing was, and the connection may be dead.
    [[nodiscard]] Result<> follow(const std::function<void()> &changed, std::stop_token stop) const;

    [[nodiscard]] Result<QStringList> networks(std::stop_token stop) const;
    /// The names of the volumes that begin with a text.
    [[nodiscard]] Result<QStringList> volumes(const QString &beginning, std::stop_token stop) const;
    /// Conflict for one that a container uses, whether it runs or not.
    [[nodiscard]] Result<> removeVolume(const QString &name, std::stop_token stop) const;

    /// NotFound where the image is not here.
    [[nodiscard]] Result<ImageInfo> image(const QString &name, std::stop_token stop) const;
    /// What became of a container since a time; where the daemon does not know, an empty one.
    [[nodiscard]] ContainerFate fate(const QString &id, const QDateTime &since, std::stop_token stop) const;

private:
    std::shared_ptr<EngineClient> m_client;
};

} // namespace hermes::docker
