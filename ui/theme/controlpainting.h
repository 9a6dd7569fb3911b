// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QRect>

class QPainter;
class QStyleOption;
class QStyleOptionHeader;
class QStyleOptionTab;

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

/// Where a header's title and the mark of its order are: the mark beside the words, on their inner side.
[[nodiscard]] QRect headerLabel(const QStyleOptionHeader *header, int margin);
[[nodiscard]] QRect headerMark(const QStyleOptionHeader *header, int margin);
/// The width that the mark takes from the title.
[[nodiscard]] int sortMarkRoom(const QStyleOptionHeader *header);
void drawSortMark(QPainter *painter, const QStyleOptionHeader *header);

/// Flat: a line below it says which one is shown.
void drawTab(QPainter *painter, const QStyleOptionTab *tab);

} // namespace hermes
