// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QByteArray>
#include <QImage>

#include <variant>

namespace hermes {

class PlotChart;

/// A picture of a chart: lines as SVG, or pixels.
using PlotPicture = std::variant<QByteArray, QImage>;

/// As it is shown now: as lines for a file name that ends with .svg, else as pixels of twice the size. GUI thread.
[[nodiscard]] PlotPicture takePicture(PlotChart &chart, const QString &path);
/// Writes the whole file or nothing. Blocks; any thread: pixels are packed here too.
[[nodiscard]] Result<> writePicture(const QString &path, const PlotPicture &picture);

} // namespace hermes
