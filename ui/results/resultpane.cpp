// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultpane.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "ui/plot/plotview.h"
#include "ui/results/filterrow.h"
#include "ui/results/gridview.h"
#include "ui/results/rerunmenu.h"
#include "ui/results/statelegend.h"
#include "ui/results/statusrow.h"
#include "ui/results/summaryview.h"
#include "ui/results/viewmenu.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/shownstack.h"
#include "ui/widgets/tablemenu.h"

#include <QBoxLayout>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>

#include <numeric>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

ResultPane::ResultPane(CurrentLaunch *launch, Dialogs *dialogs, QWidget *parent)
    : QWidget(parent), m_launch(launch), m_dialogs(dialogs), m_library(defaultViewsPath())
{
    createButtons();
    createTable();
    m_viewMenu = new ViewMenu(&m_library, dialogs, [this] { return currentView(); }, this);
    createLayout();
    connectLaunch();
    connectFilter();
    gridReset();
    showProgress();
}

void ResultPane::createButtons()
{
    const auto button = [this](const QString &text, Glyph glyph) {
        auto *made = new QPushButton(glyphIcon(glyph), text, this);
        made->setObjectName(text);
        made->setAccessibleName(text);
        return made;
    };
    m_pause = button(tr("Pause"), Glyph::Pause);
    m_cancel = button(tr("Cancel"), Glyph::Square);
    m_rerun = button(tr("Re-run"), Glyph::Play);
    m_rerunMenu = new RerunMenu(m_launch, [this] { return m_grid->selectedCandidates(); }, m_rerun);
    m_rerun->setMenu(m_rerunMenu);
    m_rerun->setToolTip(tr("Run some of the candidates again, with the code of this launch"));
    m_export = button(tr("Export"), Glyph::Export);
    m_pause->setToolTip(tr("Start no further candidates; those that run go on"));
    m_cancel->setToolTip(tr("End everything that runs and start no more (Ctrl+.)"));
    m_export->setToolTip(tr("Save the grid as CSV, JSON or JSON lines"));
    m_status = new StatusRow({m_pause, m_cancel, m_rerun, m_export}, this);
    m_bar = new QProgressBar(this);
    m_bar->setObjectName(u"Progress"_s);
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(spacing(this, 0.5));
    m_bar->setRange(0, 1);
    m_status->setBuddy(m_bar);
}

void ResultPane::createTable()
{
    m_legend = new StateLegend(this);
    m_filter = new FilterRow(m_legend, this);
    m_views = new ShownStack(this);
    m_grid = new GridView(m_launch->grid(), m_views);
    m_views->addWidget(m_grid);
    connect(m_views, &QStackedWidget::currentChanged, this, &ResultPane::leaveRoom);
    leaveRoom();
    setFocusProxy(m_grid);
    m_empty = new EmptyState(tr("No results yet"),
                             tr("Write a snippet, give its parameters values, and press Run Sweep (Ctrl+Shift+Return)."),
                             m_grid->viewport());
    m_nothingFound = new EmptyState(tr("No candidate passes the filters"), tr("Clear the filters to see all of them again."),
                                    m_grid->viewport());
}

/// This and the plot are made when they are first shown: they follow every change of the grid.
void ResultPane::createSummary()
{
    m_summary = new SummaryView(m_launch->grid(), m_views);
    m_views->addWidget(m_summary);
    connect(m_summary, &SummaryView::candidateChosen, this, [this](int candidate) { Q_EMIT rowChosen(candidate); });
    connect(m_summary->menu(), &TableMenu::refused, this, &ResultPane::refused);
}

