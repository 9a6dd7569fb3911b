// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "summaryview.h"

#include "models/grid/arrangedrows.h"
#include "models/grid/repeatsummarymodel.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/tablesetup.h"

#include <QHeaderView>

using namespace std::chrono_literals;

namespace hermes {

SummaryView::SummaryView(const ResultGridModel *grid, QWidget *parent)
    : QTableView(parent),
      m_model(new RepeatSummaryModel(grid, this)),
      m_rows(new ArrangedRows(this)),
      m_menu(new TableMenu(this)),
      m_fit(new ColumnFit(this, m_menu))
{
    setUpTable(this, tr("Repeats"));
    m_rows->setSourceModel(m_model);
    setModel(m_rows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    m_growth.setSingleShot(true);
    m_growth.setInterval(1s);
    connect(&m_growth, &QTimer::timeout, m_fit, &ColumnFit::grow);
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this] {
        if (!m_growth.isActive())
            m_growth.start();
    });
    connect(m_rows, &QAbstractItemModel::modelReset, this, [this] {
        m_fit->forget();
        m_fit->measureOnce();
    });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        if (current.isValid())
            Q_EMIT candidateChosen(m_model->firstCandidate(m_rows->mapToSource(current).row()));
    });
}

} // namespace hermes
