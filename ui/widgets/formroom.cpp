// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "formroom.h"

#include <QApplication>
#include <QLayout>

namespace hermes {

FormRoom::FormRoom(QWidget *parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus); // its fields have it
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { follow(now); });
}

/// Tab does that by itself; a mnemonic, F6 and whatever else sets the focus do not. What is clicked must stay under the mouse.
void FormRoom::follow(QWidget *focused)
{
    if (focused && widget() && widget()->isAncestorOf(focused) && QApplication::mouseButtons() == Qt::NoButton)
        bringIntoSight(focused);
}

void FormRoom::bringIntoSight(QWidget *widget)
{
    for (QWidget *parent = widget->parentWidget(); parent; parent = parent->parentWidget()) {
        auto *room = qobject_cast<FormRoom *>(parent);
        if (!room || !room->widget())
            continue;
        if (QLayout *layout = room->widget()->layout())
            layout->activate();
        // Of a field with a cursor Qt takes that alone.
        room->ensureWidgetVisible(widget, 0, room->fontMetrics().height());
        return;
    }
}

} // namespace hermes
