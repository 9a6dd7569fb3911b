// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/message.h"
#include "backends/runner/resident/cgroup.h"
#include "backends/runner/resident/outcome.h"

#include <sys/resource.h>

#include <string>
#include <utility>
#include <vector>

namespace hermes::resident {

/// How the limits of a run are held.
struct LimitPlan
{
    RunCgroup cgroup = {};
    std::vector<std::pair<int, rlimit>> perProcess = {};
    std::vector<std::string> notes = {}; ///< Where a limit holds less than its name says.
};

/// A control group where one can be made, else a resource limit where that really holds, else a refusal with the
/// reason. `name` is the control group's.
[[nodiscard]] Outcome<LimitPlan> planLimits(const protocol::StartMessage &message, const std::string &name);

} // namespace hermes::resident
