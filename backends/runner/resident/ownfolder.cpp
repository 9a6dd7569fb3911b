// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/ownfolder.h"

#include "backends/runner/resident/directory.h"
#include "backends/runner/resident/foldertree.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <vector>

namespace hermes::resident {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view Prefix = "hermes-";
constexpr std::string_view Unknown = "XXXXXX";
/// Whoever looks for abandoned ones may hold the lock of a new one for a moment.
constexpr int Attempts = 10;
/// A run waits for this. What takes longer goes on when the next runner starts.
constexpr auto RemovalPatience = 20ms;

bool isAbandoned(int place, const char *name)
{
    const Descriptor folder(::openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info;
    if (!folder.isOpen() || ::fstat(folder.get(), &info) != 0 || info.st_uid != ::geteuid() || (info.st_mode & 07777) != 0700)
        return false;
    const auto isMarked = [&] { return ::faccessat(folder.get(), OwnFolder::Mark, F_OK, AT_SYMLINK_NOFOLLOW) == 0; };
    // Marked once more under the lock: its owner may just have removed it.
    return isMarked() && ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0 && isMarked();
}

std::vector<std::string> abandonedIn(const std::string &place)
{
    std::vector<std::string> names;
    const Directory directory(::opendir(place.c_str()));
    while (const dirent *entry = directory ? ::readdir(directory.get()) : nullptr) {
        const std::string_view name(entry->d_name);
        if (name.starts_with(Prefix) && name.size() == Prefix.size() + Unknown.size()
            && isAbandoned(::dirfd(directory.get()), entry->d_name))
            names.emplace_back(name);
    }
    return names;
}

void removeAbandoned(const std::string &place)
{
    const auto deadline = Clock::now() + RemovalPatience;
    for (const std::string &name : abandonedIn(place)) {
        std::string path = place;
        path.append("/").append(name);
        std::string problem;
        if (removeTree(path, deadline, problem) == RemovalResult::OutOfTime)
            return;
    }
}

} // namespace

Outcome<> OwnFolder::make(const std::string &place)
{
    removeAbandoned(place);
    for (int attempt = 0; attempt < Attempts; ++attempt) {
        m_path = std::string(place).append("/").append(Prefix).append(Unknown);
        if (::mkdtemp(m_path.data()) == nullptr)
            break;
        m_folder.reset(::open(m_path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (claim())
            return {};
        ::rmdir(m_path.c_str());
    }
    const int error = errno;
    m_folder.reset();
    m_path.clear();
    return std::unexpected(systemError(error, "make a folder in " + place));
}

/// A place without locks (some network file systems) does without: what is left there is never taken for abandoned.
bool OwnFolder::claim()
{
    if (!m_folder.isOpen())
        return false;
    if (::flock(m_folder.get(), LOCK_EX | LOCK_NB) != 0)
        return errno != EWOULDBLOCK;
    const Descriptor mark(::openat(m_folder.get(), Mark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    return mark.isOpen();
}

} // namespace hermes::resident
