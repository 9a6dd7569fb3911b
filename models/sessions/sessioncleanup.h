// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/delayedaction.h"
#include "models/sessions/sessiontablemodel.h"

#include <deque>

namespace hermes {

class Engine;
class SessionSource;

/// Closes sandboxes and sessions, and deletes the records of closed ones, each a while after it was asked for.
///
/// While a batch waits, it can be undone as a whole (the DelayedAction) or row by row (keep()). Then its rows are done a few
/// at a time; each shows in the table what became of it. What is gone already counts as done. Destroying the object drops
/// what waits. GUI thread only.
class SessionCleanup final : public QObject
{
    Q_OBJECT

public:
    enum class Verb : quint8 { Close, Delete };

    struct Outcome
    {
        int closed = 0;
        int deleted = 0;
        int failed = 0;

        bool operator==(const Outcome &) const = default;
    };

    /// All must outlive it.
    SessionCleanup(Engine *engine, SessionTableModel *table, SessionSource *source, QObject *parent = nullptr);

    /// Rows for which the verb makes no sense are left out. What waits already is done at once.
    void begin(Verb verb, const QList<SessionKey> &keys);
    /// Takes rows out of what waits.
    void keep(const QList<SessionKey> &keys);
    /// Does those again that have failed.
    void retry(const QList<SessionKey> &keys);

    [[nodiscard]] DelayedAction *delay() { return &m_delay; }
    [[nodiscard]] int waiting() const { return int(m_waiting.size()); }
    [[nodiscard]] Verb waitingVerb() const { return m_waitingVerb; }
    /// Under way, and those whose turn comes after them.
    [[nodiscard]] int underWay() const { return m_running + int(m_queue.size()); }

Q_SIGNALS:
    /// waiting() or underWay() has changed.
    void changed();
    /// Nothing is under way any more; `outcome` is of all that was since the last time.
    void settled(const hermes::SessionCleanup::Outcome &outcome);

private:
    struct Job
    {
        Verb verb = Verb::Close;
        SessionKey key = {};
    };

    [[nodiscard]] QString waitingText() const;
    void release(const QList<SessionKey> &keys);
    void act();
    void enqueue(Verb verb, const SessionKey &key);
    void startNext();
    void finish(const Job &job, const Result<> &done);
    void showUntilDone();

    Engine *m_engine;
    SessionTableModel *m_table;
    SessionSource *m_source;
    DelayedAction m_delay;
    QTimer m_tick;
    QList<SessionKey> m_waiting;
    Verb m_waitingVerb = Verb::Close;
    std::deque<Job> m_queue;
    int m_running = 0;
    Outcome m_outcome;
};

} // namespace hermes
