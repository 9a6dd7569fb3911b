// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/folderlisting.h"

#include "backends/runner/protocol/listing.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace hermes::resident {

using protocol::EntryKind;

namespace {

EntryKind kindOf(mode_t mode)
{
    if (S_ISREG(mode))
        return EntryKind::File;
    if (S_ISDIR(mode))
        return EntryKind::Folder;
    return S_ISLNK(mode) ? EntryKind::Link : EntryKind::Other;
}

} // namespace

Outcome<FolderListing> FolderListing::open(const std::string &path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
    Directory folder(fd < 0 ? nullptr : ::fdopendir(fd));
    if (!folder)
        return std::unexpected(systemError(errno, "list " + path));
    return FolderListing(std::move(folder));
}

/// False at the end of the folder, or on an error, which errno tells then.
bool FolderListing::addNext()
{
    const int folder = ::dirfd(m_folder.get());
    if (folder < 0)
        return false;
    for (;;) {
        errno = 0;
        const dirent *entry = ::readdir(m_folder.get());
        if (!entry)
            return false;
        const std::string_view name = entry->d_name;
        struct stat info;
        // What has no status was removed just now.
        if (name == "." || name == ".." || ::fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        protocol::appendEntry(m_pending,
                              {.kind = kindOf(info.st_mode),
                               .size = static_cast<uint64_t>(std::max<off_t>(info.st_size, 0)),
                               .modified = info.st_mtim.tv_sec,
                               .name = std::string(name)});
        return true;
    }
}

ssize_t FolderListing::read(std::span<std::byte> to)
{
    while (!m_atEnd && m_pending.size() < to.size()) {
        if (addNext())
            continue;
        if (errno != 0)
            return -1;
        m_atEnd = true;
    }
    const size_t count = std::min(to.size(), m_pending.size());
    std::memcpy(to.data(), m_pending.data(), count);
    m_pending.erase(0, count);
    return static_cast<ssize_t>(count);
}

} // namespace hermes::resident
