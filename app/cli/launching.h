// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/command.h"
#include "app/cli/launchwait.h"
#include "app/cli/output.h"

#include <functional>

namespace hermes {

enum class JournalNeed {
    Required, ///< Without one the command is refused.
    Wanted    ///< Without one the command works, with a warning.
};

/// The engine with every backend, with what it has to say on standard error.
[[nodiscard]] Result<std::unique_ptr<Engine>> openEngineFor(CommandContext &context, JournalNeed need);

/// The exit code of sandbox, session and sweep.
[[nodiscard]] int exitCodeOf(const LaunchProgress &progress);

/// Hands over the results of the first `count` candidates of a launch in order; null for one that has none. Holds some MiB
/// of them at a time. Ends early when `take` returns false.
[[nodiscard]] Result<> fetchResults(Engine &engine, LaunchId id, int count,
                                    const std::function<bool(int index, const RunResult *result)> &take);

/// Ends a command that waited for a launch. Where the wait was cut short the program ends here, with nothing else waited for.
[[nodiscard]] Result<int> concludeWait(const LaunchWait &waiting, Result<int> exitCode, Output &output);

/// Launches, waits, and writes the results as JSON in the order of input: one object, or an array.
[[nodiscard]] Result<int> launchForResults(LaunchSpec spec, CommandContext &context);

} // namespace hermes
