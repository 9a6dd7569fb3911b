// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rowlayout.h"

#include "ui/output/ansicolors.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace hermes {

namespace {

constexpr int TabCells = 8;
constexpr double Endless = 1e7;

QList<QTextLayout::FormatRange> formatsOf(const OutputRow &row, const QPalette &palette)
{
    QList<QTextLayout::FormatRange> formats;
    if (row.isGap) {
        QTextCharFormat muted;
        muted.setForeground(themeColors(palette).muted);
        muted.setFontItalic(true);
        formats.append({.start = 0, .length = int(row.text.size()), .format = muted});
    }
    for (const StyledRun &run : row.runs)
        formats.append({.start = int(run.begin), .length = int(run.length), .format = ansiFormat(run.style, palette)});
    return formats;
}

/// Those that are within a piece of the text, as it counts them.
QList<QTextLayout::FormatRange> within(const QList<QTextLayout::FormatRange> &formats, qsizetype begin, qsizetype length)
{
    QList<QTextLayout::FormatRange> inside;
    for (const QTextLayout::FormatRange &range : formats) {
        const qsizetype from = std::max<qsizetype>(range.start, begin);
        const qsizetype to = std::min<qsizetype>(qsizetype(range.start) + range.length, begin + length);
        if (from < to)
            inside.append({.start = int(from - begin), .length = int(to - from), .format = range.format});
    }
    return inside;
}

} // namespace

CellMetrics::CellMetrics(const QFont &font) : m_font(font)
{
    const QFontMetricsF metrics(font);
    constexpr int Sample = 100;
    m_cellWidth = std::max(1.0, metrics.horizontalAdvance(QString(Sample, u'0')) / Sample);
    m_lineHeight = std::max(1, int(std::ceil(metrics.height())));
    m_ascent = metrics.ascent();
}

bool CellMetrics::fits(QChar c) const
{
    Fit &known = m_known[c.unicode()];
    if (known == Fit::Unknown) {
        const bool isPlain = c >= u' ' && !c.isSurrogate() && !c.isMark() && c.direction() != QChar::DirR
            && c.direction() != QChar::DirAL && c.category() != QChar::Other_Format;
        const QFontMetricsF metrics(m_font);
        constexpr double Tolerance = 0.01;
        const bool isOneCell = isPlain && metrics.inFont(c) && std::abs(metrics.horizontalAdvance(c) - m_cellWidth) < Tolerance;
        known = isOneCell ? Fit::Yes : Fit::No;
    }
    return known == Fit::Yes;
}

bool CellMetrics::isUniform(QStringView text) const
{
    return std::ranges::all_of(text, [this](QChar c) { return fits(c); });
}

RowLayout::RowLayout(OutputRow row, const CellMetrics &metrics, int cellsPerLine, const QPalette &palette)
    : m_row(std::move(row)), m_metrics(&metrics), m_cellsPerLine(cellsPerLine), m_formats(formatsOf(m_row, palette))
{
    if (metrics.isUniform(m_row.text))
        return;
    m_layout = std::make_unique<QTextLayout>(m_row.text, metrics.font());
    QTextOption option;
    option.setTextDirection(Qt::LeftToRight);
    option.setWrapMode(QTextOption::WrapAnywhere);
    option.setTabStopDistance(TabCells * metrics.cellWidth());
    m_layout->setTextOption(option);
    m_layout->setFormats(m_formats);
    m_layout->beginLayout();
    const double width = cellsPerLine > 0 ? cellsPerLine * metrics.cellWidth() + 0.5 : Endless;
    int count = 0;
    for (QTextLine line = m_layout->createLine(); line.isValid(); line = m_layout->createLine()) {
        line.setLineWidth(width);
        // Of one height and on one base line, whatever fonts took part.
        line.setPosition(QPointF(0, count * metrics.lineHeight() + metrics.ascent() - line.ascent()));
        ++count;
    }
    m_layout->endLayout();
}

int RowLayout::lineCount() const
{
    if (m_layout)
        return std::max(1, m_layout->lineCount());
    if (m_cellsPerLine == 0)
        return 1;
    return std::max(1, int((m_row.text.size() + m_cellsPerLine - 1) / m_cellsPerLine));
}

double RowLayout::width() const
{
    if (m_layout)
        return m_layout->lineCount() > 0 ? m_layout->lineAt(0).naturalTextWidth() : 0;
    return double(m_row.text.size()) * m_metrics->cellWidth();
}

int RowLayout::lineOf(qsizetype column) const
{
    column = std::min(column, m_row.text.size());
    if (m_layout) {
        const QTextLine line = m_layout->lineForTextPosition(int(column));
        return line.isValid() ? line.lineNumber() : 0;
    }
    return m_cellsPerLine == 0 ? 0 : std::min(int(column / m_cellsPerLine), lineCount() - 1);
}

QPointF RowLayout::placeOf(qsizetype column) const
{
    column = std::min(column, m_row.text.size());
    const int line = lineOf(column);
    const double y = line * m_metrics->lineHeight();
    if (m_layout)
        return {m_layout->lineCount() > 0 ? m_layout->lineAt(line).cursorToX(int(column)) : 0, y};
    return {double(column - qsizetype(line) * m_cellsPerLine) * m_metrics->cellWidth(), y};
}

qsizetype RowLayout::columnAt(int line, double x) const
{
    line = std::clamp(line, 0, lineCount() - 1);
    if (m_layout)
        return m_layout->lineCount() > 0 ? m_layout->lineAt(line).xToCursor(x) : 0;
    const qsizetype begin = qsizetype(line) * m_cellsPerLine;
    const qsizetype end = m_cellsPerLine > 0 ? std::min<qsizetype>(begin + m_cellsPerLine, m_row.text.size()) : m_row.text.size();
    return std::clamp<qsizetype>(begin + qsizetype(std::llround(x / m_metrics->cellWidth())), begin, std::max(begin, end));
}

void RowLayout::paint(QPainter *painter, QPointF place, const QRectF &clip, const QList<QTextLayout::FormatRange> &overlays) const
{
    if (m_layout)
        m_layout->draw(painter, place, overlays, clip);
    else
        paintCells(painter, place, clip, overlays);
}

/// Only the cells that are visible go to the text engine.
void RowLayout::paintCells(QPainter *painter, QPointF place, const QRectF &clip,
                           const QList<QTextLayout::FormatRange> &overlays) const
{
    const double cell = m_metrics->cellWidth();
    const qsizetype perLine = m_cellsPerLine > 0 ? m_cellsPerLine : std::max<qsizetype>(1, m_row.text.size());
    for (int line = 0; line < lineCount(); ++line) {
        const double y = place.y() + line * m_metrics->lineHeight();
        if (y + m_metrics->lineHeight() < clip.top() || y > clip.bottom())
            continue;
        const qsizetype begin = line * perLine;
        const qsizetype end = std::min(begin + perLine, m_row.text.size());
        const auto first = begin + qsizetype(std::max(0.0, std::floor((clip.left() - place.x()) / cell)));
        const auto last = std::min(end, begin + qsizetype(std::max(0.0, std::ceil((clip.right() - place.x()) / cell))));
        if (first >= last)
            continue;
        QTextLayout slice(m_row.text.sliced(first, last - first), m_metrics->font());
        slice.setFormats(within(m_formats, first, last - first));
        slice.beginLayout();
        slice.createLine().setLineWidth(Endless);
        slice.endLayout();
        slice.draw(painter, QPointF(place.x() + double(first - begin) * cell, y), within(overlays, first, last - first), clip);
    }
}

} // namespace hermes
