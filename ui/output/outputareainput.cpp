// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The other half of OutputArea: what it paints, and what mouse and keys do.

#include "outputarea.h"

#include "ui/theme/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QStyleHints>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

/// More than anybody pastes, less than what would hold up a clipboard.
constexpr qsizetype MostCopied = 8LL * 1024 * 1024;
constexpr int WheelNotch = 120;
constexpr int LinesPerNotch = 3;
constexpr auto DragScrollInterval = 50ms;

} // namespace

QList<QTextLayout::FormatRange> OutputArea::overlaysOf(qint64 row, const OutputRow &shown) const
{
    QList<QTextLayout::FormatRange> overlays;
    if (!m_marked.isEmpty()) {
        QTextCharFormat mark;
        mark.setBackground(themeColors(palette()).hole);
        mark.setForeground(palette().color(QPalette::Text));
        for (qsizetype at = shown.text.indexOf(m_marked, 0, m_markedSensitivity); at >= 0;
             at = shown.text.indexOf(m_marked, at + m_marked.size(), m_markedSensitivity))
            overlays.append({.start = int(at), .length = int(m_marked.size()), .format = mark});
    }
    const auto [from, to] = selection();
    if (from == to || row < from.row || row > to.row)
        return overlays;
    const qsizetype begin = row == from.row ? from.column : 0;
    const qsizetype end = row == to.row ? std::min(to.column, shown.text.size()) : shown.text.size();
    QTextCharFormat selected;
    const auto group = hasFocus() ? QPalette::Active : QPalette::Inactive;
    selected.setBackground(palette().color(group, QPalette::Highlight));
    selected.setForeground(palette().color(group, QPalette::HighlightedText));
    if (begin < end)
        overlays.append({.start = int(begin), .length = int(end - begin), .format = selected});
    return overlays;
}

void OutputArea::paintRow(QPainter *painter, qint64 row, int y, const QRect &clip) const
{
    const RowLayout *layout = layoutOf(row);
    if (!layout)
        return; // painted once it is read
    const OutputRow &shown = layout->row();
    layout->paint(painter, QPointF(textLeft(), y), QRectF(clip), overlaysOf(row, shown));
    if (m_numbered) {
        painter->fillRect(QRect(0, y, gutterWidth(), layout->height()), palette().color(QPalette::Base));
        if (shown.startsLine) {
            painter->setPen(themeColors(palette()).muted);
            painter->drawText(QRectF(0, y, gutterWidth() - m_metrics->cellWidth(), m_metrics->lineHeight()), Qt::AlignRight,
                              QString::number(shown.line + 1));
        }
    }
}

void OutputArea::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), palette().color(QPalette::Base));
    painter.setFont(m_metrics->font());
    painter.setPen(palette().color(QPalette::Text));
    int y = -m_top.line * m_metrics->lineHeight();
    for (qint64 row = m_top.row; row < m_text->rowCount() && y < viewport()->height(); ++row) {
        painter.setPen(palette().color(QPalette::Text));
        paintRow(&painter, row, y, event->rect());
        y += linesOf(row) * m_metrics->lineHeight();
    }
    if (hasFocus())
        paintCaret(&painter);
    if (m_widest > m_barsWidest)
        QMetaObject::invokeMethod(this, &OutputArea::updateBars, Qt::QueuedConnection);
}

void OutputArea::paintCaret(QPainter *painter) const
{
    const QRect place = rectangleOf(m_caret);
    if (!place.isNull() && place.left() >= gutterWidth())
        painter->fillRect(QRect(place.topLeft(),
                                QSize(std::max(1, QApplication::style()->pixelMetric(QStyle::PM_TextCursorWidth)), place.height())),
                          palette().color(QPalette::Text));
}

QRect OutputArea::rectangleOf(TextPlace place) const
{
    if (place.row < m_top.row || place.row > m_top.row + visibleLines())
        return {};
    int y = -m_top.line * m_metrics->lineHeight();
    for (qint64 row = m_top.row; row < place.row; ++row)
        y += linesOf(row) * m_metrics->lineHeight();
    QPointF within;
    if (const RowLayout *layout = m_text->rowCount() > 0 ? layoutOf(place.row) : nullptr)
        within = layout->placeOf(place.column);
    const QRect found(textLeft() + int(within.x()), y + int(within.y()), int(m_metrics->cellWidth()), m_metrics->lineHeight());
    return found.intersects(viewport()->rect()) ? found : QRect();
}

