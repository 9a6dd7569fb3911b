// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/launchwait.h"

#include "app/cli/interrupts.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

RunResult resultSoFar(std::pair<StreamCapture, StreamCapture> output)
{
    RunResult result {.end = RunEnd::cancelledBeforeStart(), .out = std::move(output.first), .err = std::move(output.second)};
    result.end.mayHaveStarted = true;
    result.end.notes.append(u"The program was ended before the snippet; this is its output up to then."_s);
    // The files are not complete, and nobody will know of them.
    for (StreamCapture *stream : {&result.out, &result.err}) {
        stream->spoolFile.clear();
        stream->spooled = 0;
        stream->spoolTail = 0;
    }
    return result;
}

} // namespace

LaunchWait::LaunchWait(Engine &engine) : m_engine(engine)
{
    // This program has one launch, so whatever is reported is about it, even before its ticket is delivered here.
    connect(&engine, &Engine::progressChanged, this, [this](LaunchId, const LaunchProgress &progress) { takeProgress(progress); });
    connect(&engine, &Engine::launchFinished, this, [this](LaunchId, const LaunchProgress &progress) { takeEnd(progress); });
}

LaunchWait::~LaunchWait() = default;

Result<LaunchOutcome> LaunchWait::wait(QFuture<Result<LaunchTicket>> launching)
{
    m_interrupts = std::make_unique<Interrupts>();
    connect(m_interrupts.get(), &Interrupts::interrupted, this, &LaunchWait::interrupt);
    connect(m_interrupts.get(), &Interrupts::insisted, this, &LaunchWait::cutShort);
    launching.then(this, [this](Result<LaunchTicket> ticket) { takeTicket(std::move(ticket)); }).onCanceled(this, [this] {
        takeTicket(fail(FaultKind::Internal, u"The engine gave no answer"_s));
    });
    // An answer that is there already was taken at once.
    if (!isOver())
        m_loop.exec();
    // A request that arrives twice must not end the program while it writes what it knows.
    if (m_cutShort)
        return outcomeSoFar();
    m_interrupts.reset();
    if (!*m_ticket)
        return std::unexpected(m_ticket->error());
    return LaunchOutcome {.ticket = **m_ticket, .progress = *m_end};
}

void LaunchWait::interrupt()
{
    if (m_onInterrupt)
        m_onInterrupt();
    cancel();
}

void LaunchWait::cutShort()
{
    m_cutShort = !isOver();
    m_loop.quit();
}

Result<LaunchOutcome> LaunchWait::outcomeSoFar() const
{
    if (!m_ticket)
        return fail(FaultKind::Cancelled, u"Ended before the launch was accepted"_s);
    LaunchOutcome outcome {.ticket = **m_ticket, .progress = m_latest};
    for (int index = 0; index < outcome.ticket.total; ++index) {
        if (auto output = m_engine.liveOutput(outcome.ticket.id, index))
            outcome.underWay.insert(index, resultSoFar(*std::move(output)));
    }
    LaunchProgress &progress = outcome.progress;
    progress.state = LaunchState::Cancelled;
    progress.total = outcome.ticket.total;
    progress.running = 0;
    progress.finished += int(outcome.underWay.size());
    progress.cancelled += int(outcome.underWay.size());
    return outcome;
}

void LaunchWait::cancel()
{
    if (m_cancelled)
        return;
    m_cancelled = true;
    if (m_ticket && *m_ticket)
        m_engine.cancel((*m_ticket)->id);
}

void LaunchWait::takeTicket(Result<LaunchTicket> ticket)
{
    m_ticket = std::move(ticket);
    if (*m_ticket && m_onTicket)
        m_onTicket(**m_ticket);
    if (isOver())
        m_loop.quit();
    else if (m_cancelled)
        m_engine.cancel((*m_ticket)->id);
}

void LaunchWait::takeProgress(const LaunchProgress &progress)
{
    m_latest = progress;
    if (m_onProgress && m_ticket && *m_ticket)
        m_onProgress(progress);
}

void LaunchWait::takeEnd(const LaunchProgress &progress)
{
    m_end = progress;
    if (isOver())
        m_loop.quit();
}

bool LaunchWait::isOver() const
{
    return m_ticket && (!*m_ticket || m_end);
}

} // namespace hermes
