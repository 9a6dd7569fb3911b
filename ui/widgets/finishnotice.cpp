// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "finishnotice.h"

#include "models/currentlaunch.h"
#include "models/formatting.h"

#include <QApplication>
#include <QSystemTrayIcon>
#include <QWidget>

using namespace std::chrono_literals;

namespace hermes {

namespace {
/// Who waits less has not gone elsewhere.
constexpr auto LongLaunch = 20s;
} // namespace

FinishNotice::FinishNotice(CurrentLaunch *launch, QWidget *window) : QObject(window), m_launch(launch), m_window(window)
{
    connect(launch, &CurrentLaunch::finished, this, &FinishNotice::launchEnded);
}

FinishNotice::~FinishNotice() = default;

void FinishNotice::launchEnded()
{
    const LaunchProgress &progress = m_launch->progress();
    if (progress.elapsed < LongLaunch || m_window->isActiveWindow())
        return;
    QApplication::alert(m_window);
    if (!QSystemTrayIcon::isSystemTrayAvailable())
        return;
    if (!m_tray) {
        m_tray = new QSystemTrayIcon(QApplication::windowIcon(), this);
        m_tray->setToolTip(m_window->windowTitle());
        connect(m_tray, &QSystemTrayIcon::messageClicked, this, &FinishNotice::showWindow);
        connect(m_tray, &QSystemTrayIcon::activated, this, &FinishNotice::showWindow);
    }
    m_tray->show();
    const bool good = progress.succeeded == progress.total;
    m_tray->showMessage(outcomeText(progress), progressText(progress),
                        good ? QSystemTrayIcon::Information : QSystemTrayIcon::Warning);
}

void FinishNotice::showWindow()
{
    m_tray->hide();
    m_window->setWindowState(m_window->windowState() & ~Qt::WindowMinimized);
    m_window->raise();
    m_window->activateWindow();
}

} // namespace hermes
