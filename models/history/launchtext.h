// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/launchrecord.h"
#include "models/runstate.h"

#include <QString>

namespace hermes {

// What the window says of a stored launch.

/// Its name, else the first line of its code that says something; on one line.
[[nodiscard]] QString launchTitle(const LaunchRecord &record);
/// "sweep", "single run" …, translated.
[[nodiscard]] QString launchKindWord(LaunchKind kind);
/// "done", "interrupted" …, translated.
[[nodiscard]] QString launchStateWord(LaunchState state);
/// The same with what came of it: "done, failures".
[[nodiscard]] QString launchOutcomeWord(const LaunchRecord &record);
/// As which state of a candidate it is drawn: done with failures is not done well.
[[nodiscard]] RunState launchRunState(const LaunchRecord &record);
/// "3 of 4 finished · 2 ok · 1 failed".
[[nodiscard]] QString launchCountsText(const LaunchRecord &record);
/// Candidates that a resume would run: without a result, cancelled, or infrastructure.
[[nodiscard]] qint64 resumableCount(const LaunchRecord &record);
/// From its beginning to its end, or until now; nothing where its end is not known.
[[nodiscard]] std::optional<std::chrono::milliseconds> launchDuration(const LaunchRecord &record);
/// "docker · gpu-box".
[[nodiscard]] QString launchPlaceText(const LaunchRecord &record);
/// "discount = 0, 0.1, 0.2 · n = 1:10"; needs the whole record. One line, however much there is.
[[nodiscard]] QString launchParametersText(const LaunchRecord &record);
enum class TimeLength : quint8 { Whole, Column };
/// Date and time of this place, as short as its locale has it. In a column, times of this year go without it.
[[nodiscard]] QString launchTimeText(const QDateTime &time, TimeLength length = TimeLength::Whole);

} // namespace hermes
