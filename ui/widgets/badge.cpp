// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "badge.h"

#include "models/displaytext.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace hermes {

namespace {

void paintField(QPainter *painter, const QRect &field, const QColor &fill, const QColor &border)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(border);
    painter->setBrush(fill);
    const double radius = field.height() / 4.0;
    painter->drawRoundedRect(QRectF(field).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

} // namespace

Badge::Badge(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    const int side = spacing(this, 0.35);
    setContentsMargins(side, 0, side, 0);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    hide();
}

void Badge::showText(const QString &text, Tone tone)
{
    m_tone = tone;
    setText(lineText(text, 80));
    setVisible(!text.isEmpty());
    update();
}

int Badge::paint(QPainter *painter, const QRect &place, const QString &text, const QPalette &palette)
{
    const int side = painter->fontMetrics().height() / 3;
    const QRect field(place.left(), place.top(), painter->fontMetrics().horizontalAdvance(text) + 2 * side, place.height());
    paintField(painter, field, palette.color(QPalette::Window), themeColors(palette).border);
    painter->setPen(themeColors(palette).muted);
    painter->drawText(field, Qt::AlignCenter, text);
    return field.width();
}

void Badge::paintEvent(QPaintEvent *)
{
    const ThemeColors &colors = themeColors(palette());
    const bool warns = m_tone == Tone::Warning;
    QPainter painter(this);
    paintField(&painter, rect(), warns ? colors.warningBackground : palette().color(QPalette::Base), colors.border);
    painter.setPen(warns ? colors.warning : colors.muted);
    painter.drawText(contentsRect(), Qt::AlignCenter, text());
}

} // namespace hermes
