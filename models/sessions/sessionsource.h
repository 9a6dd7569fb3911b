// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sessions/sessiontablemodel.h"

#include <QTimer>

#include <stop_token>

namespace hermes {

class Engine;

/// Keeps a SessionTableModel up to date while somebody looks at it.
///
/// The engine is asked when it begins to be looked at, when the journal or something elsewhere
/// changes, every few seconds and on refresh(); one
/// question at a time: what is wanted while one is under way comes after it. While nobody looks, nothing is asked and no
/// timer runs. After a failed listing the rows stay and say so. GUI thread only.
class SessionSource final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds Interval {4};

    /// Both must outlive it.
    SessionSource(Engine *engine, SessionTableModel *table, QObject *parent = nullptr);
    ~SessionSource() override;

    /// Whether somebody looks.
    void setWatched(bool watched);
    /// Asks now, for the sizes of folders too.
    void refresh();
    /// Something was changed by us: what an answer that is under way tells is out of date.
    void invalidate();

    [[nodiscard]] bool isListing() const { return m_isListing; }
    /// The last question was answered or has failed; false before the first.
    [[nodiscard]] bool hasAnswer() const { return m_fault.has_value() || m_listed.isValid(); }
    /// Why the last listing failed; nothing when it did not.
    [[nodiscard]] const std::optional<Fault> &fault() const { return m_fault; }
    /// When something could be listed last.
    [[nodiscard]] const QDateTime &listed() const { return m_listed; }

Q_SIGNALS:
    /// isListing(), fault() or listed() has changed.
    void changed();

private:
    void ask();
    void take(const Result<QList<SessionInfo>> &sessions);
    void measureNext();
    void stopMeasuring();
    [[nodiscard]] std::optional<SessionKey> nextToMeasure() const;

    /// The use of a sandbox that its size was measured after.
    struct Measured
    {
        QDateTime lastUsed = {};
        QDateTime at = {};
    };

    Engine *m_engine;
    SessionTableModel *m_table;
    QTimer m_poll;
    bool m_isWatched = false;
    bool m_isListing = false;
    bool m_askAgain = false;
    int m_generation = 0; ///< Of what is there, as far as this window changes it.
    int m_asked = 0;      ///< The generation at the last question.
    std::optional<Fault> m_fault;
    QDateTime m_listed;
    QHash<SessionKey, Measured> m_measured;
    std::optional<std::stop_source> m_measuring; ///< While a size is being measured.
};

} // namespace hermes
