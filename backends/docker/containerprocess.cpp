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
/// The runner says its word right after it has connected.
constexpr std::chrono::milliseconds WordLimit {1'000};

/// Whether the first that comes is the word.
bool knowsWord(hosts::ByteStream &stream, const QByteArray &word, hosts::Wait &wait)
{
    QByteArray heard(word.size(), '\0');
    for (qsizetype have = 0; have < word.size();) {
        const auto outcome = stream.read(std::as_writable_bytes(std::span(heard.data() + have, size_t(word.size() - have))));
        if (outcome.state == hosts::IoState::Done) {
            have += qsizetype(outcome.bytes);
            if (heard.first(have) != word.first(have))
                return false;
        } else if (outcome.state != hosts::IoState::WouldBlock || !wait.forStream(stream, false)) {
            return false;
        }
    }
    return true;
}
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
    const auto line = firstLine(wait);
    if (!line || line->startsWith(QByteArrayView(protocol::SpeaksHere).chopped(1)))
        return line.transform([](const QByteArray &) { });
    const QByteArrayView there(protocol::SpeaksThere);
    if (!line->startsWith(there))
        return fail(
            FaultKind::Protocol,
            u"what answered is not the runner: %1"_s.arg(QString::fromUtf8(line->first(std::min<qsizetype>(line->size(), 80)))));
    const QByteArray word = line->sliced(there.size()) + '\n';
    for (;;) {
        if (auto ready = wait.forDescriptor(listener.get(), POLLIN); !ready)
            return ready;
        auto stream = std::make_unique<hosts::SocketStream>(
            Descriptor(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)));
        // Another one in the container may have been quicker; it does not know the word, and keeps us no longer than this.
        hosts::Wait shortly(WordLimit, {});
        if (knowsWord(*stream, word, shortly)) {
            m_socket = std::move(stream);
            return {};
        }
    }
}

Result<QByteArray> ContainerProcess::firstLine(hosts::Wait &wait)
{
    for (;;) {
        collect();
        if (const qsizetype end = m_out.indexOf('\n'); end >= 0) {
            QByteArray line = m_out.first(end);
            m_out.remove(0, end + 1);
            return line;
        }
        if (m_streamsEnded)
            return fail(FaultKind::NotConfigured, QString::fromUtf8(errorTail()).trimmed());
        if (const auto ready = wait.forStream(*m_streams, false); !ready)
            return std::unexpected(ready.error());
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

QString ContainerProcess::rouse()
{
    return m_ending.rouse ? m_ending.rouse() : QString();
}

void ContainerProcess::kill()
{
    m_ending.kill();
}

} // namespace hermes::docker
