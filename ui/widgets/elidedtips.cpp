// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "elidedtips.h"

#include "models/displaytext.h"

#include <QAbstractItemDelegate>
#include <QHeaderView>
#include <QHelpEvent>
#include <QTableView>
#include <QToolTip>

namespace hermes {

ElidedTips::ElidedTips(QTableView *table) : QObject(table), m_table(table)
{
    table->viewport()->installEventFilter(this);
    table->horizontalHeader()->viewport()->installEventFilter(this);
}

bool ElidedTips::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QObject::eventFilter(watched, event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString tip = watched == m_table->viewport() ? cellTip(help->pos()) : titleTip(help->pos());
    if (tip.isEmpty())
        return QObject::eventFilter(watched, event);
    QToolTip::showText(help->globalPos(), tip, m_table);
    return true;
}

QString ElidedTips::cellTip(QPoint place) const
{
    const QModelIndex index = m_table->indexAt(place);
    if (!index.isValid() || !index.data(Qt::ToolTipRole).toString().isEmpty())
        return {};
    QStyleOptionViewItem option;
    option.initFrom(m_table);
    option.font = m_table->font();
    const int needed = m_table->itemDelegateForIndex(index)->sizeHint(option, index).width();
    return needed > m_table->visualRect(index).width() ? toolTipText(index.data().toString()) : QString();
}

QString ElidedTips::titleTip(QPoint place) const
{
    const QHeaderView *header = m_table->horizontalHeader();
    const int column = header->logicalIndexAt(place);
    if (column < 0 || !m_table->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty())
        return {};
    return header->sectionSizeHint(column) > header->sectionSize(column)
        ? toolTipText(m_table->model()->headerData(column, Qt::Horizontal).toString())
        : QString();
}

} // namespace hermes
