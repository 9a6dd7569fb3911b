// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "parameterdelegate.h"

#include "models/roles.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QPainter>

#include <limits>
#include <utility>

namespace hermes {

ParameterDelegate::ParameterDelegate(QList<Field> fields, QObject *parent)
    : QStyledItemDelegate(parent), m_fields(std::move(fields))
{ }

void ParameterDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int last = index.model()->columnCount() - 1;
    const bool bad = !index.siblingAtColumn(last).data(ProblemRole).toString().isEmpty();
    const bool yields = bad && index.column() >= m_fields.size() && index.column() < last;
    if (yields)
        return; // the last column comes after it and takes its room
    if (index.column() != last) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    item.palette.setColor(QPalette::Text, bad ? themeColors(option.palette).bad : themeColors(option.palette).muted);
    if (bad)
        paintPicture(painter, item, index);
    QStyledItemDelegate::paint(painter, item, index);
}

/// A problem begins with a picture, where the columns begin that are not typed.
void ParameterDelegate::paintPicture(QPainter *painter, QStyleOptionViewItem &item, const QModelIndex &index) const
{
    if (const auto *view = qobject_cast<const QAbstractItemView *>(item.widget))
        item.rect.setLeft(view->visualRect(index.siblingAtColumn(int(m_fields.size()))).left());
    const int side = item.fontMetrics.height();
    const QRect picture(item.rect.left() + 2, item.rect.center().y() - side / 2, side, side);
    // Beside the selection, which begins with the text.
    paintGlyph(painter, Glyph::Triangle, QRectF(picture).adjusted(1, 1, -1, -1), item.palette.color(QPalette::Text));
    item.rect.setLeft(picture.right() + 2);
}

QWidget *ParameterDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QWidget *editor = QStyledItemDelegate::createEditor(parent, option, index);
    const Field field = m_fields.value(index.column());
    editor->setAccessibleName(field.name);
    if (auto *line = qobject_cast<QLineEdit *>(editor)) {
        line->setPlaceholderText(field.example);
        line->setFrame(false);
        // Its own limit of 32,767 would cut a long list without a word.
        line->setMaxLength(std::numeric_limits<int>::max());
    }
    return editor;
}

} // namespace hermes
