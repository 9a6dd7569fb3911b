// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"
#include "backends/engine/launch.h"

namespace hermes {

/// What the grid shows of a finished run.
[[nodiscard]] CandidateSummary summarize(int index, const RunResult &result);

} // namespace hermes
