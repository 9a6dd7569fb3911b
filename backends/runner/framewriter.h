// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/hosts/host.h"
#include "backends/runner/protocol/frame.h"

#include <cstdint>
#include <span>
#include <string>

namespace hermes::runner {

/// The bytes that are on their way to the runner, in their order.
///
/// Positions count bytes since the connection began: a frame whose end is at or before written() has left.
class FrameWriter final
{
public:
    /// Above this much waiting, only what must not wait is appended: the rest would delay it.
    static constexpr size_t Busy = 64 * 1024;

    void append(std::string_view frames);
    void append(protocol::FrameHeader header, std::span<const std::byte> payload);
    void append(protocol::FrameType type, uint32_t id) { append({.type = type, .id = id}, {}); }

    [[nodiscard]] size_t pending() const { return m_bytes.size() - m_done; }
    [[nodiscard]] bool isBusy() const { return pending() >= Busy; }
    [[nodiscard]] uint64_t position() const { return m_written + pending(); }
    [[nodiscard]] uint64_t written() const { return m_written; }
    /// Writes as much as is taken now.
    [[nodiscard]] hosts::IoOutcome flush(hosts::Process &to);

private:
    std::string m_bytes;
    size_t m_done = 0;
    uint64_t m_written = 0;
};

} // namespace hermes::runner
