// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plotwindow.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hermes {

namespace {

bool isInside(const PlotPoint &point, const PlotWindow &window)
{
    return point.x >= window.minX && point.x <= window.maxX && point.y >= window.minY && point.y <= window.maxY;
}

double pixelsPerX(const PlotWindow &window)
{
    return window.size.width() / std::max(window.maxX - window.minX, std::numeric_limits<double>::min());
}

double pixelsPerY(const PlotWindow &window)
{
    return window.size.height() / std::max(window.maxY - window.minY, std::numeric_limits<double>::min());
}

/// Points that share a column of pixels, as few of them as draw the same line.
class LineColumn
{
public:
    void add(QPointF point)
    {
        if (m_count++ == 0)
            m_first = m_lowest = m_highest = point;
        m_last = point;
        if (point.y() < m_lowest.y())
            m_lowest = point;
        if (point.y() > m_highest.y())
            m_highest = point;
    }

    void flush(QList<QPointF> &to)
    {
        if (m_count > 0)
            to += m_first;
        if (m_count > 2) {
            to += m_lowest.x() <= m_highest.x() ? m_lowest : m_highest;
            to += m_lowest.x() <= m_highest.x() ? m_highest : m_lowest;
        }
        if (m_count > 1)
            to += m_last;
        m_count = 0;
    }

private:
    int m_count = 0;
    QPointF m_first;
    QPointF m_last;
    QPointF m_lowest;
    QPointF m_highest;
};

QList<QPointF> decimatedLine(const std::vector<QPointF> &sorted, const PlotWindow &window)
{
    const auto left = std::ranges::lower_bound(sorted, window.minX, {}, &QPointF::x);
    const auto right = std::ranges::upper_bound(sorted, window.maxX, {}, &QPointF::x);
    QList<QPointF> line;
    if (left != sorted.begin())
        line += *std::prev(left);
    LineColumn column;
    qint64 pixel = -1;
    for (auto point = left; point != right; ++point) {
        const auto at = qint64((point->x() - window.minX) * pixelsPerX(window));
        if (at != pixel)
            column.flush(line);
        pixel = at;
        column.add(*point);
    }
    column.flush(line);
    if (right != sorted.end())
        line += *right;
    return line;
}

} // namespace

QList<QList<QPointF>> decimatedMarks(const PlotPoints &points, const PlotWindow &window, double cell)
{
    QList<QList<QPointF>> marks(points.groups.size());
    const auto columns = size_t(window.size.width() / cell) + 1;
    const auto rows = size_t(window.size.height() / cell) + 1;
    std::vector<char> taken(columns * rows * size_t(points.groups.size()), 0);
    for (const PlotPoint &point : points.points) {
        if (!isInside(point, window))
            continue;
        const auto column = size_t((point.x - window.minX) * pixelsPerX(window) / cell);
        const auto row = size_t((point.y - window.minY) * pixelsPerY(window) / cell);
        char &place = taken[(size_t(point.group) * rows + std::min(row, rows - 1)) * columns + std::min(column, columns - 1)];
        if (std::exchange(place, 1) == 0)
            marks[point.group] += QPointF(point.x, point.y);
    }
    return marks;
}

QList<QList<QPointF>> decimatedLines(const PlotPoints &points, const PlotWindow &window)
{
    std::vector<std::vector<QPointF>> sorted(size_t(points.groups.size()));
    for (const PlotPoint &point : points.points)
        sorted[size_t(point.group)].emplace_back(point.x, point.y);
    QList<QList<QPointF>> lines;
    for (std::vector<QPointF> &group : sorted) {
        if (!std::ranges::is_sorted(group, {}, &QPointF::x))
            std::ranges::stable_sort(group, {}, &QPointF::x);
        lines += decimatedLine(group, window);
    }
    return lines;
}

const PlotPoint *nearestPoint(const PlotPoints &points, const PlotWindow &window, QPointF value, double distance)
{
    const PlotPoint *nearest = nullptr;
    double least = distance * distance;
    for (const PlotPoint &point : points.points) {
        const double dx = (point.x - value.x()) * pixelsPerX(window);
        const double dy = (point.y - value.y()) * pixelsPerY(window);
        if (const double away = dx * dx + dy * dy; away <= least) {
            least = away;
            nearest = &point;
        }
    }
    return nearest;
}

} // namespace hermes
