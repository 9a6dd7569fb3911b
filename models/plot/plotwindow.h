// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/plot/plotpoints.h"

#include <QList>
#include <QPointF>
#include <QSizeF>

namespace hermes {

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
