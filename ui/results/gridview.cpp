// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gridview.h"

#include "models/resultgridmodel.h"
#include "ui/results/columnfilter.h"
#include "ui/results/resultdelegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/tablesetup.h"

#include <QAction>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QResizeEvent>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// More different values than anybody can look through.
constexpr int MostValues = 2000;
} // namespace

GridView::GridView(ResultGridModel *grid, QWidget *parent)
    : QTableView(parent), m_grid(grid), m_filter(grid), m_rows(new ArrangedRows(this)), m_delegate(new ResultDelegate(this))
{
    setUpTable(this, tr("Results"));
    m_rows->setFilter(&m_filter);
    m_rows->setSourceModel(grid);
    setModel(m_rows);
    setItemDelegate(m_delegate);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    QHeaderView *header = horizontalHeader();
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    m_menu = new TableMenu(this);
    m_fit = new ColumnFit(this, m_menu);
    m_menu->setColumnCommands([this](QMenu *menu, int column) { addColumnCommands(menu, column); });
    auto *find = new QAction(tr("&Filter the Results"), this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetShortcut);
    addAction(find);
    connect(find, &QAction::triggered, this, &GridView::filterWanted);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &GridView::sortBy);
    connectGrid();
    gridReset();
}

void GridView::connectGrid()
{
    connect(m_grid, &QAbstractItemModel::modelReset, this, &GridView::gridReset);
    connect(m_grid, &QAbstractItemModel::columnsInserted, this, [this] {
        m_menu->applyColumns();
        layOutColumns();
        if (m_sort.size() > qsizetype(m_rows->sortKeys().size()))
            applySort();
        Q_EMIT filterChanged();
    });
    // The first results show how wide the columns have to be; later ones must not move what is looked at.
    connect(m_grid, &QAbstractItemModel::dataChanged, this, [this] {
        if (!m_columnsFit && m_grid->count(RunState::Queued) < m_grid->rowCount())
            layOutColumns();
    });
    connect(m_rows, &ArrangedRows::busyChanged, this, &GridView::filterChanged);
    connect(m_rows, &ArrangedRows::aboutToArrange, this, &GridView::holdPlace);
    connect(m_rows, &ArrangedRows::arranged, this, &GridView::takePlace);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { Q_EMIT candidateChosen(currentCandidate()); });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &GridView::candidatesSelected);
}

void GridView::gridReset()
{
    m_delegate->setColumns(m_grid->columnOf(ResultGridModel::ColumnKind::State),
                           m_grid->columnOf(ResultGridModel::ColumnKind::ExitCode));
    m_columnsFit = false;
    if (!m_sortKept)
        m_sort.clear();
    applySort();
    m_menu->applyColumns();
    layOutColumns();
    Q_EMIT candidateChosen(std::nullopt);
    Q_EMIT filterChanged();
}

void GridView::setStates(const QSet<RunState> &states)
{
    m_filter.setStates(states);
    applyFilter();
}

void GridView::setText(const QString &text)
{
    m_filter.setText(text);
    applyFilter();
}

void GridView::clearFilter()
{
    m_filter.clear();
    applyFilter();
}

void GridView::applyFilter()
{
    m_rows->setFilter(&m_filter);
    Q_EMIT filterChanged();
}

void GridView::askForFilter(int column)
{
    const QString title = m_grid->headerData(column, Qt::Horizontal).toString();
    auto *popup = new ColumnFilter(title, m_filter.condition(title), this);
    auto *count = new DistinctCount(m_grid, column, MostValues, popup);
    connect(count, &DistinctCount::finished, popup, &ColumnFilter::showValues);
    count->start();
    connect(m_grid, &QAbstractItemModel::modelAboutToBeReset, popup, &QWidget::close);
    connect(popup, &ColumnFilter::changed, this, [this, title](const ColumnCondition &condition) {
        m_filter.setCondition(title, condition);
        applyFilter();
    });
    const QHeaderView *header = horizontalHeader();
    popup->move(header->mapToGlobal(QPoint(std::max(0, header->sectionViewportPosition(column)), header->height())));
    popup->show();
}

void GridView::addColumnCommands(QMenu *menu, int column)
{
    const QString title = m_grid->headerData(column, Qt::Horizontal).toString();
    menu->addAction(tr("&Filter by This Column…"), this, [this, column] { askForFilter(column); });
    if (!m_filter.condition(title).isEmpty())
        menu->addAction(tr("Clear This Filter"), this, [this, title] {
            m_filter.setCondition(title, {});
            applyFilter();
        });
    menu->addAction(tr("Sort &Ascending"), this,
                    [this, column] { horizontalHeader()->setSortIndicator(column, Qt::AscendingOrder); });
    menu->addAction(tr("Sort &Descending"), this,
                    [this, column] { horizontalHeader()->setSortIndicator(column, Qt::DescendingOrder); });
    menu->addAction(tr("&Hide This Column"), this, [this, column] { m_menu->hideColumn(column); });
}

