// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/proctable.h"

#include "backends/runner/resident/directory.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <span>
#include <unordered_set>

namespace hermes::resident {

namespace {

using PathBuffer = std::array<char, 64>;

/// Reads up to the buffer's size; the part that was read, empty on any error.
std::string_view readAll(const char *path, std::span<char> buffer)
{
    const Descriptor file(::open(path, O_RDONLY | O_CLOEXEC));
    if (!file.isOpen())
        return {};
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    return {buffer.data(), static_cast<size_t>(std::max<ssize_t>(count, 0))};
}

/// Takes the number at the front of `text`, with the blanks before it.
pid_t takeNumber(std::string_view &text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    pid_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    text.remove_prefix(static_cast<size_t>(end.ptr - text.data()));
    return value;
}

void skipField(std::string_view &text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    text.remove_prefix(std::min(text.find(' '), text.size()));
}

void appendChildren(int file, std::vector<pid_t> &pids)
{
    std::array<char, 4096> buffer;
    std::string text;
    for (off_t at = 0;;) {
        const ssize_t count = ::pread(file, buffer.data(), buffer.size(), at);
        if (count <= 0)
            break;
        text.append(buffer.data(), static_cast<size_t>(count));
        at += count;
        // The kernel fills the buffer as long as the next number fits.
        constexpr ssize_t LongestNumber = 16;
        if (count < static_cast<ssize_t>(buffer.size()) - LongestNumber)
            break;
    }
    for (std::string_view rest = text; !rest.empty();) {
        if (const pid_t pid = takeNumber(rest); pid > 0)
            pids.push_back(pid);
        else
            break;
    }
}

std::vector<pid_t> numbersIn(const char *path)
{
    std::vector<pid_t> numbers;
    const Directory directory(::opendir(path));
    while (const dirent *entry = directory ? ::readdir(directory.get()) : nullptr) {
        std::string_view name(entry->d_name);
        if (const pid_t number = takeNumber(name); number > 0 && name.empty())
            numbers.push_back(number);
    }
    return numbers;
}

/// As one of the process's threads shows it; nothing if it may not be read.
std::optional<std::string> readEnvironment(pid_t pid, pid_t thread)
{
    PathBuffer path;
    std::snprintf(path.data(), path.size(), "/proc/%d/task/%d/environ", pid, thread);
    const Descriptor file(::open(path.data(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen())
        return std::nullopt;
    std::string text;
    std::array<char, 16384> buffer;
    for (ssize_t count = 0; (count = ::read(file.get(), buffer.data(), buffer.size())) > 0;)
        text.append(buffer.data(), static_cast<size_t>(count));
    return text;
}

bool hasArguments(pid_t pid, pid_t thread)
{
    PathBuffer path;
    std::snprintf(path.data(), path.size(), "/proc/%d/task/%d/cmdline", pid, thread);
    std::array<char, 1> first;
    return !readAll(path.data(), first).empty();
}

/// A thread beside the first one, which may have ended and then shows nothing of the process; 0 if there is none.
pid_t anyOtherThread(pid_t pid)
{
    PathBuffer path;
    std::snprintf(path.data(), path.size(), "/proc/%d/task", pid);
    const auto threads = numbersIn(path.data());
    const auto other = std::ranges::find_if(threads, [pid](pid_t thread) { return thread != pid; });
    return other == threads.end() ? 0 : *other;
}

/// False where the kernel does not list children, or the process is gone.
bool appendChildrenOf(pid_t pid, std::vector<pid_t> &pids)
{
    PathBuffer path;
    std::snprintf(path.data(), path.size(), "/proc/%d/task", pid);
    bool listed = false;
    for (const pid_t thread : numbersIn(path.data())) {
        std::snprintf(path.data(), path.size(), "/proc/%d/task/%d/children", pid, thread);
        const Descriptor file(::open(path.data(), O_RDONLY | O_CLOEXEC));
        if (!file.isOpen())
            continue;
        appendChildren(file.get(), pids);
        listed = true;
    }
    return listed;
}

/// Follows the lists of children down from the calling process.
bool followChildren(std::vector<ProcessEntry> &table)
{
    std::vector<pid_t> pids;
    if (!appendChildrenOf(::getpid(), pids))
        return false;
    for (size_t i = 0; i < pids.size(); ++i) {
        ProcessEntry entry;
        if (!readProcess(pids[i], entry))
            continue;
        table.push_back(entry);
        if (entry.lives())
            appendChildrenOf(entry.pid, pids);
    }
    return true;
}

/// For kernels without lists of children: looks at every process there is.
std::vector<ProcessEntry> searchAll()
{
    std::vector<ProcessEntry> all;
    for (const pid_t pid : numbersIn("/proc")) {
        if (ProcessEntry entry; readProcess(pid, entry))
            all.push_back(entry);
    }
    std::vector<ProcessEntry> table;
    const auto take = [&](pid_t parent) {
        std::ranges::copy_if(all, std::back_inserter(table), [=](const auto &entry) { return entry.parent == parent; });
    };
    take(::getpid());
    for (size_t i = 0; i < table.size(); ++i)
        take(table[i].pid);
    return table;
}

} // namespace

bool readProcess(pid_t pid, ProcessEntry &entry)
{
    PathBuffer path;
    std::snprintf(path.data(), path.size(), "/proc/%d/stat", pid);
    std::array<char, 512> buffer;
    std::string_view text = readAll(path.data(), buffer);
    // The name stands in brackets and may hold anything, also brackets.
    const size_t nameEnd = text.rfind(") ");
    if (nameEnd == std::string_view::npos || text.size() < nameEnd + 4)
        return false;
    entry.pid = pid;
    entry.state = text[nameEnd + 2];
    text.remove_prefix(nameEnd + 3);
    entry.parent = takeNumber(text);
    entry.group = takeNumber(text);
    constexpr int FieldsBeforeThreads = 14; // From the session (6) to nice (19).
    for (int field = 0; field < FieldsBeforeThreads; ++field)
        skipField(text);
    entry.threads = takeNumber(text);
    return true;
}

Marker readMarker(pid_t pid, std::string_view name, std::string &value)
{
    pid_t thread = pid;
    auto environment = readEnvironment(pid, thread);
    if (!environment || environment->empty()) {
        if (const pid_t other = anyOtherThread(pid); other != 0) {
            thread = other;
            environment = readEnvironment(pid, thread);
        }
    }
    if (!environment)
        return Marker::Missing;
    if (environment->empty())
        return hasArguments(pid, thread) ? Marker::Empty : Marker::InExec;

    environment->insert(environment->begin(), '\0');
    const std::string wanted = std::string(1, '\0').append(name).append("=");
    const size_t at = environment->find(wanted);
    if (at == std::string::npos)
        return Marker::Missing;
    const size_t begin = at + wanted.size();
    value = environment->substr(begin, environment->find('\0', begin) - begin);
    return Marker::Found;
}

OwnChildren::OwnChildren()
{
    PathBuffer path;
    std::snprintf(path.data(), path.size(), "/proc/self/task/%d/children", static_cast<pid_t>(::syscall(SYS_gettid)));
    m_file.reset(::open(path.data(), O_RDONLY | O_CLOEXEC));
}

const std::vector<pid_t> &OwnChildren::read()
{
    m_pids.clear();
    if (m_file.isOpen()) {
        appendChildren(m_file.get(), m_pids);
        return m_pids;
    }
    const pid_t self = ::getpid();
    for (const pid_t pid : numbersIn("/proc")) {
        if (ProcessEntry entry; readProcess(pid, entry) && entry.parent == self)
            m_pids.push_back(pid);
    }
    return m_pids;
}

bool killChildren(OwnChildren &children, const std::function<bool(pid_t)> &wanted)
{
    // What still forks after as many passes is left for the next time, so that the caller comes to something else too.
    constexpr int MostPasses = 50;
    std::unordered_set<pid_t> killed;
    for (int pass = 0; pass < MostPasses; ++pass) {
        const size_t before = killed.size();
        for (const pid_t pid : children.read()) {
            // No other process can have the id of a child that was not waited for.
            if (!killed.contains(pid) && wanted(pid) && ::kill(pid, SIGKILL) == 0)
                killed.insert(pid);
        }
        if (killed.size() == before)
            break;
    }
    return !killed.empty();
}

std::vector<ProcessEntry> readDescendants()
{
    std::vector<ProcessEntry> table;
    if (!followChildren(table))
        table = searchAll();
    return table;
}

void signalProcess(const ProcessEntry &entry, int signal)
{
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, entry.pid, 0)));
    ProcessEntry now;
    if (!readProcess(entry.pid, now) || now.parent != entry.parent)
        return;
    if (process.isOpen())
        ::syscall(SYS_pidfd_send_signal, process.get(), signal, nullptr, 0);
    else
        ::kill(entry.pid, signal); // A kernel before 5.3.
}

} // namespace hermes::resident
