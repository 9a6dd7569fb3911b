// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/interrupts.h"

#include "app/cli/command.h"

#include <QSocketNotifier>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace hermes {

namespace {

constexpr std::array Signals {SIGINT, SIGTERM, SIGHUP};

/// `timeout` and programs that pass on what the terminal sends anyway make one request arrive twice, within moments. Far
/// below the time between two presses of a key.
constexpr long SameRequestMilliseconds = 50;

std::atomic<int> wakeDescriptor {-1};
std::atomic<long> lastAt {0};
std::atomic<int> requests {0};

static_assert(std::atomic<long>::is_always_lock_free && std::atomic<int>::is_always_lock_free, "used in a signal handler");

long nowMilliseconds()
{
    timespec now {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

void endAtOnce(int)
{
    ::_exit(exitcode::Cancelled);
}

void onSignal(int)
{
    const int savedErrno = errno;
    const long now = nowMilliseconds();
    long last = lastAt.load();
    if (now - last > SameRequestMilliseconds && lastAt.compare_exchange_strong(last, now)) {
        const int request = ++requests;
        if (request > 2)
            endAtOnce(0);
        // The event loop may be held up by somebody who does not read what this program writes.
        if (request == 2)
            ::alarm(1);
        const char byte = 1;
        [[maybe_unused]] const auto written = ::write(wakeDescriptor.load(), &byte, 1);
    }
    errno = savedErrno;
}

void onBrokenPipe(int) { }

void setHandler(int signal, void (*handler)(int))
{
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
}

bool isIgnored(int signal)
{
    struct sigaction current {};
    return ::sigaction(signal, nullptr, &current) == 0 && current.sa_handler == SIG_IGN;
}

} // namespace

Interrupts::Interrupts()
{
    if (::pipe2(m_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_notifier = new QSocketNotifier(m_pipe[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &Interrupts::takeRequests);
    lastAt = nowMilliseconds() - SameRequestMilliseconds - 1;
    requests = 0;
    wakeDescriptor = m_pipe[1];
    setHandler(SIGALRM, endAtOnce);
    for (const int signal : Signals) {
        // Under nohup a closed terminal is no reason to stop.
        if (signal != SIGHUP || !isIgnored(signal))
            setHandler(signal, onSignal);
    }
}

Interrupts::~Interrupts()
{
    if (m_pipe[0] < 0)
        return;
    setHandler(SIGALRM, SIG_IGN);
    ::alarm(0);
    for (const int signal : Signals) {
        if (signal != SIGHUP || !isIgnored(signal))
            setHandler(signal, SIG_DFL);
    }
    delete m_notifier;
    ::close(m_pipe[0]);
    ::close(m_pipe[1]);
}

void Interrupts::takeRequests()
{
    for (char byte = 0; ::read(m_pipe[0], &byte, 1) == 1;) {
        if (++m_taken == 1) {
            Q_EMIT interrupted();
            continue;
        }
        ::alarm(0);
        Q_EMIT insisted();
    }
}

void surviveBrokenPipes()
{
    setHandler(SIGPIPE, onBrokenPipe);
}

} // namespace hermes
