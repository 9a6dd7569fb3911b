// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/history/historymodel.h"
#include "ui/history/launchdeletion.h"
#include "ui/page.h"

#include <QSet>

class QProgressBar;
class QStackedWidget;

namespace hermes {

class Banner;
class ComparisonView;
class HistorySearch;
class HistoryTable;
class LaunchPreview;
class Splitter;
class UndoBar;

/// The page *History*: what was launched, here or by hermesctl, and what can be done with it.
class HistoryPage final : public Page
{
    Q_OBJECT

public:
    /// Engine and dialogs must outlive the page.
    HistoryPage(Engine *engine, Dialogs *dialogs, QWidget *parent = nullptr);
    ~HistoryPage() override;

    [[nodiscard]] HistoryModel *model() { return &m_model; }
    [[nodiscard]] ComparisonView *comparison() const { return m_comparison; }

    void undo() override;
    [[nodiscard]] QString helpFile() const override;
    [[nodiscard]] QList<QWidget *> parts() const override;
    [[nodiscard]] QList<QAction *> commands() const override;
    void resetLayout() override;
    void restore(const QSettings &settings) override;
    void store(QSettings &settings) const override;
    [[nodiscard]] QList<Dialogs::Question> closingQuestions() const override;
    void stop() override;
    [[nodiscard]] bool isBusy() const override;

Q_SIGNALS:
    /// Its results are to be shown.
    void openWanted(hermes::LaunchId id);
    /// What it was is to be launched once more, after changes perhaps.
    void openAsNewWanted(const hermes::LaunchSpec &spec);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void createActions();
    void createLayout();
    [[nodiscard]] QWidget *createButtons();
    void connectModel();
    [[nodiscard]] QAction *addCommand(const QString &text, const QString &name, const QKeySequence &keys = {});

    [[nodiscard]] bool isActiveHere(LaunchId id) const;
    void showSelection();
    void showLoading();

    void open();
    void openAsNew();
    void compare();
    void resume();
    void cancelLaunch();
    void copyId();
    void showFault(const Fault &fault);

    Engine *m_engine;
    HistoryModel m_model;
    LaunchDeletion m_deletion;
    QSet<LaunchId> m_resumed; ///< Here, and not ended yet.
    HistorySearch *m_search;
    Banner *m_message;
    QProgressBar *m_loading;
    QStackedWidget *m_stack;
    HistoryTable *m_table;
    LaunchPreview *m_preview;
    ComparisonView *m_comparison;
    Splitter *m_splitter = nullptr;
    QAction *m_open = nullptr;
    QAction *m_openAsNew = nullptr;
    QAction *m_compare = nullptr;
    QAction *m_resume = nullptr;
    QAction *m_cancel = nullptr;
    QAction *m_delete = nullptr;
    QAction *m_copyId = nullptr;
    QAction *m_refresh = nullptr;
    QAction *m_find = nullptr;
};

} // namespace hermes
