// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/cgroup.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ranges>
#include <string_view>

namespace hermes::resident {

namespace {

std::string readFile(const std::string &path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string text;
    std::array<char, 4096> buffer;
    for (ssize_t count = 0; file.isOpen() && (count = ::read(file.get(), buffer.data(), buffer.size())) > 0;)
        text.append(buffer.data(), static_cast<size_t>(count));
    return text;
}

/// 0 or the error.
int writeFile(const std::string &path, uint64_t value)
{
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    const std::string text = std::to_string(value);
    return file.isOpen() && ::write(file.get(), text.data(), text.size()) > 0 ? 0 : errno;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (const auto part : text | std::views::split(separator))
        parts.emplace_back(part.begin(), part.end());
    return parts;
}

bool contains(std::string_view list, char separator, std::string_view word)
{
    return std::ranges::contains(split(list, separator), word);
}

/// The line of /proc/self/cgroup is HIERARCHY:CONTROLLERS:PATH; version 2 has no controllers there.
std::optional<std::string_view> groupPath(std::string_view groups, std::string_view controller)
{
    for (const std::string_view line : split(groups, '\n')) {
        const size_t first = line.find(':');
        const size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
        if (second == std::string_view::npos)
            continue;
        const std::string_view controllers = line.substr(first + 1, second - first - 1);
        if (controller.empty() ? controllers.empty() : contains(controllers, ',', controller))
            return line.substr(second + 1);
    }
    return std::nullopt;
}

/// A line of mountinfo: ID PARENT DEVICE ROOT MOUNTPOINT OPTIONS… - TYPE SOURCE SUPEROPTIONS.
std::optional<std::string> folderOf(std::string_view mounts, std::string_view controller, std::string_view path)
{
    for (const std::string_view line : split(mounts, '\n')) {
        const std::vector<std::string_view> words = split(line, ' ');
        const auto dash = std::ranges::find(words, std::string_view("-"));
        if (words.size() < 7 || words.end() - dash < 4)
            continue;
        const bool fits = controller.empty() ? dash[1] == "cgroup2" : dash[1] == "cgroup" && contains(dash[3], ',', controller);
        const std::string_view root = words[3] == "/" ? std::string_view() : words[3];
        if (!fits || !path.starts_with(root))
            continue;
        const std::string_view below = path.substr(root.size());
        return std::string(words[4]).append(below == "/" ? std::string_view() : below);
    }
    return std::nullopt;
}

const char *killFile(const CgroupPlace &place)
{
    return place.unified ? "/memory.events" : "/memory.oom_control";
}

uint64_t killsIn(std::string_view text)
{
    constexpr std::string_view Key = "oom_kill ";
    for (const std::string_view line : split(text, '\n')) {
        uint64_t count = 0;
        if (line.starts_with(Key)) {
            std::from_chars(line.data() + Key.size(), line.data() + line.size(), count);
            return count;
        }
    }
    return 0;
}

std::string failure(const std::string &what, int error)
{
    return what + ": " + ::strerrordesc_np(error);
}

} // namespace

std::optional<CgroupPlace> findCgroup(const std::string &controller, const std::string &groups, const std::string &mounts)
{
    if (const auto path = groupPath(groups, controller)) {
        if (auto folder = folderOf(mounts, controller, *path))
            return CgroupPlace {.folder = std::move(*folder), .unified = false};
    }
    if (const auto path = groupPath(groups, {})) {
        if (auto folder = folderOf(mounts, {}, *path))
            return CgroupPlace {.folder = std::move(*folder), .unified = true};
    }
    return std::nullopt;
}

std::string cgroupName(int worker, uint32_t run)
{
    return "hermes-" + std::to_string(worker) + "-" + std::to_string(run);
}

void removeCgroupsOf(int worker)
{
    const std::string prefix = "hermes-" + std::to_string(worker) + "-";
    for (const char *controller : {"memory", "pids"}) {
        const auto place = findCgroup(controller, readFile("/proc/self/cgroup"), readFile("/proc/self/mountinfo"));
        if (!place)
            continue;
        DIR *folder = ::opendir(place->folder.c_str());
        while (const dirent *entry = folder ? ::readdir(folder) : nullptr) {
            if (std::string_view(entry->d_name).starts_with(prefix))
                ::rmdir((place->folder + "/" + entry->d_name).c_str());
        }
        if (folder)
            ::closedir(folder);
    }
}

std::optional<RunCgroup> RunCgroup::make(const std::string &name, std::optional<uint64_t> memory, std::optional<uint64_t> processes,
                                         std::string &reason)
{
    RunCgroup group;
    if (memory && !group.add("memory", name, *memory, reason))
        return std::nullopt;
    if (processes && !group.add("pids", name, *processes, reason))
        return std::nullopt;
    return group;
}

bool RunCgroup::add(const std::string &controller, const std::string &name, uint64_t limit, std::string &reason)
{
    const auto place = findCgroup(controller, readFile("/proc/self/cgroup"), readFile("/proc/self/mountinfo"));
    if (!place) {
        reason = "there is no control group for " + controller;
        return false;
    }
    if (place->unified) {
        std::string offered = readFile(place->folder + "/cgroup.subtree_control");
        std::ranges::replace(offered, '\n', ' ');
        if (!contains(offered, ' ', controller)) {
            reason = "the control group " + place->folder + " does not pass on " + controller;
            return false;
        }
    }
    const std::string folder = place->folder + "/" + name;
    if (!std::ranges::contains(m_folders, folder)) {
        if (::mkdir(folder.c_str(), 0755) != 0) {
            reason = failure("make control group " + folder, errno);
            return false;
        }
        m_folders.push_back(folder);
        m_entries.emplace_back(::open((folder + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    }
    const bool isMemory = controller == "memory";
    const std::string file = folder + (isMemory ? place->unified ? "/memory.max" : "/memory.limit_in_bytes" : "/pids.max");
    if (const int error = writeFile(file, limit); error != 0 || !m_entries.back().isOpen()) {
        reason = failure("set " + file, error);
        return false;
    }
    if (isMemory) {
        // Memory that goes to swap would get around the limit; where there is no swap accounting, there is no such file.
        writeFile(folder + (place->unified ? "/memory.swap.max" : "/memory.memsw.limit_in_bytes"), place->unified ? 0 : limit);
        m_killCounter = folder + killFile(*place);
    }
    return true;
}

std::vector<int> RunCgroup::entries() const
{
    std::vector<int> fds;
    fds.reserve(m_entries.size());
    for (const Descriptor &entry : m_entries)
        fds.push_back(entry.get());
    return fds;
}

uint64_t RunCgroup::outOfMemoryKills() const
{
    return m_killCounter.empty() ? 0 : killsIn(readFile(m_killCounter));
}

KillCounter::KillCounter()
{
    const auto place = findCgroup("memory", readFile("/proc/self/cgroup"), readFile("/proc/self/mountinfo"));
    if (place)
        m_file.reset(::open((place->folder + killFile(*place)).c_str(), O_RDONLY | O_CLOEXEC));
}

uint64_t KillCounter::value() const
{
    std::array<char, 4096> text;
    const ssize_t size = m_file.isOpen() ? ::pread(m_file.get(), text.data(), text.size(), 0) : 0;
    return size > 0 ? killsIn({text.data(), static_cast<size_t>(size)}) : 0;
}

bool RunCgroup::remove()
{
    m_entries.clear();
    std::erase_if(m_folders, [](const std::string &folder) { return ::rmdir(folder.c_str()) == 0 || errno == ENOENT; });
    return m_folders.empty();
}

} // namespace hermes::resident
