// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"
#include "backends/profiles/backendchoice.h"

namespace hermes {

// What the window does, as commands for a shell: they can be pasted into bash, and do the same there. Secrets are in none.

/// What a launch is compared with, so that its command says no more than it must.
struct CommandContext
{
    const SettingsSchema &schema;
    const ProfileSet &profiles;
    /// A file that holds the launch's code, byte for byte; empty: none.
    QString file = {};
};

/// The hermesctl command of a launch: its backend, with flags for settings that neither profile nor environment nor default
/// give already, and all that is not as it would be without being named. The code is the file, stands in the command, or
/// follows it as a here-document.
///
/// Usage where no command can do the same.
[[nodiscard]] Result<QString> commandFor(const LaunchSpec &spec, const CommandContext &context);
/// Tests the connection with these settings.
[[nodiscard]] Result<QString> commandForCheck(const BackendName &name, const Settings &settings, const CommandContext &context);

[[nodiscard]] QString commandForList();
[[nodiscard]] QString commandForClose(const SessionAddress &address);
[[nodiscard]] QString commandForDelete(const SessionAddress &address);

} // namespace hermes
