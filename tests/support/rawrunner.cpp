// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/rawrunner.h"

#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace hermes::tests {

using namespace protocol;
using Clock = std::chrono::steady_clock;

namespace {

constexpr size_t KeptFrames = 64;

[[noreturn]] void becomeRunner(int in, int out, const RawRunner::Options &options, std::vector<std::string> environment)
{
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (!options.user.empty()) {
        const passwd *user = ::getpwnam(options.user.c_str());
        if (!user || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0)
            ::_exit(126);
    }
    std::vector<char *> pointers;
    for (std::string &entry : environment)
        pointers.push_back(entry.data());
    pointers.push_back(nullptr);
    std::string program = HERMES_RUNNER;
    const std::array<char *, 2> arguments = {program.data(), nullptr};
    ::execve(program.c_str(), arguments.data(), pointers.data());
    ::_exit(127);
}

std::vector<std::string> cleanEnvironment()
{
    std::vector<std::string> entries {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/"};
    for (const char *name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"}) {
        if (const char *value = std::getenv(name))
            entries.push_back(std::string(name) + "=" + value);
    }
    return entries;
}

std::string number(uint32_t value)
{
    std::string bytes;
    appendU32(bytes, value);
    return bytes;
}

uint32_t numberIn(std::string_view payload)
{
    return readU32(std::as_bytes(std::span(payload))).value_or(0);
}

} // namespace

RawRunner::RawRunner() : RawRunner(Options()) { }

RawRunner::RawRunner(const Options &options)
{
    ::signal(SIGPIPE, SIG_IGN);
    launch(options);
    if (!options.hello)
        return;
    send(FrameType::Hello, 0,
         encode(Hello {.minVersion = OldestVersion,
                       .maxVersion = CurrentVersion,
                       .silenceLimit = options.silenceLimit,
                       .scriptFolder = options.scriptFolder,
                       .temporaryBase = options.temporaryBase}));
    waitFor([this] { return m_reply.has_value(); });
}

RawRunner::~RawRunner()
{
    closeBoth();
    if (!waitForEnd(10s)) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
}

void RawRunner::launch(const Options &options)
{
    std::array<int, 2> toRunner;
    std::array<int, 2> fromRunner;
    if (::pipe2(toRunner.data(), O_CLOEXEC) != 0 || ::pipe2(fromRunner.data(), O_CLOEXEC) != 0)
        std::abort();
    std::vector<std::string> environment = cleanEnvironment();
    environment.insert(environment.end(), options.environment.begin(), options.environment.end());
    m_pid = ::fork();
    if (m_pid == 0)
        becomeRunner(toRunner[0], fromRunner[1], options, std::move(environment));
    ::close(toRunner[0]);
    ::close(fromRunner[1]);
    m_in = toRunner[1];
    m_out = fromRunner[0];
    ::fcntl(m_in, F_SETFL, O_NONBLOCK);
    ::fcntl(m_out, F_SETFL, O_NONBLOCK);
}

StartMessage RawRunner::shell(std::string code)
{
    static int count = 0;
    StartMessage message;
    message.code = std::move(code);
    message.runName = "test-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
    return message;
}

StartMessage RawRunner::python(std::string code)
{
    StartMessage message = shell(std::move(code));
    message.language = ScriptLanguage::Python;
    return message;
}

void RawRunner::send(FrameType type, uint32_t id, std::string_view payload, StreamId stream)
{
    m_toSend += encodeMessage(type, id, payload, stream);
}

uint32_t RawRunner::start(const StartMessage &message)
{
    const uint32_t id = nextId();
    send(FrameType::Start, id, encode(message));
    return id;
}

void RawRunner::sendInput(uint32_t id, std::string bytes)
{
    m_input[id] += bytes;
    pushInput(id);
}

void RawRunner::pushInput(uint32_t id)
{
    std::string &waiting = m_input[id];
    uint64_t &credit = m_seen[id].inputCredit;
    while (!waiting.empty() && credit > 0) {
        const size_t part = std::min({waiting.size(), MaxPayload, size_t(credit)});
        send(FrameType::Input, id, std::string_view(waiting).substr(0, part), StreamId::Stdin);
        credit -= part;
        waiting.erase(0, part);
    }
}

void RawRunner::giveCredit(uint32_t id, StreamId stream, uint32_t bytes)
{
    send(FrameType::Credit, id, number(bytes), stream);
}

bool RawRunner::waitFor(const std::function<bool()> &condition, std::chrono::milliseconds patience)
{
    const auto deadline = Clock::now() + patience;
    while (!condition()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left <= 0ms || m_closed)
            return condition();
        exchange(int(left.count()));
    }
    return true;
}

bool RawRunner::waitForExit(uint32_t id, std::chrono::milliseconds patience)
{
    return waitFor([&] { return m_seen[id].exit || m_seen[id].error; }, patience) && m_seen[id].exit;
}

bool RawRunner::waitForStart(uint32_t id)
{
    return waitFor([&] { return m_seen[id].started.has_value(); });
}

bool RawRunner::waitForOutput(uint32_t id, std::string_view text, std::chrono::milliseconds patience)
{
    return waitFor([&] { return m_seen[id].out.contains(text); }, patience);
}

