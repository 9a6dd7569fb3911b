// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"

#include <QSet>
#include <QString>

namespace hermes {

/// How a candidate stands, in the words that the window and its filters use.
///
/// NotRun is apart from Queued: its launch is over, and it has no turn to wait for. Infrastructure is apart from Failed:
/// the snippet did not fail, it never ran or its result was lost.
enum class RunState : quint8 { Queued, NotRun, Running, Stopping, Ok, Failed, Signalled, TimedOut, Cancelled, Infrastructure };
inline constexpr int RunStateCount = int(RunState::Infrastructure) + 1;

/// How the launch of a candidate stands, without which a candidate that has no result yet says too little.
enum class LaunchStage : quint8 { UnderWay, Over };

[[nodiscard]] RunState runState(const CandidateSummary &candidate, LaunchStage launch);
/// "queued", "timed out" …, translated.
[[nodiscard]] QString stateWord(RunState state);
/// The candidate was run to its end, or nothing more is known of it than that it was to.
[[nodiscard]] bool isFinished(RunState state);
/// What went wrong by itself: failed, ended by a signal or by its timeout, or for infrastructure.
[[nodiscard]] const QSet<RunState> &failureStates();
/// A sentence for tooltips and the detail pane: "ended by SIGKILL, out of memory".
[[nodiscard]] QString endSentence(const CandidateSummary &candidate, LaunchStage launch);

} // namespace hermes
