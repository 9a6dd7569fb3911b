// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/frame.h"
#include "backends/runner/protocol/message.h"
#include "backends/runner/resident/assembler.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hermes::tests {

using namespace std::chrono_literals;

/// What a client has seen of one id.
struct Seen
{
    std::optional<uint32_t> started = {};
    std::string out = {};
    std::string err = {};
    std::string file = {};
    std::optional<protocol::ExitMessage> exit = {};
    std::optional<protocol::ErrorMessage> error = {};
    std::optional<protocol::FileInfoMessage> info = {};
    std::string folder = {};
    bool done = false;
    bool fileEnd = false;
    bool outputAfterExit = false;
    bool sequenceBroken = false;
    uint64_t nextSequence = 0;
    uint64_t inputCredit = protocol::InitialCredit;
    uint64_t fileCredit = protocol::InitialCredit;
};

/// A hermes-runner process and a client that speaks the protocol to it byte by byte. One thread; every wait is bounded.
class RawRunner final : private resident::FrameSink
{
public:
    struct Options
    {
        std::vector<std::string> environment = {}; ///< On top of a small clean one.
        std::string temporaryBase = {};
        std::string scriptFolder = {};
        std::chrono::milliseconds silenceLimit {0};
        bool hello = true;
        std::string user = {}; ///< Not empty: the runner is started with this user's id (by root).
    };

    RawRunner();
    explicit RawRunner(const Options &options);
    ~RawRunner() override;
    RawRunner(const RawRunner &) = delete;
    RawRunner &operator=(const RawRunner &) = delete;

    /// A temporary-folder run in shell with a name of its own.
    [[nodiscard]] static protocol::StartMessage shell(std::string code);
    [[nodiscard]] static protocol::StartMessage python(std::string code);

    void send(protocol::FrameType type, uint32_t id = 0, std::string_view payload = {},
              protocol::StreamId stream = protocol::StreamId::None);
    void sendRaw(std::string_view bytes) { m_toSend += bytes; }
    uint32_t start(const protocol::StartMessage &message);
    void end(uint32_t id) { send(protocol::FrameType::End, id); }
    /// Sends as much as there is credit for, in frames, then the rest as credit comes.
    void sendInput(uint32_t id, std::string bytes);
    void giveCredit(uint32_t id, protocol::StreamId stream, uint32_t bytes);
    uint32_t nextId() { return ++m_lastId; }

    /// Until `condition` holds; false when the time is over or the runner has closed the connection before.
    bool waitFor(const std::function<bool()> &condition, std::chrono::milliseconds patience = 20s);
    bool waitForExit(uint32_t id, std::chrono::milliseconds patience = 20s);
    bool waitForStart(uint32_t id);
    bool waitForOutput(uint32_t id, std::string_view text, std::chrono::milliseconds patience = 20s);
    /// Starts, waits for the end and returns it; an exit code of 0xffffffff when it did not come.
    protocol::ExitMessage run(const protocol::StartMessage &message, std::chrono::milliseconds patience = 20s);

    [[nodiscard]] Seen &seen(uint32_t id) { return m_seen[id]; }
    [[nodiscard]] Seen &last() { return m_seen[m_lastId]; }
    [[nodiscard]] const std::optional<protocol::HelloReply> &reply() const { return m_reply; }
    [[nodiscard]] const std::string &refused() const { return m_refused; }
    [[nodiscard]] const std::vector<std::string> &pongs() const { return m_pongs; }
    [[nodiscard]] const std::vector<protocol::FrameType> &frames() const { return m_frames; }
    [[nodiscard]] bool closed() const { return m_closed; }

    /// Output of this run is only counted.
    void discardOutput(uint32_t id) { m_discarded[id] = true; }
    /// Output of this run is taken but no credit is given back.
    void holdCredit(uint32_t id) { m_held[id] = true; }
    void setPaused(bool paused) { m_paused = paused; }

    [[nodiscard]] int guardPid() const { return m_pid; }
    [[nodiscard]] int workerPid() const { return m_reply ? int(m_reply->processId) : -1; }
    void closeInput();
    void closeBoth();
    /// The guard's wait status, or nothing when it is still there after this time.
    std::optional<int> waitForEnd(std::chrono::milliseconds patience = 5s);

private:
    void launch(const Options &options);
    void exchange(int timeout);
    void frame(const protocol::FrameHeader &header, std::string_view payload) override;
    void pushInput(uint32_t id);

    int m_pid = -1;
    int m_in = -1;
    int m_out = -1;
    bool m_closed = false;
    bool m_paused = false;
    std::string m_toSend;
    resident::FrameAssembler m_assembler;
    uint32_t m_lastId = 0;
    std::map<uint32_t, Seen> m_seen;
    std::map<uint32_t, std::string> m_input;
    std::map<uint32_t, bool> m_held;
    std::map<uint32_t, bool> m_discarded;
    std::vector<std::string> m_pongs;
    std::vector<protocol::FrameType> m_frames; ///< The last of them.
    std::optional<protocol::HelloReply> m_reply;
    std::string m_refused;
    std::optional<int> m_status;
};

/// True while the process is there and not dead.
[[nodiscard]] bool isAlive(int pid);
/// Waits until it is not.
[[nodiscard]] bool endsWithin(int pid, std::chrono::milliseconds patience);
/// Waits for a condition that no connection tells about.
[[nodiscard]] bool becomesTrue(const std::function<bool()> &condition, std::chrono::milliseconds patience = 10s);
/// Every process that was started with this in its environment ("NAME=value").
[[nodiscard]] std::vector<int> processesWith(const std::string &variable);
[[nodiscard]] std::string readFile(const std::string &path);

} // namespace hermes::tests
