// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/recordjson.h"

#include "app/cli/resultjson.h"

using namespace Qt::StringLiterals;

namespace hermes {

QJsonObject recordObject(const LaunchRecord &record)
{
    const bool underWay = record.state == LaunchState::Running;
    return {
        {u"id"_s, record.id},
        {u"kind"_s, launchKindName(record.kind)},
        {u"name"_s, record.name},
        {u"backend"_s, record.backend},
        {u"profile"_s, record.profile},
        {u"language"_s, languageName(record.language)},
        {u"state"_s, launchStateName(record.state)},
        {u"rerun_of"_s, record.rerunOf ? QJsonValue(*record.rerunOf) : QJsonValue()},
        {u"executor_id"_s, record.executorId},
        {u"created"_s, timeValue(record.createdAt)},
        {u"finished"_s, timeValue(record.finishedAt)},
        {u"counts"_s,
         QJsonObject {
             {u"total"_s, record.count},
             {u"succeeded"_s, record.counts.succeeded},
             {u"failed"_s, record.counts.failed},
             {u"signalled"_s, record.counts.signalled},
             {u"timed_out"_s, record.counts.timedOut},
             {u"cancelled"_s, record.counts.cancelled},
             {u"infrastructure"_s, record.counts.infrastructure},
             {u"running"_s, underWay ? record.counts.lost : 0},
             {u"lost"_s, underWay ? 0 : record.counts.lost},
             {u"not_run"_s, record.count - record.counts.finished() - record.counts.lost},
         }},
    };
}

QString countsText(const LaunchRecord &record)
{
    const LaunchCounts &counts = record.counts;
    QStringList parts {u"%1 of %2 done"_s.arg(counts.finished()).arg(record.count)};
    const auto add = [&](qint64 count, const QString &word) {
        if (count > 0)
            parts.append(QString::number(count) + u' ' + word);
    };
    add(counts.failed + counts.signalled + counts.timedOut, u"failed"_s);
    add(counts.infrastructure, u"infrastructure"_s);
    add(counts.cancelled, u"cancelled"_s);
    const bool underWay = record.state == LaunchState::Running;
    add(counts.lost, underWay ? u"running"_s : u"lost"_s);
    if (!underWay)
        add(record.count - counts.finished() - counts.lost, u"not run"_s);
    if (record.rerunOf)
        parts.append(u"re-run of %1"_s.arg(*record.rerunOf));
    return parts.join(u", "_s);
}

namespace {

/// A launch that is over has nothing that waits for its turn or runs.
QString candidateStateName(CandidateState state, LaunchState launch)
{
    switch (state) {
        using enum CandidateState;
    case Queued: return launch == LaunchState::Running ? u"queued"_s : u"not_run"_s;
    case Running:
    case Stopping: return launch == LaunchState::Running ? u"running"_s : u"lost"_s;
    case Finished: return u"finished"_s;
    }
    return {};
}

} // namespace

bool isLost(const CandidateSummary &candidate, LaunchState launch)
{
    return candidate.state == CandidateState::Running && launch != LaunchState::Running;
}

QJsonObject summaryObject(const CandidateSummary &candidate, LaunchState launch)
{
    QJsonObject object {{u"index"_s, candidate.index}, {u"state"_s, candidateStateName(candidate.state, launch)}};
    if (isLost(candidate, launch)) {
        object[u"exit_code"_s] = RunEnd().exitCode;
        object[u"reason"_s] = reasonName(EndReason::Infrastructure);
    }
    if (candidate.state != CandidateState::Finished)
        return object;
    object[u"exit_code"_s] = candidate.exitCode;
    object[u"reason"_s] = reasonName(candidate.reason);
    object[u"signal"_s] = candidate.signal > 0 ? QJsonValue(signalName(candidate.signal)) : QJsonValue();
    object[u"seconds"_s] = secondsOf(candidate.run);
    object[u"first_line"_s] = candidate.firstLine;
    return object;
}

} // namespace hermes