void ResultPane::createPlot()
{
    m_plot = new PlotView(
        {.grid = m_launch->grid(), .shown = m_grid->model(), .candidates = [this] { return m_grid->shownCandidates(); }}, m_dialogs,
        m_views);
    m_plot->setLook(m_plotLook);
    m_views->addWidget(m_plot);
    m_plot->setCurrent(m_grid->currentCandidate());
    connect(m_grid, &GridView::candidateChosen, m_plot, &PlotView::setCurrent);
    connect(m_plot, &PlotView::candidateChosen, m_grid, &GridView::selectCandidate);
    connect(m_plot, &PlotView::told, this, &ResultPane::refused);
}

/// Only what is shown asks for room: the plot has more about it than the grid.
void ResultPane::leaveRoom()
{
    for (int i = 0; i < m_views->count(); ++i) {
        QSizePolicy policy = m_views->widget(i)->sizePolicy();
        policy.setVerticalPolicy(i == m_views->currentIndex() ? QSizePolicy::Expanding : QSizePolicy::Ignored);
        m_views->widget(i)->setSizePolicy(policy);
    }
}

void ResultPane::createLayout()
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(m_status);
    layout->addWidget(m_bar);
    layout->addWidget(m_filter);
    layout->addWidget(m_views, 1);
}

void ResultPane::connectLaunch()
{
    m_counting.setSingleShot(true);
    m_counting.setInterval(100ms);
    connect(&m_counting, &QTimer::timeout, this, &ResultPane::showCounts);
    connect(m_launch, &CurrentLaunch::changed, this, &ResultPane::showProgress);
    connect(m_launch->grid(), &QAbstractItemModel::modelReset, this, &ResultPane::gridReset);
    connect(m_launch->grid(), &QAbstractItemModel::dataChanged, this, [this] {
        if (!m_counting.isActive())
            m_counting.start();
    });
    connect(m_launch, &CurrentLaunch::finished, m_grid, &GridView::layOutColumns);
    connect(m_launch, &CurrentLaunch::finished, this, &ResultPane::showCounts);
    connect(m_cancel, &QPushButton::clicked, m_launch, &CurrentLaunch::cancel);
    connect(m_pause, &QPushButton::clicked, this, [this] { m_launch->setPaused(!m_launch->progress().paused); });
    connect(m_export, &QPushButton::clicked, this, &ResultPane::chooseExport);
}

void ResultPane::connectFilter()
{
    connect(m_grid, &GridView::candidateChosen, this, &ResultPane::rowChosen);
    m_grid->menu()->setCommands([this](QMenu *menu) { addCommands(menu); });
    connect(m_grid, &GridView::filterWanted, this, &ResultPane::focusFilter);
    connect(m_grid, &GridView::filterChanged, this, &ResultPane::showFilter);
    connect(m_grid->menu(), &TableMenu::refused, this, &ResultPane::refused);
    connect(m_legend, &StateLegend::chosen, m_grid, &GridView::setStates);
    connect(m_filter, &FilterRow::statesWanted, m_grid, &GridView::setStates);
    connect(m_filter, &FilterRow::textWanted, m_grid, &GridView::setText);
    connect(m_filter, &FilterRow::clearWanted, this, [this] {
        m_grid->clearFilter();
        m_grid->setFocus();
    });
    connect(m_viewMenu, &ViewMenu::viewWanted, this, &ResultPane::arrangeAs);
    connect(m_viewMenu, &ViewMenu::chosenChanged, this, [this] { m_grid->setSortKept(!m_viewMenu->chosen().isEmpty()); });
    connect(&m_library, &ViewLibrary::failed, this, [this](const Fault &fault) { Q_EMIT refused(messageText(fault)); });
    connect(m_grid->model(), &QAbstractItemModel::rowsInserted, this, &ResultPane::showFilter);
    connect(m_grid->model(), &QAbstractItemModel::rowsRemoved, this, &ResultPane::showFilter);
}

void ResultPane::gridReset()
{
    const bool many = m_launch->grid()->rowCount() > 1;
    m_filter->setVisible(many);
    m_viewMenu->setEnabled(many);
    applyView();
    showCounts();
    showFilter();
    Q_EMIT viewsChanged();
}

