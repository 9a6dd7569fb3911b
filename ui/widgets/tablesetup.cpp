// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tablesetup.h"

#include "ui/widgets/elidedtips.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QTableView>

namespace hermes {

namespace {

/// A column that comes later belongs to the rows that are selected; otherwise none of them would count as selected any more.
void selectWholeRows(const QTableView *table)
{
    if (QItemSelectionModel *selection = table->selectionModel(); selection && selection->hasSelection())
        selection->select(selection->selection(), QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

} // namespace

void setUpTable(QTableView *table, const QString &name)
{
    table->setAccessibleName(name);
    table->setObjectName(QString(name).remove(u' '));
    QFont font = table->font();
    font.setFeature("tnum", 1);
    table->setFont(font);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setTextElideMode(Qt::ElideRight);
    table->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setCornerButtonEnabled(false);
    // The rows' names stay in the model for those who cannot see the table; one fixed height keeps big tables fast.
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    const int rowHeight = table->fontMetrics().height() * 7 / 4;
    table->verticalHeader()->setMinimumSectionSize(rowHeight);
    table->verticalHeader()->setDefaultSectionSize(rowHeight);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setTextElideMode(Qt::ElideRight);
    table->horizontalHeader()->setMinimumSectionSize(table->fontMetrics().averageCharWidth() * 4);
    QObject::connect(table->horizontalHeader(), &QHeaderView::sectionCountChanged, table, [table] { selectWholeRows(table); });
    new ElidedTips(table);
}

} // namespace hermes
