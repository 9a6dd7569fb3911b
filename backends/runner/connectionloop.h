// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/connectionoptions.h"
#include "backends/runner/exchangetable.h"
#include "backends/runner/runtable.h"

#include <atomic>
#include <condition_variable>

namespace hermes::runner {

/// The I/O thread of a connection: it alone touches the process, its streams and the tables.
///
/// States: starting → open → closing → ended, and from each of them straight to ended when something fails.
/// Functions are for the I/O thread unless they say "any thread".
class ConnectionLoop final
{
public:
    using Clock = std::chrono::steady_clock;

    ConnectionLoop(std::shared_ptr<hosts::Host> host, ConnectionOptions options);

    /// The thread's function: returns when the connection has ended and its process is gone.
    void main();

    /// Any thread. The letter runs on the I/O thread; on the calling one when the connection has ended, so that it
    /// must look at hasEnded() before it touches anything of the loop.
    void post(Mailbox::Letter letter);
    /// Any thread.
    [[nodiscard]] bool hasEnded() const { return m_ended.load(std::memory_order_acquire); }
    /// Any thread, once hasEnded(): why.
    [[nodiscard]] const Fault &fault() const { return m_fault; }
    /// Any thread.
    [[nodiscard]] bool isOwnThread() const { return m_mailbox->isOwnThread(); }
    /// Any thread: waits for the end of the handshake.
    [[nodiscard]] Result<protocol::HelloReply> waitUntilOpen(std::stop_token stop);

    /// What the names of its runs begin with: unique over all programs. Any thread.
    [[nodiscard]] const std::string &runPrefix() const { return m_runPrefix; }
    [[nodiscard]] RunTable &runs() { return m_runs; }
    [[nodiscard]] ExchangeTable &exchanges() { return m_exchanges; }
    [[nodiscard]] FrameWriter &writer() { return m_writer; }
    /// Ends the runner's stdin, and the connection when the runner has gone.
    void close();

private:
    enum class State { Starting, Open, Closing };

    void step();
    void send();
    void sendHello();
    void waitForEvents();
    [[nodiscard]] Clock::time_point nextTimer() const;
    void checkTimers();
    void flush();
    void receive();
    [[nodiscard]] bool takeFrames();
    [[nodiscard]] bool handle(const Frame &frame);
    [[nodiscard]] bool handleMessage(const protocol::FrameHeader &header, std::string_view payload);
    [[nodiscard]] bool handleHello(std::string_view payload);
    [[nodiscard]] bool joinMessage(const Frame &frame);
    void lose(FaultKind kind, const QString &why);
    [[nodiscard]] QString lossText(const QString &why);
    void endWith(Fault fault);

    std::shared_ptr<hosts::Host> m_host;
    ConnectionOptions m_options;
    const std::string m_runPrefix;
    std::unique_ptr<hosts::Process> m_process;
    std::shared_ptr<Mailbox> m_mailbox = std::make_shared<Mailbox>();
    FrameReader m_reader;
    FrameWriter m_writer;
    RunTable m_runs {m_mailbox, m_writer, m_options.endGrace, [this] { return m_process->rouse(); }};
    ExchangeTable m_exchanges;
    std::unordered_map<uint64_t, std::string> m_joined; ///< Messages of several frames, by type and id.

    State m_state = State::Starting;
    Clock::time_point m_stateDeadline = Clock::time_point::max();
    Clock::time_point m_heard = {};
    Clock::time_point m_nextPing = Clock::time_point::max();
    std::vector<pollfd> m_polled;
    hosts::Readiness m_ready;

    std::atomic<bool> m_ended = false;
    Fault m_fault; ///< Written before m_ended.
    std::mutex m_openMutex;
    std::condition_variable_any m_openChanged;
    std::optional<Result<protocol::HelloReply>> m_opened;
};

} // namespace hermes::runner
