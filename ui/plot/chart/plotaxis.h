// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/plot/plotticks.h"

#include <QCategoryAxis>

namespace hermes {

/// An axis with numbers at round places, wherever it begins and ends: those of its scale. Its range is one of places, so on a
/// logarithmic axis from the logarithm of the least number to that of the largest.
class PlotAxis final : public QCategoryAxis
{
    Q_OBJECT

public:
    explicit PlotAxis(QObject *parent = nullptr);

    void setScale(PlotScale scale);
    /// To be called when its range is another one.
    void placeNumbers();

private:
    PlotScale m_scale = PlotScale::Linear;
    QList<PlotTick> m_placed;
};

} // namespace hermes
