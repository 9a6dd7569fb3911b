// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hermes::resident {

/// One process as /proc shows it.
struct ProcessEntry
{
    pid_t pid = 0;
    pid_t parent = 0;
    pid_t group = 0;
    char state = '?'; ///< 'T' stopped, 'Z' its first thread is dead.
    int threads = 0;

    /// A process lives on in its other threads when the first one has ended.
    [[nodiscard]] bool lives() const { return state != 'Z' || threads > 1; }
};

/// What is in /proc/PID/stat; nothing when there is no such process.
[[nodiscard]] bool readProcess(pid_t pid, ProcessEntry &entry);

enum class Marker : uint8_t {
    Found,
    Missing, ///< Or it cannot be read.
    Empty,   ///< There are no variables at all: it was started without, or is just beginning.
    InExec,  ///< The process is between two programs: it has neither variables nor arguments yet.
};

/// The value of `name` in the environment that a process was started with.
[[nodiscard]] Marker readMarker(pid_t pid, std::string_view name, std::string &value);

/// The direct children of the calling thread's process, dead ones that were not waited for included. Cheap.
class OwnChildren final
{
public:
    OwnChildren();
    /// In the order in which they came. Empty as well where the system cannot tell.
    [[nodiscard]] const std::vector<pid_t> &read();

private:
    Descriptor m_file; ///< /proc/self/task/TID/children, where the kernel has it.
    std::vector<pid_t> m_pids;
};

/// Kills the direct children that are `wanted`, without a look at anything else, until there are no new ones: a process
/// that forks and ends all the time is another one before /proc has been read. False: there was none.
bool killChildren(OwnChildren &children, const std::function<bool(pid_t)> &wanted);

/// Every process below the calling one, parents before their children, at one moment (nearly: /proc is read one by one).
[[nodiscard]] std::vector<ProcessEntry> readDescendants();

/// Sends a signal to a process that was seen with this parent, unless the process id means another one by now.
void signalProcess(const ProcessEntry &entry, int signal);

} // namespace hermes::resident
