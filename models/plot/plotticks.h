// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/plot/plotpoints.h"

#include <QList>
#include <QString>

namespace hermes {

/// A place on an axis that bears a number.
struct PlotTick
{
    double place = 0; ///< On the axis: the number, or its decimal logarithm.
    QString label = {};

    bool operator==(const PlotTick &) const = default;
};

/// Some round numbers between two places of an axis, from the first to the last: about half a dozen. A logarithmic axis has
/// powers of ten where it is long enough, else 1, 2 and 5 times one, else numbers at equal distances.
[[nodiscard]] QList<PlotTick> plotTicks(PlotScale scale, double from, double to);

} // namespace hermes
