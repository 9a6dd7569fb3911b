// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>

namespace hermes {

/// Something that cannot be taken back once it is done, and is therefore done only after a while in which the user may
/// think better of it.
///
/// One at a time: beginning another one does the one before at once. Destroying the object drops what waits: it is not
/// done. GUI thread only.
class DelayedAction final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds Patience {10};

    explicit DelayedAction(QObject *parent = nullptr);

    /// `text` says what will be done: "2 sandboxes are closed". `undo` puts back what was shown as done already; it may be
    /// empty.
    void begin(const QString &text, std::function<void()> act, std::function<void()> undo = {});
    /// What waits has become something else: a part of it was taken back. Ignored when nothing waits.
    void setText(const QString &text);
    /// Ignored when nothing waits.
    void undo();
    /// Does at once what waits.
    void actNow();

    [[nodiscard]] bool isWaiting() const { return m_timer.isActive(); }
    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] std::chrono::milliseconds remaining() const { return m_timer.remainingTimeAsDuration(); }

Q_SIGNALS:
    /// Something waits now, or no longer.
    void changed();

private:
    QTimer m_timer;
    QString m_text;
    std::function<void()> m_act;
    std::function<void()> m_undo;
};

} // namespace hermes
