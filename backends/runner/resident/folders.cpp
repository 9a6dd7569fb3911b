// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/folders.h"

#include "backends/runner/resident/foldertree.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <cerrno>
#include <ranges>

namespace hermes::resident {

namespace {

using namespace std::chrono_literals;

/// As long as the loop may be away from its descriptors.
constexpr auto RemovalTurn = 2ms;

} // namespace

Outcome<> TemporaryFolders::makeBase()
{
    if (!m_base.empty())
        return {};
    std::string path = m_place + "/hermes-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr)
        return std::unexpected(systemError(errno, "make a temporary folder in " + m_place));
    m_base = std::move(path);
    return {};
}

Outcome<std::string> TemporaryFolders::make(const std::string &name)
{
    if (auto made = makeBase(); !made)
        return std::unexpected(std::move(made.error()));
    std::string path = m_base + "/" + name;
    if (::mkdir(path.c_str(), 0700) != 0)
        return std::unexpected(systemError(errno, "make folder " + path));
    m_made.insert(path);
    return path;
}

TemporaryFolders::Removal TemporaryFolders::remove(uint32_t owner, const std::string &path)
{
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
