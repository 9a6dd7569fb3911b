// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/checkstepsmodel.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace hermes {

class WrappingLabel;

/// Tests the connection to the backend that is shown, step by step, and says what to do about the step that fails.
class ConnectionPane final : public QWidget
{
    Q_OBJECT

public:
    /// The tests must outlive it.
    explicit ConnectionPane(ConnectionTests *tests, QWidget *parent = nullptr);

    /// What is tested next: the settings as they are in the form, and the command that does the same.
    void show(const BackendName &name, const Result<Settings> &settings, const Result<QString> &command);
    /// Some of the settings are not saved, which the pane says.
    void setUnsaved(bool unsaved);
    void start();

Q_SIGNALS:
    /// The settings cannot be tested as they are.
    void refused(const hermes::Fault &fault);

private:
    void createWidgets();
    void createLayout();
    void showTest();
    void copyCommand();

    ConnectionTests *m_tests;
    BackendName m_name;
    Result<Settings> m_settings = Settings();
    CheckStepsModel *m_steps;
    QPushButton *m_start = nullptr;
    QPushButton *m_cancel = nullptr;
    QLabel *m_icon = nullptr;
    WrappingLabel *m_state = nullptr;
    QTableView *m_table = nullptr;
    WrappingLabel *m_advice = nullptr;
    QLabel *m_commandLabel = nullptr;
    QLineEdit *m_command = nullptr;
    QPushButton *m_copy = nullptr;
    bool m_unsaved = false;
};

} // namespace hermes
