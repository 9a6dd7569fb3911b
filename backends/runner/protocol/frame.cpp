// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/protocol/frame.h"

#include <algorithm>

namespace hermes::protocol {

namespace {

template<typename T>
void store(T value, std::span<std::byte> to)
{
    for (size_t i = 0; i < sizeof(T); ++i)
        to[i] = static_cast<std::byte>(value >> (8 * i));
}

template<typename T>
T load(std::span<const std::byte> from)
{
    T value = 0;
    for (size_t i = 0; i < sizeof(T); ++i)
        value = static_cast<T>(value | static_cast<T>(static_cast<T>(from[i]) << (8 * i)));
    return value;
}

template<typename T>
void append(std::string &to, T value)
{
    const size_t at = to.size();
    to.resize(at + sizeof(T));
    store(value, std::as_writable_bytes(std::span(to).subspan(at)));
}

bool isKnownType(uint8_t type)
{
    const auto within = [type](FrameType first, FrameType last) {
        return type >= static_cast<uint8_t>(first) && type <= static_cast<uint8_t>(last);
    };
    return within(FrameType::Hello, FrameType::List) || within(FrameType::Refused, FrameType::Done);
}

} // namespace

void encodeHeader(const FrameHeader &header, std::span<std::byte, HeaderBytes> to)
{
    store(header.length, to.subspan(0, 4));
    to[4] = static_cast<std::byte>(header.type);
    to[5] = static_cast<std::byte>(header.flags);
    store(static_cast<uint16_t>(header.stream), to.subspan(6, 2));
    store(header.id, to.subspan(8, 4));
}

std::optional<FrameHeader> decodeHeader(std::span<const std::byte, HeaderBytes> from)
{
    const auto length = load<uint32_t>(from.subspan(0, 4));
    const auto type = static_cast<uint8_t>(from[4]);
    const auto stream = load<uint16_t>(from.subspan(6, 2));
    if (length > MaxPayload || !isKnownType(type) || stream > static_cast<uint16_t>(StreamId::File))
        return std::nullopt;
    return FrameHeader {.length = length,
                        .type = static_cast<FrameType>(type),
                        .flags = static_cast<uint8_t>(from[5]),
                        .stream = static_cast<StreamId>(stream),
                        .id = load<uint32_t>(from.subspan(8, 4))};
}

std::string encodeMessage(FrameType type, uint32_t id, std::string_view payload, StreamId stream)
{
    std::string frames;
    frames.reserve(payload.size() + HeaderBytes * (payload.size() / MaxPayload + 1));
    do {
        const std::string_view part = payload.substr(0, MaxPayload);
        payload.remove_prefix(part.size());
        const FrameHeader header {.length = static_cast<uint32_t>(part.size()),
                                  .type = type,
                                  .flags = payload.empty() ? uint8_t {0} : static_cast<uint8_t>(FlagMore),
                                  .stream = stream,
                                  .id = id};
        const size_t at = frames.size();
        frames.resize(at + HeaderBytes);
        encodeHeader(header, std::as_writable_bytes(std::span(frames).subspan(at)).first<HeaderBytes>());
        frames.append(part);
    } while (!payload.empty());
    return frames;
}

void appendU32(std::string &to, uint32_t value)
{
    append(to, value);
}

void appendU64(std::string &to, uint64_t value)
{
    append(to, value);
}

std::optional<uint32_t> readU32(std::span<const std::byte> from)
{
    if (from.size() < sizeof(uint32_t))
        return std::nullopt;
    return load<uint32_t>(from);
}

std::optional<uint64_t> readU64(std::span<const std::byte> from)
{
    if (from.size() < sizeof(uint64_t))
        return std::nullopt;
    return load<uint64_t>(from);
}

} // namespace hermes::protocol
