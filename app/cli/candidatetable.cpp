// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/candidatetable.h"

#include "app/cli/recordjson.h"
#include "app/cli/resultjson.h"
#include "backends/engine/candidatesummary.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int RowsAtOnce = 1000;
constexpr qsizetype MaxCellLength = 80;

QStringList rowOf(const StoredLaunch &launch, LaunchState state, const CandidateSummary &candidate)
{
    QStringList row {QString::number(candidate.index)};
    for (const QString &value : launch.parameters(candidate.index))
        row.append(value.left(MaxCellLength));
    if (isLost(candidate, state))
        return row + QStringList {u"-1"_s, reasonName(EndReason::Infrastructure), u"-"_s, u"its result was lost"_s};
    if (candidate.state == CandidateState::Running)
        return row + QStringList {u"-"_s, u"running"_s, u"-"_s, QString()};
    if (candidate.state != CandidateState::Finished)
        return row + QStringList {u"-"_s, state == LaunchState::Running ? u"no result"_s : u"not run"_s, u"-"_s, QString()};
    // One that never ran, or whose end this program did not wait for, took no time that is known.
    const bool isTimed = candidate.reason != EndReason::Cancelled || candidate.run > std::chrono::nanoseconds::zero();
    return row
        + QStringList {QString::number(candidate.exitCode), reasonName(candidate.reason),
                       isTimed ? durationText(candidate.run) : u"-"_s, candidate.firstLine.left(MaxCellLength)};
}

} // namespace

Result<> printCandidates(Engine &engine, const StoredLaunch &launch, const LaunchOutcome &outcome, Output &output)
{
    const LaunchProgress &progress = outcome.progress;
    const QSet<int> lost(progress.lost.cbegin(), progress.lost.cend());
    const QStringList names = launch.parameterNames();
    QList<Alignment> alignments(names.size() + 1, Alignment::Left);
    alignments.front() = Alignment::Right;
    alignments += {Alignment::Right, Alignment::Left, Alignment::Right};
    TextTable table(QStringList {u"INDEX"_s} + names + QStringList {u"EXIT CODE"_s, u"REASON"_s, u"TIME"_s, u"OUTPUT"_s},
                    alignments);
    int waiting = 0;
    const auto done = launch.forEachCandidate(engine, [&](CandidateSummary candidate) {
        if (lost.contains(candidate.index) && candidate.state == CandidateState::Queued)
            candidate.state = CandidateState::Running;
        if (const auto found = outcome.underWay.constFind(candidate.index);
            candidate.state != CandidateState::Finished && found != outcome.underWay.cend())
            candidate = summarize(candidate.index, *found);
        table.add(rowOf(launch, progress.state, candidate));
        if (++waiting % RowsAtOnce == 0)
            output.write(table.takeText().toUtf8());
    });
    output.write(table.takeText().toUtf8());
    return done;
}

} // namespace hermes
