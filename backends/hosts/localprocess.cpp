// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/hosts/localprocess.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
// glibc 2.41: the header does not say that its functions are C.
extern "C" {
#include <sys/pidfd.h>
}

using namespace Qt::StringLiterals;

namespace hermes::hosts {

namespace {
constexpr qsizetype ErrorTailBytes = 16 * 1024;
/// Beyond the usual 64 KiB of a pipe, where that is allowed: fewer and larger transfers.
constexpr int BufferBytes = 1024 * 1024;

struct Pipe
{
    Descriptor readEnd;
    Descriptor writeEnd;
};

std::unexpected<Fault> noStream()
{
    return std::unexpected(Fault {.kind = FaultKind::Exhausted,
                                  .what = u"No stream to a new process could be made: %1"_s.arg(qt_error_string(errno)),
                                  .transient = true});
}

Result<Pipe> makePipe()
{
    std::array<int, 2> ends {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return noStream();
    return Pipe {.readEnd = Descriptor(ends[0]), .writeEnd = Descriptor(ends[1])};
}

/// What a process gets as stdin and stdout, and our ends of it.
struct Streams
{
    Descriptor input = {};
    Descriptor output = {};
    Descriptor theirInput = {};
    Descriptor theirOutput = {};
};

Result<Streams> makePipes()
{
    auto input = makePipe();
    auto output = makePipe();
    if (!input || !output)
        return std::unexpected(input ? output.error() : input.error());
    ::fcntl(output->readEnd.get(), F_SETPIPE_SZ, BufferBytes);
    return Streams {.input = std::move(input->writeEnd),
                    .output = std::move(output->readEnd),
                    .theirInput = std::move(input->readEnd),
                    .theirOutput = std::move(output->writeEnd)};
}

Result<Streams> makeSocket()
{
    std::array<int, 2> ends {};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return noStream();
    Streams streams {.output = Descriptor(ends[0]), .theirOutput = Descriptor(ends[1])};
    ::setsockopt(streams.theirOutput.get(), SOL_SOCKET, SO_SNDBUF, &BufferBytes, sizeof(BufferBytes));
    streams.input = Descriptor(::fcntl(streams.output.get(), F_DUPFD_CLOEXEC, 0));
    streams.theirInput = Descriptor(::fcntl(streams.theirOutput.get(), F_DUPFD_CLOEXEC, 0));
    if (!streams.input.isOpen() || !streams.theirInput.isOpen())
        return noStream();
    return streams;
}

/// O_NONBLOCK belongs to the open file, so this leaves the other end of the pipe blocking.
void makeNonBlocking(const Descriptor &fd)
{
    ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

class SpawnSetup
{
public:
    SpawnSetup()
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &all);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSetup()
    {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }
    Q_DISABLE_COPY_MOVE(SpawnSetup)

    void connect(const Descriptor &ours, int theirs) { posix_spawn_file_actions_adddup2(&m_actions, ours.get(), theirs); }

    /// Returns an errno.
    [[nodiscard]] int spawn(const Command &command, pid_t &pid)
    {
        posix_spawn_file_actions_addchdir_np(&m_actions, command.folder.constData());
        std::vector<char *> arguments;
        arguments.reserve(size_t(command.arguments.size()) + 2);
        arguments.push_back(const_cast<char *>(command.program.constData()));
        for (const QByteArray &argument : command.arguments)
            arguments.push_back(const_cast<char *>(argument.constData()));
        arguments.push_back(nullptr);
        std::vector<char *> environment;
        environment.reserve(command.environment.size() + 1);
        for (const std::string &variable : command.environment)
            environment.push_back(const_cast<char *>(variable.c_str()));
        environment.push_back(nullptr);
        return posix_spawn(&pid, command.program.constData(), &m_actions, &m_attributes, arguments.data(), environment.data());
    }

private:
    posix_spawn_file_actions_t m_actions;
    posix_spawnattr_t m_attributes;
};
} // namespace

Result<std::unique_ptr<LocalProcess>> LocalProcess::start(const Command &command)
{
    auto streams = command.overSocket ? makeSocket() : makePipes();
    auto errors = makePipe();
    if (!streams || !errors)
        return std::unexpected(streams ? errors.error() : streams.error());
    SpawnSetup setup;
    setup.connect(streams->theirInput, STDIN_FILENO);
    setup.connect(streams->theirOutput, STDOUT_FILENO);
    setup.connect(errors->writeEnd, STDERR_FILENO);
    auto process = std::unique_ptr<LocalProcess>(new LocalProcess);
    if (const int error = setup.spawn(command, process->m_pid); error != 0) {
        process->m_pid = -1;
        const bool passing = error == EAGAIN || error == ENOMEM;
        return std::unexpected(
            Fault {.kind = passing ? FaultKind::Exhausted : FaultKind::NotConfigured,
                   .what = u"%1 could not be started: %2"_s.arg(QFile::decodeName(command.program), qt_error_string(error)),
                   .transient = passing});
    }
    // The child is not waited for by anybody else, so its number cannot have passed to another process yet.
    process->m_handle = Descriptor(::pidfd_open(process->m_pid, 0));
    process->m_input = std::move(streams->input);
    process->m_output = std::move(streams->output);
    process->m_isSocket = command.overSocket;
    process->m_errors = std::move(errors->readEnd);
    for (const Descriptor *fd : {&process->m_input, &process->m_output, &process->m_errors})
        makeNonBlocking(*fd);
    return process;
}

LocalProcess::~LocalProcess()
{
    if (m_pid < 0 || m_end)
        return;
    kill();
    static_cast<void>(waitForEnd(std::chrono::seconds(1)));
}

IoOutcome LocalProcess::read(std::span<std::byte> into)
{
    return ioOutcome(::read(m_output.get(), into.data(), into.size()));
}

IoOutcome LocalProcess::write(std::span<const std::byte> from)
{
    if (!m_input.isOpen())
        return {.state = IoState::Ended};
    return ioOutcome(::write(m_input.get(), from.data(), from.size()));
}

void LocalProcess::closeInput()
{
    if (m_isSocket && m_input.isOpen())
        ::shutdown(m_input.get(), SHUT_WR);
    m_input.reset();
}

bool LocalProcess::appendPollFds(std::vector<pollfd> &to, bool wantWrite)
{
    to.push_back({.fd = m_output.get(), .events = POLLIN, .revents = 0});
    to.push_back({.fd = m_errors.get(), .events = POLLIN, .revents = 0});
    if (wantWrite && m_input.isOpen())
        to.push_back({.fd = m_input.get(), .events = POLLOUT, .revents = 0});
    return false;
}

Readiness LocalProcess::afterPoll(std::span<const pollfd> polled)
{
    Readiness ready;
    for (const pollfd &entry : polled) {
        if (entry.revents == 0)
            continue;
        if (entry.fd == m_output.get())
            ready.read = true;
        else if (entry.fd == m_errors.get())
            collectErrors();
        else
            ready.write = true;
    }
    return ready;
}

void LocalProcess::collectErrors()
{
    std::array<char, 4096> block {};
    for (;;) {
        const ssize_t got = ::read(m_errors.get(), block.data(), block.size());
        if (got <= 0) {
            if (got == 0)
                m_errors.reset();
            return;
        }
        m_errorTail.append(block.data(), got);
        if (m_errorTail.size() > 2 * ErrorTailBytes)
            m_errorTail.remove(0, m_errorTail.size() - ErrorTailBytes);
    }
}

QByteArray LocalProcess::errorTail() const
{
    return m_errorTail.last(qMin(m_errorTail.size(), ErrorTailBytes));
}

bool LocalProcess::reap()
{
    siginfo_t info {};
    if (::waitid(P_PID, id_t(m_pid), &info, WEXITED | WNOHANG) != 0)
        m_end = ProcessEnd {};
    else if (info.si_pid == m_pid)
        m_end = info.si_code == CLD_EXITED ? ProcessEnd {.exitCode = info.si_status} : ProcessEnd {.signal = info.si_status};
    return m_end.has_value();
}

std::optional<ProcessEnd> LocalProcess::waitForEnd(std::chrono::milliseconds limit)
{
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!m_end && !reap()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            break;
        // Without a handle (no pidfd in this kernel) short naps take its place.
        const int wait = m_handle.isOpen() ? int(left.count()) : 10;
        std::array<pollfd, 2> fds {
            {{.fd = m_handle.get(), .events = POLLIN, .revents = 0}, {.fd = m_errors.get(), .events = POLLIN, .revents = 0}}};
        ::poll(fds.data(), fds.size(), wait);
        if (fds[1].revents != 0)
            collectErrors();
    }
    collectErrors();
    return m_end;
}

void LocalProcess::kill()
{
    // An ended child keeps its number until it is waited for, so this cannot hit another process.
    if (m_pid > 0 && !m_end)
        ::kill(m_pid, SIGKILL);
}

} // namespace hermes::hosts
