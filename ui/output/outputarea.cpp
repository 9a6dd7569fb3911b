// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputarea.h"

#include "ui/output/outputaccess.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int LayoutsInMemory = 300;
constexpr double LeastPointSize = 5;
/// A text of this size is told as a whole to those who ask without looking.
constexpr qint64 SmallText = 128LL * 1024;

} // namespace

OutputArea::OutputArea(QWidget *parent) : QAbstractScrollArea(parent), m_text(new OutputText(this)), m_layouts(LayoutsInMemory)
{
    OutputAccess::install();
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::StyledPanel);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setAutoFillBackground(false);
    setAttribute(Qt::WA_InputMethodEnabled, false);
    renewMetrics();
    connect(m_text, &OutputText::reset, this, &OutputArea::textReset);
    connect(m_text, &OutputText::changed, this, &OutputArea::textChanged);
    connect(m_text, &OutputText::loaded, this, &OutputArea::rowsLoaded);
}

OutputArea::~OutputArea() = default;

void OutputArea::renewMetrics()
{
    QFont font = codeFont();
    font.setPointSizeF(std::max(LeastPointSize, font.pointSizeF() + m_zoom));
    m_layouts.clear(); // which know the metrics
    m_metrics = std::make_unique<CellMetrics>(font);
    forgetLayouts();
}

void OutputArea::forgetLayouts()
{
    m_layouts.clear();
    m_surroundings.reset();
    m_widest = 0;
    updateBars();
    viewport()->update();
}

void OutputArea::setWrapping(bool wraps)
{
    m_wraps = wraps;
    m_top.line = 0;
    forgetLayouts();
    setTop(m_top);
}

void OutputArea::setRendering(Rendering rendering)
{
    m_text->setRendering(rendering);
    forgetLayouts();
    m_anchor = clamped(m_anchor);
    m_caret = clamped(m_caret);
}

void OutputArea::setNumbered(bool numbered)
{
    m_numbered = numbered;
    forgetLayouts();
}

void OutputArea::setFollowing(bool follows)
{
    m_follows = follows;
    if (followsGrowth())
        scrollToEnd();
}

void OutputArea::setZoom(int steps)
{
    m_zoom = steps;
    renewMetrics();
}

void OutputArea::setMarked(const QString &text, Qt::CaseSensitivity sensitivity)
{
    m_marked = text;
    m_markedSensitivity = sensitivity;
    viewport()->update();
}

void OutputArea::textReset()
{
    m_top = {};
    m_anchor = m_caret = {};
    m_goal.reset();
    m_atEnd = false;
    m_isNew = true;
    ++m_copy;
    forgetLayouts();
    horizontalScrollBar()->setValue(0);
}

void OutputArea::textChanged()
{
    // What has ended is read from its beginning, what is being written from its end.
    if (std::exchange(m_isNew, false))
        m_atEnd = followsGrowth();
    m_surroundings.reset();
    updateBars();
    if (m_atEnd && followsGrowth())
        setTop(lastTop());
    else
        m_atEnd = m_atEnd && isAtEnd();
    viewport()->update();
}

void OutputArea::rowsLoaded(qint64 first, qint64 last)
{
    for (const qint64 row : m_layouts.keys()) {
        if (row >= first && row <= last)
            m_layouts.remove(row);
    }
    m_surroundings.reset();
    updateBars();
    // In a text that is broken into lines the end is known only now, and so is where a row ends.
    if (m_atEnd)
        setTop(lastTop());
    m_anchor = clamped(m_anchor);
    m_caret = clamped(m_caret);
    viewport()->update();
}

const RowLayout *OutputArea::layoutOf(qint64 row) const
{
    if (const RowLayout *known = m_layouts.object(row))
        return known;
    auto decoded = m_text->row(row);
    if (!decoded)
        return nullptr;
    auto *made = new RowLayout(std::move(*decoded), *m_metrics, cellsPerLine(), palette());
    m_widest = std::max(m_widest, made->width());
    m_layouts.insert(row, made);
    return m_layouts.object(row);
}

int OutputArea::linesOf(qint64 row) const
{
    if (!m_wraps)
        return 1;
    const RowLayout *layout = layoutOf(row);
    return layout ? layout->lineCount() : 1;
}

int OutputArea::visibleLines() const
{
    return std::max(1, viewport()->height() / m_metrics->lineHeight());
}

int OutputArea::gutterWidth() const
{
    if (!m_numbered)
        return 0;
    const auto digits = std::max<qsizetype>(3, QString::number(m_text->index().lines).size());
    return int(double(digits + 2) * m_metrics->cellWidth());
}

int OutputArea::textLeft() const
{
    return gutterWidth() + spacing(this, 0.3) - (m_wraps ? 0 : horizontalScrollBar()->value());
}

int OutputArea::cellsPerLine() const
{
    constexpr int Least = 8;
    const int room = viewport()->width() - gutterWidth() - 2 * spacing(this, 0.3);
    return m_wraps ? std::max(Least, int(room / m_metrics->cellWidth())) : 0;
}

OutputArea::Line OutputArea::moved(Line from, int lines) const
{
    const qint64 last = std::max<qint64>(0, m_text->rowCount() - 1);
    if (!m_wraps)
        return {.row = std::clamp<qint64>(from.row + lines, 0, last), .line = 0};
    from.line += lines;
    while (from.line < 0 && from.row > 0)
        from.line += linesOf(--from.row);
    for (int count = linesOf(from.row); from.line >= count && from.row < last; count = linesOf(from.row)) {
        from.line -= count;
        ++from.row;
    }
    from.line = std::clamp(from.line, 0, linesOf(from.row) - 1);
    return from;
}

