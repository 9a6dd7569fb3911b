// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/activelaunch.h"
#include "backends/engine/inbox.h"
#include "backends/engine/journal/candidaterecord.h"
#include "backends/engine/liveoutputs.h"
#include "backends/engine/sandboxshelf.h"

#include <QHash>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <map>
#include <memory>
#include <variant>

namespace hermes {

class Journal;

/// What a scheduler works with; all of it outlives the scheduler.
struct SchedulerParts
{
    Journal *journal = nullptr; ///< Null: nothing is stored.
    QThreadPool *pool = nullptr;
    LiveOutputs *live = nullptr;
    SandboxShelf *sandboxes = nullptr;
    QString spoolFolder = {};
    int maxRunning = 256;
};

/// Keeps launches going: starts candidates within the limits, tries again what certainly did not start, stores each end
/// before it reports it, applies policies and cancels.
///
/// Lives on a thread of its own with an event loop; every function is called there, the signals come from there.
/// Ends of runs arrive from the threads of the executors through an inbox.
class Scheduler final : public QObject
{
    Q_OBJECT

public:
    explicit Scheduler(SchedulerParts parts);
    ~Scheduler() override;

    void adopt(PreparedLaunch launch);
    void cancel(LaunchId id);
    void setPaused(LaunchId id, bool paused);
    void setConcurrency(LaunchId id, int concurrency);
    void cancelAll();
    /// Results of a launch that is not journalled; they are kept as long as the scheduler lives.
    [[nodiscard]] std::optional<RunResult> keptResult(LaunchId id, int index) const;
    [[nodiscard]] ResultPage keptResults(LaunchId id, IndexRange range) const;
    /// To be called by the receiver of candidatesChanged when it is ready for the next batch; any thread.
    void acknowledge() { m_unacknowledged.store(0); }

Q_SIGNALS:
    void candidatesChanged(hermes::LaunchId id, const QList<hermes::CandidateSummary> &candidates);
    void progressChanged(hermes::LaunchId id, const hermes::LaunchProgress &progress);
    void launchFinished(hermes::LaunchId id, const hermes::LaunchProgress &progress);
    void idle();

private:
    struct OpeningTold
    {
        LaunchId launch;
        QString waitsFor;
    };
    struct RunTold
    {
        LaunchId launch;
        int index;
        std::optional<QString> waitsFor; ///< Nothing: it has begun.
    };
    struct RunEnded
    {
        LaunchId launch;
        int index;
        RunEnd end;
    };
    struct StoreEnded
    {
        LaunchId launch;
        int index;
        Result<> outcome;
    };
    struct ReachStored
    {
        LaunchId launch;
        int reach;
    };
    struct JournalTrouble
    {
        Fault fault;
    };
    struct Opened
    {
        LaunchId launch;
        Result<std::shared_ptr<Executor>> executor;
    };
    using Message = std::variant<OpeningTold, RunTold, RunEnded, StoreEnded, ReachStored, JournalTrouble, Opened>;

    void receive(std::vector<Message> &&messages);
    void on(OpeningTold &message);
    void on(RunTold &message);
    void on(RunEnded &message);
    void on(StoreEnded &message);
    void on(ReachStored &message);
    void on(JournalTrouble &message);
    void on(Opened &message);

    void open(ActiveLaunch &launch);
    void pump();
    void extendReach(ActiveLaunch &launch);
    [[nodiscard]] ActiveLaunch *nextToServe();
    void start(ActiveLaunch &launch, int index);
    void noteStart(ActiveLaunch &launch, int index, const ActiveRun &run);
    void retryLater(ActiveLaunch &launch, int index, std::chrono::milliseconds delay);
    [[nodiscard]] static RunResult resultOf(const ActiveRun &run, RunEnd end);
    void store(ActiveLaunch &launch, int index, RunResult result);
    void endUnstarted(ActiveLaunch &launch, const RunEnd &end);
    void haltForStorage(const Fault &fault);
    void finishIfOver(LaunchId id);
    void letGo(ActiveLaunch &launch);
    void schedulePublication();
    void publish();
    void publishLaunch(ActiveLaunch &launch);
    [[nodiscard]] ActiveLaunch *find(LaunchId id);
    [[nodiscard]] std::vector<LaunchId> launchIds() const;
    [[nodiscard]] bool isTurnOf(const ActiveLaunch &launch) const;

    SchedulerParts m_parts;
    std::map<LaunchId, std::unique_ptr<ActiveLaunch>> m_launches;
    QHash<const Backend *, int> m_runningByBackend;
    int m_running = 0;
    LaunchId m_lastServed = 0;
    QHash<std::pair<LaunchId, int>, RunResult> m_kept;
    QTimer m_publication;
    std::atomic<int> m_unacknowledged = 0;
    Inbox<Message> m_inbox;
};

} // namespace hermes
