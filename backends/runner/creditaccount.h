// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/outputsink.h"
#include "backends/runner/mailbox.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace hermes::runner {

/// Collects the credit that a run's sink gives back, from any thread, until there is enough for a frame.
///
/// Outlives its run and connection in the credits that a sink still holds.
class CreditAccount final : public std::enable_shared_from_this<CreditAccount>
{
public:
    /// A frame of credit for every so many bytes: a quarter of what the runner starts with, so it never runs dry.
    static constexpr uint32_t Batch = 64 * 1024;

    CreditAccount(std::shared_ptr<Mailbox> mailbox, uint32_t run) : m_mailbox(std::move(mailbox)), m_run(run) { }

    /// A credit that pays `bytes` back when it is destroyed.
    [[nodiscard]] Credit issue(Stream stream, uint32_t bytes)
    {
        return Credit([account = shared_from_this(), bytes, stream] { account->giveBack(stream, bytes); });
    }

    /// I/O thread, around a call of output(): what is given back on this thread meanwhile is looked at afterwards.
    void setDelivering(bool delivering) { m_delivering = delivering; }
    /// I/O thread: what to give back now, or 0 when that can wait.
    [[nodiscard]] uint32_t takeBatch(Stream stream)
    {
        auto &owed = m_owed.at(indexOf(stream));
        return owed.load(std::memory_order_relaxed) < Batch ? 0 : owed.exchange(0, std::memory_order_relaxed);
    }

private:
    [[nodiscard]] static size_t indexOf(Stream stream) { return stream == Stream::Stdout ? 0 : 1; }
    void giveBack(Stream stream, uint32_t bytes);

    std::shared_ptr<Mailbox> m_mailbox;
    uint32_t m_run;
    bool m_delivering = false; ///< I/O thread only.
    std::array<std::atomic<uint32_t>, 2> m_owed {};
};

} // namespace hermes::runner
