// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace hermes::runner {

class ConnectionLoop;

/// What other threads have for the I/O thread of a connection.
///
/// It outlives the connection in those who may still write to it. A burst of letters wakes the thread once, and one
/// from the thread itself not at all.
class Mailbox final
{
public:
    using Letter = std::move_only_function<void(ConnectionLoop &)>;

    Mailbox();

    /// Any thread. After close() it gives the letter back.
    [[nodiscard]] std::optional<Letter> post(Letter letter);

    /// The rest is for the I/O thread.
    void adopt() { m_thread.store(std::this_thread::get_id()); }
    [[nodiscard]] bool isOwnThread() const { return m_thread.load(std::memory_order_relaxed) == std::this_thread::get_id(); }
    [[nodiscard]] int wakeFd() const { return m_wake.get(); }
    /// True when the thread may sleep: nothing is waiting, and the next letter will make wakeFd() readable.
    [[nodiscard]] bool prepareToSleep();
    [[nodiscard]] std::vector<Letter> take();
    /// Once wakeFd() was readable: it is not any more, until the next letter to a sleeping thread.
    void acknowledge();
    /// From here on post() refuses; returns what had come before.
    [[nodiscard]] std::vector<Letter> close();

private:
    std::mutex m_mutex;
    std::vector<Letter> m_letters;
    bool m_closed = false;
    bool m_sleeping = false;
    Descriptor m_wake; ///< eventfd
    std::atomic<std::thread::id> m_thread;
};

} // namespace hermes::runner
