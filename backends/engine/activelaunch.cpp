// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "activelaunch.h"

#include "backends/engine/candidatesummary.h"

#include <algorithm>
#include <utility>

namespace hermes {

using namespace std::chrono_literals;

namespace {
constexpr int MaxAttempts = 3;
constexpr auto FirstRetryDelay = 200ms;
/// Only with runs as short as this does the way to the executor and back count; of longer ones none has to wait there.
constexpr auto ShortRun = 20ms;
/// Beside runs as long as this the time that the journal takes to store something is nothing.
constexpr auto LongRun = 200ms;
constexpr int LeastAhead = 12;
constexpr int MostAhead = 64;

bool hasPolicy(const LaunchSpec &spec)
{
    return spec.policy.afterFailures || spec.policy.overPercent;
}

bool isSuccess(const RunEnd &end)
{
    return end.reason == EndReason::Exited && end.exitCode == 0;
}

bool isFailure(const RunEnd &end)
{
    return end.reason != EndReason::Cancelled && !isSuccess(end);
}
} // namespace

int usualConcurrency(const LaunchSpec &spec, const BackendInfo &info)
{
    const int wanted = spec.kind == LaunchKind::Sandbox ? 1 : spec.concurrency.value_or(info.defaultConcurrent);
    return std::clamp(wanted, 1, info.maxConcurrent);
}

int failuresIn(const LaunchProgress &progress)
{
    return progress.failed + progress.signalled + progress.timedOut + progress.infrastructure;
}

ActiveLaunch::ActiveLaunch(PreparedLaunch prepared)
    : queue(prepared.missing, prepared.plan->order()),
      m_prepared(std::move(prepared)),
      m_info(m_prepared.backend->info()),
      m_counts(m_prepared.progress)
{
    const LaunchSpec &spec = plan().spec();
    concurrency = usualConcurrency(spec, m_info);
    m_reachAskedFor = m_prepared.reach;
    m_failures = m_prepared.failures;
}

std::optional<int> ActiveLaunch::reachToAskFor()
{
    if (paused || !goesOn())
        return std::nullopt;
    // Long runs can wait for the journal, and then nothing is in doubt after a crash. Short ones must find it ahead of them.
    const bool exact = !m_usualRun || *m_usualRun > LongRun;
    const int ahead = exact ? concurrency - int(running.size()) : std::max(concurrency, 2 * mayWaitAhead());
    if (queue.reachOf(exact ? ahead : (ahead + 1) / 2) <= m_reachAskedFor)
        return std::nullopt;
    m_reachAskedFor = queue.reachOf(ahead);
    return m_reachAskedFor;
}

bool ActiveLaunch::mayStart(bool alone) const
{
    if (!queue.isNextBelow(m_prepared.reach))
        return false;
    const int most = concurrency + (alone ? mayWaitAhead() : 0);
    return executor && !paused && goesOn() && int(running.size()) < most;
}

int ActiveLaunch::mayWaitAhead() const
{
    if (!executorQueues || !m_usualRun || *m_usualRun > ShortRun)
        return 0;
    return std::clamp(4 * concurrency, LeastAhead, MostAhead);
}

void ActiveLaunch::noteDuration(const RunEnd &end)
{
    ++m_runs.ended;
    m_runs.spent += end.run;
    m_runs.longest = std::max(m_runs.longest, end.run);
    m_runs.untilLast = Clock::now() - m_begin;
    if (end.mayHaveStarted)
        m_usualRun = m_usualRun ? (3 * *m_usualRun + end.run) / 4 : end.run;
}

void ActiveLaunch::updatePlaces()
{
    // A sandbox is shared by launches, which take turns.
    if (!executor || plan().spec().kind == LaunchKind::Sandbox)
        return;
    executorQueues = executor->setPlaces(paused || !goesOn() ? 0 : concurrency, hasPolicy(plan().spec()));
}

void ActiveLaunch::goOnAfter(const RunEnd &end)
{
    if (executorQueues && hasPolicy(plan().spec()) && !isSuccess(end))
        updatePlaces();
}

void ActiveLaunch::withdraw()
{
    // Or one begins in the place of another before its own order to end has come.
    updatePlaces();
    for (ActiveRun &run : running) {
        if (!run.began)
            run.stop.request_stop();
    }
}

bool ActiveLaunch::isOver() const
{
    return running.isEmpty() && unstored.isEmpty() && queue.isEmpty() && waitingToRetry == 0 && !opening;
}

LaunchProgress ActiveLaunch::progress() const
{
    LaunchProgress progress = m_counts;
    progress.stopping = cancelled;
    progress.paused = paused;
    progress.total = plan().total();
    progress.running = int(std::ranges::count_if(running, &ActiveRun::began));
    progress.waitingFor = waitingFor;
    progress.concurrency = concurrency;
    progress.fault = fault;
    progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_begin);
    progress.remaining = remaining(progress);
    return progress;
}

