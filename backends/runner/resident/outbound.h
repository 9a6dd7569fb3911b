// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/frame.h"
#include "backends/runner/protocol/message.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace hermes::resident {

/// What goes to the client: a queue of small frames and one data frame, written to a descriptor that does not block.
///
/// There is a single data buffer. A source reads straight into space() and sends it; while a data frame is only
/// partly written, blocked() is true and no source may be read, so nothing piles up in memory. Queued frames go
/// before the next data frame, never before one that is waiting already.
class Outbound final
{
public:
    explicit Outbound(int fd) : m_fd(fd) { }

    /// Queues a control frame that may wait a few milliseconds for others, since each write wakes the client.
    void sendLazily(protocol::FrameType type, uint32_t id, std::string_view payload);
    /// Queues a control frame; it is written by the next flush().
    void send(protocol::FrameType type, uint32_t id, std::string_view payload = {},
              protocol::StreamId stream = protocol::StreamId::None);
    void sendCredit(uint32_t id, protocol::StreamId stream, size_t bytes);
    void sendError(uint32_t id, const protocol::ErrorMessage &error);

    /// Where the bytes of the next data frame go; its first SequenceBytes are kept free with `sequenced`.
    [[nodiscard]] std::span<std::byte> space(bool sequenced);
    /// Sends `bytes` bytes that lie in space(true).
    void sendOutput(uint32_t id, protocol::StreamId stream, uint64_t sequence, size_t bytes);
    /// Sends `bytes` bytes that lie in space(false).
    void sendFileData(uint32_t id, size_t bytes);

    /// Writes as much as the descriptor takes.
    void flush();
    /// Something is waiting for the descriptor to become writable.
    [[nodiscard]] bool blocked() const { return m_blocked; }
    [[nodiscard]] bool hasUnsent() const { return !m_control.empty() || !m_data.empty() || !m_later.empty(); }
    /// Something is unsent that should not wait for company.
    [[nodiscard]] bool urgent() const { return m_urgent; }
    /// So much is queued that no further requests should be taken.
    [[nodiscard]] bool congested() const { return m_control.size() + m_later.size() > CongestedBytes; }
    /// The client does not read any more.
    [[nodiscard]] bool broken() const { return m_broken; }

private:
    static constexpr size_t CongestedBytes = 1024 * 1024;

    void sendData(const protocol::FrameHeader &header);
    void written(size_t bytes);

    int m_fd;
    bool m_blocked = false;
    bool m_broken = false;
    bool m_urgent = false;
    std::string m_control; ///< Queued before the data frame.
    std::span<const std::byte> m_data = {}; ///< What is left of the data frame, inside m_buffer.
    std::string m_later; ///< Queued while the data frame was waiting: an Exit must not overtake the output before it.
    alignas(4096) std::array<std::byte, protocol::MaxFrame> m_buffer = {};
};

} // namespace hermes::resident
