// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/interpreters.h"

#include "backends/core/descriptor.h"
#include "backends/runner/resident/environment.h"
#include "backends/runner/resident/shimcache.h"
#include "backends/runner/resident/spawn.h"
#include "backends/runner/resident/wakeups.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace hermes::resident {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view DefaultPath = "/usr/local/bin:/usr/bin:/bin";
constexpr auto ShimPatience = 5s;
constexpr size_t LongestAnswer = 4096;

bool isProgram(const std::string &path)
{
    struct stat info;
    return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

bool isScript(const std::string &path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 2> begin = {};
    return file.isOpen() && ::read(file.get(), begin.data(), begin.size()) == 2 && begin[0] == '#' && begin[1] == '!';
}

/// All that comes out of `fd` until its end, the patience's end or too many bytes; the latter two give nothing.
std::string readAnswer(int fd, Clock::time_point deadline)
{
    std::string answer;
    while (answer.size() <= LongestAnswer) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        pollfd ready = {.fd = fd, .events = POLLIN, .revents = 0};
        if (left <= 0ms)
            return {};
        const int count = ::poll(&ready, 1, static_cast<int>(left.count()));
        if (count < 0 && errno == EINTR)
            continue;
        std::array<char, 1024> buffer;
        const ssize_t bytes = count > 0 ? ::read(fd, buffer.data(), buffer.size()) : -1;
        if (bytes <= 0)
            return bytes == 0 ? answer : std::string();
        answer.append(buffer.data(), static_cast<size_t>(bytes));
    }
    return {};
}

} // namespace

void Interpreters::setEnvironment(const std::vector<std::string> &environment)
{
    m_environment = &environment;
    m_path = variableValue(environment, "PATH");
    if (m_path.empty())
        m_path = DefaultPath;
    m_shell.clear();
    m_python.clear();
}

Outcome<std::string> Interpreters::find(protocol::ScriptLanguage language)
{
    const bool shell = language == protocol::ScriptLanguage::Shell;
    std::string &known = shell ? m_shell : m_python;
    if (known.empty()) {
        auto found = shell ? findShell() : findPython();
        if (!found)
            return found;
        known = std::move(*found);
    }
    return known;
}

Outcome<std::string> Interpreters::findShell() const
{
    for (const char *name : {"bash", "sh"}) {
        if (auto paths = candidates(name); !paths.empty())
            return std::move(paths.front());
    }
    return std::unexpected(notFound("bash or sh"));
}

Outcome<std::string> Interpreters::findPython() const
{
    for (std::string &path : candidates("python3")) {
        std::string program = isScript(path) ? behindShim(path) : std::move(path);
        if (!program.empty())
            return program;
    }
    return std::unexpected(notFound("python3"));
}

std::vector<std::string> Interpreters::candidates(const std::string &name) const
{
    std::vector<std::string> found;
    for (std::string_view rest = m_path; !rest.empty();) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
        // A relative folder means another one in each run.
        if (!folder.starts_with('/'))
            continue;
        if (std::string path = std::string(folder) + "/" + name; isProgram(path))
            found.push_back(std::move(path));
    }
    return found;
}

std::string Interpreters::behindShim(const std::string &shim) const
{
    const ShimCache cache(m_cacheFolder, shim, *m_environment);
    std::string program = cache.find();
    if (program.empty()) {
        program = askShim(shim);
        cache.store(program);
    }
    return program;
}

std::string Interpreters::askShim(const std::string &shim) const
{
    std::array<int, 2> ends;
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return {};
    const Descriptor readEnd(ends[0]);
    Descriptor writeEnd(ends[1]);
    const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    std::string question = "import sys; print(sys.executable)";
    std::string flag = "-c";
    std::string program = shim;
    const std::array<char *, 4> arguments = {program.data(), flag.data(), question.data(), nullptr};
    ChildEnvironment environment(*m_environment, {});
    const auto pid = spawn({.program = shim.c_str(),
                            .arguments = arguments.data(),
                            .environment = environment.pointers(),
                            .folder = "/",
                            .in = null.get(),
                            .out = writeEnd.get(),
                            .err = null.get()});
    if (!pid)
        return {};
    writeEnd.reset();
    std::string answer = readAnswer(readEnd.get(), Clock::now() + ShimPatience);
    // The answer is complete or nothing: whatever is still alive of the group is not needed any more.
    ::kill(-*pid, SIGKILL);
    ::waitpid(*pid, nullptr, 0);
    answer.resize(std::min(answer.find('\n'), answer.size()));
    return answer.starts_with('/') && isProgram(answer) ? answer : std::string();
}

protocol::ErrorMessage Interpreters::notFound(const std::string &what) const
{
    return {.errorNumber = ENOENT,
            .stage = "find " + what,
            .text = what + " is not installed: it was looked for in PATH (" + m_path + ")"};
}

} // namespace hermes::resident
