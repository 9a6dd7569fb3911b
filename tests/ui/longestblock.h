// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTimer>

#include <ctime>
#include <utility>

namespace hermes {

/// The most work that the thread of the window did between two rounds of its event loop while something went on. In its
/// own processor time, which other programs of the machine do not stretch.
class LongestBlock final
{
public:
    LongestBlock()
    {
        QObject::connect(&m_beat, &QTimer::timeout, &m_beat, [this] { note(); });
        m_beat.start(std::chrono::milliseconds(1));
    }
    [[nodiscard]] qint64 milliseconds()
    {
        note();
        return m_longest;
    }

private:
    static qint64 worked()
    {
        timespec time {};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return qint64(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
    }
    void note()
    {
        const qint64 now = worked();
        m_longest = std::max(m_longest, now - std::exchange(m_last, now));
    }

    QTimer m_beat;
    qint64 m_last = worked();
    qint64 m_longest = 0;
};

} // namespace hermes