TextPlace OutputArea::placeAt(QPoint point) const
{
    int line = m_top.line + (point.y() >= 0 ? point.y() : point.y() - m_metrics->lineHeight() + 1) / m_metrics->lineHeight();
    const Line at = moved({.row = m_top.row, .line = 0}, line);
    const RowLayout *layout = m_text->rowCount() > 0 ? layoutOf(at.row) : nullptr;
    return {.row = at.row, .column = layout ? layout->columnAt(at.line, point.x() - textLeft()) : 0};
}

TextPlace OutputArea::clamped(TextPlace place) const
{
    const qint64 last = std::max<qint64>(0, m_text->rowCount() - 1);
    if (place.row < 0)
        return {};
    place.row = std::min(place.row, last);
    if (const RowLayout *layout = m_text->rowCount() > 0 ? layoutOf(place.row) : nullptr)
        place.column = std::clamp<qsizetype>(place.column, 0, layout->row().text.size());
    return place;
}

void OutputArea::setCaret(TextPlace place, QTextCursor::MoveMode mode)
{
    m_caret = clamped(place);
    if (mode == QTextCursor::MoveAnchor)
        m_anchor = m_caret;
    ensureVisible(m_caret);
    viewport()->update();
    Q_EMIT caretMoved();
    if (QAccessible::isActive()) {
        QAccessibleTextCursorEvent moved(this, int(surroundings().offsetOf(m_caret)));
        QAccessible::updateAccessibility(&moved);
    }
}

void OutputArea::select(TextPlace anchor, TextPlace caret)
{
    m_anchor = clamped(anchor);
    setCaret(caret, QTextCursor::KeepAnchor);
}

void OutputArea::selectAll()
{
    m_anchor = {};
    const qint64 last = std::max<qint64>(0, m_text->rowCount() - 1);
    // Behind the end of the last line, be it known yet or not.
    m_caret = {.row = last, .column = std::numeric_limits<qsizetype>::max()};
    if (const auto row = m_text->row(last))
        m_caret.column = row->text.size() + (row->endsLine ? 1 : 0);
    viewport()->update();
    Q_EMIT caretMoved();
}

void OutputArea::copy()
{
    if (!hasSelection())
        return;
    const auto [from, to] = selection();
    m_text->excerpt(from, to, MostCopied).then(this, [this, copy = ++m_copy](const OutputText::Excerpt &excerpt) {
        if (copy != m_copy)
            return;
        QApplication::clipboard()->setText(excerpt.text);
        Q_EMIT copied(excerpt.text.size(), excerpt.cut);
    });
}

TextPlace OutputArea::moveCaretLines(int lines)
{
    const RowLayout *layout = m_text->rowCount() > 0 ? layoutOf(m_caret.row) : nullptr;
    if (!m_goal)
        m_goal = layout ? layout->placeOf(m_caret.column).x() : 0;
    const Line from = lineOf(m_caret);
    const Line to = moved(from, lines);
    if (to == from)
        return lines < 0 ? TextPlace {.row = to.row, .column = 0}
                         : TextPlace {.row = to.row, .column = std::numeric_limits<qsizetype>::max()};
    const RowLayout *target = layoutOf(to.row);
    return {.row = to.row, .column = target ? target->columnAt(to.line, *m_goal) : 0};
}

TextPlace OutputArea::placeBeside(TextPlace place, int step, bool byWord) const
{
    const auto row = m_text->row(place.row);
    if (!row)
        return place;
    const bool atBorder = step < 0 ? place.column <= 0 : place.column >= row->text.size();
    if (atBorder && step < 0)
        return place.row == 0 ? place : TextPlace {.row = place.row - 1, .column = std::numeric_limits<qsizetype>::max()};
    if (atBorder)
        return place.row + 1 >= m_text->rowCount() ? place : TextPlace {.row = place.row + 1, .column = 0};
    QTextBoundaryFinder finder(byWord ? QTextBoundaryFinder::Word : QTextBoundaryFinder::Grapheme, row->text);
    finder.setPosition(place.column);
    const auto onWord = [&](qsizetype at) { return at < row->text.size() && !row->text.at(at).isSpace(); };
    do {
        place.column = step < 0 ? finder.toPreviousBoundary() : finder.toNextBoundary();
    } while (byWord && place.column > 0 && place.column < row->text.size() && !onWord(place.column));
    return place;
}

