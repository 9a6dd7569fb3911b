// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/hosts/wait.h"

#include <sys/eventfd.h>

namespace hermes::hosts {

Wait::Wait(std::optional<std::chrono::milliseconds> limit, std::stop_token stop)
    : m_limit(limit),
      m_stop(stop),
      m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      m_onStop(std::move(stop), [fd = m_wake.get()] { ::eventfd_write(fd, 1); })
{
    restart();
}

void Wait::restart()
{
    m_deadline = m_limit ? std::chrono::steady_clock::now() + *m_limit : std::chrono::steady_clock::time_point::max();
}

Result<> Wait::mayGoOn() const
{
    if (m_stop.stop_requested())
        return fail(FaultKind::Cancelled, {});
    if (m_limit && std::chrono::steady_clock::now() >= m_deadline)
        return fail(FaultKind::TimedOut, {});
    return {};
}

Result<> Wait::forAny(std::vector<pollfd> &fds)
{
    fds.push_back({.fd = m_wake.get(), .events = POLLIN, .revents = 0});
    Result<> patient;
    for (bool ready = false; !ready;) {
        patient = mayGoOn();
        if (!patient)
            break;
        int wait = -1;
        if (m_limit) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_deadline - std::chrono::steady_clock::now());
            wait = int(std::min<std::chrono::milliseconds::rep>(left.count(), std::numeric_limits<int>::max()));
        }
        ready = ::poll(fds.data(), fds.size(), wait) > 0 && fds.back().revents == 0;
    }
    fds.pop_back();
    return patient;
}

Result<Readiness> Wait::forStream(ByteStream &stream, bool wantWrite)
{
    std::vector<pollfd> fds;
    if (stream.appendPollFds(fds, wantWrite))
        return Readiness {.read = true};
    return forAny(fds).transform([&] { return stream.afterPoll(fds); });
}

Result<> Wait::forDescriptor(int fd, short events)
{
    std::vector<pollfd> fds {{.fd = fd, .events = events, .revents = 0}};
    return forAny(fds);
}

} // namespace hermes::hosts