std::optional<RemainingTime> ActiveLaunch::remaining(const LaunchProgress &progress) const
{
    RunsSoFar runs = m_runs;
    runs.left = progress.total - progress.finished;
    runs.concurrency = concurrency;
    for (const ActiveRun &run : running) {
        if (run.began)
            runs.underWay.append(Clock::now() - run.since);
    }
    return remainingTime(runs);
}

LaunchState ActiveLaunch::finalState() const
{
    // Trouble that came when nothing was left to do has cost nothing.
    if (fault && (m_counts.finished < plan().total() || !m_counts.lost.isEmpty()))
        return LaunchState::Failed;
    if (cancelled)
        return LaunchState::Cancelled;
    if (stoppedByPolicy)
        return LaunchState::Stopped;
    // What was left out on purpose can be resumed later on.
    return m_counts.finished < plan().total() ? LaunchState::Interrupted : LaunchState::Done;
}

void ActiveLaunch::settle(const CandidateSummary &summary)
{
    count(m_counts, summary);
    publish(summary);
}

void ActiveLaunch::settleLost(int index, const Fault &fault)
{
    m_counts.lost.append(index);
    settle(summarize(index, RunResult::lost(fault)));
}

bool ActiveLaunch::breaksPolicy(const RunEnd &end)
{
    if (!isFailure(end))
        return false;
    ++m_failures;
    const StopPolicy &policy = plan().spec().policy;
    const bool tooMany = policy.afterFailures && m_failures >= *policy.afterFailures;
    const bool tooLarge = policy.overPercent && m_failures * 100.0 > *policy.overPercent * plan().total();
    return tooMany || tooLarge;
}

std::optional<std::chrono::milliseconds> ActiveLaunch::retryDelay(int index, const RunEnd &end)
{
    const bool certainlyNotStarted = end.reason == EndReason::Infrastructure && !end.mayHaveStarted;
    if (!certainlyNotStarted || !end.fault || !end.fault->transient || cancelled)
        return std::nullopt;
    int &attempts = m_attempts[index];
    attempts = std::max(attempts, 1);
    if (attempts >= MaxAttempts)
        return std::nullopt;
    const auto delay = FirstRetryDelay * (1 << (2 * (attempts - 1)));
    ++attempts;
    return delay;
}

QList<CandidateSummary> ActiveLaunch::takeChanges()
{
    const QHash<int, CandidateSummary> changes = std::exchange(m_changes, {});
    QList<CandidateSummary> list(changes.cbegin(), changes.cend());
    std::ranges::sort(list, {}, &CandidateSummary::index);
    return list;
}

LaunchCounts countsOf(const LaunchProgress &progress)
{
    return {.succeeded = progress.succeeded,
            .failed = progress.failed,
            .signalled = progress.signalled,
            .timedOut = progress.timedOut,
            .cancelled = progress.cancelled,
            .infrastructure = progress.infrastructure,
            .lost = progress.running};
}

LaunchProgress progressOf(const LaunchCounts &counts)
{
    return {.finished = int(counts.finished()),
            .succeeded = int(counts.succeeded),
            .failed = int(counts.failed),
            .signalled = int(counts.signalled),
            .timedOut = int(counts.timedOut),
            .cancelled = int(counts.cancelled),
            .infrastructure = int(counts.infrastructure)};
}

void count(LaunchProgress &progress, const CandidateSummary &summary)
{
    ++progress.finished;
    switch (summary.reason) {
        using enum EndReason;
    case Exited: ++(summary.exitCode == 0 ? progress.succeeded : progress.failed); break;
    case Signalled: ++progress.signalled; break;
    case TimedOut: ++progress.timedOut; break;
    case Cancelled: ++progress.cancelled; break;
    case Infrastructure: ++progress.infrastructure; break;
    }
}

} // namespace hermes
