// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/scriptfolder.h"

#include "backends/runner/resident/foldertree.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace hermes::resident {

using protocol::ScriptLanguage;

namespace {

constexpr size_t MostSpare = 64;
constexpr std::string_view PythonFile = "/snippet.py";

/// 0 or the error.
int writeAll(int file, std::string_view text)
{
    for (off_t at = 0; !text.empty();) {
        const ssize_t count = ::pwrite(file, text.data(), text.size(), at);
        if (count < 0 && errno != EINTR)
            return errno;
        const ssize_t written = std::max<ssize_t>(count, 0);
        text.remove_prefix(static_cast<size_t>(written));
        at += written;
    }
    return 0;
}

} // namespace

std::string_view scriptText(ScriptLanguage language, std::string_view code, std::string &buffer)
{
    if (language != ScriptLanguage::Shell)
        return code;
    size_t lines = 0;
    for (size_t at = code.find('\n'); at != std::string_view::npos; at = code.find('\n', at + 1)) {
        if (at == 0 || code[at - 1] != '\r')
            return code;
        ++lines;
    }
    if (lines == 0)
        return code;
    buffer.reserve(code.size() - lines);
    for (size_t i = 0; i < code.size(); ++i) {
        // The last line of such a text may have lost its LF.
        if (code[i] != '\r' || (i + 1 < code.size() && code[i + 1] != '\n'))
            buffer += code[i];
    }
    return buffer;
}

Outcome<> ScriptFolder::open(const std::vector<std::string> &places)
{
    Outcome<> made = std::unexpected(systemError(ENOENT, "make a folder for scripts"));
    for (const std::string &place : places) {
        made = m_folder.make(place);
        if (made)
            break;
    }
    return made;
}

Outcome<ScriptFolder::Script> ScriptFolder::write(ScriptLanguage language, std::string_view code)
{
    auto script = language == ScriptLanguage::Shell ? makeShell() : makePython();
    if (!script)
        return script;
    std::string buffer;
    if (const int error = writeAll(script->file.get(), scriptText(language, code, buffer)); error != 0) {
        auto failure = systemError(error, "write script " + script->path);
        erase(*script);
        return std::unexpected(std::move(failure));
    }
    if (language == ScriptLanguage::Python)
        script->file.reset();
    return script;
}

void ScriptFolder::remove(Script script, bool stillRead)
{
    if (script.file.isOpen() && !stillRead && m_spare.size() < MostSpare && ::ftruncate(script.file.get(), 0) == 0)
        m_spare.push_back(std::move(script));
    else if (!script.name.empty())
        erase(script);
}

Outcome<ScriptFolder::Script> ScriptFolder::makeShell()
{
    while (!m_spare.empty()) {
        Script script = std::move(m_spare.back());
        m_spare.pop_back();
        if (isIntact(script))
            return script;
        erase(script);
    }
    Script script {.name = std::to_string(++m_count) + ".sh"};
    script.path = path() + "/" + script.name;
    script.file.reset(::openat(m_folder.descriptor(), script.name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    struct stat info;
    if (!script.file.isOpen() || ::fstat(script.file.get(), &info) != 0)
        return std::unexpected(systemError(errno, "write script " + script.path));
    script.inode = info.st_ino;
    return script;
}

Outcome<ScriptFolder::Script> ScriptFolder::makePython()
{
    const std::string folder = std::to_string(++m_count);
    Script script {.name = folder + std::string(PythonFile)};
    script.path = path() + "/" + script.name;
    if (::mkdirat(m_folder.descriptor(), folder.c_str(), 0700) != 0)
        return std::unexpected(systemError(errno, "write script " + script.path));
    script.file.reset(::openat(m_folder.descriptor(), script.name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!script.file.isOpen()) {
        auto failure = systemError(errno, "write script " + script.path);
        erase(script);
        return std::unexpected(std::move(failure));
    }
    return script;
}

/// A script may have removed, replaced or changed its own file.
bool ScriptFolder::isIntact(const Script &script) const
{
    struct stat info;
    return ::fstatat(m_folder.descriptor(), script.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && info.st_ino == script.inode
        && info.st_size == 0 && info.st_nlink == 1 && (info.st_mode & 07777) == 0600;
}

void ScriptFolder::erase(const Script &script)
{
    ::unlinkat(m_folder.descriptor(), script.name.c_str(), 0);
    if (!script.name.ends_with(PythonFile))
        return;
    const std::string folder = script.name.substr(0, script.name.size() - PythonFile.size());
    if (::unlinkat(m_folder.descriptor(), folder.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT)
        return;
    // The snippet has put something beside itself. What is not gone in this time goes with the whole folder.
    std::string problem;
    std::ignore = removeTree(path() + "/" + folder, Clock::now() + std::chrono::milliseconds(2), problem);
}

} // namespace hermes::resident
