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

/// `timeout` and some terminals send one request twice within moments.
constexpr long SameRequestMilliseconds = 250;

std::atomic<int> wakeDescriptor {-1};
std::atomic<long> firstAt {0};

static_assert(std::atomic<long>::is_always_lock_free, "used in a signal handler");

long nowMilliseconds()
{
    timespec now {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000 + 1;
}

void onSignal(int)
{
    const int savedErrno = errno;
    const long now = nowMilliseconds();
    long first = 0;
    if (firstAt.compare_exchange_strong(first, now)) {
        const char byte = 1;
        [[maybe_unused]] const auto written = ::write(wakeDescriptor.load(), &byte, 1);
    } else if (now - first > SameRequestMilliseconds) {
        ::_exit(exitcode::Cancelled);
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
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        m_notifier->setEnabled(false);
        m_happened = true;
        Q_EMIT interrupted();
    });
    firstAt = 0;
    wakeDescriptor = m_pipe[1];
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
    for (const int signal : Signals) {
        if (signal != SIGHUP || !isIgnored(signal))
            setHandler(signal, SIG_DFL);
    }
    delete m_notifier;
    ::close(m_pipe[0]);
    ::close(m_pipe[1]);
}

void surviveBrokenPipes()
{
    setHandler(SIGPIPE, onBrokenPipe);
}

} // namespace hermes
