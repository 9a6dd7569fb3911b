// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "checkstepdelegate.h"

#include "models/profiles/checkstepsmodel.h"
#include "ui/backends/teststate.h"

#include <QApplication>
#include <QPainter>

namespace hermes {

namespace {

ConnectionTest::State stateOf(const QModelIndex &index)
{
    switch (CheckStepsModel::StepState(index.data(CheckStepsModel::StepStateRole).toInt())) {
        using enum CheckStepsModel::StepState;
    case Passed: return ConnectionTest::State::Passed;
    case Failed: return ConnectionTest::State::Failed;
    case Cancelled: return ConnectionTest::State::Cancelled;
    case Running: break;
    }
    return ConnectionTest::State::Running;
}

} // namespace

void CheckStepDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const ConnectionTest::State state = stateOf(index);
    const QColor ink = selected ? option.palette.color(QPalette::HighlightedText) : testColor(state, option.palette);
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const int side = option.fontMetrics.height();
    // The picture's place is made by a decoration without a picture, so that text and selection stay the style's.
    item.features |= QStyleOptionViewItem::HasDecoration;
    item.decorationSize = QSize(side, side);
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const QRect place = QApplication::style()->subElementRect(QStyle::SE_ItemViewItemDecoration, &item, item.widget);
    paintGlyph(painter, testGlyph(state), QRectF(place).adjusted(1, 1, -1, -1), ink);
}

QSize CheckStepDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize hint = QStyledItemDelegate::sizeHint(option, index);
    return {hint.width() + option.fontMetrics.height() * 2, hint.height()};
}

} // namespace hermes
