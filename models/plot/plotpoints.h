// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QPointF>
#include <QStringList>

#include <vector>

namespace hermes {

class ResultGridModel;

enum class PlotScale : quint8 { Linear, Logarithmic };

/// Which columns of a grid a plot shows; columns of the grid, -1: none.
struct PlotColumns
{
    int x = -1;
    int y = -1;
    int color = -1;

    bool operator==(const PlotColumns &) const = default;
};

/// How the numbers of each are laid out. That of the colour counts where it is told by ranges of numbers.
struct PlotScales
{
    PlotScale x = PlotScale::Linear;
    PlotScale y = PlotScale::Linear;
    PlotScale color = PlotScale::Linear;

    bool operator==(const PlotScales &) const = default;
};

/// One mark of a plot, at its places on the axes: the numbers, or their decimal logarithms.
struct PlotPoint
{
    double x = 0;
    double y = 0;
    int candidate = 0;
    int group = 0; ///< Of PlotPoints::groups.
};

/// What a plot shows: the candidates that have a number in both columns which has a place on its axis. A value.
struct PlotPoints
{
    /// More colours than this cannot be told apart.
    static constexpr int MostGroups = 6;

    std::vector<PlotPoint> points = {};
    QStringList groups = {}; ///< What each colour stands for: a value, a range of values, or "other". At least one.
    PlotScales scales = {};
    std::vector<QPointF> values = {}; ///< The numbers of each point; empty: no axis is logarithmic, they are its places.
    int leftOut = 0;         ///< Candidates without a number in one of the columns.
    int notPositive = 0;     ///< Candidates with 0 or less on a logarithmic axis, which has no place for it.
    double minX = 0;
    double maxX = 0;
    double minY = 0;
    double maxY = 0;

    [[nodiscard]] QPointF valueOf(size_t point) const
    {
        return values.empty() ? QPointF(points[point].x, points[point].y) : values[point];
    }
};

/// Collects the points of these candidates, piece by piece, as a grid belongs to the thread of the window.
class PlotCollection final
{
public:
    /// The grid must stay as it is until everything was taken.
    PlotCollection(const ResultGridModel *grid, QList<int> candidates, const PlotColumns &columns, const PlotScales &scales = {});

    [[nodiscard]] qsizetype count() const { return m_candidates.size(); }
    /// Looks at some of them, which takes some ten microseconds; true: there are more.
    [[nodiscard]] bool takeSome();
    /// What they come to. Any thread: a million take some hundred milliseconds.
    [[nodiscard]] PlotPoints finish() &&;

private:
    void take(int candidate);

    const ResultGridModel *m_grid;
    QList<int> m_candidates;
    PlotColumns m_columns;
    qsizetype m_next = 0;
    PlotPoints m_plot;
    std::vector<double> m_numbers; ///< Of the column for the colour, one for each point.
    std::vector<QString> m_texts;
};

} // namespace hermes
