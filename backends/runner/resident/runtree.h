// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/resident/proctable.h"
#include "backends/runner/resident/wakeups.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace hermes::resident {

/// Which processes belong to which run.
///
/// The worker adopts what a run's processes leave behind (it is the subreaper), so whatever outlives its parent is a
/// direct child of the worker sooner or later. Such an orphan belongs to the run that its HERMES_RUN_ID names, or else
/// in whose process group it is. One with neither belongs to a run only while that is the only one it can belong to.
class RunTree final
{
public:
    /// A run's main process, which leads its process group, has been started.
    void addMain(pid_t pid, uint32_t run, const std::string &name);
    /// The run is over. What it leaves stays on purpose if `keepOrphans`, else it belongs to nobody.
    void removeRun(uint32_t run, const std::string &name, bool keepOrphans);
    /// A child that works for the runner itself.
    void addHelper(pid_t pid) { m_children[pid] = {.kind = Child::Helper}; }
    /// The child has been waited for; its process id may mean another process from now on.
    void removeChild(pid_t pid) { m_children.erase(pid); }

    struct Left
    {
        pid_t orphan = 0; ///< One that the run has left and whose parent is dead, or 0.
        /// Another look is needed: some orphan is just between two programs (in exec) and has no environment yet to tell whose
        /// it is, or is dead, so that what it had left itself may have come after the look.
        bool undecided = false;
    };
    [[nodiscard]] Left left(uint32_t run);
    /// Signals everything that belongs to the run. A process that is stopped gets SIGCONT after a SIGTERM.
    void signal(uint32_t run, pid_t mainPid, int signal);
    /// Kills what the run has left whose parents are dead, as killChildren() does. False: there was none.
    bool killOrphans(uint32_t run);
    /// /proc is read at most once between two calls of this.
    void nextTurn() { m_table.reset(); }

private:
    struct Child
    {
        enum Kind : uint8_t { Main, Helper, Orphan, Kept } kind = Main;
        uint32_t run = 0; ///< 0: nobody's.
        Clock::time_point seen = {};
        Clock::time_point undecidedUntil = {}; ///< Before that one that is nobody's may turn out to be somebody's.
    };

    /// False when there were some that are dead and were not known.
    bool adoptOrphans();
    /// False for one that is dead and was not known.
    bool adopt(pid_t pid);
    void findOwner(Child &orphan, const ProcessEntry &entry) const;
    [[nodiscard]] bool isOrphanOf(uint32_t run, pid_t pid);
    /// There is no other run, and nothing was left on purpose, that an orphan could belong to.
    [[nodiscard]] bool ownsAll(uint32_t run) const;
    [[nodiscard]] bool owns(uint32_t run, const Child &child) const;

    OwnChildren m_ownChildren;
    std::unordered_map<pid_t, Child> m_children;
    std::unordered_map<std::string, uint32_t> m_runs; ///< By HERMES_RUN_ID.
    std::unordered_map<pid_t, uint32_t> m_groups; ///< By the process group of the main process.
    bool m_anyKept = false;
    std::optional<std::vector<ProcessEntry>> m_table;
};

} // namespace hermes::resident
