// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "models/resultgridmodel.h"

#include <QObject>

namespace hermes {

/// The launch that a page shows: starts it, follows it, and keeps the grid up to date.
///
/// One at a time. GUI thread only; nothing here waits. The engine must outlive it.
class CurrentLaunch final : public QObject
{
    Q_OBJECT

public:
    enum class Phase {
        Idle,     ///< Nothing was launched yet.
        Opening,  ///< A stored one is being read; it is shown as far as that is.
        Starting, ///< Asked for, not yet accepted.
        Running,
        Stopping, ///< A cancel is under way.
        Finished
    };

    explicit CurrentLaunch(Engine *engine, QObject *parent = nullptr);

    /// This and the following three are ignored while a launch is active.
    void start(LaunchSpec spec);
    /// Shows a stored launch with its results.
    void open(LaunchId id);
    /// Runs what the shown launch has no result for, of these candidates.
    void resume(const QList<int> &candidates);
    /// Runs these candidates of the shown launch again, in a new launch that takes over the results of the others.
    void rerun(const QList<int> &candidates);
    /// Shown as Stopping at once; also while the launch is still being accepted.
    void cancel();
    void setPaused(bool paused);
    void setConcurrency(int concurrency);

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] bool isActive() const { return m_phase > Phase::Opening && m_phase != Phase::Finished; }
    [[nodiscard]] LaunchId id() const { return m_ticket.id; }
    [[nodiscard]] const LaunchTicket &ticket() const { return m_ticket; }
    [[nodiscard]] LaunchKind kind() const { return m_kind; }
    /// What the launch was made from; of a resumed or stored one as the journal has it.
    [[nodiscard]] const LaunchSpec &spec() const { return m_spec; }
    [[nodiscard]] const LaunchProgress &progress() const { return m_progress; }
    [[nodiscard]] ResultGridModel *grid() { return &m_grid; }
    [[nodiscard]] Engine *engine() const { return m_engine; }

Q_SIGNALS:
    /// The launch begins: see ticket().
    void accepted();
    /// Phase or progress are different.
    void changed();
    /// A launch was not accepted, or a stored one cannot be read. The grid shows what it showed before.
    void refused(const hermes::Fault &fault);
    /// Every candidate has its end, or the launch could not go on: see progress().
    void finished();

private:
    using Ticket = QFuture<Result<LaunchTicket>>;
    void expect(Ticket ticket);
    void accept(const Result<LaunchTicket> &ticket);
    void beginGrid(const QStringList &parameterNames, int total, LaunchStage stage);
    void showStored(const LaunchSpec &spec, const LaunchRecord &record);
    void readStored(int from);
    void takeStored(int from, const Result<QList<CandidateSummary>> &page);
    void refuse(const Fault &fault);
    void setPhase(Phase phase);
    void takeCandidates(LaunchId id, const QList<CandidateSummary> &candidates);
    void takeProgress(LaunchId id, const LaunchProgress &progress);
    void takeFinish(LaunchId id, const LaunchProgress &progress);

    Engine *m_engine;
    ResultGridModel m_grid;
    Phase m_phase = Phase::Idle;
    Phase m_phaseBefore = Phase::Idle;
    LaunchKind m_kind = LaunchKind::Sweep;
    LaunchSpec m_spec;
    LaunchSpec m_pending; ///< Of the launch that was asked for and not yet accepted.
    int m_request = 0; ///< Answers to an earlier question are dropped.
    bool m_cancelWhenAccepted = false;
    LaunchTicket m_ticket;
    LaunchProgress m_progress;
};

} // namespace hermes
