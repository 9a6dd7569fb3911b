// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/foldertree.h"

#include "backends/core/descriptor.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

namespace hermes::resident {

namespace {

/// Folders deeper than this are moved up and so removed later: neither descriptors nor the stack run out.
constexpr int DeepestLevel = 32;
constexpr size_t ListBytes = 16 * 1024;

/// What getdents64() gives is the C library's dirent64, cut behind the name.
using ListedName = dirent64;

class TreeRemover final
{
public:
    explicit TreeRemover(Clock::time_point deadline) : m_deadline(deadline) { }

    /// Removes the folder `name` of `parent` and what is in it.
    void removeFolder(int parent, const char *name)
    {
        if (::unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
            return;
        if (errno != ENOTEMPTY && errno != EEXIST && errno != EACCES) {
            note(name);
            return;
        }
        if (m_level == DeepestLevel && moveUp(parent, name))
            return;
        const Descriptor folder = openFolder(parent, name);
        if (!folder.isOpen()) {
            note(name);
            return;
        }
        if (m_level == 0)
            m_top = folder.get();
        ++m_level;
        empty(folder.get());
        --m_level;
        if (!m_outOfTime && ::unlinkat(parent, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
            note(name);
    }

    [[nodiscard]] bool outOfTime() const { return m_outOfTime; }
    [[nodiscard]] const std::string &problem() const { return m_problem; }

private:
    /// Lists a folder until nothing more can be removed: a list may leave out what comes after a removed name.
    void empty(int folder)
    {
        std::vector<char> list(ListBytes);
        for (bool progress = true; progress && !m_outOfTime;) {
            progress = false;
            ::lseek(folder, 0, SEEK_SET);
            long count = 0;
            while (!m_outOfTime && (count = ::syscall(SYS_getdents64, folder, list.data(), list.size())) > 0) {
                for (long at = 0; at < count && !m_outOfTime;) {
                    const auto *entry = reinterpret_cast<const ListedName *>(list.data() + at);
                    at += entry->d_reclen;
                    progress = removeEntry(folder, *entry) || progress;
                }
            }
        }
    }

    /// True when it is gone.
    bool removeEntry(int folder, const ListedName &entry)
    {
        if (std::strcmp(entry.d_name, ".") == 0 || std::strcmp(entry.d_name, "..") == 0)
            return false;
        m_outOfTime = Clock::now() >= m_deadline;
        if (m_outOfTime)
            return false;
        if (entry.d_type != DT_DIR && ::unlinkat(folder, entry.d_name, 0) == 0)
            return true;
        if (entry.d_type == DT_DIR || errno == EISDIR)
            removeFolder(folder, entry.d_name);
        else if (errno != ENOENT)
            note(entry.d_name);
        return ::faccessat(folder, entry.d_name, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
    }

    bool moveUp(int parent, const char *name)
    {
        const std::string moved = ".hermes-moved-" + std::to_string(m_moved++);
        return ::renameat(parent, name, m_top, moved.c_str()) == 0;
    }

    static Descriptor openFolder(int parent, const char *name)
    {
        constexpr int Flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        Descriptor folder(::openat(parent, name, Flags));
        if (!folder.isOpen() && errno == EACCES) {
            // chmod() through the descriptor, so that no link can be put in the way.
            const Descriptor place(::openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
            ::chmod(("/proc/self/fd/" + std::to_string(place.get())).c_str(), S_IRWXU);
            folder.reset(::openat(parent, name, Flags));
        }
        struct stat info;
        if (folder.isOpen() && ::fstat(folder.get(), &info) == 0 && (info.st_mode & S_IRWXU) != S_IRWXU)
            ::fchmod(folder.get(), S_IRWXU);
        return folder;
    }

    void note(const char *name)
    {
        if (m_problem.empty())
            m_problem = std::string(name) + ": " + ::strerrordesc_np(errno);
    }

    Clock::time_point m_deadline;
    int m_top = -1;
    int m_level = 0;
    int m_moved = 0;
    bool m_outOfTime = false;
    std::string m_problem;
};

} // namespace

RemovalResult removeTree(const std::string &path, Clock::time_point deadline, std::string &problem)
{
    if (::rmdir(path.c_str()) == 0 || errno == ENOENT)
        return RemovalResult::Gone;
    TreeRemover remover(deadline);
    remover.removeFolder(AT_FDCWD, path.c_str());
    if (remover.outOfTime())
        return RemovalResult::OutOfTime;
    if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT)
        return RemovalResult::Gone;
    problem = remover.problem();
    return RemovalResult::Failed;
}

int removeTreeApart(const std::string &path)
{
    const pid_t pid = ::fork();
    if (pid != 0)
        return pid;
    // The client waits for the end of the streams that it shares with this process.
    if (::syscall(SYS_close_range, 0U, ~0U, 0) != 0) {
        rlimit limit = {};
        ::getrlimit(RLIMIT_NOFILE, &limit);
        constexpr rlim_t Enough = 65536;
        for (int fd = 0; fd < static_cast<int>(std::min(limit.rlim_cur, Enough)); ++fd)
            ::close(fd);
    }
    std::string problem;
    ::_exit(removeTree(path, Clock::time_point::max(), problem) == RemovalResult::Gone ? 0 : 1);
}

} // namespace hermes::resident
