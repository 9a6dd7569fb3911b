// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultpane.h"

#include "models/formatting.h"
#include "ui/run/resultdelegate.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tablesetup.h"

#include <QBoxLayout>
#include <QEvent>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

ResultPane::ResultPane(CurrentLaunch *launch, QWidget *parent)
    : QWidget(parent), m_launch(launch), m_sorted(new SortedRows(this)), m_delegate(new ResultDelegate(this))
{
    createWidgets();
    createTable();
    connectLaunch();
    gridReset();
    showProgress();
}

void ResultPane::createWidgets()
{
    const auto button = [this](const QString &text, Glyph glyph) {
        auto *made = new QPushButton(glyphIcon(glyph), text, this);
        made->setObjectName(text);
        made->setAccessibleName(text);
        return made;
    };
    m_pause = button(tr("Pause"), Glyph::Pause);
    m_cancel = button(tr("Cancel"), Glyph::Square);
    m_export = button(tr("Export"), Glyph::Export);
    m_pause->setToolTip(tr("Start no further candidates; those that run go on"));
    m_cancel->setToolTip(tr("End everything that runs and start no more (Ctrl+.)"));
    m_export->setToolTip(tr("Save the grid as CSV or JSON"));
    m_status = new ElidingLabel(this);
    m_status->setObjectName(u"Status"_s);
    m_bar = new QProgressBar(this);
    m_bar->setObjectName(u"Progress"_s);
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(spacing(this, 0.5));
    m_bar->setRange(0, 1);
    m_status->setBuddy(m_bar);
    auto *top = new QHBoxLayout;
    top->setSpacing(spacing(this, 0.5));
    top->addWidget(m_bar, 1);
    for (QPushButton *each : {m_pause, m_cancel, m_export})
        top->addWidget(each);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addLayout(top);
    layout->addWidget(m_status);
}

void ResultPane::createTable()
{
    m_table = new QTableView(this);
    setUpTable(m_table, tr("Results"));
    setFocusProxy(m_table);
    m_sorted->setSourceModel(m_launch->grid());
    m_table->setModel(m_sorted);
    m_table->setItemDelegate(m_delegate);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->horizontalHeader()->setSectionsMovable(true);
    m_empty = new EmptyState(tr("No results yet"),
                             tr("Write a snippet, give its parameters values, and press Run sweep (Ctrl+Shift+Return)."),
                             m_table->viewport());
    layout()->addWidget(m_table);
    m_table->viewport()->installEventFilter(this);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        Q_EMIT rowChosen(current.isValid() ? std::optional(m_sorted->mapToSource(current).row()) : std::nullopt);
    });
}

void ResultPane::connectLaunch()
{
    connect(m_launch, &CurrentLaunch::changed, this, &ResultPane::showProgress);
    connect(m_launch->grid(), &QAbstractItemModel::modelReset, this, &ResultPane::gridReset);
    // The first results show how wide the columns have to be; later ones must not move what is looked at.
    connect(m_launch->grid(), &QAbstractItemModel::dataChanged, this, [this] {
        if (!m_columnsFit && m_launch->progress().finished > 0)
            layOutColumns();
    });
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, [this] { m_userSized = m_userSized || !m_sizing; });
    connect(m_launch->grid(), &QAbstractItemModel::columnsInserted, this, &ResultPane::layOutColumns);
    connect(m_launch, &CurrentLaunch::finished, this, &ResultPane::layOutColumns);
    connect(m_cancel, &QPushButton::clicked, m_launch, &CurrentLaunch::cancel);
    connect(m_pause, &QPushButton::clicked, this, [this] { m_launch->setPaused(!m_launch->progress().paused); });
    connect(m_export, &QPushButton::clicked, this, &ResultPane::exportWanted);
}

void ResultPane::gridReset()
{
    const ResultGridModel *grid = m_launch->grid();
    m_delegate->setColumns(grid->columnOf(ResultGridModel::ColumnKind::State),
                           grid->columnOf(ResultGridModel::ColumnKind::ExitCode));
    m_empty->setVisible(grid->rowCount() == 0);
    m_columnsFit = false;
    m_userSized = false;
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    layOutColumns();
}

void ResultPane::layOutColumns()
{
    const QScopedValueRollback sizing(m_sizing, true);
    m_columnsFit = m_launch->progress().finished > 0;
    if (!m_userSized)
        fitColumns();
    giveRestToOutput();
}

void ResultPane::fitColumns()
{
    QHeaderView *header = m_table->horizontalHeader();
    header->setResizeContentsPrecision(0); // the rows that are visible
    m_table->resizeColumnsToContents();
    // Air between the columns, where Output can do without the room.
    const int count = m_sorted->columnCount();
    const int output = m_launch->grid()->columnOf(ResultGridModel::ColumnKind::Output);
    const int spare = m_table->viewport()->width() - header->length() + header->sectionSize(output) - narrowestOutput();
    const int padding = std::clamp(spare / count, 0, spacing(m_table, 0.7));
    const int widest = m_table->fontMetrics().averageCharWidth() * 42;
    for (int column = 0; column < count; ++column)
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column) + padding, widest));
}

int ResultPane::narrowestOutput() const
{
    // The columns of the keys show what the output would.
    const int characters = m_launch->grid()->keys().isEmpty() ? 28 : 12;
    return m_launch->grid()->rowCount() == 0 ? 0 : m_table->fontMetrics().averageCharWidth() * characters;
}

void ResultPane::giveRestToOutput()
{
    const QHeaderView *header = m_table->horizontalHeader();
    const int output = m_launch->grid()->columnOf(ResultGridModel::ColumnKind::Output);
    const int others = header->length() - header->sectionSize(output);
    m_table->setColumnWidth(output, std::max(narrowestOutput(), m_table->viewport()->width() - others));
}

bool ResultPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && watched == m_table->viewport())
        layOutColumns();
    return QWidget::eventFilter(watched, event);
}

void ResultPane::selectRow(int gridRow)
{
    const QModelIndex shown = m_sorted->mapFromSource(m_launch->grid()->index(gridRow, 0));
    m_table->selectRow(shown.row());
    m_table->scrollTo(shown);
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
    case CurrentLaunch::Phase::Starting: return tr("Starting…");
    case CurrentLaunch::Phase::Stopping: return tr("Stopping…") + u" · " + progressText(progress);
    case CurrentLaunch::Phase::Running: {
        if (!progress.waitingFor.isEmpty())
            return progress.waitingFor;
        QString text = progress.paused ? tr("Paused") + u" · " + progressText(progress) : progressText(progress);
        if (progress.remaining && !progress.paused)
            text += u" · " + remainingText(*progress.remaining);
        return text;
    }
    case CurrentLaunch::Phase::Finished: break;
    }
    return outcomeText(progress) + u" · " + progressText(progress);
}

void ResultPane::showProgress()
{
    const LaunchProgress &progress = m_launch->progress();
    m_status->showText(statusText());
    m_bar->setRange(0, std::max(1, progress.total));
    m_bar->setValue(progress.finished);
    m_bar->setAccessibleDescription(m_status->text());
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
    m_export->setEnabled(phase == CurrentLaunch::Phase::Finished && !m_exporting);
}

} // namespace hermes
