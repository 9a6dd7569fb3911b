// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runrequest.h"
#include "backends/core/settings.h"

namespace hermes::local {

[[nodiscard]] SettingsSchema localSchema();

/// The settings of the local backend, typed.
struct LocalSettings
{
    QString workdir = {};       ///< Absolute; empty when not set.
    QString workdirOrigin = {}; ///< "HERMES_LOCAL_WORKDIR": where it was set.
    std::optional<std::chrono::milliseconds> timeout = {};
    std::optional<std::chrono::milliseconds> killDelay = {};
    ResourceLimits limits = {};
};

/// `settings` must have passed the schema's checks. A relative work folder is below the current one.
[[nodiscard]] LocalSettings localSettings(const Settings &settings);

} // namespace hermes::local
