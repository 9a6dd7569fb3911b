// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/spawn.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace hermes::resident {

namespace {

// With CLONE_VM the child runs in this process's memory until it executes: no page tables are copied. The thread
// sanitizer cannot follow that.
#if defined(__SANITIZE_THREAD__)
constexpr int MemoryFlag = 0;
#else
constexpr int MemoryFlag = CLONE_VM;
#endif

constexpr size_t StackBytes = 64 * 1024;

struct Job
{
    const ChildPlan *plan = nullptr;
    SpawnFailure *failure = nullptr;
};

[[noreturn]] void giveUp(const Job &job, ChildStage stage)
{
    *job.failure = {.stage = stage, .error = errno};
    ::_exit(127);
}

/// Runs in the child on a stack of its own. Only system calls: the memory is the parent's.
int childMain(void *argument)
{
    const Job &job = *static_cast<const Job *>(argument);
    const ChildPlan &plan = *job.plan;

    // The runner ignores nothing and handles nothing, it blocks: with an empty mask all is as by default.
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::setpgid(0, 0) != 0)
        giveUp(job, ChildStage::Group);
    if (::dup2(plan.in, STDIN_FILENO) < 0 || ::dup2(plan.out, STDOUT_FILENO) < 0 || ::dup2(plan.err, STDERR_FILENO) < 0)
        giveUp(job, ChildStage::Streams);
    for (const int cgroup : plan.cgroups) {
        if (::write(cgroup, "0", 1) != 1)
            giveUp(job, ChildStage::Cgroup);
    }
    if (::chdir(plan.folder) != 0)
        giveUp(job, ChildStage::Folder);
    for (const auto &[resource, limit] : plan.limits) {
        if (::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0)
            giveUp(job, ChildStage::Limits);
    }
    ::execve(plan.program, plan.arguments, plan.environment);
    giveUp(job, ChildStage::Execute);
}

/// Memory that parent and child share, with or without CLONE_VM.
SpawnFailure *sharedFailure()
{
    static SpawnFailure *const shared = static_cast<SpawnFailure *>(
        ::mmap(nullptr, sizeof(SpawnFailure), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    return shared;
}

} // namespace

std::expected<pid_t, SpawnFailure> spawn(const ChildPlan &plan)
{
    alignas(64) static std::array<std::byte, StackBytes> stack;
    SpawnFailure *failure = sharedFailure();
    if (failure == MAP_FAILED)
        return std::unexpected(SpawnFailure {.stage = ChildStage::Clone, .error = ENOMEM});
    *failure = {};
    Job job {.plan = &plan, .failure = failure};
    const pid_t pid = ::clone(childMain, stack.data() + stack.size(), MemoryFlag | CLONE_VFORK | SIGCHLD, &job);
    if (pid < 0)
        return std::unexpected(SpawnFailure {.stage = ChildStage::Clone, .error = errno});
    if (failure->error != 0) {
        ::waitpid(pid, nullptr, 0);
        return std::unexpected(*failure);
    }
    return pid;
}

} // namespace hermes::resident
