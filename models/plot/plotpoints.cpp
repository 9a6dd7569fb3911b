// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plotpoints.h"

#include "models/resultgridmodel.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <ranges>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::PlotPoints)
};

QString numberText(double number)
{
    constexpr int Digits = 4;
    return QString::number(number, 'g', Digits);
}

/// Numbers of which there are too many different ones: ranges of equal width.
void groupByRange(PlotPoints &plot, const std::vector<double> &values)
{
    const auto [least, most] = std::ranges::minmax(values);
    const double width = (most - least) / PlotPoints::MostGroups;
    for (int i = 0; i < PlotPoints::MostGroups; ++i)
        plot.groups += Text::tr("%1 to %2").arg(numberText(least + i * width), numberText(least + (i + 1) * width));
    for (size_t i = 0; i < values.size(); ++i)
        plot.points[i].group = std::clamp(int((values[i] - least) / width), 0, PlotPoints::MostGroups - 1);
}

/// Ranges of equal ratio, and one colour for what has no logarithm.
void groupByRatio(PlotPoints &plot, const std::vector<double> &values)
{
    const auto isPositive = [](double value) { return value > 0; };
    const bool hasOthers = !std::ranges::all_of(values, isPositive);
    const int ranges = PlotPoints::MostGroups - (hasOthers ? 1 : 0);
    std::vector<double> places;
    std::ranges::transform(values | std::views::filter(isPositive), std::back_inserter(places),
                           [](double value) { return std::log10(value); });
    if (places.empty()) {
        groupByRange(plot, values);
        return;
    }
    const auto [least, most] = std::ranges::minmax(places);
    const double width = std::max((most - least) / ranges, std::numeric_limits<double>::min());
    for (int i = 0; i < ranges; ++i)
        plot.groups += Text::tr("%1 to %2").arg(numberText(std::pow(10, least + i * width)),
                                                numberText(std::pow(10, least + (i + 1) * width)));
    if (hasOthers)
        plot.groups += Text::tr("0 or less");
    for (size_t i = 0; i < values.size(); ++i)
        plot.points[i].group = isPositive(values[i]) ? std::clamp(int((std::log10(values[i]) - least) / width), 0, ranges - 1)
                                                     : ranges;
}

/// The most frequent values get colours of their own, the rest shares one.
void groupByText(PlotPoints &plot, const std::vector<QString> &texts)
{
    QHash<QString, int> counts;
    for (const QString &text : texts)
        ++counts[text];
    QStringList values = counts.keys();
    std::ranges::sort(values, [&](const QString &a, const QString &b) {
        return counts.value(a) != counts.value(b) ? counts.value(a) > counts.value(b) : a < b;
    });
    const bool hasRest = values.size() > PlotPoints::MostGroups;
    if (hasRest)
        values.resize(PlotPoints::MostGroups - 1);
    else
        std::ranges::sort(values);
    QHash<QString, int> groups;
    for (const QString &value : std::as_const(values))
        groups.insert(value, int(groups.size()));
    for (size_t i = 0; i < texts.size(); ++i)
        plot.points[i].group = groups.value(texts[i], PlotPoints::MostGroups - 1);
    for (const QString &value : std::as_const(values))
        plot.groups += value.isEmpty() ? Text::tr("empty") : value;
    if (hasRest)
        plot.groups += Text::tr("other");
}

void groupBy(PlotPoints &plot, const ResultGridModel &grid, int column)
{
    std::vector<double> numbers;
    std::vector<QString> texts;
    bool allNumbers = true;
    for (const PlotPoint &point : plot.points) {
        texts.push_back(grid.textAt(point.candidate, column));
        numbers.push_back(grid.numberAt(point.candidate, column));
        allNumbers = allNumbers && std::isfinite(numbers.back());
    }
    std::vector<double> different = numbers;
    std::ranges::sort(different);
    different.erase(std::ranges::unique(different).begin(), different.end());
    if (allNumbers && different.size() > size_t(PlotPoints::MostGroups))
        plot.scales.color == PlotScale::Linear ? groupByRange(plot, numbers) : groupByRatio(plot, numbers);
    else
        groupByText(plot, texts);
}

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

PlotPoints plotPoints(const ResultGridModel &grid, std::span<const int> candidates, const PlotColumns &columns,
                      const PlotScales &scales)
{
    PlotPoints plot {.scales = scales};
    if (columns.x < 0 || columns.y < 0)
        return plot;
    const bool isLogX = scales.x == PlotScale::Logarithmic;
    const bool isLogY = scales.y == PlotScale::Logarithmic;
    plot.points.reserve(candidates.size());
    for (const int candidate : candidates) {
        const double x = grid.numberAt(candidate, columns.x);
        const double y = grid.numberAt(candidate, columns.y);
        if (!std::isfinite(x) || !std::isfinite(y)) {
            ++plot.leftOut;
            continue;
        }
        if ((isLogX && x <= 0) || (isLogY && y <= 0)) {
            ++plot.notPositive;
            continue;
        }
        plot.points.push_back({.x = isLogX ? std::log10(x) : x, .y = isLogY ? std::log10(y) : y, .candidate = candidate});
        if (isLogX || isLogY)
            plot.values.emplace_back(x, y);
    }
    if (columns.color >= 0 && !plot.points.empty())
        groupBy(plot, grid, columns.color);
    if (plot.groups.isEmpty())
        plot.groups += QString();
    if (plot.points.empty())
        return plot;
    const auto [minX, maxX] = std::ranges::minmax(plot.points, {}, &PlotPoint::x);
    const auto [minY, maxY] = std::ranges::minmax(plot.points, {}, &PlotPoint::y);
    plot.minX = minX.x;
    plot.maxX = maxX.x;
    plot.minY = minY.y;
    plot.maxY = maxY.y;
    return plot;
}

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
