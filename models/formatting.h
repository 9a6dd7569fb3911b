// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"

#include <QString>

namespace hermes {

/// "0.034 s", "75.120 s", "12 min 05 s", "3 h 02 min": the same unit for most, so that a column can be compared.
[[nodiscard]] QString durationText(std::chrono::nanoseconds duration);
/// For what is still to come, where fractions would only flicker: "less than a second left", "about 2 min 10 s left", "at least 20 s
/// left"; empty while nothing can be said.
[[nodiscard]] QString remainingText(const LaunchProgress &progress);
/// The same of what has not begun: "less than a second", "about 2 min 10 s".
[[nodiscard]] QString aboutText(std::chrono::milliseconds duration);
/// "12 bytes", "1.5 MiB".
[[nodiscard]] QString byteCountText(qint64 bytes);
/// Bytes as a setting of this type takes them: "64k", "1m", "1000".
[[nodiscard]] QString sizeText(qint64 bytes);
/// A count as tr() takes it, to choose between its forms for one and for more: what is too large for that is as many as can be.
[[nodiscard]] int pluralForm(qint64 count);
/// "2 of 4 finished": those with a result; what was cancelled has none.
[[nodiscard]] QString finishedText(const LaunchProgress &progress);
/// "1 ok · 1 failed"; only the counts that are not zero.
[[nodiscard]] QString countsText(const LaunchProgress &progress);
/// Both: "2 of 4 finished · 1 ok · 1 failed".
[[nodiscard]] QString progressText(const LaunchProgress &progress);
/// One sentence on how a launch ended.
[[nodiscard]] QString outcomeText(const LaunchProgress &progress);

} // namespace hermes
