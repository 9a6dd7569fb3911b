// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/arguments.h"
#include "backends/core/backend.h"

#include <memory>
#include <vector>

namespace hermes {

class Output;
struct Tokens;

/// What every command may use. Lives as long as the program.
struct CommandContext
{
    const QList<BackendKind> &kinds;
    Output &output;
    Tokens &tokens;
};

/// Exit codes that are ours. A plain run ends with the code of the snippet.
namespace exitcode {
inline constexpr int Success = 0;
inline constexpr int Negative = 1;       ///< Unknown id, open sandbox, failed check or build, stopped by a policy.
inline constexpr int Usage = 2;
inline constexpr int Infrastructure = 125;
inline constexpr int Cancelled = 130;
} // namespace exitcode

/// One verb of the command line. Made at start, so its constructor does nothing; everything on the main thread.
class Command
{
public:
    virtual ~Command() = default;

    [[nodiscard]] virtual QString name() const = 0;
    /// One sentence for the list of commands.
    [[nodiscard]] virtual QString description() const = 0;
    [[nodiscard]] virtual QList<OptionSpec> options() const = 0;
    [[nodiscard]] virtual QList<PositionalSpec> positionals() const { return {}; }
    /// Whether it is given a configured backend: --backend, --profile and the flags of every kind's settings.
    [[nodiscard]] virtual bool usesBackend() const { return false; }
    /// Whether a word too many may be a secret: it is not repeated in messages then.
    [[nodiscard]] virtual bool takesSecret() const { return false; }
    /// Lines under the usage line: what is worth knowing and an example.
    [[nodiscard]] virtual QString details() const { return {}; }
    /// Ends with the exit code, or with a fault that is then reported in the same way for all commands.
    [[nodiscard]] virtual Result<int> execute(const Arguments &arguments, CommandContext &context) = 0;
};

/// Every command, in the order of the help.
[[nodiscard]] std::vector<std::unique_ptr<Command>> allCommands();

} // namespace hermes
