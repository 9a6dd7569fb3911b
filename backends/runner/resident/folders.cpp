// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/folders.h"

#include "backends/core/descriptor.h"
#include "backends/runner/resident/foldertree.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <ranges>

namespace hermes::resident {

namespace {

using namespace std::chrono_literals;

/// As long as the loop may be away from its descriptors.
constexpr auto RemovalTurn = 2ms;
constexpr size_t MostSpare = 64;

bool isUntouched(const std::string &path)
{
    const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info;
    if (!folder.isOpen() || ::fstat(folder.get(), &info) != 0 || (info.st_mode & 07777) != 0700 || info.st_uid != ::geteuid())
        return false;
    // "." and ".." and nothing else.
    alignas(dirent64) std::array<char, 1024> list;
    int entries = 0;
    for (long bytes = 0; entries <= 2 && (bytes = ::syscall(SYS_getdents64, folder.get(), list.data(), list.size())) > 0;) {
        for (long at = 0; at < bytes; ++entries)
            at += reinterpret_cast<const dirent64 *>(list.data() + at)->d_reclen;
    }
    return entries == 2;
}

} // namespace

Outcome<> TemporaryFolders::makeBase()
{
    return m_base.isOpen() ? Outcome<>() : m_base.make(m_place);
}

Outcome<std::string> TemporaryFolders::make(const std::string &name)
{
    if (auto made = makeBase(); !made)
        return std::unexpected(std::move(made.error()));
    std::string path = base() + "/" + name;
    bool renamed = false;
    if (!m_spare.empty()) {
        renamed = ::rename(m_spare.back().c_str(), path.c_str()) == 0;
        m_spare.pop_back();
    }
    if (!renamed && ::mkdir(path.c_str(), 0700) != 0)
        return std::unexpected(systemError(errno, "make folder " + path));
    m_made.insert(path);
    return path;
}

TemporaryFolders::Removal TemporaryFolders::remove(uint32_t owner, const std::string &path)
{
    if (setAside(path)) {
        m_made.erase(path);
        return {};
    }
    Removal removal;
    const RemovalResult result = removeTree(path, Clock::now() + RemovalTurn, removal.problem);
    m_made.erase(path);
    if (result == RemovalResult::Failed)
        removal.state = Removal::Failed;
    if (result != RemovalResult::OutOfTime)
        return removal;

    const pid_t helper = removeTreeApart(path);
    if (helper > 0) {
        m_helpers[helper] = owner;
        return {.state = Removal::Continues, .helper = helper};
    }
    return {.state = Removal::Failed, .problem = "no process could be started for it"};
}

/// False unless the folder is empty and as it was made.
bool TemporaryFolders::setAside(const std::string &path)
{
    if (m_spare.size() >= MostSpare || !isUntouched(path))
        return false;
    std::string spare = base() + "/.spare-" + std::to_string(m_spareCount++);
    if (::rename(path.c_str(), spare.c_str()) != 0)
        return false;
    m_spare.push_back(std::move(spare));
    return true;
}

std::vector<pid_t> TemporaryFolders::helpers() const
{
    return m_helpers | std::views::keys | std::ranges::to<std::vector>();
}

std::optional<TemporaryFolders::Finished> TemporaryFolders::reaped(pid_t pid, bool succeeded)
{
    const auto helper = m_helpers.find(pid);
    if (helper == m_helpers.end())
        return std::nullopt;
    const Finished finished {.owner = helper->second, .gone = succeeded};
    m_helpers.erase(helper);
    return finished;
}

} // namespace hermes::resident
