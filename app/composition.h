// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "backends/secrets/keychaintokenstore.h"
#include "backends/secrets/secretsource.h"

#include <memory>

namespace hermes {

/// What both programs are made of. The only place that names concrete backends. Main thread.

/// `$XDG_STATE_HOME/hermes-panel`: journal, spool files, sandboxes' locks, window state.
[[nodiscard]] QString stateFolder();
/// `$XDG_CONFIG_HOME/hermes-panel/profiles.toml`.
[[nodiscard]] QString profilesFile();

/// The tokens of a program, and how its backends and launches come by them. The store goes last.
struct Tokens
{
    std::unique_ptr<TokenStore> store = {};
    std::shared_ptr<const SecretSource> source = {};
};
/// The keychain of the desktop. Opens nothing before something is asked of it.
[[nodiscard]] Tokens openTokens(KeychainTokenStore::WithoutService withoutService);

/// Every kind of backend. Without a source of secrets for what needs no engine: help, and the checks of a command line.
[[nodiscard]] QList<BackendKind> backendKinds(std::shared_ptr<const SecretSource> secrets = {});

/// The engine with every backend registered. `program` is its name for others who wait for what it holds.
/// With `journalled` off nothing is stored: for a home that cannot be written. Without a source of secrets launches that
/// want any are refused; its store must outlive the engine.
[[nodiscard]] Result<std::unique_ptr<Engine>> openEngine(const QString &program, bool journalled = true,
                                                         std::shared_ptr<const SecretSource> secrets = {});

} // namespace hermes
