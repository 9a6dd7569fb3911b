// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/plot/plotpoints.h"

#include <functional>
#include <optional>

class QPainter;
class QWidget;

namespace hermes {

/// The chart of a plot. GUI thread only. What it is drawn with is in the module `plot`.
class PlotChart
{
public:
    enum class Style : quint8 { Marks, Lines };

    virtual ~PlotChart() = default;

    /// That shows it, and is it: the chart goes with the widget.
    [[nodiscard]] virtual QWidget *widget() = 0;
    /// The points must stay as they are until the next call, or the chart's end. What the user zoomed to stays as long as
    /// the titles are the same.
    virtual void showPoints(const PlotPoints *points, const QStringList &titles) = 0;
    virtual void setStyle(Style style) = 0;
    /// Marks this candidate's point; nothing: none.
    virtual void setCurrent(std::optional<int> candidate) = 0;
    /// Draws it as it is shown, as lines where the painter keeps lines.
    virtual void draw(QPainter *painter) = 0;
    /// Called when the user clicks on (or next to) the point of a candidate.
    std::function<void(int candidate)> clicked = {};
};

/// How the module is entered.
constexpr auto PlotChartEntry = "hermesPlotChart";
using PlotChartEntryFunction = PlotChart *(*)(QWidget *parent);

} // namespace hermes
