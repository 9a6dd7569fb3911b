// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "candidatequeue.h"

#include <algorithm>
#include <vector>

namespace hermes {

namespace {

/// The positions of what is in these ranges of indexes.
QList<CandidateQueue::Range> positionsOf(const QList<CandidateQueue::Range> &ranges, const StartOrder &order)
{
    std::vector<char> wanted(size_t(ranges.isEmpty() ? 0 : ranges.last().second), 0);
    for (const auto &[first, end] : ranges)
        std::fill(wanted.begin() + first, wanted.begin() + end, 1);
    QList<CandidateQueue::Range> positions;
    for (int position = 0; position < order.count(); ++position) {
        const auto index = size_t(order.indexAt(position));
        if (index >= wanted.size() || !wanted[index])
            continue;
        if (!positions.isEmpty() && positions.last().second == position)
            ++positions.last().second;
        else
            positions.append({position, position + 1});
    }
    return positions;
}

} // namespace

CandidateQueue::CandidateQueue(QList<Range> ranges, StartOrder order) : m_order(std::move(order)), m_ranges(std::move(ranges))
{
    m_ranges.removeIf([](const Range &range) { return range.first >= range.second; });
    if (m_order.isShuffled())
        m_ranges = positionsOf(m_ranges, m_order);
}

int CandidateQueue::size() const
{
    int count = int(m_again.size());
    for (qsizetype i = m_first; i < m_ranges.size(); ++i)
        count += m_ranges[i].second - m_ranges[i].first;
    return count;
}

std::optional<int> CandidateQueue::take()
{
    if (!m_again.isEmpty())
        return m_again.takeFirst();
    if (m_first == m_ranges.size())
        return std::nullopt;
    Range &range = m_ranges[m_first];
    const int position = range.first++;
    if (range.first == range.second)
        ++m_first;
    return m_order.indexAt(position);
}

int CandidateQueue::reachOf(int count) const
{
    int reach = 0;
    for (qsizetype i = m_first; i < m_ranges.size() && count > 0; ++i) {
        const auto [first, end] = m_ranges[i];
        reach = std::min(end, first + count);
        count -= reach - first;
    }
    return reach;
}

bool CandidateQueue::isNextBelow(int reach) const
{
    return !m_again.isEmpty() || (m_first < m_ranges.size() && m_ranges[m_first].first < reach);
}

QList<int> CandidateQueue::takeAll()
{
    QList<int> all;
    while (const auto index = take())
        all.append(*index);
    return all;
}

void CandidateQueue::clear()
{
    *this = {};
}

} // namespace hermes
