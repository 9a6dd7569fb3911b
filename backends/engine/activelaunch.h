// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/engine/candidatequeue.h"
#include "backends/engine/journal/executorrecord.h"
#include "backends/engine/launchplan.h"
#include "backends/engine/outputrecorder.h"
#include "backends/engine/remainingtime.h"

#include <QHash>

#include <chrono>
#include <memory>
#include <stop_token>

namespace hermes {

/// A launch that was journalled and waits to be run, as the scheduler takes it over.
struct PreparedLaunch
{
    LaunchId id = 0;
    std::shared_ptr<const LaunchPlan> plan = {};
    std::shared_ptr<Backend> backend = {};
    ProfiledId executorName = {};
    std::optional<ExecutorRecord> onceOpen =
        {}; ///< Of a sandbox, to be journalled when it is open with other settings than before.
    QList<CandidateQueue::Range> missing = {};
    int reach = 0; ///< Candidates at positions below it are journalled as perhaps started, as far as nothing else is known of them.
    LaunchProgress progress = {}; ///< With the counts of the candidates that keep their results.
    int failures = 0; ///< Of these, as the stop policy counts them.
};

/// One run that is under way.
struct ActiveRun
{
    std::shared_ptr<OutputRecorder> recorder = {};
    std::stop_source stop = {};
    QDateTime startedAt = {};
    std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now(); ///< Of its beginning.
    bool began = true; ///< False while it may still wait in its executor.
};

/// What the scheduler knows of a launch that is under way. Decides, starts nothing. The scheduler's thread only.
class ActiveLaunch final
{
public:
    using Clock = std::chrono::steady_clock;

    explicit ActiveLaunch(PreparedLaunch prepared);

    [[nodiscard]] LaunchId id() const { return m_prepared.id; }
    [[nodiscard]] const LaunchPlan &plan() const { return *m_prepared.plan; }
    [[nodiscard]] const std::shared_ptr<Backend> &backend() const { return m_prepared.backend; }
    [[nodiscard]] const ProfiledId &executorName() const { return m_prepared.executorName; }
    [[nodiscard]] const std::optional<ExecutorRecord> &onceOpen() const { return m_prepared.onceOpen; }
    [[nodiscard]] const BackendInfo &info() const { return m_info; }

    /// Nothing has ended it before its end: what is left may still be started.
    [[nodiscard]] bool goesOn() const { return !cancelled && !stoppedByPolicy && !fault; }
    /// Whether another candidate may be given to the executor now, as far as this launch is concerned. One that shares
    /// the places with no other launch may have some wait in its executor.
    [[nodiscard]] bool mayStart(bool alone) const;
    /// Nothing runs, nothing will be started, everything is stored.
    [[nodiscard]] bool isOver() const;
    /// The counts and state to show now.
    [[nodiscard]] LaunchProgress progress() const;
    [[nodiscard]] LaunchState finalState() const;

    /// Counts a candidate that is safe, and remembers it for the next publication.
    void settle(const CandidateSummary &summary);
    /// Counts a candidate whose result could not be stored: as infrastructure, whatever it was.
    void settleLost(int index, const Fault &fault);
    /// Tells an executor that keeps a queue how many runs may be under way.
    void updatePlaces();
    /// Lets it begin further runs where it holds after an end like this.
    void goOnAfter(const RunEnd &end);
    /// Takes back what waits in the executor; what has begun goes on.
    void withdraw();
    /// Learns from an end how long runs take.
    void noteDuration(const RunEnd &end);
    /// The reach to have journalled now; nothing while what was asked for will do.
    [[nodiscard]] std::optional<int> reachToAskFor();
    void setReach(int reach) { m_prepared.reach = reach; }
    /// Counts an end towards the stop policy; true when the policy says to stop now.
    [[nodiscard]] bool breaksPolicy(const RunEnd &end);
    /// Whether this end may be followed by another attempt of the same candidate, and after what wait.
    [[nodiscard]] std::optional<std::chrono::milliseconds> retryDelay(int index, const RunEnd &end);
    [[nodiscard]] int attempts(int index) const { return m_attempts.value(index, 1); }

    void publish(const CandidateSummary &summary) { m_changes.insert(summary.index, summary); }
    [[nodiscard]] QList<CandidateSummary> takeChanges();

    std::shared_ptr<Executor> executor = {};
    bool executorQueues = false; ///< It keeps to the number of places by itself.
    bool opening = false;
    std::stop_source openStop = {};
    CandidateQueue queue = {};
    QHash<int, ActiveRun> running = {};
    QHash<int, CandidateSummary> unstored = {}; ///< Ended, not yet safe.
    int waitingToRetry = 0;
    bool paused = false;
    bool cancelled = false;
    bool stoppedByPolicy = false;
    QString waitingFor = {};
    std::optional<Fault> fault = {};
    int concurrency = 1;

private:
    [[nodiscard]] int mayWaitAhead() const;
    [[nodiscard]] std::optional<RemainingTime> remaining(const LaunchProgress &progress) const;

    PreparedLaunch m_prepared;
    BackendInfo m_info;
    LaunchProgress m_counts;
    int m_reachAskedFor = 0;
    int m_failures = 0;
    RunsSoFar m_runs; ///< Those that have ended here.
    std::optional<std::chrono::nanoseconds> m_usualRun; ///< A mean in which the latest runs weigh most.
    Clock::time_point m_begin = Clock::now();
    QHash<int, int> m_attempts;
    QHash<int, CandidateSummary> m_changes;
};

/// How many runs of a launch are under way at once, unless the user changes it.
[[nodiscard]] int usualConcurrency(const LaunchSpec &spec, const BackendInfo &info);
/// Those that a stop policy counts.
[[nodiscard]] int failuresIn(const LaunchProgress &progress);
/// Adds a finished candidate to the counts.
void count(LaunchProgress &progress, const CandidateSummary &summary);

} // namespace hermes
