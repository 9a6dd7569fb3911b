// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTimer>

#include <ctime>
#include <utility>

namespace hermes {

/// The longest time that the thread of the window took between two rounds of its event loop while something went on. In its
/// own processor time, which other programs of the machine do not stretch; or, for a machine that does nothing else, as a
/// user would see it.
class LongestBlock final
{
public:
    enum class Clock { OwnTime, RealTime };

    explicit LongestBlock(Clock clock = Clock::OwnTime)
        : m_clock(clock == Clock::OwnTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC)
    {
        QObject::connect(&m_beat, &QTimer::timeout, &m_beat, [this] { note(); });
        m_beat.setTimerType(Qt::PreciseTimer);
        m_beat.start(std::chrono::milliseconds(1));
    }
    [[nodiscard]] qint64 milliseconds()
    {
        note();
        return m_longest / 1'000'000;
    }
    void restart()
    {
        m_last = now();
        m_longest = 0;
    }

private:
    [[nodiscard]] qint64 now() const
    {
        timespec time {};
        ::clock_gettime(m_clock, &time);
        return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    }
    void note()
    {
        const qint64 now = this->now();
        m_longest = std::max(m_longest, now - std::exchange(m_last, now));
    }

    clockid_t m_clock;
    QTimer m_beat;
    qint64 m_last = now();
    qint64 m_longest = 0;
};

} // namespace hermes
