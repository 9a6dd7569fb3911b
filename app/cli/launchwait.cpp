// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/launchwait.h"

#include "app/cli/interrupts.h"

using namespace Qt::StringLiterals;

namespace hermes {

LaunchWait::LaunchWait(Engine &engine) : m_engine(engine)
{
    // This program has one launch, so whatever is reported is about it, even before its ticket is delivered here.
    connect(&engine, &Engine::progressChanged, this, [this](LaunchId, const LaunchProgress &progress) { takeProgress(progress); });
    connect(&engine, &Engine::launchFinished, this, [this](LaunchId, const LaunchProgress &progress) { takeEnd(progress); });
}

Result<LaunchOutcome> LaunchWait::wait(QFuture<Result<LaunchTicket>> launching)
{
    Interrupts interrupts;
    connect(&interrupts, &Interrupts::interrupted, this, &LaunchWait::cancel);
    launching.then(this, [this](Result<LaunchTicket> ticket) { takeTicket(std::move(ticket)); }).onCanceled(this, [this] {
        takeTicket(fail(FaultKind::Internal, u"The engine gave no answer"_s));
    });
    // An answer that is there already was taken at once.
    if (!isOver())
        m_loop.exec();
    if (!*m_ticket)
        return std::unexpected(m_ticket->error());
    return LaunchOutcome {.ticket = **m_ticket, .progress = *m_end};
}

void LaunchWait::cancel()
{
    if (m_cancelled)
        return;
    m_cancelled = true;
    if (m_onCancel)
        m_onCancel();
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
