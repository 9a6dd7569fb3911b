// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/currentlaunch.h"
#include "ui/page.h"

#include <functional>
#include <memory>

class QSplitter;

namespace hermes {

class Banner;
class DetailPane;
class LaunchForm;
class ParameterPane;
class ProfileStore;
class ResultExport;
class ResultPane;
class SnippetDocument;
class SnippetPane;

/// The page *Run*: a snippet and its parameters at the left, what becomes of them at the right.
class RunPage final : public Page
{
    Q_OBJECT

public:
    /// They must outlive the page.
    RunPage(Engine *engine, ProfileStore *profiles, Dialogs *dialogs, QWidget *parent = nullptr);
    ~RunPage() override;

    /// The ready-made sweep that shows what the page is for.
    void loadSample();
    void openFile(const QString &path);
    void newSnippet();
    /// Calls `next`, which is to put something else in place of the snippet; where that would lose changes, the user is
    /// asked first.
    void replaceSnippet(std::function<void()> next);
    void chooseFile();
    void save();
    void saveAs();
    void runSweep();
    void runInSandbox();
    void exportResults();
    /// Puts the hermesctl command into the clipboard that does the same: the sweep where there are parameters, else the run in
    /// the sandbox.
    void copyAsCommand();

    [[nodiscard]] CurrentLaunch *launch() { return &m_launch; }
    [[nodiscard]] SnippetPane *snippetPane() const { return m_snippet; }
    [[nodiscard]] ParameterPane *parameterPane() const { return m_parameters; }
    [[nodiscard]] ResultPane *resultPane() const { return m_results; }
    [[nodiscard]] bool isExporting() const { return m_export != nullptr; }

    [[nodiscard]] QString helpFile() const override;
    [[nodiscard]] QList<QWidget *> parts() const override;
    void restore(const QSettings &settings) override;
    void store(QSettings &settings) const override;
    [[nodiscard]] QList<Dialogs::Question> closingQuestions() const override;
    void stop() override;
    [[nodiscard]] bool isBusy() const override { return m_launch.isActive(); }

private:
    void createLayout();
    void connectParts();
    [[nodiscard]] Result<LaunchSpec> specFor(LaunchKind kind);
    void start(Result<LaunchSpec> spec);
    void showBackend();
    void showFault(const Fault &fault);
    void launchEnded();
    void saveTo(const QString &path);
    void exportTo(const QString &path);

    Engine *m_engine;
    ProfileStore *m_profiles;
    Dialogs *m_dialogs;
    CurrentLaunch m_launch;
    Banner *m_warning;
    Banner *m_message;
    SnippetPane *m_snippet;
    ParameterPane *m_parameters;
    LaunchForm *m_form;
    ResultPane *m_results;
    DetailPane *m_details;
    QSplitter *m_columns = nullptr;
    QSplitter *m_left = nullptr;
    QSplitter *m_right = nullptr;
    std::unique_ptr<ResultExport> m_export;
};

} // namespace hermes
