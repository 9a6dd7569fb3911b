// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/assembler.h"

#include <algorithm>

namespace hermes::resident {

using namespace protocol;

namespace {

bool isData(FrameType type)
{
    return type == FrameType::Input || type == FrameType::Output || type == FrameType::FileData;
}

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// The size of the frame that begins with `begun`, or of its header while that is not complete.
std::optional<size_t> wantedBytes(std::span<const std::byte> begun)
{
    if (begun.size() < HeaderBytes)
        return HeaderBytes;
    return decodeHeader(begun.first<HeaderBytes>()).transform([](const FrameHeader &header) {
        return HeaderBytes + header.length;
    });
}

} // namespace

bool FrameAssembler::feed(std::span<const std::byte> bytes, FrameSink &sink)
{
    // What is left of the previous call is completed first; usually nothing is, and frames are read where they lie.
    while (!m_rest.empty() && !bytes.empty()) {
        const auto wanted = wantedBytes(std::as_bytes(std::span(m_rest)));
        if (!wanted)
            return false;
        const size_t missing = std::min(*wanted - m_rest.size(), bytes.size());
        m_rest += asText(bytes.first(missing));
        bytes = bytes.subspan(missing);
        const auto consumed = consume(std::as_bytes(std::span(m_rest)), sink);
        if (!consumed)
            return false;
        if (*consumed > 0)
            m_rest.clear();
    }
    const auto consumed = consume(bytes, sink);
    if (!consumed)
        return false;
    m_rest += asText(bytes.subspan(*consumed));
    return true;
}

std::optional<size_t> FrameAssembler::consume(std::span<const std::byte> bytes, FrameSink &sink)
{
    size_t at = 0;
    while (bytes.size() - at >= HeaderBytes) {
        const auto header = decodeHeader(bytes.subspan(at).first<HeaderBytes>());
        if (!header)
            return std::nullopt;
        if (bytes.size() - at - HeaderBytes < header->length)
            break;
        if (!take(*header, asText(bytes.subspan(at + HeaderBytes, header->length)), sink))
            return std::nullopt;
        at += HeaderBytes + header->length;
    }
    return at;
}

bool FrameAssembler::take(const FrameHeader &header, std::string_view payload, FrameSink &sink)
{
    const bool more = (header.flags & FlagMore) != 0;
    const auto known = m_partials.empty() ? m_partials.end() : m_partials.find(header.id);
    if (isData(header.type) || (!more && known == m_partials.end())) {
        if (more)
            return false;
        sink.frame(header, payload);
        return true;
    }

    if (known != m_partials.end() && known->second.type != header.type)
        return false;
    if (m_partialBytes + payload.size() > MaxMessage)
        return false;
    Partial &partial = known == m_partials.end() ? m_partials[header.id] : known->second;
    partial.type = header.type;
    partial.payload += payload;
    m_partialBytes += payload.size();
    if (more)
        return true;

    const std::string message = std::move(partial.payload);
    m_partialBytes -= message.size();
    m_partials.erase(header.id);
    sink.frame(header, message);
    return true;
}

} // namespace hermes::resident
