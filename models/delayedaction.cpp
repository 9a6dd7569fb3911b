// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "delayedaction.h"

#include <utility>

namespace hermes {

DelayedAction::DelayedAction(QObject *parent) : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(Patience);
    // A coarse one may be late by half a second, which a countdown would show.
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &DelayedAction::actNow);
}

void DelayedAction::begin(const QString &text, std::function<void()> act, std::function<void()> undo)
{
    actNow();
    m_text = text;
    m_act = std::move(act);
    m_undo = std::move(undo);
    m_timer.start();
    Q_EMIT changed();
}

void DelayedAction::setText(const QString &text)
{
    if (!isWaiting())
        return;
    m_text = text;
    Q_EMIT changed();
}

void DelayedAction::undo()
{
    if (!m_act)
        return;
    m_timer.stop();
    m_act = {};
    const auto undo = std::exchange(m_undo, {});
    if (undo)
        undo();
    Q_EMIT changed();
}

void DelayedAction::actNow()
{
    m_timer.stop();
    const auto act = std::exchange(m_act, {});
    m_undo = {};
    if (!act)
        return;
    act();
    Q_EMIT changed();
}

} // namespace hermes
