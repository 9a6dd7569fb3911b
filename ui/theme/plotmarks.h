// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QImage>

class QPalette;

namespace hermes {

/// The colour of a series, which people who see colours differently can tell from the others.
[[nodiscard]] QColor seriesColor(int series, const QPalette &palette);
/// The mark of a series: each has a form of its own too. `side` in pixels.
[[nodiscard]] QImage seriesMark(int series, const QColor &color, int side);
/// A ring around the point that is current.
[[nodiscard]] QImage currentMark(const QColor &color, int side);

} // namespace hermes
