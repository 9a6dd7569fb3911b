// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/resident/directory.h"
#include "backends/runner/resident/outcome.h"

#include <cstddef>
#include <span>
#include <string>

#include <sys/types.h>

namespace hermes::resident {

/// A folder as the stream of its entries (protocol/listing.h), read piece by piece however many they are.
///
/// Links are named, never followed, but for the last part of the path itself. An entry that goes while the folder is read
/// may be missing or not, as with every reading of a folder; "." and ".." are left out.
class FolderListing final
{
public:
    [[nodiscard]] static Outcome<FolderListing> open(const std::string &path);

    /// Fills `to` as far as there are entries. 0 at the end, -1 with errno.
    [[nodiscard]] ssize_t read(std::span<std::byte> to);

private:
    explicit FolderListing(Directory folder) : m_folder(std::move(folder)) { }
    [[nodiscard]] bool addNext();

    Directory m_folder;
    std::string m_pending; ///< Entries, or the rest of one, that did not fit into the piece before.
    bool m_atEnd = false;
};

} // namespace hermes::resident
