// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backenddelegate.h"

#include "models/profiles/backendlistmodel.h"
#include "ui/backends/teststate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/badge.h"

#include <QPainter>

namespace hermes {

namespace {

/// In parts of a line's height.
constexpr int LineParts = 4;

int part(const QStyleOptionViewItem &option)
{
    return option.fontMetrics.height() / LineParts;
}

void drawLine(QPainter *painter, const QRect &line, const QString &text)
{
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, line.width()));
}

} // namespace

void BackendDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int gap = part(option);
    const int height = option.fontMetrics.height();
    const QRect field = option.rect.adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
    painter->save();
    paintField(painter, option, field);
    QRect line(field.left() + 3 * gap, field.top() + 2 * gap, field.width() - 5 * gap, height);

    QFont strong = option.font;
    strong.setBold(true);
    painter->setFont(strong);
    painter->setPen(option.palette.color(QPalette::Text));
    const QString title = index.data().toString();
    const bool unsaved = index.data(BackendListModel::UnsavedRole).toBool();
    drawLine(painter, line, unsaved ? tr("%1 (not saved)").arg(title) : title);
    line.translate(0, height + gap);

    painter->setFont(option.font);
    const QString isolation = tr("isolation: %1").arg(index.data(BackendListModel::IsolationRole).toString());
    QRect rest = line;
    if (!index.data(BackendListModel::IsolationRole).toString().isEmpty())
        rest.setLeft(line.left() + Badge::paint(painter, line, isolation, option.palette) + 2 * gap);
    painter->setPen(themeColors(option.palette).muted);
    const QString kind = index.data(BackendListModel::KindTitleRole).toString();
    if (kind != title)
        drawLine(painter, rest, kind);
    line.translate(0, height + gap);
    paintState(painter, option, index, line);
    painter->restore();
}

void BackendDelegate::paintField(QPainter *painter, const QStyleOptionViewItem &option, const QRect &field)
{
    const ThemeColors &colors = themeColors(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(selected && focused ? option.palette.color(QPalette::Accent) : colors.border);
    painter->setBrush(selected ? colors.infoBackground : hovered ? colors.hover : option.palette.color(QPalette::Base));
    const int radius = part(option);
    painter->drawRoundedRect(QRectF(field).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (selected) {
        // Not by colour alone: the bar says which one is shown beside the list.
        painter->setPen(Qt::NoPen);
        painter->setBrush(option.palette.color(QPalette::Accent));
        painter->drawRect(QRectF(field.left() + 0.5, field.top() + radius, radius * 0.75, field.height() - 2 * radius));
    }
    painter->restore();
}

void BackendDelegate::paintState(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &line)
{
    const QString problem = index.data(BackendListModel::ProblemRole).toString();
    const auto state = ConnectionTest::State(index.data(BackendListModel::TestStateRole).toInt());
    const QColor ink = problem.isEmpty() ? testColor(state, option.palette) : themeColors(option.palette).bad;
    const int side = line.height();
    paintGlyph(painter, problem.isEmpty() ? testGlyph(state) : Glyph::Triangle, QRect(line.left(), line.top(), side, side), ink);
    painter->setPen(ink);
    drawLine(painter, line.adjusted(side + part(option), 0, 0, 0),
             problem.isEmpty() ? index.data(BackendListModel::TestTextRole).toString() : problem);
}

QSize BackendDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    const int gap = part(option);
    return {option.fontMetrics.averageCharWidth() * 24, 3 * option.fontMetrics.height() + 7 * gap};
}

} // namespace hermes
