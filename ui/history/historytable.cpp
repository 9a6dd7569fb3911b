// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "historytable.h"

#include "ui/results/resultdelegate.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/tablesetup.h"

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
                                    viewport())),
      m_menu(new TableMenu(this)),
      m_fit(new ColumnFit(this, m_menu))
{
    setUpTable(this, tr("History"));
    setModel(model);
    auto *delegate = new ResultDelegate(this);
    delegate->setColumns(HistoryModel::State, -1);
    setItemDelegate(delegate);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_fit->setStretch(HistoryModel::Name, 18);
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
    m_fit->measureOnce();
}

void HistoryTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT selectionMoved();
}

} // namespace hermes
