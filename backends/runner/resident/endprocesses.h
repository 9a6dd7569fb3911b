// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/resident/wakeups.h"

#include <sys/types.h>

#include <vector>

namespace hermes::resident {

/// Ends every process below the calling one but `spared`: TERM, KILL after `killDelay` and again until nothing is
/// left or the deadline has come. SIGCHLD must be blocked. False when something is left.
bool endProcesses(std::chrono::milliseconds killDelay, Clock::time_point deadline, const std::vector<pid_t> &spared = {});

} // namespace hermes::resident
