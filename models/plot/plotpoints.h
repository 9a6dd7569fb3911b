// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QPointF>
#include <QSizeF>
#include <QStringList>

#include <span>
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

/// Of these candidates; each column is gone through once.
[[nodiscard]] PlotPoints plotPoints(const ResultGridModel &grid, std::span<const int> candidates, const PlotColumns &columns,
                                    const PlotScales &scales = {});

/// The part of the plane that is shown, in places on the axes, and the size of it on the screen, in pixels.
struct PlotWindow
{
    double minX = 0;
    double maxX = 1;
    double minY = 0;
    double maxY = 1;
    QSizeF size = {};
};

/// For each group the marks to draw so that the picture is (nearly) that of all of them: one for each cell of `cell` pixels
/// that has any. Points outside of the window are left out.
[[nodiscard]] QList<QList<QPointF>> decimatedMarks(const PlotPoints &points, const PlotWindow &window, double cell);
/// For each group a line through its points in the order of x: of each column of pixels the first, last, lowest and highest.
/// Each side keeps one point outside of the window, to which the line leads.
[[nodiscard]] QList<QList<QPointF>> decimatedLines(const PlotPoints &points, const PlotWindow &window);

/// The point nearest to a place, at most `distance` pixels away; null when there is none.
[[nodiscard]] const PlotPoint *nearestPoint(const PlotPoints &points, const PlotWindow &window, QPointF value, double distance);

} // namespace hermes
