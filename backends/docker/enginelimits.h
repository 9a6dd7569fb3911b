// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/api/engineclient.h"
#include "backends/docker/dockersettings.h"

#include <mutex>

namespace hermes::docker {

/// The limits that a daemon can hold. A daemon without control groups of its own, as a rootless one often is, takes a container with
/// limits without a word and holds none of them; only its account of itself tells.
struct HeldLimits
{
    bool memory = true;
    bool cpus = true;
    bool processes = true;
    /// Whether what a container uses is known; otherwise the daemon tells what its whole machine does.
    bool measures = true;

    /// From GET /info. What that does not speak of counts as held: a refusal would tell.
    [[nodiscard]] static HeldLimits fromInfo(const QJsonObject &info);
    /// "memory", "CPUs", "processes": those that are held, and those that are not.
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] QStringList missingNames() const;
};

/// No limit at all.
inline constexpr HeldLimits NoLimits {.memory = false, .cpus = false, .processes = false};

/// Those of the limits that are set and cannot be held, by the same names. NotConfigured where the settings do not allow to go without.
[[nodiscard]] Result<QStringList> limitsToDrop(const DockerSettings &settings, const HeldLimits &held);
/// The settings without the limits that are not held.
[[nodiscard]] DockerSettings settingsWithin(DockerSettings settings, const HeldLimits &held);
/// What the user is told of a run without these.
[[nodiscard]] QString runsWithoutNote(const QStringList &limits);

/// Asks a daemon once which limits it can hold. Any thread; calls block.
class EngineLimits final
{
public:
    explicit EngineLimits(std::shared_ptr<EngineClient> client) : m_client(std::move(client)) { }

    /// Where a guard before the daemon forbids the question, all count as held.
    [[nodiscard]] Result<HeldLimits> get(std::stop_token stop);

private:
    std::shared_ptr<EngineClient> m_client;
    std::timed_mutex m_mutex;
    std::optional<HeldLimits> m_held;
};

} // namespace hermes::docker
