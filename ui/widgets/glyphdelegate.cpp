// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "glyphdelegate.h"

#include <QApplication>
#include <QPainter>

namespace hermes {

void GlyphDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = itemOf(option, index);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QColor ink = isSelected ? option.palette.color(QPalette::HighlightedText) : inkOf(index, option.palette);
    item.palette.setColor(QPalette::Text, ink);
    QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const std::optional<Glyph> glyph = glyphOf(index);
    if (!glyph)
        return;
    const QRect place = style->subElementRect(QStyle::SE_ItemViewItemDecoration, &item, item.widget);
    paintGlyph(painter, *glyph, QRectF(place).adjusted(1, 1, -1, -1), ink);
}

QSize GlyphDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (!glyphOf(index))
        return QStyledItemDelegate::sizeHint(option, index);
    const QStyleOptionViewItem item = itemOf(option, index);
    const QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    const QSize hint = style->sizeFromContents(QStyle::CT_ItemViewItem, &item, {}, item.widget);
    // Exactly this wide the style has a pixel too little for the text.
    return {hint.width() + option.fontMetrics.averageCharWidth(), hint.height()};
}

QStyleOptionViewItem GlyphDelegate::itemOf(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    if (!glyphOf(index))
        return item;
    // The picture's place is made by a decoration without a picture, so that text and selection stay the style's.
    const int side = option.fontMetrics.height();
    item.features |= QStyleOptionViewItem::HasDecoration;
    item.decorationSize = QSize(side, side);
    item.icon = {};
    return item;
}

} // namespace hermes
