// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "candidatesummary.h"

#include "backends/engine/sweep/stdoutline.h"

namespace hermes {

namespace {
constexpr int FirstLineLength = 200;
constexpr qsizetype MostObjectBytes = 16 * 1024;
} // namespace

CandidateSummary summarize(int index, const RunResult &result)
{
    CandidateSummary summary {.index = index, .state = CandidateState::Finished};
    summary.reason = result.end.reason;
    summary.exitCode = result.end.exitCode;
    summary.signal = result.end.signal;
    summary.outOfMemory = result.end.outOfMemory;
    summary.run = result.end.run;
    const QByteArray &shown = summary.reason == EndReason::Infrastructure ? result.err.bytes : result.out.bytes;
    summary.firstLine = firstLine(shown, FirstLineLength);
    // A grid may have a million rows: what no column could show is left to the result itself.
    if (const auto object = lastLineObject(result.out.bytes); object.size() <= MostObjectBytes)
        summary.lastObject = object.toByteArray();
    return summary;
}

} // namespace hermes
