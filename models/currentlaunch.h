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
        Starting, ///< Asked for, not yet accepted.
        Running,
        Stopping, ///< A cancel is under way.
        Finished
    };

    explicit CurrentLaunch(Engine *engine, QObject *parent = nullptr);

    /// Ignored while another one is active.
    void start(LaunchSpec spec);
    /// Shown as Stopping at once; also while the launch is still being accepted.
    void cancel();
    void setPaused(bool paused);

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] bool isActive() const { return m_phase != Phase::Idle && m_phase != Phase::Finished; }
    [[nodiscard]] LaunchId id() const { return m_ticket.id; }
    [[nodiscard]] const LaunchTicket &ticket() const { return m_ticket; }
    [[nodiscard]] LaunchKind kind() const { return m_spec.kind; }
    /// As it was asked for.
    [[nodiscard]] const LaunchSpec &spec() const { return m_spec; }
    [[nodiscard]] const LaunchProgress &progress() const { return m_progress; }
    [[nodiscard]] ResultGridModel *grid() { return &m_grid; }
    [[nodiscard]] Engine *engine() const { return m_engine; }

Q_SIGNALS:
    /// Phase or progress are different.
    void changed();
    /// The launch was not accepted. The grid shows what it showed before.
    void refused(const hermes::Fault &fault);
    /// Every candidate has its end, or the launch could not go on: see progress().
    void finished();

private:
    void accept(const Result<LaunchTicket> &ticket);
    void setPhase(Phase phase);
    void takeCandidates(LaunchId id, const QList<CandidateSummary> &candidates);
    void takeProgress(LaunchId id, const LaunchProgress &progress);
    void takeFinish(LaunchId id, const LaunchProgress &progress);

    Engine *m_engine;
    ResultGridModel m_grid;
    Phase m_phase = Phase::Idle;
    Phase m_phaseBefore = Phase::Idle;
    LaunchSpec m_spec = {.kind = LaunchKind::Sweep};
    bool m_cancelWhenAccepted = false;
    LaunchTicket m_ticket;
    LaunchProgress m_progress;
};

} // namespace hermes
