// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "menubar.h"

#include <QKeyEvent>

namespace hermes {

void MenuBar::enter()
{
    // As the key Alt does; its own modifier is no part of its events.
    for (const auto type : {QEvent::ShortcutOverride, QEvent::KeyRelease}) {
        QKeyEvent alt(type, Qt::Key_Alt, Qt::NoModifier);
        QMenuBar::eventFilter(window(), &alt);
    }
}

bool MenuBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != window() || (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyRelease))
        return QMenuBar::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Alt) {
        if (event->type() == QEvent::KeyRelease)
            m_altIsOfShortcut = false;
        else if (m_altIsOfShortcut)
            return false;
    } else if (event->type() == QEvent::ShortcutOverride) {
        m_altIsOfShortcut = key->modifiers().testFlag(Qt::AltModifier);
        // So that the release of Alt means nothing any more.
        QKeyEvent press(QEvent::KeyPress, key->key(), key->modifiers());
        QMenuBar::eventFilter(watched, &press);
    }
    return QMenuBar::eventFilter(watched, event);
}

} // namespace hermes
