// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/currentlaunch.h"
#include "ui/page.h"

#include <memory>

class QJsonObject;
class QSplitter;

namespace hermes {

struct StarterTemplate;

class Banner;
class DetailPane;
class LaunchForm;
class OpenSnippet;
class ParameterPane;
class ResultExport;
class ResultPane;
class SnippetPane;

/// The page *Run*: a snippet and its parameters at the left, what becomes of them at the right.
class RunPage final : public Page
{
    Q_OBJECT

public:
    /// Engine and dialogs must outlive the page.
    RunPage(Engine *engine, Dialogs *dialogs, QWidget *parent = nullptr);
    ~RunPage() override;

    /// The ready-made sweep that shows what the page is for.
    void loadSample();
    /// Shows the file once it is read.
    void openFile(const QString &path);
    void newSnippet();
    void chooseTemplate();
    void saveAsTemplate();
    void runSweep();
    void runInSandbox();
    void exportResults();

    [[nodiscard]] CurrentLaunch *launch() { return &m_launch; }
    [[nodiscard]] SnippetPane *snippetPane() const { return m_snippet; }
    /// The file behind the snippet, and what is to be asked before another one takes its place.
    [[nodiscard]] OpenSnippet *openSnippet() const { return m_open; }
    [[nodiscard]] ParameterPane *parameterPane() const { return m_parameters; }
    [[nodiscard]] ResultPane *resultPane() const { return m_results; }
    [[nodiscard]] bool isExporting() const { return m_export != nullptr; }

    [[nodiscard]] QString helpFile() const override;
    [[nodiscard]] QList<QWidget *> parts() const override;
    void restore(const QSettings &settings) override;
    void store(QSettings &settings) const override;
    [[nodiscard]] QList<Dialogs::Question> closingQuestions() const override;
    void stop() override;
    [[nodiscard]] bool isBusy() const override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void createLayout();
    void connectParts();
    void start(Result<LaunchSpec> spec);
    void showBackend();
    void showFault(const Fault &fault);
    void launchEnded();
    void startFrom(const StarterTemplate &what);
    [[nodiscard]] QJsonObject formState() const;
    void restoreForm(const QJsonObject &state);
    [[nodiscard]] QStringList parameterNames() const;
    void exportTo(const QString &path);

    Engine *m_engine;
    Dialogs *m_dialogs;
    CurrentLaunch m_launch;
    Banner *m_warning;
    Banner *m_message;
    SnippetPane *m_snippet;
    ParameterPane *m_parameters;
    OpenSnippet *m_open;
    LaunchForm *m_form;
    ResultPane *m_results;
    DetailPane *m_details;
    QSplitter *m_columns = nullptr;
    QSplitter *m_left = nullptr;
    QSplitter *m_right = nullptr;
    std::unique_ptr<ResultExport> m_export;
};

} // namespace hermes
