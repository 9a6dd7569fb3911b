// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "glyphs.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

#include <array>
#include <functional>
#include <initializer_list>
#include <utility>

namespace hermes {

namespace {

// Every picture is drawn in a field of 16 by 16 units.
constexpr double Field = 16;

void line(QPainter *painter, std::initializer_list<QPointF> points)
{
    painter->drawPolyline(points.begin(), int(points.size()));
}

void fill(QPainter *painter, std::initializer_list<QPointF> points)
{
    painter->setBrush(painter->pen().color());
    painter->drawPolygon(points.begin(), int(points.size()));
}

void ring(QPainter *painter)
{
    painter->drawEllipse(QPointF(8, 8), 6.2, 6.2);
}

void drawState(QPainter *painter, Glyph glyph)
{
    switch (glyph) {
    case Glyph::Check:
        ring(painter);
        line(painter, {{5.2, 8.2}, {7.2, 10.2}, {10.9, 6}});
        break;
    case Glyph::Cross:
        ring(painter);
        line(painter, {{5.8, 5.8}, {10.2, 10.2}});
        line(painter, {{10.2, 5.8}, {5.8, 10.2}});
        break;
    case Glyph::Clock:
        ring(painter);
        line(painter, {{8, 4.6}, {8, 8}, {10.4, 9.6}});
        break;
    case Glyph::Bolt: fill(painter, {{9.2, 1.8}, {3.8, 9}, {7.6, 9}, {6.8, 14.2}, {12.2, 7}, {8.4, 7}}); break;
    case Glyph::Slash:
        ring(painter);
        line(painter, {{3.8, 12.2}, {12.2, 3.8}});
        break;
    case Glyph::Triangle:
        line(painter, {{8, 2.2}, {14.4, 13.4}, {1.6, 13.4}, {8, 2.2}});
        line(painter, {{8, 6.4}, {8, 9.6}});
        painter->drawPoint(QPointF(8, 11.6));
        break;
    case Glyph::Dots:
        painter->setBrush(painter->pen().color());
        for (const double x : {4.0, 8.0, 12.0})
            painter->drawEllipse(QPointF(x, 8), 0.6, 0.6);
        break;
    case Glyph::Dash: line(painter, {{3.4, 8}, {12.6, 8}}); break;
    case Glyph::Spinner: painter->drawArc(QRectF(1.8, 1.8, 12.4, 12.4), 40 * 16, 270 * 16); break;
    default:
        ring(painter);
        painter->setBrush(painter->pen().color());
        painter->drawRect(QRectF(6.2, 6.2, 3.6, 3.6));
        break;
    }
}

void drawAction(QPainter *painter, Glyph glyph)
{
    switch (glyph) {
    case Glyph::Play: fill(painter, {{4.5, 3}, {13, 8}, {4.5, 13}}); break;
    case Glyph::Pause:
        painter->setBrush(painter->pen().color());
        painter->drawRect(QRectF(4.2, 3.4, 2, 9.2));
        painter->drawRect(QRectF(9.8, 3.4, 2, 9.2));
        break;
    case Glyph::Box:
        line(painter, {{8, 1.8}, {13.6, 4.8}, {13.6, 11.2}, {8, 14.2}, {2.4, 11.2}, {2.4, 4.8}, {8, 1.8}});
        line(painter, {{2.4, 4.8}, {8, 7.8}, {13.6, 4.8}});
        line(painter, {{8, 7.8}, {8, 14.2}});
        break;
    case Glyph::Export:
        line(painter, {{2.6, 9.5}, {2.6, 13.2}, {13.4, 13.2}, {13.4, 9.5}});
        line(painter, {{8, 2.4}, {8, 10}});
        line(painter, {{4.9, 7}, {8, 10}, {11.1, 7}});
        break;
    case Glyph::Plus: line(painter, {{8, 3}, {8, 13}}); [[fallthrough]];
    case Glyph::Minus: line(painter, {{3, 8}, {13, 8}}); break;
    case Glyph::Right: line(painter, {{6, 3.5}, {10.5, 8}, {6, 12.5}}); break;
    case Glyph::Down: line(painter, {{3.5, 6}, {8, 10.5}, {12.5, 6}}); break;
    case Glyph::Grid:
        painter->drawRoundedRect(QRectF(2, 2.6, 12, 10.8), 1.2, 1.2);
        line(painter, {{2, 6.2}, {14, 6.2}});
        line(painter, {{2, 9.8}, {14, 9.8}});
        line(painter, {{6.6, 6.2}, {6.6, 13.4}});
        break;
    case Glyph::History:
        painter->drawArc(QRectF(1.8, 1.8, 12.4, 12.4), 170 * 16, 310 * 16);
        line(painter, {{1.4, 4.2}, {2, 7.4}, {5, 6.4}});
        line(painter, {{8, 4.8}, {8, 8}, {10.4, 9.6}});
        break;
    case Glyph::Rack:
        painter->drawRoundedRect(QRectF(2, 2.4, 12, 4.8), 1.2, 1.2);
        painter->drawRoundedRect(QRectF(2, 8.8, 12, 4.8), 1.2, 1.2);
        line(painter, {{4.6, 4.8}, {5, 4.8}});
        line(painter, {{4.6, 11.2}, {5, 11.2}});
        line(painter, {{8, 4.8}, {11.4, 4.8}});
        line(painter, {{8, 11.2}, {11.4, 11.2}});
        break;
    default:
        ring(painter);
        line(painter, {{8, 7.4}, {8, 11}});
        painter->drawPoint(QPointF(8, 5));
        break;
    }
}

void drawFiles(QPainter *painter, Glyph glyph)
{
    switch (glyph) {
    case Glyph::Stack:
        line(painter, {{8, 1.8}, {14, 5}, {8, 8.2}, {2, 5}, {8, 1.8}});
        line(painter, {{2, 8.2}, {8, 11.4}, {14, 8.2}});
        line(painter, {{2, 11.2}, {8, 14.4}, {14, 11.2}});
        break;
    case Glyph::Folder:
        line(painter, {{1.8, 12.8}, {1.8, 3.4}, {6, 3.4}, {7.6, 5.2}, {14.2, 5.2}, {14.2, 12.8}, {1.8, 12.8}});
        break;
    case Glyph::Sheet:
        line(painter, {{3.4, 1.8}, {9.4, 1.8}, {12.6, 5}, {12.6, 14.2}, {3.4, 14.2}, {3.4, 1.8}});
        line(painter, {{9.4, 1.8}, {9.4, 5}, {12.6, 5}});
        break;
    case Glyph::Link:
        line(painter, {{3, 13}, {12, 4}});
        line(painter, {{6.4, 3.6}, {12.4, 3.6}, {12.4, 9.6}});
        break;
    case Glyph::Up:
        line(painter, {{8, 13.2}, {8, 3}});
        line(painter, {{3.8, 7}, {8, 2.8}, {12.2, 7}});
        break;
    case Glyph::Upload:
        line(painter, {{2.6, 9.5}, {2.6, 13.2}, {13.4, 13.2}, {13.4, 9.5}});
        line(painter, {{8, 10}, {8, 2.4}});
        line(painter, {{4.9, 5.4}, {8, 2.4}, {11.1, 5.4}});
        break;
    case Glyph::Close:
        line(painter, {{4, 4}, {12, 12}});
        line(painter, {{12, 4}, {4, 12}});
        break;
    case Glyph::Trash:
        line(painter, {{2.4, 4}, {13.6, 4}});
        line(painter, {{6, 4}, {6, 2}, {10, 2}, {10, 4}});
        line(painter, {{3.8, 4}, {4.6, 14}, {11.4, 14}, {12.2, 4}});
        break;
    default:
        line(painter, {{5.4, 2.4}, {2.4, 5.4}, {5.4, 8.4}});
        line(painter, {{2.4, 5.4}, {10, 5.4}});
        painter->drawArc(QRectF(6.4, 5.4, 7.2, 7.2), -90 * 16, 180 * 16);
        line(painter, {{10, 12.6}, {6, 12.6}});
        break;
    }
}

QColor inkColor(GlyphInk ink, QIcon::Mode mode)
{
    const QPalette palette = QApplication::palette();
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    if (mode == QIcon::Selected || ink == GlyphInk::OnAccent)
        return palette.color(group, group == QPalette::Disabled ? QPalette::ButtonText : QPalette::HighlightedText);
    return palette.color(group, ink == GlyphInk::Link ? QPalette::Link : QPalette::ButtonText);
}

class GlyphIconEngine final : public QIconEngine
{
public:
    using Ink = std::function<QColor(QIcon::Mode)>;

