// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/protocol/listing.h"

#include "backends/runner/protocol/frame.h"

namespace hermes::protocol {

namespace {
constexpr size_t LengthBytes = sizeof(uint32_t);
constexpr size_t FixedBytes = 1 + sizeof(uint64_t) + sizeof(int64_t) + sizeof(uint16_t);

size_t byteAt(std::string_view bytes, size_t at)
{
    return static_cast<uint8_t>(bytes[at]);
}

/// From the inside of one entry, which is at least FixedBytes long.
std::optional<ListedEntry> entryIn(std::string_view bytes)
{
    const auto number = [&](size_t at) { return *readU64(std::as_bytes(std::span(bytes.substr(at)))); };
    const size_t kind = byteAt(bytes, 0);
    const size_t nameBytes = byteAt(bytes, FixedBytes - 2) | byteAt(bytes, FixedBytes - 1) << 8;
    const std::string_view name = bytes.substr(FixedBytes).substr(0, nameBytes);
    if (kind > static_cast<size_t>(EntryKind::Other) || name.size() != nameBytes || name.empty() || name.contains('/')
        || name.contains('\0'))
        return std::nullopt;
    return ListedEntry {.kind = static_cast<EntryKind>(kind),
                        .size = number(1),
                        .modified = static_cast<int64_t>(number(1 + sizeof(uint64_t))),
                        .name = std::string(name)};
}
} // namespace

void appendEntry(std::string &to, const ListedEntry &entry)
{
    appendU32(to, static_cast<uint32_t>(FixedBytes + entry.name.size()));
    to += static_cast<char>(entry.kind);
    appendU64(to, entry.size);
    appendU64(to, static_cast<uint64_t>(entry.modified));
    to += static_cast<char>(entry.name.size() & 0xff);
    to += static_cast<char>(entry.name.size() >> 8);
    to += entry.name;
}

void ListingReader::feed(std::string_view bytes)
{
    m_bytes.erase(0, m_at);
    m_at = 0;
    m_bytes += bytes;
}

std::optional<ListedEntry> ListingReader::next()
{
    const std::string_view rest = std::string_view(m_bytes).substr(m_at);
    const auto length = readU32(std::as_bytes(std::span(rest)));
    if (m_broken || !length)
        return std::nullopt;
    if (*length < FixedBytes || *length > MaxPayload) {
        m_broken = true;
        return std::nullopt;
    }
    if (rest.size() < LengthBytes + *length)
        return std::nullopt;
    auto entry = entryIn(rest.substr(LengthBytes, *length));
    m_broken = !entry;
    m_at += LengthBytes + *length;
    return entry;
}

} // namespace hermes::protocol
