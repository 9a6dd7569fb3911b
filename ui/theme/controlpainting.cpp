// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "controlpainting.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>

namespace hermes {

namespace {

/// Something that is ticked is filled, so that its mark stands on the accent.
struct Tick
{
    QColor fill;
    QColor border;
    QColor mark;
};

Tick tickColors(const QStyleOption *option)
{
    const QPalette &palette = option->palette;
    const bool enabled = option->state.testFlag(QStyle::State_Enabled);
    const bool set = option->state.testAnyFlags(QStyle::State_On | QStyle::State_NoChange);
    // In a selected row the accent is what it lies on.
    const bool onAccent = option->state.testFlag(QStyle::State_Selected);
    const QColor edge = enabled ? themeColors(palette).edge : themeColors(palette).border;
    if (!set || onAccent)
        return {palette.color(enabled ? QPalette::Base : QPalette::Window), edge, palette.color(QPalette::Text)};
    if (!enabled)
        return {palette.color(QPalette::Window), edge, palette.color(QPalette::Text)};
    const QColor accent = palette.color(QPalette::Accent);
    return {accent, accent, palette.color(QPalette::HighlightedText)};
}

/// For the outline of what is ticked.
void setUpFrame(QPainter *painter, const Tick &colors)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colors.border, 1));
    painter->setBrush(colors.fill);
}

QRectF squareIn(const QRect &rectangle)
{
    const int side = std::min(rectangle.width(), rectangle.height());
    QRect square(0, 0, side, side);
    square.moveCenter(rectangle.center());
    return QRectF(square);
}

bool hasFocus(const QStyleOption *option)
{
    return option->state.testFlag(QStyle::State_HasFocus) && option->state.testFlag(QStyle::State_Enabled);
}

} // namespace

void drawBox(QPainter *painter, const QRect &rectangle, const BoxColors &colors, double width)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(colors.border.isValid() ? QPen(colors.border, width) : QPen(Qt::NoPen));
    painter->setBrush(colors.fill.isValid() ? QBrush(colors.fill) : QBrush(Qt::NoBrush));
    const double inset = colors.border.isValid() ? width / 2 : 0;
    painter->drawRoundedRect(QRectF(rectangle).adjusted(inset, inset, -inset, -inset), colors.radius, colors.radius);
    painter->restore();
}

void drawField(QPainter *painter, const QStyleOption *option, const QColor &fill)
{
    const ThemeColors &colors = themeColors(option->palette);
    const bool focused = hasFocus(option);
    const bool enabled = option->state.testFlag(QStyle::State_Enabled);
    const QColor border = focused ? option->palette.color(QPalette::Accent) : enabled ? colors.edge : colors.border;
    drawBox(painter, option->rect, {.fill = fill, .border = border}, focused ? FocusWidth : 1);
}

void drawCheckBox(QPainter *painter, const QStyleOption *option)
{
    const Tick colors = tickColors(option);
    const QRectF box = squareIn(option->rect);
    painter->save();
    setUpFrame(painter, colors);
    painter->drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->translate(box.topLeft());
    painter->scale(box.width() / 16, box.height() / 16);
    painter->setPen(QPen(colors.mark, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (option->state.testFlag(QStyle::State_NoChange))
        painter->drawLine(QPointF(4.5, 8), QPointF(11.5, 8));
    else if (option->state.testFlag(QStyle::State_On))
        painter->drawPolyline(QPolygonF {{4, 8.4}, {6.8, 11.2}, {12, 5.2}});
    painter->restore();
}

void drawRadioButton(QPainter *painter, const QStyleOption *option)
{
    const Tick colors = tickColors(option);
    const QRectF box = squareIn(option->rect);
    painter->save();
    setUpFrame(painter, colors);
    painter->drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5));
    if (option->state.testFlag(QStyle::State_On)) {
        const double inset = box.width() * 0.32;
        painter->setPen(Qt::NoPen);
        painter->setBrush(colors.mark);
        painter->drawEllipse(box.adjusted(inset, inset, -inset, -inset));
    }
    painter->restore();
}

int wordGap(const QStyleOption *option)
{
    return option->fontMetrics.height() * 3 / 8;
}

void drawButtonWords(QPainter *painter, const QStyleOption *option, const QRect &room, const ButtonWords &words)
{
    const bool enabled = option->state.testFlag(QStyle::State_Enabled);
    const int picture = words.icon.isNull() ? 0 : words.iconSize.width();
    const int gap = picture > 0 && !words.text.isEmpty() ? wordGap(option) : 0;
    const QString text = option->fontMetrics.elidedText(words.text, Qt::ElideRight, room.width() - picture - gap,
                                                        Qt::TextShowMnemonic);
    const int width = picture + gap + option->fontMetrics.size(Qt::TextShowMnemonic, text).width();
    QRect place(room.left() + std::max(0, (room.width() - width) / 2), room.top(), std::min(width, room.width()), room.height());
    const auto mirrored = [&](const QRect &part) { return QStyle::visualRect(option->direction, room, part); };
    if (picture > 0) {
        const QRect pictureRoom(place.topLeft(), QSize(picture, place.height()));
        words.icon.paint(painter, mirrored(pictureRoom), Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled,
                         option->state.testFlag(QStyle::State_On) ? QIcon::On : QIcon::Off);
        place.setLeft(place.left() + picture + gap);
    }
    QApplication::style()->drawItemText(painter, mirrored(place), Qt::AlignCenter | Qt::TextShowMnemonic, option->palette, enabled,
                                        text, words.ink);
}

