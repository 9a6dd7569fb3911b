// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/currentlaunch.h"
#include "models/transcript/transcriptmodel.h"
#include "ui/page.h"

#include <memory>
#include <optional>

class QJsonObject;

namespace hermes {

struct StarterTemplate;

class Banner;
class DetailPane;
class LaunchForm;
class OpenSnippet;
class ParameterPane;
class ProfileStore;
class ResultExport;
class ResultPane;
class RunViews;
class SnippetPane;
class Splitter;
class TranscriptView;

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
    /// Shows the file once it is read.
    void openFile(const QString &path);
    void newSnippet();
    void chooseTemplate();
    void saveAsTemplate();
    /// Shows a stored launch in the grid. Refused with a message while another one is under way.
    void openLaunch(LaunchId id);
    /// Chooses a sandbox for calls, and shows those that it has had.
    void useSandbox(const BackendName &backend, const QString &id);
    /// Fills the page with a launch of the past, so that it can be launched again as it is or changed.
    void openSpec(const LaunchSpec &spec);
    void runSweep();
    void runInSandbox();
    /// Ends what the visible view shows: the sweep or the call.
    void cancel();
    void exportResults();
    /// Puts the hermesctl command into the clipboard that does the same: the sweep where there are parameters, else the run in
    /// the sandbox.
    void copyAsCommand();

    /// The sweep that the grid shows.
    [[nodiscard]] CurrentLaunch *launch() { return &m_launch; }
    /// The latest call of a sandbox from here.
    [[nodiscard]] CurrentLaunch *sandboxCall() { return &m_call; }
    /// The one of the two that is in view.
    [[nodiscard]] CurrentLaunch *shownLaunch();
    [[nodiscard]] SnippetPane *snippetPane() const { return m_snippet; }
    /// The file behind the snippet, and what is to be asked before another one takes its place.
    [[nodiscard]] OpenSnippet *openSnippet() const { return m_open; }
    [[nodiscard]] ParameterPane *parameterPane() const { return m_parameters; }
    [[nodiscard]] ResultPane *resultPane() const { return m_results; }
    [[nodiscard]] LaunchForm *launchForm() const { return m_form; }
    [[nodiscard]] TranscriptModel *transcript() { return &m_transcript; }
    [[nodiscard]] bool isExporting() const { return m_export != nullptr; }

    /// Of the snippet.
    void undo() override;
    [[nodiscard]] QString helpFile() const override;
    [[nodiscard]] QList<QWidget *> parts() const override;
    void resetLayout() override;
    void restore(const QSettings &settings) override;
    void store(QSettings &settings) const override;
    [[nodiscard]] QList<Dialogs::Question> closingQuestions() const override;
    void stop() override;
    [[nodiscard]] bool isBusy() const override;

Q_SIGNALS:
    /// shownLaunch() is another one.
    void viewChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] static Dialogs::Question keepingQuestion(const QList<SessionAddress> &kept);
    void createLayout();
    [[nodiscard]] QWidget *createLeft();
    [[nodiscard]] QWidget *createRight();
    void connectParts();
    void connectLaunches();
    void connectViews();
    void launchSweep();
    [[nodiscard]] Result<LaunchSpec> specFor(LaunchKind kind);
    void start(Result<LaunchSpec> spec, CurrentLaunch *launch);
    void showView();
    void showSandbox();
    void showObstacles();
    void askForUsualDuration();
    void changeConcurrency(int concurrency);
    void showBackend();
    void showFault(const Fault &fault);
    void launchAccepted();
    void launchEnded(CurrentLaunch &launch);
    void askWhereToExport(const QList<int> &candidates);
    void exportTo(const QString &path, const QList<int> &candidates);
    void startFrom(const StarterTemplate &what);
    [[nodiscard]] QJsonObject formState() const;
    void restoreForm(const QJsonObject &state);

    Engine *m_engine;
    ProfileStore *m_profiles;
    Dialogs *m_dialogs;
    CurrentLaunch m_launch;
    CurrentLaunch m_call;
    TranscriptModel m_transcript;
    Banner *m_warning;
    Banner *m_message;
    SnippetPane *m_snippet;
    ParameterPane *m_parameters;
    OpenSnippet *m_open;
    LaunchForm *m_form;
    ResultPane *m_results;
    TranscriptView *m_calls;
    RunViews *m_views;
    DetailPane *m_details;
    std::optional<int> m_gridRow; ///< Selected in the grid.
    int m_durationRequest = 0;    ///< Answers to an earlier question are dropped.
    Splitter *m_columns = nullptr;
    Splitter *m_left = nullptr;
    Splitter *m_right = nullptr;
    std::unique_ptr<ResultExport> m_export;
};

} // namespace hermes
