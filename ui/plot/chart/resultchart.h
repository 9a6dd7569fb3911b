// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/plot/plotwindow.h"
#include "ui/plot/plotchart.h"

#include <QChartView>

class QLineSeries;

namespace hermes {

class PlotAxis;

/// The chart of a plot as Qt Charts draws it. It gets no more points than it can show: what it is given is made anew for every
/// zoom and size.
///
/// Dragging zooms in, a double click or 0 shows everything again, arrows move, + and − zoom.
class ResultChart final : public QChartView, public PlotChart
{
    Q_OBJECT

public:
    explicit ResultChart(QWidget *parent = nullptr);

    [[nodiscard]] QWidget *widget() override { return this; }
    void showPoints(const PlotPoints *points, const QStringList &titles) override;
    void setStyle(Style style) override;
    void setCurrent(std::optional<int> candidate) override;
    void draw(QPainter *painter) override;
    void showAll();

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void createAxes();
    void takePalette();
    void makeSeries();
    void fillSeries();
    void markCurrent();
    [[nodiscard]] PlotWindow shownWindow() const;

    const PlotPoints *m_points = nullptr;
    PlotAxis *m_x = nullptr;
    PlotAxis *m_y = nullptr;
    QList<QLineSeries *> m_series; ///< One for each group.
    QLineSeries *m_currentMark = nullptr;
    std::optional<int> m_current;
    Style m_style = Style::Marks;
    QPoint m_pressed;
    bool m_rangesChange = false; ///< It is not the user who changes them now.
    bool m_zoomed = false;
};

} // namespace hermes
