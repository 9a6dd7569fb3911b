// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/output/outputrow.h"

#include <QFont>
#include <QPalette>
#include <QRectF>
#include <QTextLayout>

#include <array>
#include <memory>

class QPainter;

namespace hermes {

/// Measures of a fixed-width font, and which text needs nothing else to be laid out.
class CellMetrics final
{
public:
    explicit CellMetrics(const QFont &font);

    [[nodiscard]] const QFont &font() const { return m_font; }
    [[nodiscard]] double cellWidth() const { return m_cellWidth; }
    [[nodiscard]] int lineHeight() const { return m_lineHeight; }
    [[nodiscard]] double ascent() const { return m_ascent; }
    /// Every character takes one cell: no tabs, no wide or combining ones, none from another font.
    [[nodiscard]] bool isUniform(QStringView text) const;

private:
    enum class Fit : quint8 { Unknown, Yes, No };
    [[nodiscard]] bool fits(QChar c) const;

    QFont m_font;
    double m_cellWidth = 1;
    int m_lineHeight = 1;
    double m_ascent = 1;
    mutable std::array<Fit, 0x10000> m_known {};
};

/// How a row is laid out: by counting where every character takes one cell, however long it is; by the text engine
/// otherwise.
class RowLayout final
{
public:
    /// `cellsPerLine`: where it is broken; 0: not at all. The metrics must outlive it.
    RowLayout(OutputRow row, const CellMetrics &metrics, int cellsPerLine, const QPalette &palette);

    [[nodiscard]] const OutputRow &row() const { return m_row; }
    [[nodiscard]] int lineCount() const;
    [[nodiscard]] int height() const { return lineCount() * m_metrics->lineHeight(); }
    [[nodiscard]] double width() const;
    /// `overlays` lie over the formats of the row; only what is in `clip` is drawn.
    void paint(QPainter *painter, QPointF place, const QRectF &clip, const QList<QTextLayout::FormatRange> &overlays) const;
    /// Top left of a character, from the top left of the row.
    [[nodiscard]] QPointF placeOf(qsizetype column) const;
    [[nodiscard]] int lineOf(qsizetype column) const;
    /// The border of characters that is nearest.
    [[nodiscard]] qsizetype columnAt(int line, double x) const;

private:
    void paintCells(QPainter *painter, QPointF place, const QRectF &clip, const QList<QTextLayout::FormatRange> &overlays) const;

    OutputRow m_row;
    const CellMetrics *m_metrics;
    int m_cellsPerLine;
    QList<QTextLayout::FormatRange> m_formats;
    std::unique_ptr<QTextLayout> m_layout; ///< Null where counting is enough.
};

} // namespace hermes
