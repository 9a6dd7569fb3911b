// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "parameterdelegate.h"

#include "models/roles.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QLineEdit>
#include <QPainter>

#include <limits>
#include <utility>

namespace hermes {

ParameterDelegate::ParameterDelegate(QList<Field> fields, QObject *parent)
    : QStyledItemDelegate(parent), m_fields(std::move(fields))
{
}

void ParameterDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.column() != index.model()->columnCount() - 1) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    const bool bad = !index.data(ProblemRole).toString().isEmpty();
    const ThemeColors &colors = themeColors(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    QStyleOptionViewItem item = option;
    item.palette.setColor(QPalette::Text, bad ? colors.bad : colors.muted);
    if (!bad) {
        QStyledItemDelegate::paint(painter, item, index);
        return;
    }
    const int side = option.fontMetrics.height();
    const QRect picture(option.rect.left() + 2, option.rect.center().y() - side / 2, side, side);
    paintGlyph(painter, Glyph::Triangle, QRectF(picture).adjusted(1, 1, -1, -1),
               selected ? option.palette.color(QPalette::HighlightedText) : colors.bad);
    item.rect.setLeft(picture.right() + 2);
    QStyledItemDelegate::paint(painter, item, index);
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
