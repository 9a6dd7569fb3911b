// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultdelegate.h"

#include "models/roles.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>

namespace hermes {

void ResultDelegate::setColumns(int stateColumn, int exitCodeColumn)
{
    m_stateColumn = stateColumn;
    m_exitCodeColumn = exitCodeColumn;
}

void ResultDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.column() != m_stateColumn && index.column() != m_exitCodeColumn) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    const auto state = RunState(index.data(StateRole).toInt());
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QColor ink = selected ? option.palette.color(QPalette::HighlightedText) : stateColor(state, option.palette);
    QStyleOptionViewItem item = itemOf(option, index);
    item.palette.setColor(QPalette::Text, ink);
    if (index.column() == m_exitCodeColumn) {
        item.font.setBold(isFinished(state) && state != RunState::Ok);
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
        return;
    }
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const QRect place = QApplication::style()->subElementRect(QStyle::SE_ItemViewItemDecoration, &item, item.widget);
    paintGlyph(painter, stateGlyph(state), QRectF(place).adjusted(1, 1, -1, -1), ink);
}

QSize ResultDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.column() != m_stateColumn)
        return QStyledItemDelegate::sizeHint(option, index);
    const QStyleOptionViewItem item = itemOf(option, index);
    const QSize hint = QApplication::style()->sizeFromContents(QStyle::CT_ItemViewItem, &item, {}, item.widget);
    // Exactly this wide the style has a pixel too little for the text.
    return {hint.width() + option.fontMetrics.averageCharWidth(), hint.height()};
}

QStyleOptionViewItem ResultDelegate::itemOf(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    if (index.column() != m_stateColumn)
        return item;
    // The picture's place is made by a decoration without a picture, so that text and selection stay the style's.
    const int side = option.fontMetrics.height();
    item.features |= QStyleOptionViewItem::HasDecoration;
    item.decorationSize = QSize(side, side);
    item.icon = {};
    return item;
}

} // namespace hermes
