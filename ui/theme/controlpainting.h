// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QIcon>
#include <QPalette>
#include <QRect>
#include <QStyle>

class QPainter;
class QStyleOptionHeader;
class QStyleOptionTab;
class QStyleOptionToolButton;

namespace hermes {

/// Corners of buttons and fields.
constexpr double ControlRadius = 4;
/// Of the border that says where the focus is.
constexpr double FocusWidth = 2;

struct BoxColors
{
    QColor fill = {};
    QColor border = {};
    double radius = ControlRadius;
};

/// A rounded box whose border lies on whole pixels.
void drawBox(QPainter *painter, const QRect &rectangle, const BoxColors &colors, double width = 1);

/// Around something that is filled in: its edge, or where the focus is.
void drawField(QPainter *painter, const QStyleOption *option, const QColor &fill);

/// A box with a check mark, a dash for what is neither, or nothing.
void drawCheckBox(QPainter *painter, const QStyleOption *option);
void drawRadioButton(QPainter *painter, const QStyleOption *option);

/// What stands on a button.
struct ButtonWords
{
    QIcon icon = {};
    QSize iconSize = {};
    QString text = {};
    QPalette::ColorRole ink = QPalette::ButtonText;
};
/// In the middle of the room, the picture before the words and with air between them. Words that are too long are elided.
void drawButtonWords(QPainter *painter, const QStyleOption *option, const QRect &room, const ButtonWords &words);
/// Between picture and words, as a style's own four pixels are not.
[[nodiscard]] int wordGap(const QStyleOption *option);
[[nodiscard]] bool hasWords(const QStyleOptionToolButton *button);
/// What the mark of a menu takes from the words.
[[nodiscard]] int menuMarkWidth(const QStyleOptionToolButton *button);
[[nodiscard]] int wordsWidth(const QStyleOptionToolButton *button);
/// A thin arrow. That of a tool button's menu stands behind its words; a picture without words says by itself that there is more.
void drawArrow(QPainter *painter, QStyle::PrimitiveElement arrow, const QStyleOption *option, const QWidget *widget);

/// Where a header's title and the mark of its order are: the mark beside the words, on their inner side.
[[nodiscard]] QRect headerLabel(const QStyleOptionHeader *header, int margin);
[[nodiscard]] QRect headerMark(const QStyleOptionHeader *header, int margin);
/// The width that the mark takes from the title.
[[nodiscard]] int sortMarkRoom(const QStyleOptionHeader *header);
void drawSortMark(QPainter *painter, const QStyleOptionHeader *header);

/// Flat: a line below it says which one is shown.
void drawTab(QPainter *painter, const QStyleOptionTab *tab);

} // namespace hermes
