// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "taborder.h"

#include <QGridLayout>
#include <QLayout>
#include <QMainWindow>
#include <QWidget>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace hermes {

namespace {

void collect(const QLayout *layout, QList<QWidget *> &widgets)
{
    std::vector<int> order(size_t(layout->count()));
    std::iota(order.begin(), order.end(), 0);
    if (const auto *grid = qobject_cast<const QGridLayout *>(layout)) {
        std::ranges::stable_sort(order, {}, [grid](int i) {
            int row = 0;
            int column = 0;
            int rows = 0;
            int columns = 0;
            grid->getItemPosition(i, &row, &column, &rows, &columns);
            return std::pair(row, column);
        });
    }
    for (const int i : order) {
        QLayoutItem *item = layout->itemAt(i);
        if (item->widget())
            widgets += item->widget();
        else if (const QLayout *inner = item->layout())
            collect(inner, widgets);
    }
}

QList<QWidget *> childrenAsRead(const QWidget *parent)
{
    QList<QWidget *> children;
    // That of a main window has its parts in an order of its own.
    if (parent->layout() && !qobject_cast<const QMainWindow *>(parent))
        collect(parent->layout(), children);
    QList<QWidget *> others = parent->findChildren<QWidget *>(Qt::FindDirectChildrenOnly);
    others.removeIf([&](QWidget *child) { return children.contains(child); });
    std::ranges::stable_sort(others, {}, [](const QWidget *child) { return std::pair(child->y(), child->x()); });
    return children + others;
}

bool canTakeFocus(const QWidget *widget, const QWidget *window)
{
    return (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget->isEnabled() && widget->isVisibleTo(window);
}

/// The controls that Tab leads to, and `current` in its place among them, whatever it is.
void collectStops(QWidget *widget, const QWidget *window, const QWidget *current, QList<QWidget *> &stops)
{
    const bool isStop = !widget->focusProxy() && canTakeFocus(widget, window);
    if (isStop || widget == current)
        stops += widget;
    for (QWidget *child : childrenAsRead(widget)) {
        if (!child->isWindow() && (!child->isHidden() || (current && (child == current || child->isAncestorOf(current)))))
            collectStops(child, window, current, stops);
    }
}

QWidget *mainControlOf(const QWidget *part)
{
    QWidget *control = part->focusProxy();
    while (control && control->focusProxy())
        control = control->focusProxy();
    return control;
}

} // namespace

QWidget *nextTabStop(QWidget *window, const QWidget *current, bool forward)
{
    QList<QWidget *> stops;
    collectStops(window, window, current, stops);
    const qsizetype count = stops.size();
    const qsizetype place = std::ranges::find(stops, current) - stops.begin();
    if (place == count) // nothing has the focus
        return stops.value(forward ? 0 : count - 1);
    for (qsizetype step = 1; step < count; ++step) {
        QWidget *stop = stops[(place + (forward ? step : count - step)) % count];
        if (canTakeFocus(stop, window))
            return stop;
    }
    return nullptr;
}

QWidget *focusAfterLoss(QWidget *window, const QWidget *lost)
{
    for (const QWidget *part = lost->parentWidget(); part && part != window; part = part->parentWidget()) {
        QWidget *control = mainControlOf(part);
        if (control == lost)
            break; // the main one itself
        if (control && canTakeFocus(control, window))
            return control;
    }
    return nextTabStop(window, lost, true);
}

} // namespace hermes
