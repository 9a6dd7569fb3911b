// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QSystemTrayIcon;
class QWidget;

namespace hermes {

class CurrentLaunch;

/// Tells the user who has gone elsewhere that a long launch has ended: in the task bar, and with a message of the tray where
/// the desktop has one. A click on the message leads to the window.
class FinishNotice final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive the notice.
    FinishNotice(CurrentLaunch *launch, QWidget *window);
    ~FinishNotice() override;

private:
    void launchEnded();
    void showWindow();

    CurrentLaunch *m_launch;
    QWidget *m_window;
    QSystemTrayIcon *m_tray = nullptr; ///< Made when it is needed.
};

} // namespace hermes
