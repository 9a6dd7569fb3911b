// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "backends/profiles/backendchoice.h"

#include <QWidget>

#include <functional>
#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;
class QSettings;
class QSpinBox;

namespace hermes {

class ChoiceBox;
class Dialogs;
class FoldButton;
class LaunchOptions;
class ProfileStore;
class SandboxField;
class WrappingLabel;

/// Where and how to run: backend, timeout, concurrency, more options; and the buttons that launch, which are laid out apart.
class LaunchForm final : public QWidget
{
    Q_OBJECT

public:
    /// All three must outlive the form.
    LaunchForm(Engine *engine, ProfileStore *profiles, Dialogs *dialogs, QWidget *parent = nullptr);

    /// The buttons that launch: in sight wherever the fields are scrolled to.
    [[nodiscard]] QWidget *buttons() const { return m_buttons; }

    /// Fills in all that is no matter of snippet and parameters, or says which field cannot be used. The standard input is
    /// not there yet: see withStdin().
    [[nodiscard]] Result<LaunchSpec> spec() const;
    /// As LaunchOptions::withStdin().
    void withStdin(QObject *context, const std::function<void(Result<QByteArray>)> &then);
    /// Shows a launch of the past, to be launched again.
    void setSpec(const LaunchSpec &spec);
    /// Which backend and profile is chosen.
    [[nodiscard]] BackendName chosen() const;
    /// Chooses this sandbox of this backend and profile.
    void setSandbox(const BackendName &backend, const QString &id);
    /// Of the chosen backend.
    [[nodiscard]] Result<BackendInfo> backend() const;
    /// The sandbox that is called; empty: the default one.
    [[nodiscard]] QString sandboxId() const;
    /// How many candidates run at once as it stands: what is set, else the backend's own number.
    [[nodiscard]] int concurrency() const;
    /// Takes what is being typed in a cell, so that a launch sees it.
    void commitEditor();

    /// Why neither can be launched, for the button's tool tip; empty: it can.
    void setObstacles(const QString &sweep, const QString &sandbox);
    /// What a field of the form itself says against a launch; empty: nothing.
    [[nodiscard]] QString problem() const;
    /// Leads to the field with the problem.
    void showProblem();
    /// How many candidates of the sweep that is under way run at once, if it is another number than the field's.
    void showConcurrencyInForce(std::optional<int> concurrency);
    /// Keeps backend, timeout and concurrency from one start of the program to the next.
    void restore(const QSettings &settings);
    void store(QSettings &settings) const;

Q_SIGNALS:
    void sweepWanted();
    void sandboxWanted();
    void backendChanged();
    /// Another sandbox was chosen.
    void sandboxChosen();
    /// Also while something runs.
    void concurrencyChanged(int concurrency);
    /// A button was pressed that had the focus, and cannot be pressed any more.
    void focusWanted();

private:
    void createWidgets();
    void createLayout();
    void createButtons();
    void listBackends();
    void choose(const BackendName &name);
    void showBackend();
    void checkTimeout();
    void showButtons();
    [[nodiscard]] Result<Settings> settings() const;

    Engine *m_engine;
    ProfileStore *m_profiles;
    ChoiceBox *m_backend = nullptr;
    QLabel *m_isolation = nullptr;
    QLineEdit *m_timeout = nullptr;
    WrappingLabel *m_timeoutProblem = nullptr;
    QSpinBox *m_concurrency = nullptr;
    QLabel *m_inForce = nullptr;
    int m_ownConcurrency = 1; ///< Of the backend.
    SandboxField *m_sandboxField = nullptr;
    LaunchOptions *m_options = nullptr;
    FoldButton *m_more = nullptr;
    QString m_sweepObstacle;
    QString m_sandboxObstacle;
    QWidget *m_buttons = nullptr;
    QPushButton *m_sweep = nullptr;
    QPushButton *m_sandbox = nullptr;
};

} // namespace hermes
