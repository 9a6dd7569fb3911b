// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"
#include "backends/engine/journal/candidaterecord.h"
#include "backends/engine/launch.h"

namespace hermes {

/// What the grid shows of a finished run.
[[nodiscard]] CandidateSummary summarize(int index, const RunResult &result);
/// The same of a stored one, of which the output that is shown was read; Running when it was started and has no result.
[[nodiscard]] CandidateSummary summarize(const StoredCandidate &stored);

} // namespace hermes
