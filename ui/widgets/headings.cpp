// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "headings.h"

#include <QLabel>

namespace hermes {

QLabel *makeHeading(const QString &text, QWidget *buddy)
{
    auto *heading = new QLabel(text, buddy->parentWidget());
    QFont font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    heading->setBuddy(buddy);
    return heading;
}

} // namespace hermes
