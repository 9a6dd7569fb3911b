// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/runtree.h"

#include <signal.h>

#include <algorithm>
#include <unordered_set>

namespace hermes::resident {

using namespace std::chrono_literals;

namespace {
/// An exec is over in a moment, even where the program has to be read from a slow disk.
constexpr auto ExecPatience = 2s;
/// The variables are there a moment later than the arguments, or never.
constexpr auto EmptyPatience = 50ms;
} // namespace

void RunTree::addMain(pid_t pid, uint32_t run, const std::string &name)
{
    m_children[pid] = {.kind = Child::Main, .run = run};
    m_runs[name] = run;
    m_groups[pid] = run;
}

void RunTree::removeRun(uint32_t run, const std::string &name, bool keepOrphans)
{
    if (keepOrphans)
        adoptOrphans();
    for (auto &[pid, child] : m_children) {
        if (child.kind != Child::Orphan || !owns(run, child))
            continue;
        child = {.kind = keepOrphans ? Child::Kept : Child::Orphan};
        m_anyKept = m_anyKept || keepOrphans;
    }
    m_runs.erase(name);
    std::erase_if(m_groups, [run](const auto &item) { return item.second == run; });
}

RunTree::Left RunTree::left(uint32_t run)
{
    Left left {.undecided = !adoptOrphans()};
    const auto now = Clock::now();
    for (const auto &[pid, child] : m_children) {
        if (child.kind == Child::Orphan && owns(run, child))
            left.orphan = pid;
        left.undecided = left.undecided || now < child.undecidedUntil;
    }
    return left;
}

void RunTree::signal(uint32_t run, pid_t mainPid, int signal)
{
    adoptOrphans();
    if (!m_table)
        m_table = readDescendants();

    // While the main process is not waited for, nobody else can have its process id or its group's.
    const auto main = m_children.find(mainPid);
    const bool mainKnown = main != m_children.end() && main->second.kind == Child::Main;
    bool groupSignalled = mainKnown && ::kill(-mainPid, signal) == 0;
    std::unordered_set<pid_t> members;
    for (const ProcessEntry &entry : *m_table) {
        const auto child = m_children.find(entry.pid);
        const bool own = child != m_children.end() && child->second.run == run && child->second.kind == Child::Main;
        const bool orphan = child != m_children.end() && child->second.kind == Child::Orphan && owns(run, child->second);
        if (!own && !orphan && !members.contains(entry.parent))
            continue;
        members.insert(entry.pid);
        // A living member shows that the group still is the run's; signalled as a whole, none can fork its way out.
        if (!groupSignalled && entry.group == mainPid && entry.lives())
            groupSignalled = ::kill(-mainPid, signal) == 0;
        if (entry.group != mainPid || !groupSignalled)
            signalProcess(entry, signal);
        if (entry.state == 'T' && signal == SIGTERM)
            signalProcess(entry, SIGCONT);
    }
}

bool RunTree::killOrphans(uint32_t run)
{
    return killChildren(m_ownChildren, [this, run](pid_t pid) { return isOrphanOf(run, pid); });
}

bool RunTree::isOrphanOf(uint32_t run, pid_t pid)
{
    auto known = m_children.find(pid);
    if (known == m_children.end()) {
        if (ownsAll(run))
            return true;
        adopt(pid);
        known = m_children.find(pid);
    }
    return known != m_children.end() && known->second.kind == Child::Orphan && owns(run, known->second);
}

bool RunTree::adoptOrphans()
{
    bool all = true;
    for (const pid_t pid : m_ownChildren.read())
        all = adopt(pid) && all;
    return all;
}

bool RunTree::adopt(pid_t pid)
{
    const auto known = m_children.find(pid);
    if (known != m_children.end() && (known->second.kind != Child::Orphan || known->second.run != 0))
        return true;
    ProcessEntry entry;
    // A dead one is waited for in a moment.
    const bool lives = readProcess(pid, entry) && entry.lives();
    if (!lives && known == m_children.end())
        return false;
    Child &orphan = m_children.try_emplace(pid, Child {.kind = Child::Orphan, .seen = Clock::now()}).first->second;
    orphan.undecidedUntil = {};
    if (lives)
        findOwner(orphan, entry);
    return true;
}

void RunTree::findOwner(Child &orphan, const ProcessEntry &entry) const
{
    std::string name;
    const Marker marker = readMarker(entry.pid, "HERMES_RUN_ID", name);
    const auto named = marker == Marker::Found ? m_runs.find(name) : m_runs.end();
    const auto grouped = m_groups.find(entry.group);
    if (named != m_runs.end())
        orphan.run = named->second;
    else if (grouped != m_groups.end())
        orphan.run = grouped->second;
    else if (marker == Marker::InExec)
        orphan.undecidedUntil = orphan.seen + ExecPatience;
    else if (marker == Marker::Empty)
        orphan.undecidedUntil = orphan.seen + EmptyPatience;
}

bool RunTree::owns(uint32_t run, const Child &child) const
{
    if (child.run != 0)
        return child.run == run;
    return ownsAll(run);
}

bool RunTree::ownsAll(uint32_t run) const
{
    return m_runs.size() == 1 && m_runs.begin()->second == run && !m_anyKept;
}

} // namespace hermes::resident
