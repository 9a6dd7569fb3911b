// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

namespace hermes::runner {

/// The path of hermes-runner: beside this program, else in `../libexec/hermes-panel`. The variable HERMES_RUNNER
/// names another one and is then the only place.
[[nodiscard]] Result<QString> findRunner();
/// The same for a kind of CPU as `uname -m` names it: for another one than this machine's its file has that behind its name.
[[nodiscard]] Result<QString> findRunnerFor(const QString &machine);

} // namespace hermes::runner
