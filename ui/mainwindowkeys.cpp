// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the window for those who have no mouse.

#include "ui/mainwindow.h"
#include "ui/widgets/menubar.h"
#include "ui/widgets/taborder.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QScrollArea>

namespace hermes {

/// Also asked when the control that has the focus is hidden or disabled.
bool MainWindow::focusNextPrevChild(bool next)
{
    const QWidget *current = focusWidget();
    const bool isLost = current && (!current->isEnabled() || !current->isVisible());
    QWidget *wanted = isLost ? focusAfterLoss(this, current) : nextTabStop(this, current, next);
    if (!wanted)
        return false;
    const Qt::FocusReason reason = next ? Qt::TabFocusReason : Qt::BacktabFocusReason;
    wanted->setFocus(isLost ? Qt::OtherFocusReason : reason);
    for (QWidget *around = wanted->parentWidget(); around != this; around = around->parentWidget()) {
        if (auto *room = qobject_cast<QScrollArea *>(around))
            room->ensureWidgetVisible(wanted);
    }
    return true;
}

/// Keys that Qt has on other systems only. Shortcuts of actions would not do: the one with Shift is taken for the other.
void MainWindow::keyPressEvent(QKeyEvent *event)
{
    QWidget *focus = focusWidget();
    if (event->key() == Qt::Key_F10 && event->modifiers() == Qt::NoModifier) {
        m_menus->enter();
    } else if (event->key() == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier && focus) {
        const QPoint place = focus->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, place, focus->mapToGlobal(place));
        QCoreApplication::sendEvent(focus, &menu);
    } else {
        QMainWindow::keyPressEvent(event);
    }
}

} // namespace hermes
