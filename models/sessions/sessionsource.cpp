// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessionsource.h"

#include "backends/engine/engine.h"
#include "models/displaytext.h"

#include <algorithm>
#include <utility>

namespace hermes {

namespace {
/// A folder in which something runs is measured again after this many seconds; another one when it was used.
constexpr qint64 MeasureAgain = 60;
} // namespace

SessionSource::SessionSource(Engine *engine, SessionTableModel *table, QObject *parent)
    : QObject(parent), m_engine(engine), m_table(table)
{
    m_poll.setSingleShot(true);
    m_poll.setInterval(Interval);
    m_poll.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_poll, &QTimer::timeout, this, &SessionSource::ask);
    for (const auto signal : {&Engine::journalChanged, &Engine::sessionsChanged}) {
        connect(engine, signal, this, [this] {
            if (m_isWatched)
                ask();
        });
    }
}

SessionSource::~SessionSource()
{
    setWatched(false);
}

void SessionSource::setWatched(bool watched)
{
    if (watched == std::exchange(m_isWatched, watched))
        return;
    m_engine->watchJournal(watched);
    m_engine->watchSessions(watched);
    if (watched) {
        ask();
        return;
    }
    m_poll.stop();
    stopMeasuring();
}

void SessionSource::refresh()
{
    m_measured.clear();
    ask();
}

void SessionSource::invalidate()
{
    ++m_generation;
    if (m_isWatched)
        ask();
}

void SessionSource::ask()
{
    if (m_isListing) {
        m_askAgain = true;
        return;
    }
    m_poll.stop();
    m_isListing = true;
    m_askAgain = false;
    m_asked = m_generation;
    m_engine->sessions().then(this, [this](const Result<QList<SessionInfo>> &sessions) { take(sessions); });
    Q_EMIT changed();
}

void SessionSource::take(const Result<QList<SessionInfo>> &sessions)
{
    m_isListing = false;
    if (m_asked != m_generation) {
        ask();
        return;
    }
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (sessions) {
        m_fault.reset();
        m_listed = now;
        m_table->setSessions(*sessions, now);
    } else {
        m_fault = sessions.error();
        m_table->setNow(now);
        m_table->setUnlisted(messageText(sessions.error()));
    }
    Q_EMIT changed();
    if (!m_isWatched)
        return;
    if (m_askAgain) {
        ask();
        return;
    }
    m_poll.start();
    measureNext();
}

std::optional<SessionKey> SessionSource::nextToMeasure() const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const auto isDue = [&](const SessionRow &row) {
        const SessionInfo &info = row.info;
        if (info.kind != SessionKind::Sandbox || !row.unlisted.isEmpty()
            || (info.state != SessionState::Open && info.state != SessionState::Running))
            return false;
        const auto measured = m_measured.constFind(row.key());
        return measured == m_measured.cend() || measured->lastUsed != info.lastUsed
            || (info.state == SessionState::Running && measured->at.secsTo(now) >= MeasureAgain);
    };
    const auto due = std::ranges::find_if(m_table->rows(), isDue);
    return due == m_table->rows().cend() ? std::nullopt : std::optional(due->key());
}

/// One folder at a time, since it is the disk that is waited for.
void SessionSource::measureNext()
{
    const std::optional<SessionKey> key = m_measuring ? std::nullopt : nextToMeasure();
    if (!key)
        return;
    m_measured.insert(*key, {.lastUsed = m_table->find(*key)->info.lastUsed, .at = QDateTime::currentDateTimeUtc()});
    const std::stop_token stop = m_measuring.emplace().get_token();
    m_engine->sessionSize(key->address(), stop).then(this, [this, stop, key = *key](const Result<DiskUse> &size) {
        // Nobody looks any more, or looks again meanwhile.
        if (stop.stop_requested()) {
            m_measured.remove(key);
            return;
        }
        m_measuring.reset();
        m_table->setSize(key, size);
        if (m_isWatched)
            measureNext();
    });
}

void SessionSource::stopMeasuring()
{
    if (m_measuring)
        m_measuring->request_stop();
    m_measuring.reset();
}

} // namespace hermes
