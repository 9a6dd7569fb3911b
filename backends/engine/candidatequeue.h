// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>

#include <optional>
#include <utility>

namespace hermes {

/// The candidates of a launch that have not been started, in order, kept as ranges: a million of them cost nothing.
/// A value; one thread at a time.
class CandidateQueue final
{
public:
    using Range = std::pair<int, int>; ///< First and one past the last index.

    CandidateQueue() = default;
    /// Ranges in ascending order that do not overlap.
    explicit CandidateQueue(QList<Range> ranges);

    [[nodiscard]] bool isEmpty() const { return m_again.isEmpty() && m_first == m_ranges.size(); }
    [[nodiscard]] int size() const;
    /// Takes the next one: those put back first, then the lowest index.
    [[nodiscard]] std::optional<int> take();
    /// One past the index of the `count`-th of those that were never taken, or of the last one; 0 when there is none.
    [[nodiscard]] int reachOf(int count) const;
    /// The one that take() would return.
    [[nodiscard]] std::optional<int> next() const;
    void putBack(int index) { m_again.append(index); }
    /// Takes all, lowest first.
    [[nodiscard]] QList<int> takeAll();
    void clear();

private:
    QList<Range> m_ranges;
    qsizetype m_first = 0;
    QList<int> m_again;
};

} // namespace hermes
