// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hermes::resident {

/// A folder of the cgroup file system below which this process may make groups that hold a limit.
struct CgroupPlace
{
    std::string folder = {};
    bool unified = false; ///< Version 2.

    bool operator==(const CgroupPlace &) const = default;
};

/// Where a controller ("memory", "pids") can be used from here, by the texts of /proc/self/cgroup and
/// /proc/self/mountinfo. Nothing where it is not mounted. A place may turn out not to be writable.
[[nodiscard]] std::optional<CgroupPlace> findCgroup(const std::string &controller, const std::string &groups,
                                                    const std::string &mounts);

/// The name of the control group of a worker's run.
[[nodiscard]] std::string cgroupName(int worker, uint32_t run);
/// Removes what a worker that died has left of them; none has processes any more.
void removeCgroupsOf(int worker);

/// Counts the processes that the kernel has ended for want of memory in the control group of this process: the container's.
class KillCounter final
{
public:
    KillCounter();
    /// 0 where there is none to read.
    [[nodiscard]] uint64_t value() const;

private:
    Descriptor m_file;
};

/// The control group of one run: holds its limits and counts what the kernel did about them.
class RunCgroup final
{
public:
    RunCgroup() = default;
    RunCgroup(RunCgroup &&) noexcept = default;
    RunCgroup &operator=(RunCgroup &&) noexcept = default;
    ~RunCgroup() { remove(); }

    /// Makes the group with the limits that are given. After a failure `reason` says why and nothing is left.
    [[nodiscard]] static std::optional<RunCgroup> make(const std::string &name, std::optional<uint64_t> memory,
                                                       std::optional<uint64_t> processes, std::string &reason);

    [[nodiscard]] bool isEmpty() const { return m_folders.empty(); }
    /// Open files into which a process writes "0" to enter.
    [[nodiscard]] std::vector<int> entries() const;
    /// The process has been started: the entries are not needed any more.
    void closeEntries() { m_entries.clear(); }
    /// How many of its processes the kernel has ended for want of memory.
    [[nodiscard]] uint64_t outOfMemoryKills() const;
    /// False while the kernel still counts processes in it.
    bool remove();

private:
    [[nodiscard]] bool add(const std::string &controller, const std::string &name, uint64_t limit, std::string &reason);

    std::vector<std::string> m_folders;
    std::vector<Descriptor> m_entries;
    std::string m_killCounter; ///< Path of the file that has it, or empty.
};

} // namespace hermes::resident
