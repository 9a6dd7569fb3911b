// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

namespace hermes::resident {

using Clock = std::chrono::steady_clock;

/// No wait that a client asks for is longer: a time point always has room for it.
inline constexpr std::chrono::milliseconds LongestWait = std::chrono::years(10);

/// At most one time for each id at which it wants to be woken.
class Wakeups final
{
public:
    void set(uint32_t id, Clock::time_point &current, Clock::time_point time)
    {
        clear(id, current);
        current = time;
        m_times.emplace(time, id);
    }
    void clear(uint32_t id, Clock::time_point &current)
    {
        if (current != Clock::time_point::max())
            m_times.erase({current, id});
        current = Clock::time_point::max();
    }
    [[nodiscard]] std::optional<Clock::time_point> first() const
    {
        return m_times.empty() ? std::nullopt : std::optional(m_times.begin()->first);
    }
    /// The id that is due and first in line; it stays until it is cleared or set anew.
    [[nodiscard]] std::optional<uint32_t> due(Clock::time_point now) const
    {
        if (m_times.empty() || m_times.begin()->first > now)
            return std::nullopt;
        return m_times.begin()->second;
    }

private:
    std::set<std::pair<Clock::time_point, uint32_t>> m_times;
};

} // namespace hermes::resident
