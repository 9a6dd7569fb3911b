// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "historytable.h"

#include "ui/results/resultdelegate.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tablesetup.h"

#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

HistoryTable::HistoryTable(HistoryModel *model, QWidget *parent)
    : QTableView(parent),
      m_model(model),
      m_nothingYet(new EmptyState(tr("Nothing was launched yet"),
                                  tr("What you run on the page Run or with hermesctl appears here, with all its results."),
                                  viewport())),
      m_nothingFound(new EmptyState(tr("No launch matches the filters"), tr("Change the words, or press Clear Filters to see all."),
                                    viewport()))
{
    setUpTable(this, tr("History"));
    setModel(model);
    auto *delegate = new ResultDelegate(this);
    delegate->setColumns(HistoryModel::State, -1);
    setItemDelegate(delegate);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    horizontalHeader()->setSectionsMovable(true);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this] { m_userSized = m_userSized || !m_sizing; });
    showEmpty(Empty::No);
}

QList<LaunchRecord> HistoryTable::selected() const
{
    QList<LaunchRecord> records;
    for (const QModelIndex &index : selectionModel()->selectedRows())
        records += m_model->record(index.row());
    std::ranges::sort(records, {}, &LaunchRecord::id);
    return records;
}

void HistoryTable::showEmpty(Empty why)
{
    m_nothingYet->setVisible(why == Empty::NothingYet);
    m_nothingFound->setVisible(why == Empty::NothingFound);
}

void HistoryTable::fitColumns()
{
    if (m_columnsFit)
        return;
    m_columnsFit = true;
    const QScopedValueRollback sizing(m_sizing, true);
    horizontalHeader()->setResizeContentsPrecision(0); // the rows that are visible
    const int air = fontMetrics().averageCharWidth();
    for (int column = 0; column < HistoryModel::ColumnCount; ++column) {
        resizeColumnToContents(column);
        setColumnWidth(column, columnWidth(column) + air);
    }
    giveRestToName();
}

void HistoryTable::giveRestToName()
{
    if (m_userSized)
        return;
    const QScopedValueRollback sizing(m_sizing, true);
    const int others = horizontalHeader()->length() - columnWidth(HistoryModel::Name);
    const int narrowest = fontMetrics().averageCharWidth() * 24;
    setColumnWidth(HistoryModel::Name, std::max(narrowest, viewport()->width() - others));
}

void HistoryTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    giveRestToName();
}

void HistoryTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT selectionMoved();
}

} // namespace hermes
