// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"

#include <QString>

namespace hermes {

/// How a candidate stands, in the words that the window and its filters use.
///
/// Infrastructure is apart from Failed: the snippet did not fail, it never ran or its result was lost.
enum class RunState : quint8 { Queued, Running, Stopping, Ok, Failed, Signalled, TimedOut, Cancelled, Infrastructure };

[[nodiscard]] RunState runState(const CandidateSummary &candidate);
/// "queued", "timed out" …, translated.
[[nodiscard]] QString stateWord(RunState state);
[[nodiscard]] bool isFinished(RunState state);
/// A sentence for tooltips and the detail pane: "ended by SIGKILL, out of memory".
[[nodiscard]] QString endSentence(const CandidateSummary &candidate);

} // namespace hermes
