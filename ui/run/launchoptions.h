// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"
#include "models/environmenttablemodel.h"

#include <QThreadPool>
#include <QWidget>

#include <functional>

class QDoubleSpinBox;
class QLineEdit;
class QListWidget;
class QSettings;
class QSpinBox;
class QTableView;
class QToolButton;

namespace hermes {

class Dialogs;

/// What a launch may be told beside where it runs: its name, when it stops by itself, and what its runs are given.
class LaunchOptions final : public QWidget
{
    Q_OBJECT

public:
    /// The dialogs must outlive it.
    explicit LaunchOptions(Dialogs *dialogs, QWidget *parent = nullptr);

    /// Why a launch cannot be made of it as it stands; empty when it can.
    [[nodiscard]] QString problem() const;
    /// Fills in everything but the standard input, whose file has yet to be read.
    [[nodiscard]] Result<> fill(LaunchSpec &spec) const;
    /// Calls `then` with the standard input: at once where it is no file, else once that was read in the background.
    void withStdin(QObject *context, const std::function<void(Result<QByteArray>)> &then);
    void setSpec(const LaunchSpec &spec);
    void commitEditor();
    /// What is set here, in a few words; empty: all is as usual.
    [[nodiscard]] QString summary() const;

    void restore(const QSettings &settings);
    void store(QSettings &settings) const;

Q_SIGNALS:
    void edited();

private:
    void createPolicy();
    void createVariables();
    void createSecrets();
    void createFiles();
    void createPlace();
    [[nodiscard]] Result<QList<SecretVariable>> secrets() const;
    [[nodiscard]] Result<CaptureLimits> capture() const;
    void createLayout();
    void addInput(const QString &path);
    void removeInput();
    [[nodiscard]] QList<InputFile> inputs() const;

    Dialogs *m_dialogs;
    EnvironmentTableModel m_environment;
    QLineEdit *m_name = nullptr;
    QSpinBox *m_stopAfter = nullptr;
    QDoubleSpinBox *m_stopOver = nullptr;
    QTableView *m_variables = nullptr;
    QToolButton *m_addVariable = nullptr;
    QToolButton *m_removeVariable = nullptr;
    QLineEdit *m_secrets = nullptr;
    QListWidget *m_inputs = nullptr;
    QToolButton *m_addInput = nullptr;
    QToolButton *m_removeInput = nullptr;
    QLineEdit *m_stdin = nullptr;
    QToolButton *m_chooseStdin = nullptr;
    QLineEdit *m_folder = nullptr;
    QToolButton *m_chooseFolder = nullptr;
    QLineEdit *m_maxOutput = nullptr;
    qint64 m_spoolBytes = CaptureLimits().spoolBytes; ///< As an opened launch had it.
    QByteArray m_stdinData; ///< Of an opened launch, as long as no file is named.
    QThreadPool m_reading;  ///< Last: it ends first.
};

} // namespace hermes
