// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/currentlaunch.h"
#include "models/views/viewlibrary.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QMenu;
class QProgressBar;
class QPushButton;
class QSettings;
class QStackedWidget;

namespace hermes {

class Dialogs;
class EmptyState;
class FilterRow;
class GridView;
class PlotView;
class RerunMenu;
class StateLegend;
class StatusRow;
class SummaryView;
class ViewMenu;

/// The right side of the page: how the launch stands, what can be done with it, and its grid.
class ResultPane final : public QWidget
{
    Q_OBJECT

public:
    using View = ResultShape;

    /// Launch and dialogs must outlive the pane.
    ResultPane(CurrentLaunch *launch, Dialogs *dialogs, QWidget *parent = nullptr);

    [[nodiscard]] GridView *grid() const { return m_grid; }
    /// The button of the user's views, which has its place elsewhere.
    [[nodiscard]] ViewMenu *viewMenu() const { return m_viewMenu; }
    /// An export is under way: another one cannot be started.
    void setExporting(bool exporting);
    /// Selects a candidate by its row in the grid and scrolls to it.
    void selectRow(int gridRow);
    /// Table, repeats taken together, or plot. What the launch has not is shown once one has it.
    void showView(View view);
    [[nodiscard]] View shownView() const;
    /// The launch has what this view is for.
    [[nodiscard]] bool canShow(View view) const;
    /// Puts the focus where the grid is filtered by a text.
    void focusFilter();
    /// The menu of *Re-run*, filled when it is opened.
    [[nodiscard]] QMenu *rerunMenu() const;
    [[nodiscard]] bool canRerun() const;
    /// Exports at once, or asks which rows where there is a choice.
    void chooseExport();

    void resetColumns();
    void restore(const QSettings &settings);
    void store(QSettings &settings) const;

Q_SIGNALS:
    /// The row of the grid that is current now.
    void rowChosen(std::optional<int> gridRow);
    /// Candidates to be exported, in this order.
    void exportWanted(const QList<int> &candidates);
    /// What two candidates printed is to be compared.
    void comparisonWanted(int left, int right);
    /// canShow() may answer otherwise now.
    void viewsChanged();
    /// Something cannot be done: a sentence for the page's banner.
    void refused(const QString &text);

private:
    void createButtons();
    void createTable();
    void createSummary();
    void createPlot();
    void createLayout();
    void leaveRoom();
    void connectLaunch();
    void connectFilter();
    void showProgress();
    void showButtons();
    void addCommands(QMenu *menu);
    [[nodiscard]] ResultView currentView() const;
    void applyView();
    /// Made when it is first wanted.
    [[nodiscard]] QWidget *viewWidget(View view);
    void arrangeAs(const ResultView &view);
    void showCounts();
    void showFilter();
    void gridReset();
    [[nodiscard]] QString statusText() const;

    CurrentLaunch *m_launch;
    Dialogs *m_dialogs;
    StateLegend *m_legend = nullptr;
    FilterRow *m_filter = nullptr;
    QStackedWidget *m_views = nullptr;
    GridView *m_grid = nullptr;
    SummaryView *m_summary = nullptr; ///< Null until it is first shown, as the plot.
    EmptyState *m_empty = nullptr;
    EmptyState *m_nothingFound = nullptr;
    QProgressBar *m_bar = nullptr;
    StatusRow *m_status = nullptr;
    QPushButton *m_pause = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_rerun = nullptr;
    QPushButton *m_export = nullptr;
    PlotView *m_plot = nullptr;
    PlotLook m_plotLook; ///< For the plot that is not there yet.
    ViewLibrary m_library;
    ViewMenu *m_viewMenu = nullptr;
    RerunMenu *m_rerunMenu = nullptr;
    View m_wanted = View::Table;
    QTimer m_counting; ///< The legend need not keep pace with thousands a second.
    bool m_exporting = false;
};

} // namespace hermes