    GlyphIconEngine(Glyph glyph, Ink ink) : m_glyph(glyph), m_ink(std::move(ink)) { }

    void paint(QPainter *painter, const QRect &rectangle, QIcon::Mode mode, QIcon::State) override
    {
        paintGlyph(painter, m_glyph, rectangle, m_ink(mode));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override { return scaledPixmap(size, mode, state, 1); }

    /// As many pixels as the screen has for that size.
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        QPixmap pixmap(size * scale);
        pixmap.setDevicePixelRatio(scale);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine *clone() const override { return new GlyphIconEngine(*this); }

private:
    Glyph m_glyph;
    Ink m_ink;
};

} // namespace

void paintGlyph(QPainter *painter, Glyph glyph, const QRectF &rectangle, const QColor &color)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double side = std::min(rectangle.width(), rectangle.height());
    painter->translate(rectangle.center() - QPointF(side / 2, side / 2));
    painter->scale(side / Field, side / Field);
    painter->setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    if (glyph <= Glyph::Square)
        drawState(painter, glyph);
    else if (glyph <= Glyph::Info)
        drawAction(painter, glyph);
    else
        drawFiles(painter, glyph);
    painter->restore();
}

Glyph stateGlyph(RunState state)
{
    switch (state) {
    case RunState::Queued: return Glyph::Dots;
    case RunState::NotRun: return Glyph::Dash;
    case RunState::Running: return Glyph::Spinner;
    case RunState::Stopping: return Glyph::Square;
    case RunState::Ok: return Glyph::Check;
    case RunState::Failed: return Glyph::Cross;
    case RunState::Signalled: return Glyph::Bolt;
    case RunState::TimedOut: return Glyph::Clock;
    case RunState::Cancelled: return Glyph::Slash;
    case RunState::Infrastructure: break;
    }
    return Glyph::Triangle;
}

QIcon glyphIcon(Glyph glyph, GlyphInk ink)
{
    return QIcon(new GlyphIconEngine(glyph, [ink](QIcon::Mode mode) { return inkColor(ink, mode); }));
}

QIcon glyphIcon(Glyph glyph, const QColor &color)
{
    return QIcon(new GlyphIconEngine(
        glyph, [color](QIcon::Mode mode) { return mode == QIcon::Disabled ? inkColor(GlyphInk::Text, mode) : color; }));
}

} // namespace hermes