bool ResultPane::canShow(View view) const
{
    const ResultGridModel *grid = m_launch->grid();
    return view == View::Table || (view == View::Plot ? grid->rowCount() > 1 : grid->repeat() > 1);
}

void ResultPane::showView(View view)
{
    m_wanted = view;
    applyView();
    Q_EMIT viewsChanged();
}

ResultPane::View ResultPane::shownView() const
{
    const QWidget *shown = m_views->currentWidget();
    return shown == m_grid ? View::Table : shown == m_plot ? View::Plot : View::Repeats;
}

QWidget *ResultPane::viewWidget(View view)
{
    switch (view) {
    case View::Table: return m_grid;
    case View::Repeats:
        if (!m_summary)
            createSummary();
        return m_summary;
    case View::Plot: break;
    }
    if (!m_plot)
        createPlot();
    return m_plot;
}

void ResultPane::applyView()
{
    const View view = canShow(m_wanted) ? m_wanted : View::Table;
    m_views->setCurrentWidget(viewWidget(view));
    m_filter->setEnabled(view != View::Repeats);
    setFocusProxy(m_views->currentWidget());
}

void ResultPane::showCounts()
{
    m_counting.stop();
    m_legend->showCounts(*m_launch->grid());
}

void ResultPane::showFilter()
{
    const qsizetype shown = m_grid->model()->rowCount();
    const qsizetype total = m_launch->grid()->rowCount();
    m_filter->showFilter(m_grid->filter(), {.shown = shown, .total = total, .busy = m_grid->isBusy()});
    m_legend->setChosen(m_grid->filter().states());
    m_empty->setVisible(total == 0);
    m_nothingFound->setVisible(total > 0 && shown == 0 && !m_grid->isBusy());
}

void ResultPane::focusFilter()
{
    if (m_filter->isVisible())
        m_filter->focusText();
}

void ResultPane::selectRow(int gridRow)
{
    m_grid->selectCandidate(gridRow);
}

void ResultPane::chooseExport()
{
    QList<int> all(m_launch->grid()->rowCount());
    std::iota(all.begin(), all.end(), 0);
    const QList<int> shown = m_grid->shownCandidates();
    const QList<int> selected = m_grid->selectedCandidates();
    const bool sorted = shown == all;
    if (sorted && selected.size() < 2) {
        Q_EMIT exportWanted(all);
        return;
    }
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(u"ExportMenu"_s);
    const auto add = [&](const QString &text, const QList<int> &candidates) {
        menu->addAction(text, this, [this, candidates] { Q_EMIT exportWanted(candidates); })->setEnabled(!candidates.isEmpty());
    };
    add(tr("&All %Ln Results…", nullptr, int(all.size())), all);
    if (!sorted)
        add(tr("&Shown %Ln Results, in This Order…", nullptr, int(shown.size())), shown);
    if (selected.size() > 1)
        add(tr("S&elected %Ln Results…", nullptr, int(selected.size())), selected);
    menu->popup(m_export->mapToGlobal(QPoint(0, m_export->height())));
}

QMenu *ResultPane::rerunMenu() const
{
    return m_rerun->menu();
}

bool ResultPane::canRerun() const
{
    return m_rerun->isEnabled();
}

/// What can be done with the rows that are selected.
void ResultPane::addCommands(QMenu *menu)
{
    const QList<int> selected = m_grid->selectedCandidates();
    menu->addAction(tr("Co&mpare the Two Outputs"), this,
                    [this, selected] { Q_EMIT comparisonWanted(selected.at(0), selected.at(1)); })
        ->setEnabled(selected.size() == 2);
    menu->addAction(tr("&Export %Ln Selected Results…", nullptr, int(selected.size())), this,
                    [this, selected] { Q_EMIT exportWanted(selected); })
        ->setEnabled(!selected.isEmpty() && m_export->isEnabled());
    QAction *rerun = m_rerunMenu->ofSelected();
    menu->addAction(tr("&Re-run %Ln Selected", nullptr, int(selected.size())), rerun, &QAction::trigger)
        ->setEnabled(rerun->isEnabled() && m_rerun->isEnabled());
}

