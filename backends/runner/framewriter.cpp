// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/framewriter.h"

#include <array>

namespace hermes::runner {

namespace {
/// A buffer that a large script has made larger than this is given back.
constexpr size_t KeptBytes = 1024 * 1024;
} // namespace

void FrameWriter::append(std::string_view frames)
{
    m_bytes.append(frames);
}

void FrameWriter::append(protocol::FrameHeader header, std::span<const std::byte> payload)
{
    header.length = uint32_t(payload.size());
    std::array<std::byte, protocol::HeaderBytes> head {};
    protocol::encodeHeader(header, head);
    m_bytes.append(reinterpret_cast<const char *>(head.data()), head.size());
    m_bytes.append(reinterpret_cast<const char *>(payload.data()), payload.size());
}

hosts::IoOutcome FrameWriter::flush(hosts::Process &to)
{
    hosts::IoOutcome outcome {.state = hosts::IoState::Done};
    while (pending() > 0 && outcome.state == hosts::IoState::Done) {
        outcome = to.write(std::as_bytes(std::span(m_bytes).subspan(m_done)));
        m_done += outcome.bytes;
        m_written += outcome.bytes;
    }
    if (pending() == 0) {
        m_bytes.clear();
        m_done = 0;
        if (m_bytes.capacity() > KeptBytes)
            m_bytes.shrink_to_fit();
    } else if (m_done > KeptBytes) {
        m_bytes.erase(0, m_done);
        m_done = 0;
    }
    return outcome;
}

} // namespace hermes::runner
