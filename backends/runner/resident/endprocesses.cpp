// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/endprocesses.h"

#include "backends/runner/resident/proctable.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>

namespace hermes::resident {

namespace {

using namespace std::chrono_literals;

constexpr auto KillInterval = 10ms;
constexpr int ReapedAtOnce = 1000;

struct Reaped
{
    bool any = false;
    bool all = false; ///< This process has no children any more.
};

Reaped reap()
{
    Reaped reaped;
    // Bounded, since others may die as fast as these are waited for.
    for (int i = 0; i < ReapedAtOnce; ++i) {
        const pid_t pid = ::waitpid(-1, nullptr, WNOHANG);
        reaped.all = pid < 0;
        if (pid <= 0)
            break;
        reaped.any = true;
    }
    return reaped;
}

void waitForChild(Clock::duration patience)
{
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    const auto nanoseconds = std::chrono::nanoseconds(std::max(patience, Clock::duration::zero())).count();
    const timespec time = {.tv_sec = nanoseconds / 1'000'000'000, .tv_nsec = nanoseconds % 1'000'000'000};
    ::sigtimedwait(&child, nullptr, &time);
}

std::vector<ProcessEntry> livingDescendants(const std::vector<pid_t> &spared)
{
    std::vector<ProcessEntry> table = readDescendants();
    std::erase_if(table, [&](const ProcessEntry &entry) { return !entry.lives() || std::ranges::contains(spared, entry.pid); });
    return table;
}

} // namespace

bool endProcesses(std::chrono::milliseconds killDelay, Clock::time_point deadline, const std::vector<pid_t> &spared)
{
    const auto killAt = Clock::now() + killDelay;
    bool told = false;
    OwnChildren children;
    while (!reap().all) {
        if (Clock::now() >= killAt)
            killChildren(children, [&](pid_t pid) { return !std::ranges::contains(spared, pid); });
        const auto table = livingDescendants(spared);
        // What one had left that died while the others were looked at is a child of this process since.
        if (table.empty() && !reap().any)
            return true;
        const auto now = Clock::now();
        if (now >= deadline)
            return false;
        const int signal = now >= killAt ? SIGKILL : told ? 0 : SIGTERM;
        for (const ProcessEntry &entry : table) {
            if (signal != 0)
                signalProcess(entry, signal);
            if (signal == SIGTERM && entry.state == 'T')
                signalProcess(entry, SIGCONT);
        }
        told = true;
        waitForChild(std::min<Clock::duration>(now >= killAt ? KillInterval : killAt - now, deadline - now));
    }
    return true;
}

} // namespace hermes::resident
