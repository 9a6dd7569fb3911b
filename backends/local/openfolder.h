// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace hermes::local {

struct CloseFolder
{
    void operator()(DIR *folder) const { ::closedir(folder); }
};
/// A folder that is being read.
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

/// Null with errno; `flags` as openat() takes them.
[[nodiscard]] inline OpenFolder openFolderAt(int parent, const char *name, int flags)
{
    const int fd = ::openat(parent, name, flags);
    OpenFolder folder(fd < 0 ? nullptr : ::fdopendir(fd));
    if (!folder && fd >= 0) {
        // close() may leave another reason in its place.
        const int reason = errno;
        ::close(fd);
        errno = reason;
    }
    return folder;
}

} // namespace hermes::local