ExitMessage RawRunner::run(const StartMessage &message, std::chrono::milliseconds patience)
{
    const uint32_t id = start(message);
    if (waitForExit(id, patience))
        return *m_seen[id].exit;
    return ExitMessage {.code = 0xffffffff};
}

void RawRunner::exchange(int timeout)
{
    std::array<pollfd, 2> fds = {{{.fd = m_paused ? -1 : m_out, .events = POLLIN, .revents = 0},
                                  {.fd = m_toSend.empty() ? -1 : m_in, .events = POLLOUT, .revents = 0}}};
    if (::poll(fds.data(), fds.size(), timeout) <= 0)
        return;
    if (fds[1].revents != 0) {
        const ssize_t count = ::write(m_in, m_toSend.data(), m_toSend.size());
        if (count > 0)
            m_toSend.erase(0, size_t(count));
        else if (count < 0 && errno != EAGAIN)
            m_toSend.clear();
    }
    if (fds[0].revents == 0)
        return;
    static std::array<std::byte, 256 * 1024> buffer;
    const ssize_t count = ::read(m_out, buffer.data(), buffer.size());
    if (count == 0 || (count < 0 && errno != EAGAIN))
        m_closed = true;
    else if (count > 0 && !m_assembler.feed(std::span(buffer).first(size_t(count)), *this))
        m_closed = true;
}

void RawRunner::frame(const FrameHeader &header, std::string_view payload)
{
    m_frames.push_back(header.type);
    if (m_frames.size() > KeptFrames)
        m_frames.erase(m_frames.begin());
    Seen &seen = m_seen[header.id];
    switch (header.type) {
    case FrameType::Hello: m_reply = decodeHelloReply(payload); break;
    case FrameType::Refused: m_refused = decodeField(Field::Text, payload).value_or("?"); break;
    case FrameType::Started: seen.started = numberIn(payload); break;
    case FrameType::Output: {
        seen.sequenceBroken |= readU64(std::as_bytes(std::span(payload))) != seen.nextSequence++;
        seen.outputAfterExit |= seen.exit.has_value();
        payload.remove_prefix(SequenceBytes);
        if (!m_discarded[header.id])
            (header.stream == StreamId::Stdout ? seen.out : seen.err) += payload;
        if (!m_held[header.id])
            giveCredit(header.id, header.stream, uint32_t(payload.size()));
        break;
    }
    case FrameType::Exit: seen.exit = decodeExit(payload); break;
    case FrameType::Error: seen.error = decodeError(payload); break;
    case FrameType::Folder: seen.folder = decodeField(Field::Path, payload).value_or(""); break;
    case FrameType::FileInfo: seen.info = decodeFileInfo(payload); break;
    case FrameType::FileData:
        seen.file += payload;
        if (!m_held[header.id])
            giveCredit(header.id, StreamId::File, uint32_t(payload.size()));
        break;
    case FrameType::FileEnd: seen.fileEnd = true; break;
    case FrameType::Done: seen.done = true; break;
    case FrameType::Pong: m_pongs.emplace_back(payload); break;
    case FrameType::Credit:
        (header.stream == StreamId::Stdin ? seen.inputCredit : seen.fileCredit) += numberIn(payload);
        pushInput(header.id);
        break;
    default: break;
    }
}

void RawRunner::closeInput()
{
    const auto deadline = Clock::now() + 5s;
    while (!m_toSend.empty() && !m_closed && Clock::now() < deadline)
        exchange(100);
    if (m_in >= 0)
        ::close(m_in);
    m_in = -1;
}

void RawRunner::closeBoth()
{
    for (int *fd : {&m_in, &m_out}) {
        if (*fd >= 0)
            ::close(*fd);
        *fd = -1;
    }
}

std::optional<int> RawRunner::waitForEnd(std::chrono::milliseconds patience)
{
    const auto ended = [this] {
        int status = 0;
        if (!m_status && ::waitpid(m_pid, &status, WNOHANG) == m_pid)
            m_status = status;
        return m_status.has_value();
    };
    return becomesTrue(ended, patience) ? m_status : std::nullopt;
}

bool isAlive(int pid)
{
    const std::string stat = readFile("/proc/" + std::to_string(pid) + "/stat");
    const size_t name = stat.rfind(") ");
    return name != std::string::npos && stat[name + 2] != 'Z';
}

bool endsWithin(int pid, std::chrono::milliseconds patience)
{
    return becomesTrue([pid] { return !isAlive(pid); }, patience);
}

bool becomesTrue(const std::function<bool()> &condition, std::chrono::milliseconds patience)
{
    const auto deadline = Clock::now() + patience;
    while (!condition()) {
        if (Clock::now() >= deadline)
            return false;
        std::this_thread::sleep_for(2ms);
    }
    return true;
}

std::vector<int> processesWith(const std::string &variable)
{
    std::vector<int> pids;
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator("/proc", error)) {
        const int pid = std::atoi(entry.path().filename().c_str());
        if (pid <= 0)
            continue;
        const std::string environment = std::string(1, '\0') + readFile(entry.path() / "environ");
        if (environment.contains(std::string(1, '\0') + variable + std::string(1, '\0')) && isAlive(pid))
            pids.push_back(pid);
    }
    return pids;
}

std::string readFile(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

} // namespace hermes::tests
