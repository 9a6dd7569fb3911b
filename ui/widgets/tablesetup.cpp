// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tablesetup.h"

#include "ui/widgets/elidedtips.h"

#include <QHeaderView>
#include <QTableView>

namespace hermes {

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
    new ElidedTips(table);
}

} // namespace hermes
