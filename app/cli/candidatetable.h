// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/launchwait.h"
#include "app/cli/output.h"
#include "app/cli/storedlaunch.h"

namespace hermes {

/// Prints the grid of a launch: index, parameters, exit code, reason, time, first line of output. In pages, so that a
/// million rows need no memory; the widths of the columns are those of the first page. `outcome` says how it stands; it needs
/// no ticket.
[[nodiscard]] Result<> printCandidates(Engine &engine, const StoredLaunch &launch, const LaunchOutcome &outcome, Output &output);

} // namespace hermes
