// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "candidatequeue.h"

#include <algorithm>

namespace hermes {

CandidateQueue::CandidateQueue(QList<Range> ranges) : m_ranges(std::move(ranges))
{
    m_ranges.removeIf([](const Range &range) { return range.first >= range.second; });
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
    const int index = range.first++;
    if (range.first == range.second)
        ++m_first;
    return index;
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

std::optional<int> CandidateQueue::next() const
{
    if (!m_again.isEmpty())
        return m_again.first();
    return m_first == m_ranges.size() ? std::nullopt : std::optional(m_ranges[m_first].first);
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
