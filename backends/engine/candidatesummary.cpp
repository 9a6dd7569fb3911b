// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "candidatesummary.h"

#include "backends/engine/sweep/stdoutline.h"

namespace hermes {

namespace {
constexpr int FirstLineLength = 200;
constexpr qsizetype MostObjectBytes = 16 * 1024;

void addOutput(CandidateSummary &summary, QByteArrayView out, QByteArrayView err)
{
    summary.firstLine = firstLine(summary.reason == EndReason::Infrastructure ? err : out, FirstLineLength);
    // A grid may have a million rows: what no column could show is left to the result itself.
    if (const auto object = lastLineObject(out); object.size() <= MostObjectBytes)
        summary.lastObject = object.toByteArray();
}
} // namespace

CandidateSummary summarize(int index, const RunResult &result)
{
    CandidateSummary summary {.index = index, .state = CandidateState::Finished};
    summary.reason = result.end.reason;
    summary.exitCode = result.end.exitCode;
    summary.signal = result.end.signal;
    summary.outOfMemory = result.end.outOfMemory;
    summary.run = result.end.run;
    addOutput(summary, result.out.bytes, result.err.bytes);
    return summary;
}

CandidateSummary summarize(const StoredCandidate &stored)
{
    CandidateSummary summary {.index = int(stored.index), .state = CandidateState::Running};
    if (!stored.finished)
        return summary;
    summary.state = CandidateState::Finished;
    summary.reason = stored.reason;
    summary.exitCode = stored.exitCode;
    summary.signal = stored.signal;
    summary.outOfMemory = stored.outOfMemory;
    summary.run = stored.run;
    addOutput(summary, stored.outPreview, stored.errPreview);
    return summary;
}

} // namespace hermes
