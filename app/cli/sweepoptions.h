// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/command.h"
#include "backends/engine/launch.h"

namespace hermes {

/// What a sweep is told beside its snippet.
[[nodiscard]] QList<OptionSpec> sweepOptions();
/// The whole launch: snippet, parameters, policy. Reads files. Faults are Usage and name the flag.
[[nodiscard]] Result<LaunchSpec> readSweep(const Arguments &arguments, const QList<BackendKind> &kinds);
/// The stored sweep that `flag`, --resume or --rerun, names; refuses the flags that would make it another one.
[[nodiscard]] Result<LaunchId> readStored(const Arguments &arguments, const QString &flag);

} // namespace hermes
