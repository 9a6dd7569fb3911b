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
        plot.groups += Text::tr("%1 to %2")
                           .arg(numberText(std::pow(10, least + i * width)), numberText(std::pow(10, least + (i + 1) * width)));
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

void groupBy(PlotPoints &plot, const std::vector<double> &numbers, const std::vector<QString> &texts)
{
    std::vector<double> different = numbers;
    const bool allNumbers = std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
    std::ranges::sort(different);
    different.erase(std::ranges::unique(different).begin(), different.end());
    if (allNumbers && different.size() > size_t(PlotPoints::MostGroups))
        plot.scales.color == PlotScale::Linear ? groupByRange(plot, numbers) : groupByRatio(plot, numbers);
    else
        groupByText(plot, texts);
}

} // namespace

PlotCollection::PlotCollection(const ResultGridModel *grid, QList<int> candidates, const PlotColumns &columns,
                               const PlotScales &scales)
    : m_grid(grid), m_candidates(std::move(candidates)), m_columns(columns)
{
    m_plot.scales = scales;
    if (m_columns.x < 0 || m_columns.y < 0)
        m_candidates.clear();
    m_plot.points.reserve(size_t(m_candidates.size()));
}

bool PlotCollection::takeSome()
{
    constexpr qsizetype AtOnce = 100;
    const qsizetype end = std::min(m_next + AtOnce, m_candidates.size());
    for (; m_next < end; ++m_next)
        take(m_candidates.at(m_next));
    return m_next < m_candidates.size();
}

void PlotCollection::take(int candidate)
{
    const double x = m_grid->numberAt(candidate, m_columns.x);
    const double y = m_grid->numberAt(candidate, m_columns.y);
    if (!std::isfinite(x) || !std::isfinite(y)) {
        ++m_plot.leftOut;
        return;
    }
    const bool isLogX = m_plot.scales.x == PlotScale::Logarithmic;
    const bool isLogY = m_plot.scales.y == PlotScale::Logarithmic;
    if ((isLogX && x <= 0) || (isLogY && y <= 0)) {
        ++m_plot.notPositive;
        return;
    }
    m_plot.points.push_back({.x = isLogX ? std::log10(x) : x, .y = isLogY ? std::log10(y) : y, .candidate = candidate});
    if (isLogX || isLogY)
        m_plot.values.emplace_back(x, y);
    if (m_columns.color < 0)
        return;
    m_texts.push_back(m_grid->textAt(candidate, m_columns.color));
    m_numbers.push_back(m_grid->numberAt(candidate, m_columns.color));
}

PlotPoints PlotCollection::finish() &&
{
    PlotPoints plot = std::move(m_plot);
    if (!m_texts.empty())
        groupBy(plot, m_numbers, m_texts);
    if (m_columns.x >= 0 && m_columns.y >= 0 && plot.groups.isEmpty())
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

} // namespace hermes
