// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultchart.h"

#include "ui/plot/chart/plotaxis.h"
#include "ui/theme/plotmarks.h"
#include "ui/theme/theme.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QStyleHints>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// Marks nearer to one another than this lie on top of each other.
constexpr double CellPixels = 5;
/// How far from a point a click still means it.
constexpr double ClickPixels = 12;
} // namespace

ResultChart::ResultChart(QWidget *parent) : QChartView(parent)
{
    setObjectName(u"Chart"_s);
    setAccessibleName(tr("Plot"));
    setFocusPolicy(Qt::StrongFocus);
    setRenderHint(QPainter::Antialiasing);
    setRubberBand(QChartView::RectangleRubberBand);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->setBackgroundRoundness(0);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    setMinimumHeight(spacing(this, 2));
    setFrameShape(QFrame::StyledPanel); // where the focus is shown
    chart()->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    createAxes();
    takePalette();
    connect(chart(), &QChart::plotAreaChanged, this, &ResultChart::fillSeries);
}

void ResultChart::createAxes()
{
    m_x = new PlotAxis(this);
    m_y = new PlotAxis(this);
    chart()->addAxis(m_x, Qt::AlignBottom);
    chart()->addAxis(m_y, Qt::AlignLeft);
    for (PlotAxis *axis : {m_x, m_y}) {
        connect(axis, &QValueAxis::rangeChanged, this, [this] {
            if (m_rangesChange)
                return;
            m_zoomed = true;
            fillSeries();
        });
    }
}

void ResultChart::takePalette()
{
    const QPalette &colors = palette();
    const ThemeColors &theme = themeColors(colors);
    chart()->setBackgroundBrush(colors.color(QPalette::Base));
    chart()->legend()->setLabelColor(colors.color(QPalette::Text));
    for (PlotAxis *axis : {m_x, m_y}) {
        axis->setLabelsColor(colors.color(QPalette::Text));
        axis->setTitleBrush(colors.color(QPalette::Text));
        axis->setGridLineColor(theme.border);
        axis->setLinePenColor(theme.muted);
    }
    makeSeries();
}

void ResultChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_x)
        takePalette();
}

void ResultChart::showPoints(const PlotPoints *points, const QStringList &titles)
{
    const bool same = m_x->titleText() == titles.value(0) && m_y->titleText() == titles.value(1);
    m_points = points;
    m_x->setScale(points->scales.x);
    m_y->setScale(points->scales.y);
    m_x->setTitleText(titles.value(0));
    m_y->setTitleText(titles.value(1));
    makeSeries();
    if (same && m_zoomed)
        fillSeries();
    else
        showAll();
}

void ResultChart::setStyle(Style style)
{
    if (std::exchange(m_style, style) == style)
        return;
    makeSeries();
    fillSeries();
}

void ResultChart::makeSeries()
{
    chart()->removeAllSeries();
    m_series.clear();
    m_currentMark = nullptr;
    if (!m_points)
        return;
    const auto add = [this](const QString &name) {
        auto *series = new QLineSeries(chart());
        series->setName(name);
        chart()->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
        return series;
    };
    const int side = std::max(6, fontMetrics().height() / 2);
    for (int group = 0; group < m_points->groups.size(); ++group) {
        QLineSeries *series = add(m_points->groups.at(group));
        const QColor color = seriesColor(group, palette());
        series->setPen(m_style == Style::Lines ? QPen(color, 1) : QPen(Qt::NoPen));
        if (m_style == Style::Marks) {
            series->setLightMarker(seriesMark(group, color, side));
            series->setMarkerSize(side);
        }
        m_series += series;
    }
    m_currentMark = add({});
    m_currentMark->setPen(Qt::NoPen);
    m_currentMark->setLightMarker(currentMark(palette().color(QPalette::Text), side * 2));
    m_currentMark->setMarkerSize(side * 2);
    const QList<QLegendMarker *> markers = chart()->legend()->markers(m_currentMark);
    for (QLegendMarker *marker : markers)
        marker->setVisible(false);
    chart()->legend()->setVisible(m_points->groups.size() > 1);
}

