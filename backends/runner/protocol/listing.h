// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

/// The entries of a folder as they follow one another in the FileData frames that answer a List (frame.h):
///
///     u32  length of what follows, so that a later version may add to an entry
///     u8   EntryKind
///     u64  size in bytes
///     i64  time of the last change, seconds since 1970
///     u16  length of the name
///          name: any bytes but a slash and NUL, of any encoding or none
///
/// Numbers are little-endian. An entry may lie across several frames. Standard library only.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hermes::protocol {

/// What an entry is itself; a link is not followed.
enum class EntryKind : uint8_t { File = 0, Folder = 1, Link = 2, Other = 3 };

struct ListedEntry
{
    EntryKind kind = EntryKind::Other;
    uint64_t size = 0;
    int64_t modified = 0;
    std::string name = {};

    bool operator==(const ListedEntry &) const = default;
};

void appendEntry(std::string &to, const ListedEntry &entry);

/// Puts entries together from pieces of any size. It keeps what is not a whole entry yet, which is less than a frame.
class ListingReader final
{
public:
    void feed(std::string_view bytes);
    /// The next whole entry; nothing until there is more, and after broken().
    [[nodiscard]] std::optional<ListedEntry> next();
    /// What came is no listing.
    [[nodiscard]] bool broken() const { return m_broken; }
    /// All that came was taken: a listing may end here.
    [[nodiscard]] bool atEnd() const { return m_at == m_bytes.size(); }

private:
    std::string m_bytes;
    size_t m_at = 0;
    bool m_broken = false;
};

} // namespace hermes::protocol
