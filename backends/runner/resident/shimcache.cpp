// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/shimcache.h"

#include "backends/core/descriptor.h"
#include "backends/runner/resident/environment.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <format>
#include <memory>
#include <optional>

namespace hermes::resident {

namespace {

constexpr std::string_view Header = "hermes-shim 1\n";
/// A new entry takes the place of an old one beyond that.
constexpr uint64_t MostFiles = 64;
constexpr size_t LongestShim = 4096;
constexpr size_t LongestEntry = 65'536;

/// Where pyenv looks for hooks besides its own folder and its plug-ins'.
constexpr std::array<std::string_view, 4> SystemHooks = {"/usr/etc/pyenv.d", "/usr/local/etc/pyenv.d", "/etc/pyenv.d",
                                                         "/usr/lib/pyenv/hooks"};
/// The commands that are run on the way to a program, and may have hooks.
constexpr std::array<std::string_view, 4> HookedCommands = {"exec", "which", "version-name", "version-origin"};
/// pyenv's and pyenv-virtualenv's own, for which a python3 is either nothing to do or decided by what is watched.
constexpr std::array<std::string_view, 5> KnownHooks = {"conda.bash", "pip-rehash", "pip-rehash.bash", "python-config.bash",
                                                        "system-site-packages.bash"};

struct Pyenv
{
    std::string root;
    std::string prefix; ///< Where it is installed; holds libexec.
};

std::string readSmallFile(const std::string &path, size_t limit, bool mine)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat info;
    if (!file.isOpen() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > static_cast<off_t>(limit))
        return {};
    if (mine && (info.st_uid != ::geteuid() || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0))
        return {};
    std::string text(static_cast<size_t>(info.st_size), '\0');
    return ::read(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? text : std::string();
}

/// What stands between two texts in a line of the shim.
std::string_view between(std::string_view text, std::string_view before, std::string_view after)
{
    const size_t at = text.find(before);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + before.size());
    const size_t end = text.find(after);
    return end == std::string_view::npos || text.substr(0, end).find('\n') != std::string_view::npos ? std::string_view()
                                                                                                     : text.substr(0, end);
}

/// A shim as `pyenv rehash` writes it, and nothing else.
std::optional<Pyenv> pyenvBehind(const std::string &shim)
{
    const std::string text = readSmallFile(shim, LongestShim, false);
    if (!text.starts_with("#!/usr/bin/env bash\n") || !text.ends_with("/libexec/pyenv\" exec \"$program\" \"$@\"\n"))
        return std::nullopt;
    const std::string_view root = between(text, "\nexport PYENV_ROOT=\"", "\"\n");
    const std::string_view prefix = between(text, "\nexec \"", "/libexec/pyenv\"");
    if (!root.starts_with('/') || !prefix.starts_with('/'))
        return std::nullopt;
    return Pyenv {.root = std::string(root), .prefix = std::string(prefix)};
}

/// A line that differs once the file is another one or was written.
std::string stateOf(const std::string &path)
{
    struct stat info;
    if (::stat(path.c_str(), &info) != 0)
        return path + " -\n";
    return std::format("{} {} {} {} {}.{:09} {}.{:09}\n", path, info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec,
                       info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
}

std::vector<std::string> namesIn(const std::string &folder)
{
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR *)> open(::opendir(folder.c_str()), ::closedir);
    while (const dirent *entry = open ? ::readdir(open.get()) : nullptr) {
        if (const std::string_view name = entry->d_name; name != "." && name != "..")
            names.emplace_back(name);
    }
    std::ranges::sort(names);
    return names;
}

/// Only variables that bash, pyenv or python read; nothing when one of them brings in code or files that are not watched.
std::optional<std::string> stateOfVariables(const std::vector<std::string> &environment)
{
    std::string state;
    for (const std::string &entry : environment) {
        const std::string_view name = variableName(entry);
        if (name == "BASH_ENV" || name == "ENV" || name == "PYENV_HOOK_PATH" || name == "PYENV_DIR")
            return std::nullopt;
        const bool counts = name == "PATH" || name == "HOME" || name == "CDPATH" || name == "GLOBIGNORE" || name == "SHELLOPTS"
            || name == "POSIXLY_CORRECT" || name.starts_with("PYENV") || name.starts_with("_PYENV") || name.starts_with("BASH")
            || name.starts_with("PYTHON") || name.starts_with("LD_");
        if (counts)
            state.append(entry).push_back('\0');
    }
    return state + '\n';
}

std::optional<std::string> stateOfHooks(const std::string &folder)
{
    std::string state;
    for (const std::string_view command : HookedCommands) {
        const std::string hooks = std::format("{}/{}", folder, command);
        for (const std::string &name : namesIn(hooks)) {
            if (std::ranges::find(KnownHooks, name) == KnownHooks.end())
                return std::nullopt;
            state += stateOf(std::format("{}/{}", hooks, name));
        }
        state += stateOf(hooks);
    }
    return state;
}

std::optional<std::string> stateOfPyenv(const Pyenv &pyenv)
{
    std::string state;
    for (const char *name : {"/libexec", "/libexec/pyenv", "/plugins"})
        state += stateOf(pyenv.prefix + name);
    // Shims are asked in "/": no other .python-version takes part.
    state += stateOf("/.python-version");
    for (const char *name : {"/version", "/versions", "/plugins"})
        state += stateOf(pyenv.root + name);
    for (const std::string &version : namesIn(pyenv.root + "/versions"))
        state += stateOf(std::format("{}/versions/{}/bin", pyenv.root, version));
    std::vector<std::string> hookFolders(SystemHooks.begin(), SystemHooks.end());
    hookFolders.push_back(pyenv.root + "/pyenv.d");
    hookFolders.push_back(pyenv.prefix + "/pyenv.d");
    for (const std::string &parent : {pyenv.root + "/plugins/", pyenv.prefix + "/plugins/"}) {
        for (const std::string &plugin : namesIn(parent)) {
            state += stateOf(parent + plugin + "/bin");
            hookFolders.push_back(parent + plugin + "/etc/pyenv.d");
        }
    }
    for (const std::string &folder : hookFolders) {
        const auto hooks = stateOfHooks(folder);
        if (!hooks)
            return std::nullopt;
        state += *hooks;
    }
    return state;
}

/// FNV-1a. A collision costs one asking: the whole key is compared.
uint64_t hashOf(std::string_view text)
{
    uint64_t hash = 14'695'981'039'346'656'037U;
    for (const char byte : text)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1'099'511'628'211U;
    return hash;
}

bool writeFile(const std::string &path, std::string_view text)
{
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
    return file.isOpen() && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

} // namespace

ShimCache::ShimCache(std::string_view folder, const std::string &shim, const std::vector<std::string> &environment)
{
    const auto pyenv = folder.starts_with('/') ? pyenvBehind(shim) : std::nullopt;
    const auto variables = pyenv ? stateOfVariables(environment) : std::nullopt;
    const auto files = variables ? stateOfPyenv(*pyenv) : std::nullopt;
    if (!files)
        return;
    m_key = std::string(Header) + stateOf(shim) + *variables + *files;
    m_versions = pyenv->root + "/versions/";
    m_file = std::format("{}/{:02}", folder, hashOf(shim + *variables) % MostFiles);
}

std::string ShimCache::find() const
{
    if (m_key.empty())
        return {};
    const std::string text = readSmallFile(m_file, LongestEntry, true);
    if (!text.starts_with(m_key))
        return {};
    const std::string program = text.substr(m_key.size(), text.find('\n', m_key.size()) - m_key.size());
    const bool proven = program.starts_with(m_versions) && text == m_key + program + '\n' + stateOf(program)
        && ::access(program.c_str(), X_OK) == 0;
    return proven ? program : std::string();
}

void ShimCache::store(const std::string &program) const
{
    // The system's own python may be another one tomorrow without anything here that would show it.
    if (m_key.empty() || !program.starts_with(m_versions))
        return;
    const std::string text = m_key + program + '\n' + stateOf(program);
    if (text.size() > LongestEntry)
        return;
    for (size_t end = m_file.find('/', 1); end != std::string::npos; end = m_file.find('/', end + 1))
        ::mkdir(m_file.substr(0, end).c_str(), S_IRWXU);
    const std::string made = std::format("{}.{}", m_file, ::getpid());
    if (!writeFile(made, text) || ::rename(made.c_str(), m_file.c_str()) != 0)
        ::unlink(made.c_str());
}

} // namespace hermes::resident
