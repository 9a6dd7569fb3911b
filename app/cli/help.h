// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/parser.h"

namespace hermes {

/// The list of commands.
[[nodiscard]] QString programHelp(const CommandList &commands);
/// Usage, options with units, defaults and variables: everything from what the command and the backends declare.
[[nodiscard]] QString commandHelp(const Command &command, const QList<BackendKind> &kinds);

} // namespace hermes
