// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessioncleanup.h"

#include "backends/engine/engine.h"
#include "models/displaytext.h"
#include "models/sessions/sessionsource.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace hermes {

namespace {
/// Removing files is work for a disk, and a backend may not like many questions at once.
constexpr int MostAtOnce = 4;
} // namespace

SessionCleanup::SessionCleanup(Engine *engine, SessionTableModel *table, SessionSource *source, QObject *parent)
    : QObject(parent), m_engine(engine), m_table(table), m_source(source)
{
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &SessionCleanup::showUntilDone);
    connect(&m_delay, &DelayedAction::changed, this, [this] {
        if (!m_delay.isWaiting())
            m_tick.stop();
    });
}

void SessionCleanup::begin(Verb verb, const QList<SessionKey> &keys)
{
    m_delay.actNow();
    QList<SessionKey> possible = keys;
    possible.removeIf([&](const SessionKey &key) {
        const SessionRow *row = m_table->find(key);
        return !row || !(verb == Verb::Close ? canClose(*row) : canDelete(*row));
    });
    if (possible.isEmpty())
        return;
    m_waiting = std::move(possible);
    m_waitingVerb = verb;
    m_delay.begin(waitingText(), [this] { act(); }, [this] { release(std::exchange(m_waiting, {})); });
    m_tick.start();
    showUntilDone();
    for (const SessionKey &key : std::as_const(m_waiting))
        m_table->setActivity(key, verb == Verb::Close ? SessionActivity::WillClose : SessionActivity::WillDelete);
    Q_EMIT changed();
}

QString SessionCleanup::waitingText() const
{
    const auto count = int(m_waiting.size());
    return m_waitingVerb == Verb::Close ? tr("%L1 to be closed").arg(count) : tr("%Ln records to be deleted", nullptr, count);
}

void SessionCleanup::keep(const QList<SessionKey> &keys)
{
    QList<SessionKey> kept;
    for (const SessionKey &key : keys) {
        if (m_waiting.removeOne(key))
            kept.append(key);
    }
    if (kept.isEmpty())
        return;
    release(kept);
    if (m_waiting.isEmpty())
        m_delay.undo();
    else
        m_delay.setText(waitingText());
}

void SessionCleanup::release(const QList<SessionKey> &keys)
{
    for (const SessionKey &key : keys)
        m_table->setActivity(key, SessionActivity::None);
    Q_EMIT changed();
}

void SessionCleanup::act()
{
    for (const SessionKey &key : std::exchange(m_waiting, {}))
        enqueue(m_waitingVerb, key);
    startNext();
    Q_EMIT changed();
}

void SessionCleanup::retry(const QList<SessionKey> &keys)
{
    for (const SessionKey &key : keys) {
        const SessionRow *row = m_table->find(key);
        if (row && hasFailed(*row))
            enqueue(row->activity == SessionActivity::CloseFailed ? Verb::Close : Verb::Delete, key);
    }
    startNext();
    Q_EMIT changed();
}

void SessionCleanup::enqueue(Verb verb, const SessionKey &key)
{
    m_table->setActivity(key, verb == Verb::Close ? SessionActivity::Closing : SessionActivity::Deleting);
    m_queue.push_back({.verb = verb, .key = key});
}

void SessionCleanup::startNext()
{
    while (m_running < MostAtOnce && !m_queue.empty()) {
        const Job job = std::move(m_queue.front());
        m_queue.pop_front();
        ++m_running;
        auto done = job.verb == Verb::Close ? m_engine->closeSession(job.key.address())
                                            : m_engine->deleteSession(job.key.address());
        done.then(this, [this, job](const Result<> &outcome) { finish(job, outcome); });
    }
}

void SessionCleanup::finish(const Job &job, const Result<> &done)
{
    --m_running;
    const bool isGone = done || done.error().kind == FaultKind::NotFound;
    const bool isClose = job.verb == Verb::Close;
    if (!isGone) {
        ++m_outcome.failed;
        m_table->setActivity(job.key, isClose ? SessionActivity::CloseFailed : SessionActivity::DeleteFailed,
                             messageText(done.error()));
    } else if (isClose) {
        ++m_outcome.closed;
        m_table->setClosed(job.key);
    } else {
        ++m_outcome.deleted;
        m_table->remove(job.key);
    }
    m_source->invalidate();
    startNext();
    Q_EMIT changed();
    // An answer may come at once, and then the last one has told of them all.
    if (underWay() == 0 && m_outcome != Outcome())
        Q_EMIT settled(std::exchange(m_outcome, {}));
}

void SessionCleanup::showUntilDone()
{
    m_table->setUntilDone(std::chrono::ceil<std::chrono::seconds>(m_delay.remaining()));
}

} // namespace hermes
