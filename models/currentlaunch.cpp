// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "currentlaunch.h"

#include <QFuture>

#include <utility>

namespace hermes {

CurrentLaunch::CurrentLaunch(Engine *engine, QObject *parent) : QObject(parent), m_engine(engine)
{
    connect(engine, &Engine::candidatesChanged, this, &CurrentLaunch::takeCandidates);
    connect(engine, &Engine::progressChanged, this, &CurrentLaunch::takeProgress);
    connect(engine, &Engine::launchFinished, this, &CurrentLaunch::takeFinish);
}

void CurrentLaunch::start(LaunchSpec spec)
{
    if (isActive())
        return;
    m_phaseBefore = m_phase;
    m_cancelWhenAccepted = false;
    m_spec = spec;
    setPhase(Phase::Starting);
    m_engine->launch(std::move(spec)).then(this, [this](const Result<LaunchTicket> &ticket) { accept(ticket); });
}

void CurrentLaunch::accept(const Result<LaunchTicket> &ticket)
{
    if (!ticket) {
        setPhase(m_phaseBefore);
        Q_EMIT refused(ticket.error());
        return;
    }
    m_ticket = *ticket;
    m_progress = {.total = m_ticket.total};
    m_grid.begin(m_ticket.parameterNames, m_ticket.total,
                 [engine = m_engine, id = m_ticket.id](int index) { return engine->parameters(id, index); });
    const bool cancelled = std::exchange(m_cancelWhenAccepted, false);
    if (cancelled)
        m_engine->cancel(m_ticket.id);
    setPhase(cancelled ? Phase::Stopping : Phase::Running);
}

void CurrentLaunch::cancel()
{
    if (m_phase == Phase::Running)
        m_engine->cancel(m_ticket.id);
    else if (m_phase == Phase::Starting)
        m_cancelWhenAccepted = true;
    else
        return;
    setPhase(Phase::Stopping);
}

void CurrentLaunch::setPaused(bool paused)
{
    if (m_phase != Phase::Running)
        return;
    if (paused)
        m_engine->pause(m_ticket.id);
    else
        m_engine->unpause(m_ticket.id);
}

void CurrentLaunch::setPhase(Phase phase)
{
    m_phase = phase;
    Q_EMIT changed();
}

void CurrentLaunch::takeCandidates(LaunchId id, const QList<CandidateSummary> &candidates)
{
    if (id == m_ticket.id)
        m_grid.update(candidates);
}

void CurrentLaunch::takeProgress(LaunchId id, const LaunchProgress &progress)
{
    if (id != m_ticket.id || !isActive())
        return;
    m_progress = progress;
    if (progress.stopping)
        m_phase = Phase::Stopping;
    Q_EMIT changed();
}

void CurrentLaunch::takeFinish(LaunchId id, const LaunchProgress &progress)
{
    if (id != m_ticket.id)
        return;
    m_progress = progress;
    m_grid.setStage(LaunchStage::Over);
    setPhase(Phase::Finished);
    Q_EMIT finished();
}

} // namespace hermes