bool hasWords(const QStyleOptionToolButton *button)
{
    return !button->text.isEmpty() && button->arrowType == Qt::NoArrow
        && (button->toolButtonStyle == Qt::ToolButtonTextBesideIcon || button->toolButtonStyle == Qt::ToolButtonTextOnly
            || button->icon.isNull());
}

int menuMarkWidth(const QStyleOptionToolButton *button)
{
    const bool hasMark = button->features.testFlag(QStyleOptionToolButton::HasMenu)
        && !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup);
    return hasMark && hasWords(button) ? button->fontMetrics.height() : 0;
}

int wordsWidth(const QStyleOptionToolButton *button)
{
    const bool hasPicture = button->toolButtonStyle == Qt::ToolButtonTextBesideIcon && !button->icon.isNull();
    const int picture = hasPicture ? button->iconSize.width() + wordGap(button) : 0;
    const int text = button->fontMetrics.size(Qt::TextShowMnemonic, button->text).width();
    return picture + text + menuMarkWidth(button) + button->fontMetrics.height();
}

void drawArrow(QPainter *painter, QStyle::PrimitiveElement arrow, const QStyleOption *option, const QWidget *widget)
{
    QRectF place(option->rect);
    const auto *button = qobject_cast<const QToolButton *>(widget);
    if (button && button->menu() && button->arrowType() == Qt::NoArrow) {
        if (button->toolButtonStyle() == Qt::ToolButtonIconOnly && !button->icon().isNull())
            return;
        const int mark = option->fontMetrics.height();
        const QRect behind(button->width() - mark - mark / 4, 0, mark, button->height());
        place = QStyle::visualRect(option->direction, button->rect(), behind);
    }
    const double side = std::min({place.width(), place.height(), option->fontMetrics.height() * 0.6});
    const bool enabled = option->state.testFlag(QStyle::State_Enabled);
    painter->save();
    painter->translate(place.center());
    painter->rotate(arrow == QStyle::PE_IndicatorArrowUp          ? 180
                        : arrow == QStyle::PE_IndicatorArrowLeft  ? 90
                        : arrow == QStyle::PE_IndicatorArrowRight ? -90
                                                                  : 0);
    paintGlyph(painter, Glyph::Down, QRectF(-side / 2, -side / 2, side, side),
               option->palette.color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
    painter->restore();
}

int sortMarkRoom(const QStyleOptionHeader *header)
{
    return header->fontMetrics.height() * 3 / 4;
}

QRect headerLabel(const QStyleOptionHeader *header, int margin)
{
    const QRect room = header->rect.adjusted(margin, 0, -margin, 0);
    if (header->sortIndicator == QStyleOptionHeader::None)
        return room;
    const int mark = sortMarkRoom(header);
    return header->textAlignment.testFlag(Qt::AlignRight) ? room.adjusted(mark, 0, 0, 0) : room.adjusted(0, 0, -mark, 0);
}

QRect headerMark(const QStyleOptionHeader *header, int margin)
{
    const QRect label = headerLabel(header, margin);
    const int words = std::min(label.width(), header->fontMetrics.horizontalAdvance(header->text));
    const int side = sortMarkRoom(header);
    const int left = header->textAlignment.testFlag(Qt::AlignRight) ? label.right() + 1 - words - side : label.left() + words;
    return {left, header->rect.center().y() - side / 2, side, side};
}

void drawSortMark(QPainter *painter, const QStyleOptionHeader *header)
{
    painter->save();
    if (header->sortIndicator == QStyleOptionHeader::SortDown) { // the smallest at the top
        painter->translate(QRectF(header->rect).center());
        painter->rotate(180);
        painter->translate(-QRectF(header->rect).center());
    }
    paintGlyph(painter, Glyph::Down, QRectF(header->rect).adjusted(1, 1, -1, -1), themeColors(header->palette).muted);
    painter->restore();
}

void drawTab(QPainter *painter, const QStyleOptionTab *tab)
{
    const QPalette &palette = tab->palette;
    const bool enabled = tab->state.testFlag(QStyle::State_Enabled);
    const bool selected = tab->state.testFlag(QStyle::State_Selected);
    if (!selected && enabled && tab->state.testFlag(QStyle::State_MouseOver))
        drawBox(painter, tab->rect.adjusted(1, 1, -1, -3), {.fill = themeColors(palette).hover});
    if (hasFocus(tab))
        drawBox(painter, tab->rect.adjusted(1, 1, -1, -4), {.border = palette.color(QPalette::Accent)}, FocusWidth);
    if (!selected)
        return;
    QRect line = tab->rect;
    line.setTop(line.bottom() - 2);
    painter->fillRect(line, palette.color(enabled ? QPalette::Accent : QPalette::Mid));
}

} // namespace hermes
