// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plotmarks.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <array>

namespace hermes {

namespace {

QImage blank(int side)
{
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    return image;
}

QPainterPath formOf(int series, const QRectF &room)
{
    QPainterPath form;
    switch (series % 6) {
    case 0: form.addEllipse(room); break;
    case 1: form.addRect(room.adjusted(0.5, 0.5, -0.5, -0.5)); break;
    case 2: form.addPolygon(QPolygonF({{room.center().x(), room.top()}, room.bottomRight(), room.bottomLeft()})); break;
    case 3:
        form.addPolygon(QPolygonF({{room.center().x(), room.top()},
                                   {room.right(), room.center().y()},
                                   {room.center().x(), room.bottom()},
                                   {room.left(), room.center().y()}}));
        break;
    case 4: form.addPolygon(QPolygonF({room.topLeft(), room.topRight(), {room.center().x(), room.bottom()}})); break;
    default:
        form.addRect(QRectF(room.left(), room.center().y() - 1, room.width(), 2));
        form.addRect(QRectF(room.center().x() - 1, room.top(), 2, room.height()));
        break;
    }
    form.closeSubpath();
    return form;
}

} // namespace

QColor seriesColor(int series, const QPalette &palette)
{
    // Hues that stay apart with any colour vision, in the order in which they differ most.
    constexpr std::array colors {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9};
    const QColor base(QRgb(colors[size_t(series) % colors.size()]));
    // Marks need less contrast than text, and lines are thin.
    const double ratio = isHighContrast(palette) ? textRatio(palette) : 3;
    return legible(base, palette.color(QPalette::Base), ratio);
}

QImage seriesMark(int series, const QColor &color, int side)
{
    QImage image = blank(side);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(formOf(series, QRectF(0.5, 0.5, side - 1, side - 1)), color);
    return image;
}

QImage currentMark(const QColor &color, int side)
{
    QImage image = blank(side);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 2));
    painter.drawEllipse(QRectF(1.5, 1.5, side - 3, side - 3));
    return image;
}

} // namespace hermes