void GridView::sortBy(int column, Qt::SortOrder order)
{
    if (column >= 0 && QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier) && !m_rows->sortKeys().empty())
        m_rows->sortFurther(column, order);
    else
        m_rows->sort(column, order);
    m_sort.clear();
    for (const ArrangedRows::SortKey &key : m_rows->sortKeys())
        m_sort.append({.title = m_grid->headerData(key.column, Qt::Horizontal).toString(), .order = key.order});
}

/// By those columns that there are.
void GridView::applySort()
{
    std::vector<ArrangedRows::SortKey> keys;
    for (const SortLook &wanted : std::as_const(m_sort)) {
        for (int column = 0; column < m_grid->columnCount(); ++column) {
            if (m_grid->headerData(column, Qt::Horizontal).toString() == wanted.title)
                keys.push_back({.column = column, .order = wanted.order});
        }
    }
    const QSignalBlocker quiet(horizontalHeader());
    if (keys.empty()) {
        horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
        m_rows->sort(-1);
        return;
    }
    horizontalHeader()->setSortIndicator(keys.front().column, keys.front().order);
    m_rows->sort(keys.front().column, keys.front().order);
    for (size_t i = 1; i < keys.size(); ++i)
        m_rows->sortFurther(keys[i].column, keys[i].order);
}

void GridView::writeTo(ResultView &view) const
{
    view.columns = m_menu->columns();
    view.sort = m_sort;
    view.filter = m_filter.parts();
}

void GridView::arrangeAs(const ResultView &view)
{
    m_menu->setColumns(view.columns);
    layOutColumns();
    m_sort = view.sort;
    applySort();
    m_filter.setParts(view.filter);
    applyFilter();
}

/// The current row stays where it is if it is in sight, else the first one that is; at the very top one sees what comes first.
void GridView::holdPlace()
{
    const QModelIndex current = currentIndex();
    const QRect place = current.isValid() ? visualRect(current) : QRect();
    const bool inSight = place.isValid() && viewport()->rect().intersects(place);
    const QModelIndex anchor = inSight ? current : indexAt({0, 0});
    m_anchor = verticalScrollBar()->value() == 0 && !inSight ? QPersistentModelIndex() : QPersistentModelIndex(anchor);
    m_anchorOffset = anchor.isValid() ? anchor.row() - verticalScrollBar()->value() : 0;
}

void GridView::takePlace()
{
    if (!m_anchor.isValid()) // or its row was filtered out
        return;
    updateGeometries();
    verticalScrollBar()->setValue(m_anchor.row() - m_anchorOffset);
    m_anchor = QPersistentModelIndex();
}

QList<int> GridView::shownCandidates() const
{
    const auto rows = m_rows->sourceRows();
    return QList<int>(rows.begin(), rows.end());
}

QList<int> GridView::selectedCandidates() const
{
    QList<int> candidates;
    const auto rows = m_rows->sourceRows();
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            candidates.append(rows[size_t(row)]);
    }
    std::ranges::sort(candidates);
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    return candidates;
}

std::optional<int> GridView::currentCandidate() const
{
    const QModelIndex current = currentIndex();
    return current.isValid() ? std::optional(m_rows->mapToSource(current).row()) : std::nullopt;
}

void GridView::selectCandidate(int candidate)
{
    const QModelIndex shown = m_rows->mapFromSource(m_grid->index(candidate, 0));
    if (!shown.isValid())
        return;
    selectRow(shown.row());
    scrollTo(shown);
}

int GridView::outputColumn() const
{
    return m_grid->columnOf(ResultGridModel::ColumnKind::Output);
}

void GridView::layOutColumns()
{
    // A table that is not shown would measure every row instead of those in sight.
    if (!isVisible())
        return;
    m_columnsFit = m_grid->count(RunState::Queued) < m_grid->rowCount();
    // The columns of the keys show what the output would.
    m_fit->setStretch(outputColumn(), m_grid->keys().isEmpty() ? 18 : 12);
    // The first that end are not like the last.
    m_fit->setReserves({{m_grid->columnOf(ResultGridModel::ColumnKind::State),
                         fontMetrics().horizontalAdvance(stateWord(RunState::Cancelled)) + spacing(this, 2.5)}});
    m_fit->measure();
}

void GridView::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    layOutColumns();
}

void GridView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    if (currentIndex().isValid() && event->size().height() < event->oldSize().height())
        scrollTo(currentIndex());
}

void GridView::restore(const QSettings &settings)
{
    m_menu->restoreColumns(settings, u"run/resultColumns"_s);
}

void GridView::store(QSettings &settings) const
{
    m_menu->storeColumns(settings, u"run/resultColumns"_s);
}

} // namespace hermes
