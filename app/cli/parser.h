// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/command.h"

namespace hermes {

/// What the command line asks for.
struct Invocation
{
    Command *command = nullptr; ///< Null: the help of the program, or its version.
    bool help = false;
    bool version = false;
    Arguments arguments = {};
};

using CommandList = std::vector<std::unique_ptr<Command>>;

/// Parses the arguments after the program's name. Unknown words and missing values are a Usage fault that names them.
[[nodiscard]] Result<Invocation> parseCommandLine(const CommandList &commands, const QList<BackendKind> &kinds,
                                                  const QByteArrayList &words);

/// All options of a command: its own, those of the backends where it takes one, and those that are everywhere.
[[nodiscard]] QList<OptionSpec> allOptions(const Command &command, const QList<BackendKind> &kinds);

} // namespace hermes