ResultView ResultPane::currentView() const
{
    ResultView view {.shape = m_wanted, .plot = m_plot ? m_plot->look() : m_plotLook};
    m_grid->writeTo(view);
    return view;
}

void ResultPane::arrangeAs(const ResultView &view)
{
    m_grid->arrangeAs(view);
    m_plotLook = view.plot;
    if (m_plot)
        m_plot->setLook(view.plot);
    showView(view.shape);
}

void ResultPane::resetColumns()
{
    m_grid->menu()->resetColumns();
    if (m_summary)
        m_summary->menu()->resetColumns();
}

void ResultPane::restore(const QSettings &settings)
{
    m_grid->restore(settings);
    if (const QString name = settings.value("run/resultView"_L1).toString(); !name.isEmpty()) {
        m_viewMenu->choose(name);
        m_library.load();
    }
}

void ResultPane::store(QSettings &settings) const
{
    m_grid->store(settings);
    settings.setValue("run/resultView"_L1, m_viewMenu->chosen());
}

void ResultPane::setExporting(bool exporting)
{
    m_exporting = exporting;
    showButtons();
}

QString ResultPane::statusText() const
{
    const LaunchProgress &progress = m_launch->progress();
    switch (m_launch->phase()) {
    case CurrentLaunch::Phase::Idle: return tr("Nothing launched yet");
    case CurrentLaunch::Phase::Opening: return tr("Opening…");
    case CurrentLaunch::Phase::Starting: return tr("Starting…");
    case CurrentLaunch::Phase::Stopping: return tr("Stopping…") + u" · " + finishedText(progress);
    case CurrentLaunch::Phase::Running: {
        if (!progress.waitingFor.isEmpty())
            return progress.waitingFor;
        QString text = progress.paused ? tr("Paused") + u" · " + finishedText(progress) : finishedText(progress);
        if (const QString remaining = remainingText(progress); !remaining.isEmpty())
            text += u" · " + remaining;
        return text;
    }
    case CurrentLaunch::Phase::Finished: break;
    }
    return outcomeText(progress) + u" · " + finishedText(progress);
}

void ResultPane::showProgress()
{
    const LaunchProgress &progress = m_launch->progress();
    m_status->showText(statusText());
    m_bar->setRange(0, std::max(1, progress.total));
    m_bar->setValue(progress.finished - progress.cancelled);
    showCounts(); // which must not say anything else
    // Who cannot see the legend is told its numbers here.
    m_bar->setAccessibleDescription(m_status->text() + u" · " + countsText(progress));
    showButtons();
}

void ResultPane::showButtons()
{
    const CurrentLaunch::Phase phase = m_launch->phase();
    const bool paused = m_launch->progress().paused;
    m_pause->setEnabled(phase == CurrentLaunch::Phase::Running);
    m_pause->setText(paused ? tr("Resume") : tr("Pause"));
    m_pause->setIcon(glyphIcon(paused ? Glyph::Play : Glyph::Pause));
    m_cancel->setEnabled(phase == CurrentLaunch::Phase::Running || phase == CurrentLaunch::Phase::Starting);
    m_cancel->setText(phase == CurrentLaunch::Phase::Stopping ? tr("Stopping…") : tr("Cancel"));
    const bool isSweep = m_launch->kind() == LaunchKind::Sweep || m_launch->kind() == LaunchKind::Session;
    m_rerun->setEnabled(phase == CurrentLaunch::Phase::Finished && isSweep);
    m_export->setEnabled(phase == CurrentLaunch::Phase::Finished && !m_exporting);
}

} // namespace hermes
