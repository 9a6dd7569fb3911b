// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

namespace hermes::local {

/// The path of hermes-runner: beside this program, else in `../libexec/hermes-panel`. The variable HERMES_RUNNER
/// names another one and is then the only place.
[[nodiscard]] Result<QString> findRunner();

} // namespace hermes::local
