// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/outbound.h"

#include <sys/uio.h>

#include <algorithm>
#include <cerrno>

namespace hermes::resident {

using namespace protocol;

void Outbound::send(FrameType type, uint32_t id, std::string_view payload, StreamId stream)
{
    if (m_broken)
        return;
    m_urgent = true;
    std::string &queue = m_data.empty() ? m_control : m_later;
    if (payload.size() > MaxPayload) {
        queue += encodeMessage(type, id, payload, stream);
        return;
    }
    const size_t at = queue.size();
    queue.resize(at + HeaderBytes);
    encodeHeader({.length = static_cast<uint32_t>(payload.size()), .type = type, .flags = 0, .stream = stream, .id = id},
                 std::as_writable_bytes(std::span(queue).subspan(at)).first<HeaderBytes>());
    queue += payload;
}

void Outbound::sendLazily(FrameType type, uint32_t id, std::string_view payload)
{
    const bool urgent = m_urgent;
    send(type, id, payload);
    m_urgent = urgent;
}

void Outbound::sendCredit(uint32_t id, StreamId stream, size_t bytes)
{
    std::string payload;
    appendU32(payload, static_cast<uint32_t>(bytes));
    send(FrameType::Credit, id, payload, stream);
}

void Outbound::sendError(uint32_t id, const ErrorMessage &error)
{
    send(FrameType::Error, id, encode(error));
}

std::span<std::byte> Outbound::space(bool sequenced)
{
    return std::span(m_buffer).subspan(HeaderBytes + (sequenced ? SequenceBytes : 0));
}

void Outbound::sendOutput(uint32_t id, StreamId stream, uint64_t sequence, size_t bytes)
{
    for (size_t i = 0; i < SequenceBytes; ++i)
        m_buffer[HeaderBytes + i] = static_cast<std::byte>(sequence >> (8 * i));
    sendData({.length = static_cast<uint32_t>(SequenceBytes + bytes),
              .type = FrameType::Output,
              .flags = 0,
              .stream = stream,
              .id = id});
}

void Outbound::sendFileData(uint32_t id, size_t bytes)
{
    sendData({.length = static_cast<uint32_t>(bytes), .type = FrameType::FileData, .flags = 0, .stream = StreamId::File, .id = id});
}

void Outbound::sendData(const FrameHeader &header)
{
    if (m_broken)
        return;
    encodeHeader(header, std::span(m_buffer).first<HeaderBytes>());
    m_data = std::span(m_buffer).first(HeaderBytes + header.length);
    flush();
}

void Outbound::flush()
{
    m_blocked = false;
    m_urgent = false;
    while (hasUnsent() && !m_broken) {
        const std::array<iovec, 3> parts = {{{.iov_base = m_control.data(), .iov_len = m_control.size()},
                                             {.iov_base = const_cast<std::byte *>(m_data.data()), .iov_len = m_data.size()},
                                             {.iov_base = m_later.data(), .iov_len = m_later.size()}}};
        const ssize_t count = ::writev(m_fd, parts.data(), static_cast<int>(parts.size()));
        if (count >= 0) {
            written(static_cast<size_t>(count));
        } else if (errno == EAGAIN) {
            m_blocked = true;
            return;
        } else if (errno != EINTR) {
            m_broken = true;
            m_control.clear();
            m_data = {};
            m_later.clear();
        }
    }
}

void Outbound::written(size_t bytes)
{
    const auto takeText = [&](std::string &text) {
        const size_t part = std::min(bytes, text.size());
        text.erase(0, part);
        bytes -= part;
    };
    takeText(m_control);
    const size_t part = std::min(bytes, m_data.size());
    m_data = m_data.subspan(part);
    bytes -= part;
    takeText(m_later);
    if (m_data.empty() && m_control.empty())
        m_control.swap(m_later);
}

} // namespace hermes::resident