std::optional<TextPlace> OutputArea::placeOfKey(const QKeyEvent &event)
{
    constexpr qsizetype End = std::numeric_limits<qsizetype>::max();
    const bool control = event.modifiers().testFlag(Qt::ControlModifier);
    switch (event.key()) {
    case Qt::Key_Left: return placeBeside(m_caret, -1, control);
    case Qt::Key_Right: return placeBeside(m_caret, 1, control);
    case Qt::Key_Up: return moveCaretLines(-1);
    case Qt::Key_Down: return moveCaretLines(1);
    case Qt::Key_PageUp: return moveCaretLines(1 - visibleLines());
    case Qt::Key_PageDown: return moveCaretLines(visibleLines() - 1);
    case Qt::Key_Home: return control ? TextPlace {} : TextPlace {.row = m_caret.row, .column = 0};
    case Qt::Key_End: return TextPlace {.row = control ? m_text->rowCount() - 1 : m_caret.row, .column = End};
    default: return std::nullopt;
    }
}

void OutputArea::keyPressEvent(QKeyEvent *event)
{
    const bool vertical = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->matches(QKeySequence::SelectAll)) {
        selectAll();
    } else if (event->matches(QKeySequence::ZoomIn) || event->matches(QKeySequence::ZoomOut)) {
        Q_EMIT zoomWanted(m_zoom + (event->matches(QKeySequence::ZoomIn) ? 1 : -1));
    } else if (event->key() == Qt::Key_0 && event->modifiers() == Qt::ControlModifier) {
        Q_EMIT zoomWanted(0);
    } else if (vertical && event->modifiers().testFlag(Qt::ControlModifier)) {
        scrollLines(event->key() == Qt::Key_Up ? -1 : 1);
    } else if (const auto place = event->modifiers().testFlag(Qt::AltModifier) ? std::nullopt : placeOfKey(*event)) {
        const bool keepsGoal = vertical || event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown;
        setCaret(*place, event->modifiers().testFlag(Qt::ShiftModifier) ? QTextCursor::KeepAnchor : QTextCursor::MoveAnchor);
        if (!keepsGoal)
            m_goal.reset();
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

/// Keys that the window has shortcuts for are this view's while it has the focus.
bool OutputArea::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll) || key->matches(QKeySequence::ZoomIn)
            || key->matches(QKeySequence::ZoomOut) || (key->key() == Qt::Key_0 && key->modifiers() == Qt::ControlModifier)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

void OutputArea::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        Q_EMIT zoomWanted(m_zoom + (event->angleDelta().y() > 0 ? 1 : -1));
        return;
    }
    const QPoint delta = event->angleDelta();
    if (std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers().testFlag(Qt::ShiftModifier)) {
        const int along = delta.x() != 0 ? delta.x() : delta.y();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - along * horizontalScrollBar()->singleStep() / WheelNotch);
        return;
    }
    m_wheelRest += delta.y() * LinesPerNotch;
    scrollLines(-(m_wheelRest / WheelNotch));
    m_wheelRest %= WheelNotch;
    event->accept();
}

void OutputArea::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_dragging = true;
    m_goal.reset();
    setCaret(placeAt(event->position().toPoint()),
             event->modifiers().testFlag(Qt::ShiftModifier) ? QTextCursor::KeepAnchor : QTextCursor::MoveAnchor);
}

void OutputArea::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_dragging)
        return;
    const QPoint point = event->position().toPoint();
    if (viewport()->rect().contains(point))
        m_dragScroll.stop();
    else if (!m_dragScroll.isActive())
        m_dragScroll.start(DragScrollInterval, this);
    dragTo(point);
}

void OutputArea::dragTo(QPoint point)
{
    setCaret(placeAt(point), QTextCursor::KeepAnchor);
}

void OutputArea::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_dragScroll.timerId())
        dragTo(viewport()->mapFromGlobal(QCursor::pos()));
    else
        QAbstractScrollArea::timerEvent(event);
}

void OutputArea::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_dragging = false;
    m_dragScroll.stop();
    QClipboard *clipboard = QApplication::clipboard();
    const auto [from, to] = selection();
    if (!clipboard->supportsSelection() || from == to)
        return;
    m_text->excerpt(from, to, MostCopied).then(this, [clipboard](const OutputText::Excerpt &excerpt) {
        clipboard->setText(excerpt.text, QClipboard::Selection);
    });
}

/// The word under the mouse.
void OutputArea::mouseDoubleClickEvent(QMouseEvent *event)
{
    const TextPlace place = placeAt(event->position().toPoint());
    const auto row = m_text->row(place.row);
    if (event->button() != Qt::LeftButton || !row)
        return;
    const auto inWord = [&](qsizetype at) {
        return at >= 0 && at < row->text.size() && (row->text.at(at).isLetterOrNumber() || row->text.at(at) == u'_');
    };
    qsizetype begin = std::min(place.column, row->text.size());
    qsizetype end = begin;
    while (inWord(begin - 1))
        --begin;
    while (inWord(end))
        ++end;
    select({.row = place.row, .column = begin}, {.row = place.row, .column = end});
}

} // namespace hermes
