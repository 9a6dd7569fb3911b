// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/runner/protocol/frame.h"
#include "backends/runner/protocol/message.h"

#include <QByteArray>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace hermes::runner {

/// One question to the runner and its answer, or one file on its way: between the I/O thread of the connection,
/// which never waits here, and the thread that asked.
class Exchange final
{
public:
    using Answer = Result<std::string>;

    Exchange() = default;
    /// `onEnd` is called instead on the I/O thread (or the asking one, when the connection is already lost).
    explicit Exchange(std::move_only_function<void(Answer)> onEnd) : m_onEnd(std::move(onEnd)) { }

    /// I/O thread. Nothing is taken any more after end().
    void addCredit(uint32_t bytes);
    void addData(QByteArray bytes);
    void setInfo(const protocol::FileInfoMessage &info);
    void end(Answer answer);

    /// The asking thread: each waits until there is something, the exchange has ended, `limit` has passed (TimedOut)
    /// or a stop is requested (Cancelled).
    [[nodiscard]] Answer waitForEnd(std::stop_token stop, std::chrono::milliseconds limit);
    /// Takes up to `wanted` bytes of credit; 0 when the exchange has ended.
    [[nodiscard]] Result<uint32_t> takeCredit(uint32_t wanted, std::stop_token stop, std::chrono::milliseconds limit);
    /// The next block of the file; empty at its end.
    [[nodiscard]] Result<QByteArray> takeData(std::stop_token stop, std::chrono::milliseconds limit);
    [[nodiscard]] std::optional<protocol::FileInfoMessage> info() const;
    [[nodiscard]] bool hasEnded() const;

private:
    template<typename Condition>
    [[nodiscard]] Result<> waitFor(std::unique_lock<std::mutex> &lock, std::stop_token stop, std::chrono::milliseconds limit,
                                   Condition condition);

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    uint32_t m_credit = protocol::InitialCredit;
    std::deque<QByteArray> m_data;
    std::optional<protocol::FileInfoMessage> m_info;
    std::optional<Answer> m_answer;
    std::move_only_function<void(Answer)> m_onEnd;
};

} // namespace hermes::runner
