// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/framereader.h"

#include <cstring>

namespace hermes::runner {

namespace {
/// Two whole frames. More is slower: what was read is then no longer in the cache when it is looked at.
constexpr size_t BufferBytes = 128 * 1024;
} // namespace

FrameReader::FrameReader() : m_buffer(std::make_unique_for_overwrite<std::byte[]>(BufferBytes)) { }

std::span<std::byte> FrameReader::space()
{
    if (m_begin == m_end) {
        m_begin = m_end = 0;
    } else if (BufferBytes - m_begin < protocol::MaxFrame) {
        std::memmove(m_buffer.get(), m_buffer.get() + m_begin, m_end - m_begin);
        m_end -= m_begin;
        m_begin = 0;
    }
    return {m_buffer.get() + m_end, BufferBytes - m_end};
}

std::expected<std::optional<Frame>, FrameReader::Trouble> FrameReader::next()
{
    const size_t available = m_end - m_begin;
    if (available < protocol::HeaderBytes)
        return std::nullopt;
    const std::byte *at = m_buffer.get() + m_begin;
    const auto header = protocol::decodeHeader(std::span<const std::byte, protocol::HeaderBytes>(at, protocol::HeaderBytes));
    if (!header)
        return std::unexpected(Trouble::NotAFrame);
    if (available < protocol::HeaderBytes + header->length)
        return std::nullopt;
    m_begin += protocol::HeaderBytes + header->length;
    return Frame {.header = *header, .payload = {at + protocol::HeaderBytes, header->length}};
}

} // namespace hermes::runner
