// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "page.h"

#include <algorithm>

namespace hermes {

void Page::focusPart(int step)
{
    QList<QWidget *> shown = parts();
    shown.removeIf([](const QWidget *part) { return !part->isVisible(); });
    if (shown.isEmpty())
        return;
    const QWidget *focus = window()->focusWidget();
    const auto current = std::ranges::find_if(shown,
                                              [focus](const QWidget *part) { return part == focus || part->isAncestorOf(focus); });
    const auto count = int(shown.size());
    const int next = current == shown.end() ? 0 : (int(current - shown.begin()) + step + count) % count;
    shown[next]->setFocus(Qt::ShortcutFocusReason);
}

} // namespace hermes
