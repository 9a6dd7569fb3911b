// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/dockersettings.h"
#include "backends/docker/labels.h"

#include <QJsonObject>

/// The Engine API's texts as values, and the other way round (API 1.40 to 1.47). Pure functions; any thread.

namespace hermes::docker {

/// What is known of an image that is there.
struct ImageInfo
{
    QString id = {};
    QString architecture = {}; ///< "amd64", "arm64".
    QStringList environment = {}; ///< NAME=value
    QStringList entrypoint = {};
    QStringList tags = {};
    qint64 bytes = 0;
    QDateTime created = {};
};

enum class ContainerState { Created, Running, Paused, Restarting, Removing, Exited, Dead };

/// A container of ours.
struct ContainerInfo
{
    QString id = {};
    QString name = {};
    ContainerLabels labels = {};
    ContainerState state = ContainerState::Created;
    QString image = {};
    QDateTime created = {};
    QString status = {}; ///< "Up 3 minutes", "Exited (137) 2 hours ago": the daemon's own words.
};

/// How a container of ours was made and what became of it.
struct ContainerDetails
{
    ContainerInfo info = {};
    int exitCode = 0;
    bool outOfMemory = false;
    QString error = {};
    QString imageId = {};
    QString started = {}; ///< When it was started last, in the daemon's own spelling.
    QString runner = {}; ///< Where the runner lies in it.
    qint64 memory = 0;   ///< Bytes; 0: no limit. Likewise the other two.
    qint64 nanoCpus = 0;
    qint64 pids = 0;
};

/// What is asked of a new container beside the settings.
struct ContainerPlan
{
    ContainerLabels labels = {};
    ImageInfo image = {};
    QString imageName = {};
    QStringList command = {}; ///< The runner and its arguments.
    QList<Mount> mounts = {}; ///< Ours, beside those of the settings.
    bool removesItself = false;
};

/// What a container uses now.
struct ContainerUsage
{
    qint64 memory = 0; ///< Bytes, without the file cache that can be given up.
    qint64 cpuNanos = 0;     ///< Since its start, of all CPUs.
    qint64 sampledNanos = 0; ///< When that was so, by a clock of the daemon; 0: it did not say.
};

/// The home folder of a container that can be written in /tmp only.
inline constexpr auto HomeFolder = "/tmp/home";

/// Where a sandbox has its files: below the one place that can be written in every container of ours.
inline constexpr auto SandboxFolder = "/tmp/sandbox";

/// The body of POST /containers/create.
[[nodiscard]] QJsonObject containerBody(const DockerSettings &settings, const ContainerPlan &plan);
/// The body of POST /containers/ID/exec: the command with its three streams.
[[nodiscard]] QJsonObject execBody(const QStringList &command);

/// Of the warnings of a new container those that say that a limit does not hold.
[[nodiscard]] QStringList missingLimits(const QStringList &warnings);

/// From GET /images/NAME/json.
[[nodiscard]] ImageInfo imageFromJson(const QJsonObject &image);
/// From an entry of GET /containers/json; nothing for one that is not ours.
[[nodiscard]] std::optional<ContainerInfo> containerFromList(const QJsonObject &entry);
/// From GET /containers/ID/json.
[[nodiscard]] std::optional<ContainerDetails> containerFromInspect(const QJsonObject &container);

/// From GET /containers/ID/stats, of both versions of control groups.
[[nodiscard]] ContainerUsage usageFromStats(const QJsonObject &stats);

[[nodiscard]] QString stateName(ContainerState state);

/// A digest of what containers of these settings have in common: equal ones can stand for one another.
[[nodiscard]] QString settingsDigest(const DockerSettings &settings, const QString &imageId);

} // namespace hermes::docker