void ResultChart::showAll()
{
    if (!m_points)
        return;
    const auto spread = [](PlotAxis *axis, double least, double most) {
        const double margin = most > least ? (most - least) * 0.03 : std::max(1.0, std::abs(least)) * 0.1;
        axis->setRange(least - margin, most + margin);
    };
    m_zoomed = false;
    {
        const QScopedValueRollback ranges(m_rangesChange, true);
        spread(m_x, m_points->minX, m_points->maxX);
        spread(m_y, m_points->minY, m_points->maxY);
    }
    fillSeries();
}

PlotWindow ResultChart::shownWindow() const
{
    return {.minX = m_x->min(), .maxX = m_x->max(), .minY = m_y->min(), .maxY = m_y->max(), .size = chart()->plotArea().size()};
}

void ResultChart::fillSeries()
{
    if (!m_points || m_series.isEmpty() || chart()->plotArea().isEmpty())
        return;
    m_x->placeNumbers();
    m_y->placeNumbers();
    const PlotWindow window = shownWindow();
    const auto parts = m_style == Style::Lines ? decimatedLines(*m_points, window) : decimatedMarks(*m_points, window, CellPixels);
    for (qsizetype group = 0; group < m_series.size(); ++group)
        m_series.at(group)->replace(parts.value(group));
    markCurrent();
}

void ResultChart::setCurrent(std::optional<int> candidate)
{
    m_current = candidate;
    markCurrent();
}

void ResultChart::markCurrent()
{
    if (!m_currentMark)
        return;
    const auto point = std::ranges::find_if(m_points->points,
                                            [this](const PlotPoint &each) { return m_current && each.candidate == *m_current; });
    m_currentMark->replace(point == m_points->points.cend() ? QList<QPointF>() : QList<QPointF> {{point->x, point->y}});
}

void ResultChart::draw(QPainter *painter)
{
    render(painter);
}

void ResultChart::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->position().toPoint();
    QChartView::mousePressEvent(event);
}

void ResultChart::mouseReleaseEvent(QMouseEvent *event)
{
    const QPoint way = event->position().toPoint() - m_pressed;
    if (event->button() != Qt::LeftButton || way.manhattanLength() >= QGuiApplication::styleHints()->startDragDistance()) {
        // Its right button would zoom out step by step, which nobody expects of it.
        if (event->button() == Qt::LeftButton)
            QChartView::mouseReleaseEvent(event);
        return;
    }
    if (!m_points || !clicked)
        return;
    const QPointF value = chart()->mapToValue(chart()->mapFromScene(mapToScene(m_pressed)));
    if (const PlotPoint *point = nearestPoint(*m_points, shownWindow(), value, ClickPixels))
        clicked(point->candidate);
}

void ResultChart::mouseDoubleClickEvent(QMouseEvent *)
{
    showAll();
}

void ResultChart::keyPressEvent(QKeyEvent *event)
{
    constexpr double Step = 40;
    switch (event->key()) {
    case Qt::Key_Plus: chart()->zoomIn(); break;
    case Qt::Key_Minus: chart()->zoomOut(); break;
    case Qt::Key_0: showAll(); break;
    case Qt::Key_Left: chart()->scroll(-Step, 0); break;
    case Qt::Key_Right: chart()->scroll(Step, 0); break;
    case Qt::Key_Up: chart()->scroll(0, Step); break;
    case Qt::Key_Down: chart()->scroll(0, -Step); break;
    default: QChartView::keyPressEvent(event);
    }
}

} // namespace hermes

extern "C" Q_DECL_EXPORT hermes::PlotChart *hermesPlotChart(QWidget *parent)
{
    return new hermes::ResultChart(parent);
}
