// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/plot/plotpoints.h"

#include <QChartView>

#include <optional>

class QLineSeries;

namespace hermes {

class PlotAxis;

/// The picture of a plot. Qt Charts gets no more points than it can show: what it is given is made anew for every zoom and size.
///
/// Dragging zooms in, a double click or 0 shows everything again, arrows move, + and − zoom.
class ResultChart final : public QChartView
{
    Q_OBJECT

public:
    enum class Style : quint8 { Marks, Lines };

    explicit ResultChart(QWidget *parent = nullptr);

    /// The points must stay as they are until the next call, or the chart's end. What the user zoomed to stays as long as
    /// the titles are the same.
    void showPoints(const PlotPoints *points, const QStringList &titles);
    void setStyle(Style style);
    /// Marks this candidate's point; nothing: none.
    void setCurrent(std::optional<int> candidate);
    void showAll();

Q_SIGNALS:
    /// The user clicked on (or next to) its point.
    void candidateClicked(int candidate);

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
