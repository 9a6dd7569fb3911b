// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/message.h"
#include "backends/runner/resident/childpipes.h"
#include "backends/runner/resident/folders.h"
#include "backends/runner/resident/interpreters.h"
#include "backends/runner/resident/limits.h"
#include "backends/runner/resident/runqueues.h"
#include "backends/runner/resident/runtree.h"
#include "backends/runner/resident/scriptfolder.h"
#include "backends/runner/resident/wakeups.h"

#include <sys/resource.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace hermes::resident {

/// What the runs of a worker share.
struct Workshop
{
    Outbound &outbound;
    Poller &poller;
    Wakeups &wakeups;
    RunTree &tree;
    ScriptFolder &scripts;
    TemporaryFolders &folders;
    Interpreters &interpreters;
    RunQueues &queues;
    const KillCounter &kills;
    std::vector<std::string> environment = {}; ///< The base of every run's.
    std::set<std::string> madeFolders = {};    ///< By runs that asked for them with FolderMode::Made.
    std::optional<rlimit> childFiles = {};     ///< Runs get this limit on open files when the worker raised its own.
    int null = -1;                             ///< /dev/null
};

struct ChildPlan;

/// One run, from its start to its Exit frame.
///
///     Running ─► Settling ─► Ending ─► Draining ─► Removing ─► over()
///
/// Running: the main process is alive and nobody wants its end. Settling: it is dead, but processes that it left
/// still hold its output; they get a moment to finish. Ending: everything was told to end, by timeout, request or
/// after Settling; KILL follows TERM until nothing is left. Draining: what is still in the pipes goes to the client, as
/// it gives credit. Removing: the temporary folder goes away. A run without left-overs goes from Running to over() in
/// one step, and any phase may be skipped.
class Run final
{
public:
    /// Starts the snippet. After a failure nothing of it is left anywhere.
    [[nodiscard]] static Outcome<std::unique_ptr<Run>> start(uint32_t id, const protocol::StartMessage &message,
                                                             Workshop &workshop);
    ~Run();

    [[nodiscard]] pid_t mainPid() const { return m_pid; }
    [[nodiscard]] std::chrono::milliseconds killDelay() const { return m_killDelay; }
    /// The Exit frame is queued; nothing more will come of this run.
    [[nodiscard]] bool over() const { return m_phase == Phase::Over; }
    /// Its snippet ended by itself with exit status 0.
    [[nodiscard]] bool succeeded() const;
    /// Its main process is dead: the end of any other process may be the end of the run.
    [[nodiscard]] bool lingers() const { return !m_mainAlive && !over(); }
    /// Pipes that background processes may still write to after the run is over.
    [[nodiscard]] std::vector<Descriptor> takeKeptPipes() { return std::move(m_keptPipes); }
    /// The control group, while processes are left in it.
    [[nodiscard]] RunCgroup takeCgroup() { return std::move(m_limits.cgroup); }

    void pipeReady(protocol::StreamId stream);
    void inputReady() { m_input.pump(m_shop.outbound); }
    void addCredit(protocol::StreamId stream, uint32_t bytes);
    /// False when the client sent more than it had credit for.
    [[nodiscard]] bool addInput(std::string_view bytes) { return m_input.add(bytes, m_shop.outbound); }
    void endInput() { m_input.end(); }
    void end(protocol::Ending ending);
    void signal(int number);
    void wake();
    void mainEnded(int status, const rusage &usage);
    void folderRemoved(bool gone);
    /// Looks whether the run has come further: something died or was read.
    void advance();

private:
    enum class Phase : uint8_t { Running, Settling, Ending, Draining, Removing, Over };

    Run(uint32_t id, const protocol::StartMessage &message, Workshop &workshop);
    [[nodiscard]] Outcome<> prepareFolder(const protocol::StartMessage &message);
    [[nodiscard]] Outcome<> makeAgain();
    [[nodiscard]] Outcome<> launch(const protocol::StartMessage &message, const std::string &interpreter);
    [[nodiscard]] Outcome<> execute(ChildPlan &plan, const protocol::StartMessage &message);
    void undo();

    void settle();
    void settled();
    void endTree(std::chrono::milliseconds killDelay);
    void kill();
    void giveUp();
    void drain();
    [[nodiscard]] bool drained() const { return m_out.ended() && m_err.ended(); }
    void finish();
    void keepPipes();
    void removeFolder();
    void noteMemory();
    void sendExit();
    void wakeAt(Clock::time_point time) { m_shop.wakeups.set(m_id, m_wake, time); }

    uint32_t m_id;
    Workshop &m_shop;
    std::string m_name;
    protocol::ScriptLanguage m_language;
    std::string m_folder;
    ScriptFolder::Script m_script;
    bool m_temporary = false;
    bool m_keepBackground;
    bool m_leftoversStay = false;
    std::chrono::milliseconds m_killDelay;
    LimitPlan m_limits;
    uint64_t m_killsBefore = 0; ///< Of the Workshop's counter, when the run began.

    Phase m_phase = Phase::Running;
    pid_t m_pid = -1;
    bool m_mainAlive = false;
    ChildOutput m_out;
    ChildOutput m_err;
    ChildInput m_input;
    uint64_t m_sequence = 0;
    std::vector<Descriptor> m_keptPipes;

    protocol::ExitMessage m_exit;
    Clock::time_point m_begun;
    Clock::time_point m_wake = Clock::time_point::max();
    Clock::time_point m_timeout = Clock::time_point::max();
    Clock::time_point m_lastOutput = {};
    Clock::time_point m_settleEnd = {};
    Clock::time_point m_killAt = Clock::time_point::max();
    Clock::time_point m_giveUpAt = Clock::time_point::max();
};

} // namespace hermes::resident
