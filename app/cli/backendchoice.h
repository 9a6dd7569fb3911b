// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/arguments.h"
#include "backends/core/backend.h"
#include "backends/profiles/backendchoice.h"

namespace hermes {

class Engine;

/// --backend, --profile and a flag for every setting of every kind, with unit, default and variable in its help.
[[nodiscard]] QList<OptionSpec> backendOptions(const QList<BackendKind> &kinds);

/// The backend that a command works with.
struct BackendChoice
{
    QString kind = {};
    QString profile = {}; ///< Empty: none was named.
    Settings settings = {};
};

/// From the flags, the environment, the named profile and the defaults. Whatever is wrong is a Usage fault that
/// names where it stands; a flag of another backend than the chosen one is refused, not passed over.
[[nodiscard]] Result<BackendChoice> chooseBackend(const Arguments &arguments, const QList<BackendKind> &kinds);

/// The same for a command that finds its sandbox by id: nothing without the flag of a setting.
[[nodiscard]] Result<std::optional<Settings>> namedSettings(const Arguments &arguments, const QList<BackendKind> &kinds);

/// The kind that --backend names, for a command that lists or looks up; empty without the flag.
[[nodiscard]] Result<QString> namedBackend(const Arguments &arguments, const QList<BackendKind> &kinds);
/// The profile that --profile names, for a command that looks up: nothing without the flag; "" means without a profile and
/// needs no file. One that is not in the file any more counts where something stored is of it; any other is a Usage fault
/// that lists the known. Blocks on the file and waits for the engine.
[[nodiscard]] Result<std::optional<QString>> namedProfile(const Arguments &arguments, Engine &engine);

} // namespace hermes
