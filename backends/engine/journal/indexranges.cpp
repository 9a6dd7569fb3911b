// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "indexranges.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

IndexRanges inOrder(IndexRanges ranges, qint64 count)
{
    std::ranges::sort(ranges, {}, &IndexRange::first);
    IndexRanges ordered;
    for (IndexRange range : std::as_const(ranges)) {
        range.first = std::max<qint64>(range.first, 0);
        range.last = std::min(range.last, count - 1);
        if (range.size() <= 0)
            continue;
        if (!ordered.isEmpty() && range.first <= ordered.last().last + 1)
            ordered.last().last = std::max(ordered.last().last, range.last);
        else
            ordered += range;
    }
    return ordered;
}

IndexRanges intersection(const IndexRanges &one, const IndexRanges &other)
{
    IndexRanges both;
    auto left = one.cbegin();
    auto right = other.cbegin();
    while (left != one.cend() && right != other.cend()) {
        const IndexRange range {.first = std::max(left->first, right->first), .last = std::min(left->last, right->last)};
        if (range.size() > 0)
            both += range;
        if (left->last < right->last)
            ++left;
        else
            ++right;
    }
    return both;
}

IndexRanges complement(const IndexRanges &ranges, qint64 count)
{
    IndexRanges others;
    qint64 next = 0;
    for (const IndexRange &range : ranges) {
        if (range.first > next)
            others += IndexRange {.first = next, .last = range.first - 1};
        next = range.last + 1;
    }
    if (next < count)
        others += IndexRange {.first = next, .last = count - 1};
    return others;
}

IndexRanges lastOf(const IndexRanges &ranges, qint64 count)
{
    IndexRanges last;
    for (auto range = ranges.crbegin(); range != ranges.crend() && count > 0; ++range) {
        last.prepend({.first = std::max(range->first, range->last - count + 1), .last = range->last});
        count -= last.first().size();
    }
    return last;
}

qint64 sizeOf(const IndexRanges &ranges)
{
    qint64 size = 0;
    for (const IndexRange &range : ranges)
        size += range.size();
    return size;
}

QString rangesToText(const IndexRanges &ranges)
{
    QString text;
    for (const IndexRange &range : ranges) {
        if (!text.isEmpty())
            text += u',';
        text += QString::number(range.first) + u'-' + QString::number(range.last);
    }
    return text;
}

IndexRanges rangesFromText(const QString &text)
{
    IndexRanges ranges;
    for (const QStringView part : QStringView(text).split(u',', Qt::SkipEmptyParts)) {
        const qsizetype dash = part.indexOf(u'-');
        if (dash < 1)
            continue;
        const IndexRange range {.first = part.first(dash).toLongLong(), .last = part.sliced(dash + 1).toLongLong()};
        if (range.size() > 0)
            ranges += range;
    }
    return ranges;
}

} // namespace hermes
