// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/output.h"
#include "app/cli/storedlaunch.h"

namespace hermes {

/// Prints the grid of a launch: index, parameters, exit code, reason, time, first line of output. In pages, so that a
/// million rows need no memory; the widths of the columns are those of the first page. `progress` says how it stands.
[[nodiscard]] Result<> printCandidates(Engine &engine, const StoredLaunch &launch, const LaunchProgress &progress, Output &output);

} // namespace hermes
