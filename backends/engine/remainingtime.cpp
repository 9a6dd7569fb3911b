// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "remainingtime.h"

#include <algorithm>

namespace hermes {

using std::chrono::nanoseconds;

namespace {

/// What a run that has taken `elapsed` still needs. Without jumps: a run that is a little slower than all others does not
/// turn a moment into minutes.
nanoseconds rest(nanoseconds elapsed, nanoseconds usual, nanoseconds longest)
{
    const nanoseconds asOthers = elapsed <= usual ? usual - elapsed : std::min(elapsed - usual, longest - elapsed);
    const nanoseconds asLongAgain = std::min(elapsed, 4 * (elapsed - longest));
    return std::max({asOthers, asLongAgain, nanoseconds(0)});
}

} // namespace

std::optional<RemainingTime> remainingTime(const RunsSoFar &runs)
{
    if (runs.ended <= 0 || runs.left <= 0)
        return std::nullopt;
    const nanoseconds usual = runs.spent / runs.ended;
    nanoseconds last {0};
    nanoseconds work {0};
    nanoseconds known = runs.spent;
    qint64 count = runs.ended;
    bool isLeast = false;
    for (const nanoseconds elapsed : runs.underWay) {
        const nanoseconds more = rest(elapsed, usual, runs.longest);
        last = std::max(last, more);
        work += more;
        isLeast |= elapsed > 2 * runs.longest;
        if (elapsed > usual) { // else it says nothing that the ended ones do not
            known += elapsed + more;
            ++count;
        }
    }
    const qint64 places = std::max(1, runs.concurrency);
    const qint64 waiting = std::max<qint64>(0, runs.left - runs.underWay.size());
    work += known / count * waiting;
    nanoseconds remaining = std::max<nanoseconds>(last, work / places);
    // Before every place had its runs a few times, the pace is that of the beginning.
    if (runs.ended >= 4 * places)
        remaining = std::max<nanoseconds>(remaining, runs.untilLast / runs.ended * waiting);
    return RemainingTime {.time = remaining, .isLeast = isLeast};
}

} // namespace hermes
