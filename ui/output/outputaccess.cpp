// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputaccess.h"

#include "ui/output/outputarea.h"

#include <algorithm>

namespace hermes {

namespace {

QAccessibleInterface *make(const QString &, QObject *object)
{
    auto *area = qobject_cast<OutputArea *>(object);
    return area ? new OutputAccess(area) : nullptr;
}

} // namespace

OutputAccess::OutputAccess(OutputArea *area) : QAccessibleWidget(area, QAccessible::EditableText) { }

void OutputAccess::install()
{
    static const bool installed = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(installed)
}

OutputArea *OutputAccess::area() const
{
    return static_cast<OutputArea *>(widget());
}

void *OutputAccess::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::TextInterface)
        return static_cast<QAccessibleTextInterface *>(this);
    return QAccessibleWidget::interface_cast(type);
}

QAccessible::State OutputAccess::state() const
{
    QAccessible::State state = QAccessibleWidget::state();
    state.readOnly = true;
    state.multiLine = true;
    state.selectableText = true;
    return state;
}

void OutputAccess::selection(int selectionIndex, int *startOffset, int *endOffset) const
{
    *startOffset = *endOffset = 0;
    if (selectionIndex != 0 || !area()->hasSelection())
        return;
    const auto [from, to] = area()->selection();
    *startOffset = int(area()->surroundings().offsetOf(from));
    *endOffset = int(area()->surroundings().offsetOf(to));
}

int OutputAccess::selectionCount() const
{
    return area()->hasSelection() ? 1 : 0;
}

void OutputAccess::addSelection(int startOffset, int endOffset)
{
    setSelection(0, startOffset, endOffset);
}

void OutputAccess::removeSelection(int selectionIndex)
{
    if (selectionIndex == 0)
        area()->select(area()->caret(), area()->caret());
}

void OutputAccess::setSelection(int selectionIndex, int startOffset, int endOffset)
{
    const OutputArea::Surroundings &known = area()->surroundings();
    if (selectionIndex == 0)
        area()->select(known.placeAt(startOffset), known.placeAt(endOffset));
}

int OutputAccess::cursorPosition() const
{
    return int(area()->surroundings().offsetOf(area()->caret()));
}

void OutputAccess::setCursorPosition(int position)
{
    const TextPlace place = area()->surroundings().placeAt(position);
    area()->select(place, place);
}

QString OutputAccess::text(int startOffset, int endOffset) const
{
    const QString &all = area()->surroundings().text;
    const auto begin = std::clamp<qsizetype>(startOffset, 0, all.size());
    const auto end = endOffset < 0 ? all.size() : std::clamp<qsizetype>(endOffset, begin, all.size());
    return all.sliced(begin, end - begin);
}

int OutputAccess::characterCount() const
{
    return int(area()->surroundings().text.size());
}

QRect OutputAccess::characterRect(int offset) const
{
    const QRect place = area()->rectangleOf(area()->surroundings().placeAt(offset));
    return place.isNull() ? place : QRect(area()->viewport()->mapToGlobal(place.topLeft()), place.size());
}

int OutputAccess::offsetAtPoint(const QPoint &point) const
{
    return int(area()->surroundings().offsetOf(area()->placeAt(area()->viewport()->mapFromGlobal(point))));
}

void OutputAccess::scrollToSubstring(int startIndex, int endIndex)
{
    setSelection(0, startIndex, endIndex);
}

QString OutputAccess::attributes(int offset, int *startOffset, int *endOffset) const
{
    Q_UNUSED(offset)
    *startOffset = 0;
    *endOffset = characterCount();
    return {};
}

} // namespace hermes
