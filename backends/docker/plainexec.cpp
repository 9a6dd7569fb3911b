// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/plainexec.h"

#include <sys/eventfd.h>

#include <thread>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// For what takes no time by itself.
constexpr std::chrono::seconds CompletionLimit {60};
constexpr qsizetype MostOutput = 16 * 1024 * 1024;
/// Between the end of the streams and the daemon's knowledge of the exit code.
constexpr std::chrono::seconds ExitLimit {5};
constexpr std::chrono::milliseconds ExitLook {5};
} // namespace

Result<PlainExec> PlainExec::start(const Containers &containers, const QString &container, const QStringList &command,
                                   std::stop_token stop)
{
    return containers.exec(container, command, std::move(stop)).transform([&](Containers::Exec exec) {
        return PlainExec(containers, std::move(exec));
    });
}

Result<PlainExec::Outcome> PlainExec::complete(const Containers &containers, const QString &container, const QStringList &command,
                                               const QByteArray &input, std::stop_token stop)
{
    auto exec = start(containers, container, command, stop);
    if (!exec)
        return std::unexpected(exec.error());
    const Descriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const std::stop_callback onStop(stop, [fd = wake.get()] { ::eventfd_write(fd, 1); });
    const auto deadline = Clock::now() + CompletionLimit;
    Outcome outcome;
    QByteArrayView left(input);
    while (!exec->hasEnded()) {
        left = left.sliced(qsizetype(exec->write(left)));
        if (left.isEmpty())
            exec->closeInput();
        exec->wait(wake.get(), {.write = !left.isEmpty(), .until = deadline});
        exec->read(outcome.out, outcome.err);
        if (stop.stop_requested())
            return fail(FaultKind::Cancelled, u"Cancelled"_s);
        if (Clock::now() >= deadline)
            return fail(FaultKind::TimedOut, u"A command in the container took longer than %1 s"_s.arg(CompletionLimit.count()));
        if (outcome.out.size() > MostOutput)
            return fail(FaultKind::Exhausted, u"A command in the container wrote more than %1 bytes"_s.arg(MostOutput));
    }
    return exec->exitCode(std::move(stop)).transform([&](int code) {
        outcome.exitCode = code;
        return std::move(outcome);
    });
}

void PlainExec::wait(int wakeFd, const Wish &wish)
{
    std::vector<pollfd> fds {{.fd = wakeFd, .events = POLLIN, .revents = 0}};
    m_buffered = false;
    const bool takesPart = !m_ended && wish.read;
    if (takesPart)
        m_buffered = m_exec.stream->appendPollFds(fds, wish.write);
    if (!m_buffered) {
        int wait = -1;
        if (wish.until != Clock::time_point::max()) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(wish.until - Clock::now()).count();
            wait = int(std::clamp<decltype(left)>(left, 0, std::numeric_limits<int>::max()));
        }
        ::poll(fds.data(), fds.size(), wait);
    }
    if (takesPart)
        std::ignore = m_exec.stream->afterPoll(std::span(fds).subspan(1));
    if (fds.front().revents != 0) {
        eventfd_t count = 0;
        ::eventfd_read(wakeFd, &count);
    }
}

void PlainExec::read(QByteArray &out, QByteArray &err)
{
    std::array<std::byte, 64 * 1024> block;
    if (m_ended)
        return;
    const auto outcome = m_exec.stream->read(block);
    if (outcome.state == hosts::IoState::WouldBlock)
        return;
    m_ended = outcome.state != hosts::IoState::Done || !m_demultiplexer.feed(std::span(block).first(outcome.bytes), out, err);
}

size_t PlainExec::write(QByteArrayView bytes)
{
    size_t done = 0;
    while (done < size_t(bytes.size()) && !m_ended) {
        const auto outcome = m_exec.stream->write(std::as_bytes(std::span(bytes.data(), size_t(bytes.size()))).subspan(done));
        if (outcome.state == hosts::IoState::WouldBlock)
            return done;
        // A process that does not read its input is no failure.
        if (outcome.state != hosts::IoState::Done)
            break;
        done += outcome.bytes;
    }
    return size_t(bytes.size());
}

void PlainExec::closeInput()
{
    if (!std::exchange(m_inputClosed, true))
        m_exec.stream->closeInput();
}

Result<int> PlainExec::exitCode(std::stop_token stop) const
{
    const auto deadline = Clock::now() + ExitLimit;
    for (;;) {
        const auto code = m_containers.execExitCode(m_exec.id, stop);
        if (!code)
            return std::unexpected(code.error());
        if (const std::optional<int> &known = *code)
            return *known;
        if (Clock::now() >= deadline)
            return fail(FaultKind::Internal, u"The daemon does not know how a process in the container ended"_s);
        std::this_thread::sleep_for(ExitLook);
    }
}

} // namespace hermes::docker
