// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/limits.h"

#include <algorithm>

namespace hermes::resident {

namespace {

void addResourceLimit(LimitPlan &plan, int resource, uint64_t soft, uint64_t hard)
{
    rlimit allowed = {};
    ::getrlimit(static_cast<__rlimit_resource_t>(resource), &allowed);
    // Only root may raise a hard limit; a lower one that is there already is kept.
    const rlim_t highest = std::min<rlim_t>(hard, allowed.rlim_max);
    plan.perProcess.emplace_back(resource, rlimit {.rlim_cur = std::min<rlim_t>(soft, highest), .rlim_max = highest});
}

std::string perProcessNote(const std::string &what)
{
    return "The limit on " + what + " holds for each process, not for all of the run together.";
}

} // namespace

Outcome<LimitPlan> planLimits(const protocol::StartMessage &message, const std::string &name)
{
    LimitPlan plan;
    std::string reason;
    if (message.processLimit) {
        // RLIMIT_NPROC counts all processes of the user and does not hold for root.
        auto group = RunCgroup::make(name, message.memoryLimit, message.processLimit, reason);
        if (!group)
            return std::unexpected(refusal("limit processes", "A limit on processes cannot be held here: " + reason));
        plan.cgroup = std::move(*group);
    } else if (message.memoryLimit) {
        if (auto group = RunCgroup::make(name, message.memoryLimit, {}, reason)) {
            plan.cgroup = std::move(*group);
        } else {
            addResourceLimit(plan, RLIMIT_AS, *message.memoryLimit, *message.memoryLimit);
            plan.notes.push_back(perProcessNote("memory") + " (" + reason + ")");
        }
    }
    if (message.cpuLimit) {
        // SIGXCPU first, SIGKILL a second later.
        addResourceLimit(plan, RLIMIT_CPU, *message.cpuLimit, *message.cpuLimit + 1);
        plan.notes.push_back(perProcessNote("CPU time"));
    }
    if (message.fileLimit)
        addResourceLimit(plan, RLIMIT_FSIZE, *message.fileLimit, *message.fileLimit);
    return plan;
}

} // namespace hermes::resident
