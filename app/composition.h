// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"

#include <memory>

namespace hermes {

/// What both programs are made of. The only place that names concrete backends. Main thread.

/// `$XDG_STATE_HOME/hermes-panel`: journal, spool files, sandboxes' locks, window state.
[[nodiscard]] QString stateFolder();
/// `$XDG_CONFIG_HOME/hermes-panel/profiles.toml`.
[[nodiscard]] QString profilesFile();

/// Every kind of backend, for what needs no engine: help, and the checks of a command line.
[[nodiscard]] QList<BackendKind> backendKinds();

/// The engine with every backend registered. `program` is its name for others who wait for what it holds.
/// With `journalled` off nothing is stored: for a home that cannot be written.
[[nodiscard]] Result<std::unique_ptr<Engine>> openEngine(const QString &program, bool journalled = true);

} // namespace hermes