OutputArea::Line OutputArea::lastTop() const
{
    const qint64 last = std::max<qint64>(0, m_text->rowCount() - 1);
    return moved({.row = last, .line = linesOf(last) - 1}, 1 - visibleLines());
}

bool OutputArea::followsGrowth() const
{
    return m_follows && m_text->index().extent.growing;
}

bool OutputArea::isAtEnd() const
{
    return m_top >= lastTop();
}

void OutputArea::setTop(Line top)
{
    m_top = std::min(top, lastTop());
    m_surroundings.reset();
    updateBars();
    viewport()->update();
}

void OutputArea::updateBars()
{
    const QScopedValueRollback setting(m_settingBars, true);
    m_barsWidest = m_widest;
    constexpr qint64 Most = std::numeric_limits<int>::max();
    QScrollBar *bar = verticalScrollBar();
    bar->setRange(0, int(std::min(Most, lastTop().row)));
    bar->setPageStep(visibleLines());
    bar->setValue(int(std::min(Most, m_top.row)));
    const int room = viewport()->width() - gutterWidth() - 2 * spacing(this, 0.3);
    horizontalScrollBar()->setRange(0, m_wraps ? 0 : std::max(0, int(m_widest) - room + spacing(this, 0.3)));
    horizontalScrollBar()->setPageStep(std::max(1, room));
    horizontalScrollBar()->setSingleStep(std::max(1, int(m_metrics->cellWidth() * 4)));
}

void OutputArea::scrollContentsBy(int, int dy)
{
    if (m_settingBars)
        return;
    if (dy != 0) {
        const int value = verticalScrollBar()->value();
        const Line end = lastTop();
        m_top = value >= verticalScrollBar()->maximum() ? end : Line {.row = value, .line = 0};
        m_atEnd = m_top == end;
        m_surroundings.reset();
    }
    viewport()->update();
}

void OutputArea::scrollLines(int lines)
{
    setTop(moved(m_top, lines));
    m_atEnd = isAtEnd() && (m_atEnd || lines > 0);
}

void OutputArea::scrollToEnd()
{
    setTop(lastTop());
    m_atEnd = true;
}

OutputArea::Line OutputArea::lineOf(TextPlace place) const
{
    const RowLayout *layout = m_wraps ? layoutOf(place.row) : nullptr;
    return {.row = place.row, .line = layout ? layout->lineOf(place.column) : 0};
}

void OutputArea::ensureVisible(TextPlace place)
{
    const Line line = lineOf(place);
    const Line lowest = moved(line, 1 - visibleLines());
    if (line < m_top || lowest > m_top) {
        // What is far away is shown with what is around it.
        const bool isFar = std::abs(line.row - m_top.row) > 2 * visibleLines();
        setTop(isFar ? moved(line, -visibleLines() / 2) : std::min(line, std::max(lowest, m_top)));
    }
    m_atEnd = isAtEnd() && (m_atEnd || place.row + 1 >= m_text->rowCount());
    if (m_wraps)
        return;
    if (const RowLayout *layout = layoutOf(place.row)) {
        updateBars();
        QScrollBar *bar = horizontalScrollBar();
        const int x = int(layout->placeOf(place.column).x());
        const int margin = int(m_metrics->cellWidth() * 4);
        if (x < bar->value() + margin)
            bar->setValue(x - margin);
        else if (x > bar->value() + bar->pageStep() - margin)
            bar->setValue(x - bar->pageStep() + margin);
    }
}

void OutputArea::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    const bool wasAtEnd = m_atEnd;
    if (m_wraps && event->size().width() != event->oldSize().width())
        m_layouts.clear();
    setTop(wasAtEnd ? lastTop() : m_top);
}

void OutputArea::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (m_metrics && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange))
        renewMetrics();
}

void OutputArea::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void OutputArea::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

OutputArea::Surroundings OutputArea::readSurroundings() const
{
    qint64 first = std::max<qint64>(0, m_top.row - visibleLines());
    qint64 last = std::min(m_text->rowCount(), m_top.row + 2LL * visibleLines()) - 1;
    if (m_text->index().bytes <= SmallText) {
        first = 0;
        last = m_text->rowCount() - 1;
    }
    Surroundings found;
    for (qint64 row = first; row <= last; ++row) {
        const auto decoded = m_text->row(row);
        if (!decoded)
            continue;
        found.rows.emplace_back(row, found.text.size());
        found.text += decoded->text;
        if (decoded->endsLine)
            found.text += u'\n';
    }
    return found;
}

const OutputArea::Surroundings &OutputArea::surroundings() const
{
    if (!m_surroundings)
        m_surroundings = readSurroundings();
    return *m_surroundings;
}

TextPlace OutputArea::Surroundings::placeAt(qsizetype offset) const
{
    const auto after = std::ranges::upper_bound(rows, offset, {}, &std::pair<qint64, qsizetype>::second);
    if (after == rows.begin())
        return {};
    const auto &[row, begin] = *std::prev(after);
    return {.row = row, .column = std::max<qsizetype>(0, offset - begin)};
}

qsizetype OutputArea::Surroundings::offsetOf(TextPlace place) const
{
    const auto after = std::ranges::upper_bound(rows, place.row, {}, &std::pair<qint64, qsizetype>::first);
    if (after == rows.begin())
        return 0;
    const auto &[row, begin] = *std::prev(after);
    const qsizetype end = after == rows.end() ? text.size() : after->second;
    return row == place.row ? std::min(begin + place.column, end) : end;
}

} // namespace hermes
