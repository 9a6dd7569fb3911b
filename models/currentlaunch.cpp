// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "currentlaunch.h"

#include <QFuture>

#include <utility>

namespace hermes {

namespace {

/// One answer that keeps the window busy for some milliseconds only.
constexpr int StoredAtOnce = 5000;

/// Of ascending indexes.
QList<CandidateQueue::Range> rangesOf(const QList<int> &candidates)
{
    QList<CandidateQueue::Range> ranges;
    for (const int candidate : candidates) {
        if (!ranges.isEmpty() && ranges.last().second == candidate)
            ++ranges.last().second;
        else
            ranges.emplaceBack(candidate, candidate + 1);
    }
    return ranges;
}

} // namespace

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
    m_pending = spec;
    m_pending.tap.reset();
    expect(m_engine->launch(std::move(spec)));
}

void CurrentLaunch::resume(const QList<int> &candidates)
{
    if (isActive() || m_ticket.id == 0)
        return;
    m_pending = m_spec;
    expect(m_engine->resumeSweep(m_ticket.id, rangesOf(candidates)));
}

void CurrentLaunch::rerun(const QList<int> &candidates)
{
    if (isActive() || m_ticket.id == 0)
        return;
    m_pending = m_spec;
    expect(m_engine->rerun(m_ticket.id, rangesOf(candidates)));
}

void CurrentLaunch::expect(Ticket ticket)
{
    ++m_request;
    m_phaseBefore = m_phase == Phase::Opening ? Phase::Finished : m_phase;
    m_cancelWhenAccepted = false;
    setPhase(Phase::Starting);
    ticket.then(this, [this](const Result<LaunchTicket> &answer) { accept(answer); });
}

void CurrentLaunch::accept(const Result<LaunchTicket> &ticket)
{
    if (!ticket) {
        refuse(ticket.error());
        return;
    }
    m_ticket = *ticket;
    m_spec = std::move(m_pending);
    m_kind = m_spec.kind;
    m_progress = {.total = m_ticket.total, .finished = m_ticket.alreadyFinished};
    beginGrid(m_ticket.parameterNames, m_ticket.total, LaunchStage::UnderWay);
    if (m_ticket.alreadyFinished > 0)
        readStored(0);
    const bool cancelled = std::exchange(m_cancelWhenAccepted, false);
    if (cancelled)
        m_engine->cancel(m_ticket.id);
    setPhase(cancelled ? Phase::Stopping : Phase::Running);
    Q_EMIT accepted();
}

void CurrentLaunch::refuse(const Fault &fault)
{
    setPhase(m_phaseBefore);
    Q_EMIT refused(fault);
}

void CurrentLaunch::beginGrid(const QStringList &parameterNames, int total, LaunchStage stage)
{
    const int repeat = m_kind == LaunchKind::Sweep ? int(m_spec.sweep.repeat) : 1;
    m_grid.begin(
        parameterNames, total, [engine = m_engine, id = m_ticket.id](int index) { return engine->parameters(id, index); }, repeat,
        stage);
}

void CurrentLaunch::open(LaunchId id)
{
    if (isActive())
        return;
    m_phaseBefore = m_phase == Phase::Opening ? Phase::Finished : m_phase;
    const int request = ++m_request;
    setPhase(Phase::Opening);
    m_engine->spec(id).then(this, [this, id, request](const Result<LaunchSpec> &spec) {
        if (request != m_request)
            return;
        if (!spec) {
            refuse(spec.error());
            return;
        }
        m_engine->record(id).then(this, [this, request, spec = *spec](const Result<LaunchRecord> &record) {
            if (request != m_request)
                return;
            if (record)
                showStored(spec, *record);
            else
                refuse(record.error());
        });
    });
}

void CurrentLaunch::showStored(const LaunchSpec &spec, const LaunchRecord &record)
{
    m_spec = spec;
    m_kind = record.kind;
    m_ticket = {.id = record.id,
                .executorId = record.executorId,
                .parameterNames = m_engine->parameterNames(record.id),
                .total = int(record.count)};
    m_progress = progressOf(record.counts);
    m_progress.state = record.state;
    m_progress.total = int(record.count);
    if (record.finishedAt.isValid())
        m_progress.elapsed = std::chrono::milliseconds(record.createdAt.msecsTo(record.finishedAt));
    beginGrid(m_ticket.parameterNames, m_ticket.total,
              record.state == LaunchState::Running ? LaunchStage::UnderWay : LaunchStage::Over);
    Q_EMIT changed();
    readStored(0);
}

void CurrentLaunch::readStored(int from)
{
    const int request = m_request;
    m_engine->candidates(m_ticket.id, from, StoredAtOnce)
        .then(this, [this, from, request](const Result<QList<CandidateSummary>> &page) {
            if (request == m_request)
                takeStored(from, page);
        });
}

/// What has ended meanwhile is newer than what the journal said when it was asked.
void CurrentLaunch::takeStored(int from, const Result<QList<CandidateSummary>> &page)
{
    if (!page) {
        if (m_phase == Phase::Opening)
            setPhase(Phase::Finished);
        Q_EMIT refused(page.error());
        return;
    }
    QList<CandidateSummary> older = *page;
    older.removeIf([this](const CandidateSummary &candidate) {
        return m_grid.candidate(candidate.index).state != CandidateState::Queued
            || (isActive() && candidate.state != CandidateState::Finished);
    });
    m_grid.update(older);
    if (from + StoredAtOnce < m_ticket.total)
        readStored(from + StoredAtOnce);
    else if (m_phase == Phase::Opening)
        setPhase(Phase::Finished);
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

void CurrentLaunch::setConcurrency(int concurrency)
{
    if (m_phase == Phase::Running)
        m_engine->setConcurrency(m_ticket.id, concurrency);
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
