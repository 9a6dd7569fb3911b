// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/connectionloop.h"

#include <QRandomGenerator>

#include <csignal>

#include <pthread.h>

using namespace Qt::StringLiterals;

namespace hermes::runner {

using protocol::FrameType;

namespace {
/// How long the last words and the exit code of a lost runner are waited for.
constexpr std::chrono::milliseconds LastWords {200};
/// Reads in a row before letters and writes get their turn.
constexpr int ReadsInARow = 4;
} // namespace

ConnectionLoop::ConnectionLoop(std::shared_ptr<hosts::Host> host, ConnectionOptions options)
    : m_host(std::move(host)),
      m_options(std::move(options)),
      m_runPrefix(QByteArray::number(QRandomGenerator::system()->generate64(), 16).toStdString() + '-')
{ }

void ConnectionLoop::main()
{
    // Signals are for the program's own threads, and a runner that is gone must show as an error of write().
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    pthread_setname_np(pthread_self(), "runner-io");
    m_mailbox->adopt();

    auto process = m_host->start(m_options.command, {});
    if (!process) {
        endWith(process.error());
        return;
    }
    m_process = std::move(*process);
    m_heard = Clock::now();
    m_stateDeadline = m_heard + m_options.handshakeLimit;
    sendHello();
    while (!hasEnded())
        step();
    m_process->closeInput();
    const auto end = m_process->waitForEnd(m_options.closeLimit);
    if (!end)
        m_process->kill();
    m_process.reset();
    // Each of its two processes ends what they have started when the other dies; killed both, they cannot.
    if (!end || end->signal != 0)
        m_host->killMarked("HERMES_RUN_ID=" + QByteArray::fromStdString(m_runPrefix));
}

void ConnectionLoop::sendHello()
{
    const protocol::Hello hello {.minVersion = protocol::OldestVersion,
                                 .maxVersion = protocol::CurrentVersion,
                                 .silenceLimit = m_options.silenceLimit,
                                 .temporaryBase = m_options.temporaryBase};
    m_writer.append(protocol::encodeMessage(FrameType::Hello, 0, protocol::encode(hello)));
}

void ConnectionLoop::post(Mailbox::Letter letter)
{
    if (auto returned = m_mailbox->post(std::move(letter)))
        (*returned)(*this);
}

Result<protocol::HelloReply> ConnectionLoop::waitUntilOpen(std::stop_token stop)
{
    std::unique_lock lock(m_openMutex);
    if (!m_openChanged.wait(lock, stop, [this] { return m_opened.has_value(); }) || !m_opened)
        return fail(FaultKind::Cancelled, u"Connecting to %1 was cancelled"_s.arg(m_host->name()));
    return *m_opened;
}

void ConnectionLoop::step()
{
    send();
    if (hasEnded())
        return;
    waitForEvents();
    if (m_ready.read)
        receive();
    // After the frames, whose callbacks may leave letters: these go out without another look at the descriptors.
    for (auto &letter : m_mailbox->take())
        letter(*this);
    if (!hasEnded())
        checkTimers();
}

void ConnectionLoop::send()
{
    // A busy writer may have held something back for which nothing would wake us once all is written.
    for (bool more = true; more && !hasEnded();) {
        if (m_state == State::Open)
            m_runs.pump();
        more = m_writer.isBusy();
        flush();
        more = more && m_writer.pending() == 0;
    }
}

void ConnectionLoop::waitForEvents()
{
    m_polled.clear();
    m_polled.push_back({.fd = m_mailbox->wakeFd(), .events = POLLIN, .revents = 0});
    const bool buffered = m_process->appendPollFds(m_polled, m_writer.pending() > 0);
    timespec wait {};
    const timespec *limit = &wait;
    if (!buffered && m_mailbox->prepareToSleep()) {
        if (const auto next = nextTimer(); next == Clock::time_point::max()) {
            limit = nullptr;
        } else {
            const auto left = std::max(next - Clock::now(), Clock::duration::zero());
            const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
            wait = {.tv_sec = seconds.count(), .tv_nsec = std::chrono::nanoseconds(left - seconds).count()};
        }
    }
    ::ppoll(m_polled.data(), m_polled.size(), limit, nullptr);
    if (m_polled.front().revents != 0)
        m_mailbox->acknowledge();
    m_ready = m_process->afterPoll(std::span(m_polled).subspan(1));
    m_ready.read = m_ready.read || buffered;
}

ConnectionLoop::Clock::time_point ConnectionLoop::nextTimer() const
{
    auto next = std::min({m_runs.nextDeadline(), m_stateDeadline, m_nextPing});
    if (m_options.silenceLimit.count() > 0)
        next = std::min(next, m_heard + m_options.silenceLimit);
    return next;
}

void ConnectionLoop::checkTimers()
{
    if (nextTimer() == Clock::time_point::max())
        return;
    const auto now = Clock::now();
    m_runs.checkDeadlines(now);
    if (now >= m_stateDeadline) {
        if (m_state == State::Closing) {
            m_process->kill();
            lose(FaultKind::Cancelled, {});
        } else {
            lose(FaultKind::TimedOut,
                 u"The runner on %1 did not answer within %2 s"_s.arg(m_host->name()).arg(m_options.handshakeLimit.count() / 1000));
        }
        return;
    }
    if (m_options.silenceLimit.count() > 0 && now >= m_heard + m_options.silenceLimit) {
        lose(FaultKind::Unreachable, u"nothing was heard from it for %1 s"_s.arg(m_options.silenceLimit.count() / 1000));
        return;
    }
    if (now >= m_nextPing) {
        m_writer.append(FrameType::Ping, 0);
        m_nextPing = now + m_options.pingEvery;
    }
}

void ConnectionLoop::flush()
{
    if (m_writer.pending() == 0 || m_state == State::Closing)
        return;
    const auto outcome = m_writer.flush(*m_process);
    if (outcome.state == hosts::IoState::Ended)
        lose(FaultKind::Unreachable, {});
    else if (outcome.state == hosts::IoState::Failed)
        lose(FaultKind::Unreachable, qt_error_string(outcome.error));
}

void ConnectionLoop::receive()
{
    for (int reads = 0; reads < ReadsInARow && !hasEnded(); ++reads) {
        const auto space = m_reader.space();
        const auto outcome = m_process->read(space);
        switch (outcome.state) {
        case hosts::IoState::WouldBlock: return;
        case hosts::IoState::Ended: lose(FaultKind::Unreachable, {}); return;
        case hosts::IoState::Failed: lose(FaultKind::Unreachable, qt_error_string(outcome.error)); return;
        case hosts::IoState::Done: break;
        }
        m_reader.received(outcome.bytes);
        if (m_options.silenceLimit.count() > 0)
            m_heard = Clock::now();
        if (!takeFrames())
            return;
        if (outcome.bytes < space.size())
            return;
    }
}

void ConnectionLoop::close()
{
    if (hasEnded() || m_state == State::Closing)
        return;
    m_state = State::Closing;
    m_stateDeadline = Clock::now() + m_options.closeLimit;
    m_process->closeInput();
}

void ConnectionLoop::lose(FaultKind kind, const QString &why)
{
    m_process->closeInput();
    endWith({.kind = kind, .what = lossText(why), .transient = kind == FaultKind::Unreachable});
}

QString ConnectionLoop::lossText(const QString &why)
{
    if (m_state == State::Closing)
        return u"The connection to the runner on %1 was closed"_s.arg(m_host->name());
    const auto end = m_process->waitForEnd(LastWords);
    QStringList parts;
    if (!why.isEmpty())
        parts.append(why);
    if (end && end->signal != 0)
        parts.append(u"it was ended by %1"_s.arg(signalName(end->signal)));
    else if (end && end->exitCode != 0)
        parts.append(u"it ended with exit code %1"_s.arg(end->exitCode));
    if (const QString epilogue = m_process->epilogue(); !epilogue.isEmpty())
        parts.append(epilogue);
    if (const QByteArray words = m_process->errorTail().trimmed(); !words.isEmpty())
        parts.append(QString::fromUtf8(words));
    const QString head = m_state == State::Starting ? u"The runner on %1 could not be reached"_s.arg(m_host->name())
                                                    : u"The connection to the runner on %1 was lost"_s.arg(m_host->name());
    return parts.isEmpty() ? head : head + u": "_s + parts.join(u"; "_s);
}

void ConnectionLoop::endWith(Fault fault)
{
    if (hasEnded())
        return;
    m_fault = std::move(fault);
    m_ended.store(true, std::memory_order_release);
    {
        const std::lock_guard lock(m_openMutex);
        if (!m_opened)
            m_opened = std::unexpected(m_fault);
    }
    m_openChanged.notify_all();
    auto letters = m_mailbox->close();
    m_runs.loseAll(m_fault, m_state == State::Closing);
    m_exchanges.loseAll(m_fault);
    for (auto &letter : letters)
        letter(*this);
}

} // namespace hermes::runner
