// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runrequest.h"
#include "backends/core/settings.h"
#include "backends/docker/api/endpoint.h"

#include <chrono>
#include <optional>

namespace hermes::docker {

/// Where everything of ours lies in a container.
inline constexpr auto ToolFolder = "/opt/hermes-panel";

/// No machine has more memory, in bytes; what is written so is a slip.
inline constexpr qint64 LargestSize = qint64(1024) * 1024 * 1024 * 1024 * 1024;

/// A folder, file or volume of the daemon's machine that a container sees.
struct Mount
{
    QString source = {}; ///< A path from /, or the name of a volume.
    QString target = {};
    bool writable = false;

    bool operator==(const Mount &) const = default;
    [[nodiscard]] bool isVolume() const { return !source.startsWith(u'/'); }
};

/// A folder in memory.
struct Tmpfs
{
    QString target = {};
    std::optional<qint64> bytes = {}; ///< Not set: half of the machine's memory, as the kernel has it.

    bool operator==(const Tmpfs &) const = default;
};

/// GPUs that a container gets: a number, all of them (-1), or these.
struct GpuWish
{
    int count = 0;
    QStringList ids = {};

    bool operator==(const GpuWish &) const = default;
    [[nodiscard]] bool any() const { return count != 0 || !ids.isEmpty(); }
};

enum class PullPolicy { Missing, Never, Always };
/// What the first process of a container is, which waits for orphans.
enum class InitProcess {
    Docker, ///< The daemon's own small init.
    None,   ///< The runner itself.
    Image   ///< The entrypoint of the image, which is given the runner as its command.
};

/// How the containers of a profile are made.
struct DockerSettings
{
    EndpointWish endpoint = {};
    QString image = {};
    PullPolicy pull = PullPolicy::Missing;
    bool blocksCritical = false; ///< No run on an image with critical findings, or on one that was never scanned.
    QString network = {};
    std::optional<qint64> nanoCpus = {};
    std::optional<qint64> memory = {};
    std::optional<qint64> pids = {};
    bool runsWithoutMissingLimits = false;
    bool readOnlyRoot = true;
    QList<Tmpfs> tmpfs = {}; ///< /tmp first, unless a mount is there.
    QList<Mount> mounts = {};
    QList<EnvironmentVariable> environment = {};
    QString user = {};
    GpuWish gpus = {};
    QStringList capabilities = {}; ///< Those that are given back: "CHOWN".
    InitProcess init = InitProcess::Docker;
    std::optional<qint64> sharedMemory = {};
    std::optional<std::chrono::milliseconds> timeout = {};
    std::optional<std::chrono::milliseconds> killDelay = {};
    int concurrency = 4;
    int warm = 0;
    std::optional<qint64> warmMemory = {};
};

[[nodiscard]] SettingsSchema dockerSchema();
/// A Usage fault names the setting, where it came from and what is wrong with it. Reads no file but for "~".
[[nodiscard]] Result<DockerSettings> dockerSettings(const Settings &settings);

/// "/data:/mnt; /home/me/x:y:/z:rw; cache:/cache:rw": parted by ';' or line ends, read-only unless `:rw`. The target is what
/// stands behind the last ':/', so that a source may have colons. A source begins with / or ~/, or is the name of a volume.
[[nodiscard]] Result<QList<Mount>> mountsFromText(const QString &text);
/// "/scratch=2g; /var/cache": parted likewise.
[[nodiscard]] Result<QList<Tmpfs>> tmpfsFromText(const QString &text);
/// "A=1; B=two words": parted likewise.
[[nodiscard]] Result<QList<EnvironmentVariable>> variablesFromText(const QString &text);
/// "all", "2", "0,1", "GPU-3f…".
[[nodiscard]] Result<GpuWish> gpusFromText(const QString &text);

} // namespace hermes::docker
