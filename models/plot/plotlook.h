// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/plot/plotpoints.h"

#include <QString>

namespace hermes {

/// What the user chose of a plot, by titles of columns, so that it fits another launch.
struct PlotLook
{
    QString x = {}; ///< Empty: what was varied.
    QString y = {}; ///< Empty: what came out.
    QString color = {}; ///< Empty: none.
    PlotScales scales = {};
    bool lines = false; ///< Instead of marks.
    bool asTable = false;

    bool operator==(const PlotLook &) const = default;
};

} // namespace hermes
