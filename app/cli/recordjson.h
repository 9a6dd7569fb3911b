// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"

#include <QJsonObject>

namespace hermes {

/// A stored launch as history and show write it.
[[nodiscard]] QJsonObject recordObject(const LaunchRecord &record);
/// "3 of 4 done, 1 failed".
[[nodiscard]] QString countsText(const LaunchRecord &record);
/// Whether it was started in a launch that is over, and its result never came.
[[nodiscard]] bool isLost(const CandidateSummary &candidate, LaunchState launch);
/// One candidate of a launch in this state, without its output.
[[nodiscard]] QJsonObject summaryObject(const CandidateSummary &candidate, LaunchState launch);

} // namespace hermes
