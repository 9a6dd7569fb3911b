// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/resident/assembler.h"
#include "backends/runner/resident/environment.h"
#include "backends/runner/resident/folders.h"
#include "backends/runner/resident/interpreters.h"
#include "backends/runner/resident/run.h"
#include "backends/runner/resident/transfers.h"

#include <limits.h>

#include <array>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>

namespace hermes::resident {

/// Memory that guard and worker share: what the guard removes should the worker die.
struct SharedNotes
{
    std::array<char, PATH_MAX> temporaryBase = {};
    std::array<char, PATH_MAX> scriptFolder = {};
};

/// How a worker ends, as its exit status tells.
enum class WorkerEnd : uint8_t {
    InOrder = 0,  ///< Its input ended, or it was told to end.
    Refused = 3,  ///< What it read was not the protocol, or no version that it speaks.
    Silence = 4,  ///< Nothing was heard for longer than the silence limit.
};

struct WorkerPlan
{
    int requests = -1; ///< The protocol's two streams.
    int client = -1;
    int guard = -1; ///< Its end means that the guard is dead.
    SharedNotes *notes = nullptr;
    std::vector<std::string> environment = {}; ///< The one that this process was started with.
};

/// Speaks the protocol and carries out what it asks for, in one thread, with every signal blocked.
class Worker final : private FrameSink
{
public:
    explicit Worker(WorkerPlan plan);
    ~Worker() override;
    /// Returns when everything that was started has ended.
    [[nodiscard]] WorkerEnd work();

private:
    void turn();
    [[nodiscard]] std::optional<std::chrono::nanoseconds> untilNextWake() const;
    void readRequests();
    void readSignals();
    void reapChildren();
    void servePipes();
    void serveDiscarded(int fd);
    void removalEnded(pid_t pid, bool succeeded);
    void wakeRuns();
    void flush();
    void finishRuns();
    void beginWaiting();
    void stop(WorkerEnd end);
    void cleanUp();

    void frame(const protocol::FrameHeader &header, std::string_view payload) override;
    void frameOfRun(const protocol::FrameHeader &header, std::string_view payload);
    void frameOfFile(const protocol::FrameHeader &header, std::string_view payload);
    void greet(std::string_view payload);
    void setEnvironment(uint32_t id, std::string_view payload);
    void start(uint32_t id, std::string_view payload);
    void setPlaces(uint32_t id, std::string_view payload);
    bool begin(uint32_t id, const protocol::StartMessage &message);
    void makeFolder(uint32_t id);
    void removeFolder(uint32_t id, std::string_view payload);
    void answerRemoval(uint32_t id, bool gone, const std::string &problem);
    void credit(const protocol::FrameHeader &header, std::string_view payload);
    [[nodiscard]] Outcome<> openScripts();
    /// An id that a new request may have.
    [[nodiscard]] bool isFree(uint32_t id) const;
    void refuse(uint32_t id, const std::string &text);
    void breakOff(const std::string &text);
    [[nodiscard]] Run *run(uint32_t id);

    WorkerPlan m_plan;
    Poller m_poller;
    Outbound m_outbound;
    Wakeups m_wakeups;
    RunTree m_tree;
    ScriptFolder m_scripts;
    TemporaryFolders m_folders;
    Interpreters m_interpreters;
    RunQueues m_queues;
    KillCounter m_kills;
    Transfers m_transfers;
    Workshop m_shop;
    FrameAssembler m_assembler;
    Descriptor m_null;
    Descriptor m_signals;

    std::unordered_map<uint32_t, std::unique_ptr<Run>> m_runs;
    std::unordered_map<pid_t, uint32_t> m_mains;
    std::map<int, Descriptor> m_discarded; ///< Pipes of background processes whose run is over.
    std::vector<RunCgroup> m_keptCgroups;  ///< Theirs as well.
    std::set<uint32_t> m_removals; ///< Requests to remove a folder that are not answered yet.
    std::string m_scriptPlace;     ///< As the client wants it, or empty.
    std::optional<WorkerEnd> m_end;
    bool m_moreDead = false; ///< Children may have died that were not waited for.
    bool m_greeted = false;
    bool m_clientWatched = false;
    bool m_requestsWatched = true;
    bool m_requestsPollable = true; ///< False for a regular file, which is always ready.
    std::chrono::milliseconds m_silenceLimit {0};
    Clock::time_point m_lastHeard;
    Clock::time_point m_lazySince = Clock::time_point::max();
    std::array<std::byte, 64 * 1024> m_readBuffer;
};

} // namespace hermes::resident
