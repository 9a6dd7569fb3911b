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
    if (ticks == m_placed && startValue() == min())
        return;
    m_placed = ticks;
    for (const QStringList before = categoriesLabels(); const QString &label : before)
        remove(label);
    // The grid has a line where the first part begins: at the edge it is none.
    setStartValue(min());
    for (const PlotTick &tick : ticks)
        append(tick.label, tick.place);
}

} // namespace hermes
