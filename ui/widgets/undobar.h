// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/delayedaction.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace hermes {

class ElidingLabel;

/// What is about to be done, how long it can still be undone, and the button for that; *Undo* of the window does the
/// same. Hidden while nothing waits.
class UndoBar final : public QFrame
{
    Q_OBJECT

public:
    /// The action must outlive the bar.
    explicit UndoBar(DelayedAction *action, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showAction();
    void showRemaining();

    DelayedAction *m_action;
    ElidingLabel *m_text;
    QLabel *m_remaining;
    QPushButton *m_undo;
    QTimer m_tick;
};

} // namespace hermes
