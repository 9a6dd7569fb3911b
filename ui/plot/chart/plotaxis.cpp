// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plotaxis.h"

namespace hermes {

PlotAxis::PlotAxis(QObject *parent) : QCategoryAxis(parent)
{
    setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
}

void PlotAxis::setScale(PlotScale scale)
{
    m_scale = scale;
}

void PlotAxis::placeNumbers()
{
    const QList<PlotTick> ticks = plotTicks(m_scale, min(), max());
    // Every change has the chart laid out again, which leads here.
    // The grid has a line where the first part begins: out of sight it is none.
    const double start = min() - (max() - min());
    if (ticks == m_placed && startValue() == start)
        return;
    m_placed = ticks;
    for (const QStringList before = categoriesLabels(); const QString &label : before)
        remove(label);
    setStartValue(start);
    for (const PlotTick &tick : ticks)
        append(tick.label, tick.place);
}

} // namespace hermes
