// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>

#include <chrono>
#include <optional>

namespace hermes {

/// What is known of the runs of a launch at one moment.
struct RunsSoFar
{
    int ended = 0;
    std::chrono::nanoseconds spent {0};     ///< In the ended ones, all together.
    std::chrono::nanoseconds longest {0};   ///< Of the ended ones.
    std::chrono::nanoseconds untilLast {0}; ///< From the launch's beginning until the last one ended, on the clock.
    QList<std::chrono::nanoseconds> underWay = {}; ///< How long each of those that run has been running.
    int left = 0;                                  ///< Without a result, those under way included.
    int concurrency = 1;
};

struct RemainingTime
{
    std::chrono::nanoseconds time {0};
    bool isLeast = false; ///< What runs is unlike all that has ended: how long its kind takes is not known yet.

    bool operator==(const RemainingTime &) const = default;
};

/// How long the rest will take; nothing while no run has ended or none is left.
///
/// A run under way is expected to take as long as the ended ones did. One that is slower than the slowest of them is
/// unlike them, and says by itself how long its kind takes: it is expected to take as long again as it has so far.
/// Many short runs take longer than the sum of their times, so their pace on the clock counts as well.
[[nodiscard]] std::optional<RemainingTime> remainingTime(const RunsSoFar &runs);

} // namespace hermes
