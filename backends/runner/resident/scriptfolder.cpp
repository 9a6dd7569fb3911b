// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/scriptfolder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace hermes::resident {

using protocol::ScriptLanguage;

namespace {

/// Relative to the script folder.
std::string fileName(uint32_t run, ScriptLanguage language)
{
    return std::to_string(run) + (language == ScriptLanguage::Shell ? ".sh" : "/snippet.py");
}

/// 0 or the error.
int writeFile(int folder, const std::string &name, std::string_view text)
{
    const Descriptor file(::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file.isOpen())
        return errno;
    while (!text.empty()) {
        const ssize_t count = ::write(file.get(), text.data(), text.size());
        if (count < 0 && errno != EINTR)
            return errno;
        text.remove_prefix(static_cast<size_t>(std::max<ssize_t>(count, 0)));
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
        if (code[i] != '\r' || i + 1 == code.size() || code[i + 1] != '\n')
            buffer += code[i];
    }
    return buffer;
}

Outcome<> ScriptFolder::open(const std::vector<std::string> &places)
{
    int error = ENOENT;
    for (const std::string &place : places) {
        std::string path = place + "/hermes-XXXXXX";
        if (::mkdtemp(path.data()) == nullptr) {
            error = errno;
            continue;
        }
        m_folder.reset(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (m_folder.isOpen()) {
            m_path = std::move(path);
            return {};
        }
        error = errno;
        ::rmdir(path.c_str());
    }
    return std::unexpected(systemError(error, "make a folder for scripts in " + (places.empty() ? "/" : places.back())));
}

Outcome<std::string> ScriptFolder::write(uint32_t run, ScriptLanguage language, std::string_view code)
{
    const std::string name = fileName(run, language);
    std::string path = m_path + "/" + name;
    if (language == ScriptLanguage::Python && ::mkdirat(m_folder.get(), std::to_string(run).c_str(), 0700) != 0)
        return std::unexpected(systemError(errno, "write script " + path));
    std::string buffer;
    if (const int error = writeFile(m_folder.get(), name, scriptText(language, code, buffer)); error != 0) {
        remove(run, language);
        return std::unexpected(systemError(error, "write script " + path));
    }
    return path;
}

void ScriptFolder::remove(uint32_t run, ScriptLanguage language)
{
    ::unlinkat(m_folder.get(), fileName(run, language).c_str(), 0);
    if (language == ScriptLanguage::Python)
        ::unlinkat(m_folder.get(), std::to_string(run).c_str(), AT_REMOVEDIR);
}

} // namespace hermes::resident
