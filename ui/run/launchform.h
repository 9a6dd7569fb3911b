// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "backends/profiles/backendchoice.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QSettings;
class QSpinBox;

namespace hermes {

class ChoiceBox;
class ProfileStore;
class WrappingLabel;

/// Where and how to run: backend, timeout, concurrency, and the buttons that launch.
class LaunchForm final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive it.
    LaunchForm(Engine *engine, ProfileStore *profiles, QWidget *parent = nullptr);

    /// Fills in backend, profile, settings, timeout and concurrency, or says which field cannot be used.
    [[nodiscard]] Result<LaunchSpec> spec() const;
    /// Of the chosen backend.
    [[nodiscard]] Result<BackendInfo> backend() const;
    /// While something runs, nothing else can be launched.
    void setLaunchEnabled(bool enabled);
    [[nodiscard]] bool isLaunchEnabled() const;
    /// Keeps backend, timeout and concurrency from one start of the program to the next.
    void restore(const QSettings &settings);
    void store(QSettings &settings) const;

Q_SIGNALS:
    void sweepWanted();
    void sandboxWanted();
    void backendChanged();

private:
    void createWidgets();
    void createLayout();
    void listBackends();
    void choose(const BackendName &name);
    void showBackend();
    void checkTimeout();
    [[nodiscard]] BackendName chosen() const;
    [[nodiscard]] Result<Settings> settings() const;

    Engine *m_engine;
    ProfileStore *m_profiles;
    ChoiceBox *m_backend = nullptr;
    QLabel *m_isolation = nullptr;
    QLineEdit *m_timeout = nullptr;
    WrappingLabel *m_timeoutProblem = nullptr;
    QSpinBox *m_concurrency = nullptr;
    QPushButton *m_sweep = nullptr;
    QPushButton *m_sandbox = nullptr;
};

} // namespace hermes
