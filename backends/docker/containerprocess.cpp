// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/containerprocess.h"

#include "backends/hosts/socketstream.h"
#include "backends/hosts/wait.h"
#include "backends/runner/protocol/frame.h"

#include <sys/socket.h>

#include <cstring>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr qsizetype ErrorTailBytes = 16 * 1024;
/// As much of stdout as is held for a reader that is slower; the rest stays with the daemon.
constexpr qsizetype MostPending = 256 * 1024;
constexpr std::byte ErrorStream {2};
} // namespace

bool StreamDemultiplexer::feed(std::span<const std::byte> bytes, QByteArray &out, QByteArray &err)
{
    while (!bytes.empty()) {
        if (m_left == 0) {
            const size_t count = std::min(bytes.size(), HeaderBytes - m_headerFill);
            std::memcpy(m_header.data() + m_headerFill, bytes.data(), count);
            bytes = bytes.subspan(count);
            m_headerFill += count;
            if (m_headerFill < HeaderBytes)
                return true;
            m_headerFill = 0;
            if (m_header[0] > std::byte {3} || m_header[1] != std::byte {0} || m_header[2] != std::byte {0}
                || m_header[3] != std::byte {0})
                return false;
            m_isError = m_header[0] == ErrorStream;
            for (size_t i = 4; i < HeaderBytes; ++i)
                m_left = m_left << 8U | std::to_integer<size_t>(m_header[i]);
            continue;
        }
        const size_t count = std::min(bytes.size(), m_left);
        (m_isError ? err : out).append(reinterpret_cast<const char *>(bytes.data()), qsizetype(count));
        bytes = bytes.subspan(count);
        m_left -= count;
    }
    return true;
}

ContainerProcess::ContainerProcess(std::unique_ptr<hosts::ByteStream> streams, Ending ending)
    : m_streams(std::move(streams)), m_ending(std::move(ending))
{ }

Result<> ContainerProcess::deliver(QByteArrayView bytes, std::chrono::milliseconds limit, std::stop_token stop)
{
    hosts::Wait wait(limit, std::move(stop));
    auto left = std::as_bytes(std::span(bytes.data(), size_t(bytes.size())));
    while (!left.empty()) {
        const auto outcome = m_streams->write(left);
        // Why nobody reads any more is told by what it has said.
        if (outcome.state == hosts::IoState::Ended || outcome.state == hosts::IoState::Failed)
            return {};
        left = left.subspan(outcome.bytes);
        collect();
        if (m_streamsEnded)
            return {};
        if (outcome.state == hosts::IoState::WouldBlock) {
            if (auto ready = wait.forStream(*m_streams, true); !ready)
                return std::unexpected(ready.error());
        }
    }
    return {};
}

Result<> ContainerProcess::awaitVoice(Descriptor listener, std::chrono::milliseconds limit, std::stop_token stop)
{
    hosts::Wait wait(limit, std::move(stop));
    const QByteArrayView here(protocol::SpeaksHere.data(), qsizetype(protocol::SpeaksHere.size()));
    for (;;) {
        Descriptor connected(listener.isOpen() ? ::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK) : -1);
        if (connected.isOpen()) {
            m_socket = std::make_unique<hosts::SocketStream>(std::move(connected));
            return {};
        }
        collect();
        if (m_out.startsWith(here)) {
            m_out.remove(0, here.size());
            return {};
        }
        if (m_streamsEnded)
            return fail(FaultKind::NotConfigured, QString::fromUtf8(errorTail()).trimmed());
        std::vector<pollfd> fds;
        const bool buffered = m_streams->appendPollFds(fds, false);
        fds.push_back({.fd = listener.get(), .events = POLLIN, .revents = 0});
        if (auto ready = buffered ? Result<>() : wait.forAny(fds); !ready)
            return ready;
        std::ignore = m_streams->afterPoll(std::span(fds).first(fds.size() - 1));
    }
}

void ContainerProcess::collect()
{
    std::array<std::byte, 64 * 1024> block;
    while (!m_streamsEnded && m_out.size() < MostPending) {
        const auto outcome = m_streams->read(block);
        if (outcome.state == hosts::IoState::WouldBlock)
            return;
        m_streamsEnded = outcome.state != hosts::IoState::Done
            || !m_demultiplexer.feed(std::span(block).first(outcome.bytes), m_out, m_err);
        m_streamsError = outcome.error;
        if (m_err.size() > 2 * ErrorTailBytes)
            m_err.remove(0, m_err.size() - ErrorTailBytes);
    }
}

hosts::IoOutcome ContainerProcess::read(std::span<std::byte> into)
{
    if (m_socket)
        return m_socket->read(into);
    if (m_out.isEmpty())
        collect();
    if (!m_out.isEmpty()) {
        const size_t count = std::min(into.size(), size_t(m_out.size()));
        std::memcpy(into.data(), m_out.constData(), count);
        m_out.remove(0, qsizetype(count));
        return {.state = hosts::IoState::Done, .bytes = count};
    }
    if (!m_streamsEnded)
        return {.state = hosts::IoState::WouldBlock};
    return m_streamsError == 0 ? hosts::IoOutcome {.state = hosts::IoState::Ended}
                               : hosts::IoOutcome {.state = hosts::IoState::Failed, .error = m_streamsError};
}

hosts::IoOutcome ContainerProcess::write(std::span<const std::byte> from)
{
    return m_socket ? m_socket->write(from) : m_streams->write(from);
}

void ContainerProcess::closeInput()
{
    if (m_socket)
        m_socket->closeInput();
    m_streams->closeInput();
}

bool ContainerProcess::appendPollFds(std::vector<pollfd> &to, bool wantWrite)
{
    const size_t before = to.size();
    bool buffered = m_socket && m_socket->appendPollFds(to, wantWrite);
    m_socketFds = to.size() - before;
    if (!m_streamsEnded)
        buffered = m_streams->appendPollFds(to, wantWrite && !m_socket) || buffered;
    return buffered || (!m_socket && !m_out.isEmpty());
}

hosts::Readiness ContainerProcess::afterPoll(std::span<const pollfd> polled)
{
    if (!m_socket)
        return m_streams->afterPoll(polled);
    if (!m_streamsEnded && m_streams->afterPoll(polled.subspan(m_socketFds)).read)
        collect();
    return m_socket->afterPoll(polled.first(m_socketFds));
}

QByteArray ContainerProcess::errorTail() const
{
    return m_err.last(std::min(m_err.size(), ErrorTailBytes));
}

std::optional<hosts::ProcessEnd> ContainerProcess::waitForEnd(std::chrono::milliseconds limit)
{
    hosts::Wait wait(limit, {});
    while (!m_streamsEnded) {
        if (!wait.forStream(*m_streams, false))
            return m_end;
        // What it still says is of no interest to anybody.
        m_out.clear();
        collect();
    }
    if (!m_end)
        m_end = m_ending.ask();
    return m_end;
}

QString ContainerProcess::epilogue()
{
    return m_ending.explain ? m_ending.explain() : QString();
}

void ContainerProcess::kill()
{
    m_ending.kill();
}

} // namespace hermes::docker
