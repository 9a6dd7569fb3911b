// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <expected>
#include <utility>
#include <vector>

namespace hermes::resident {

/// How a child process is to be started. All pointers must be valid during spawn().
struct ChildPlan
{
    const char *program = nullptr; ///< Absolute path.
    char *const *arguments = nullptr;
    char *const *environment = nullptr;
    const char *folder = nullptr;
    int in = -1;
    int out = -1;
    int err = -1;
    std::vector<int> cgroups = {}; ///< Open cgroup.procs files that the child enters.
    std::vector<std::pair<int, rlimit>> limits = {};
};

enum class ChildStage : int { Clone, Group, Streams, Cgroup, Folder, Limits, Execute };

struct SpawnFailure
{
    ChildStage stage = ChildStage::Clone;
    int error = 0;
};

/// Starts a process as leader of its own process group, with no signal blocked, and returns once its program runs.
///
/// The calling process must have one thread and every signal blocked. The child is killed when this process dies.
/// After a failure no process is left.
[[nodiscard]] std::expected<pid_t, SpawnFailure> spawn(const ChildPlan &plan);

} // namespace hermes::resident
