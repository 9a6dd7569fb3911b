// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/startorder.h"

#include <QList>

#include <optional>
#include <utility>

namespace hermes {

/// The candidates of a launch that have not been started, in the order in which they will be, kept as ranges of positions: a
/// million of them that follow each other cost nothing. A value; one thread at a time.
class CandidateQueue final
{
public:
    using Range = std::pair<int, int>; ///< First and one past the last.

    CandidateQueue() = default;
    /// Ranges of indexes in ascending order that do not overlap.
    explicit CandidateQueue(QList<Range> ranges, StartOrder order = {});

    [[nodiscard]] bool isEmpty() const { return m_again.isEmpty() && m_first == m_ranges.size(); }
    [[nodiscard]] int size() const;
    /// The index of the next one: those put back first.
    [[nodiscard]] std::optional<int> take();
    /// One past the position of the `count`-th of those that were never taken, or of the last one; 0 when there is none.
    [[nodiscard]] int reachOf(int count) const;
    /// Whether there is a next one and its position is below the reach, as that of one that was put back is.
    [[nodiscard]] bool isNextBelow(int reach) const;
    void putBack(int index) { m_again.append(index); }
    /// The indexes of all, in their order.
    [[nodiscard]] QList<int> takeAll();
    void clear();

private:
    StartOrder m_order;
    QList<Range> m_ranges; ///< Of positions.
    qsizetype m_first = 0;
    QList<int> m_again;
};

} // namespace hermes
