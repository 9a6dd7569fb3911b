// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/frame.h"

#include <expected>
#include <memory>
#include <optional>
#include <span>

namespace hermes::runner {

/// A frame where it was received; valid until the next space().
struct Frame
{
    protocol::FrameHeader header = {};
    std::span<const std::byte> payload = {};

    [[nodiscard]] std::string_view text() const { return {reinterpret_cast<const char *>(payload.data()), payload.size()}; }
};

/// Cuts received bytes into frames without copying them.
class FrameReader final
{
public:
    FrameReader();

    /// Where to receive the next bytes: never less than one whole frame still needs.
    [[nodiscard]] std::span<std::byte> space();
    void received(size_t bytes) { m_end += bytes; }

    enum class Trouble { NotAFrame };
    /// The next whole frame; nothing until more is received.
    [[nodiscard]] std::expected<std::optional<Frame>, Trouble> next();
    /// What was received and is not yet taken, for a message about bytes that are no frame.
    [[nodiscard]] std::span<const std::byte> rest() const { return {m_buffer.get() + m_begin, m_end - m_begin}; }

private:
    std::unique_ptr<std::byte[]> m_buffer;
    size_t m_begin = 0;
    size_t m_end = 0;
};

} // namespace hermes::runner
