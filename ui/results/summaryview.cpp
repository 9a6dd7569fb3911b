// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "summaryview.h"

#include "models/grid/arrangedrows.h"
#include "models/grid/repeatsummarymodel.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/tablesetup.h"

#include <QHeaderView>

namespace hermes {

SummaryView::SummaryView(const ResultGridModel *grid, QWidget *parent)
    : QTableView(parent), m_model(new RepeatSummaryModel(grid, this)), m_rows(new ArrangedRows(this)), m_menu(new TableMenu(this))
{
    setUpTable(this, tr("Repeats"));
    m_rows->setSourceModel(m_model);
    setModel(m_rows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        if (current.isValid())
            Q_EMIT candidateChosen(m_model->firstCandidate(m_rows->mapToSource(current).row()));
    });
}

} // namespace hermes
