// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the scheduler has stored: how far candidates may be started, and how they ended.

#include "scheduler.h"

#include "backends/engine/candidatesummary.h"
#include "backends/engine/journal/journal.h"

#include <utility>

namespace hermes {

namespace {

QByteArray withErrorText(QByteArray bytes, const Fault &fault)
{
    if (!bytes.isEmpty() && !bytes.endsWith('\n'))
        bytes += '\n';
    return bytes + toText(fault).toUtf8() + '\n';
}

} // namespace

/// Nothing is given to an executor before the journal knows that it may be.
void Scheduler::extendReach(ActiveLaunch &launch)
{
    const std::optional<int> reach = launch.reachToAskFor();
    if (!reach)
        return;
    if (!m_parts.journal) {
        launch.setReach(*reach);
        return;
    }
    m_parts.journal->extendReach(launch.id(), *reach, [this, id = launch.id(), reach = *reach](const Result<> &outcome) {
        if (outcome)
            m_inbox.post(ReachStored {id, reach});
    });
}

void Scheduler::on(ReachStored &message)
{
    if (ActiveLaunch *launch = find(message.launch))
        launch->setReach(message.reach);
}

RunResult Scheduler::resultOf(const ActiveRun &run, RunEnd end)
{
    RunResult result;
    RecordedOutput output = run.recorder->take();
    result.end = std::move(end);
    result.end.notes += output.notes;
    result.out = std::move(output.out);
    result.err = std::move(output.err);
    result.startedAt = run.startedAt;
    if (result.end.fault)
        result.err.bytes = withErrorText(std::move(result.err.bytes), *result.end.fault);
    return result;
}

void Scheduler::store(ActiveLaunch &launch, int index, RunResult result)
{
    const LaunchId id = launch.id();
    result.attempts = launch.attempts(index);
    launch.unstored.insert(index, summarize(index, result));
    if (!m_parts.journal) {
        m_kept.insert({id, index}, result);
        m_inbox.post(StoreEnded {id, index, {}});
        return;
    }
    const bool isLast = launch.running.isEmpty() && launch.queue.isEmpty();
    m_parts.journal->append(
        CandidateFinished {.launch = id, .index = index, .result = std::move(result)},
        [this, id, index](Result<> outcome) { m_inbox.post(StoreEnded {id, index, std::move(outcome)}); },
        isLast ? Urgency::Urgent : Urgency::Grouped);
}

void Scheduler::on(StoreEnded &message)
{
    ActiveLaunch *launch = find(message.launch);
    if (!launch || !launch->unstored.contains(message.index))
        return;
    const CandidateSummary summary = launch->unstored.take(message.index);
    if (message.outcome) {
        launch->settle(summary);
    } else {
        launch->settleLost(message.index, message.outcome.error());
    }
    finishIfOver(message.launch);
}

void Scheduler::on(JournalTrouble &message)
{
    haltForStorage(message.fault);
    for (const LaunchId id : launchIds())
        finishIfOver(id);
}

/// What was stored before is safe; nothing new is started whose result could not be kept. What runs goes on: its result may
/// find space yet. All launches share the journal.
void Scheduler::haltForStorage(const Fault &fault)
{
    for (const auto &[id, launch] : m_launches) {
        if (!launch->fault)
            launch->fault = fault;
        launch->queue.clear();
        launch->withdraw();
    }
}

/// Gives every candidate that was not started this end, as its result.
void Scheduler::endUnstarted(ActiveLaunch &launch, const RunEnd &end)
{
    for (const int index : launch.queue.takeAll()) {
        RunResult result;
        result.end = end;
        result.startedAt = QDateTime::currentDateTimeUtc();
        if (end.fault)
            result.err.bytes = withErrorText({}, *end.fault);
        result.err.total = result.err.bytes.size();
        store(launch, index, std::move(result));
    }
}

std::optional<RunResult> Scheduler::keptResult(LaunchId id, int index) const
{
    const auto found = m_kept.constFind({id, index});
    return found == m_kept.cend() ? std::nullopt : std::optional<RunResult>(*found);
}

ResultPage Scheduler::keptResults(LaunchId id, IndexRange range) const
{
    ResultPage page {.next = range.last + 1};
    for (qint64 index = range.first; index <= range.last; ++index) {
        if (std::optional<RunResult> found = keptResult(id, int(index)))
            page.results.append({.index = index, .result = *std::move(found)});
    }
    return page;
}

} // namespace hermes
