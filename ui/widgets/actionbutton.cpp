// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "actionbutton.h"

#include <QAction>
#include <QPushButton>

namespace hermes {

QPushButton *makeActionButton(QAction *action, const QString &name, QWidget *parent)
{
    auto *button = new QPushButton(action->icon(), action->text(), parent);
    button->setObjectName(QString(name).remove(u' '));
    button->setAccessibleName(name);
    const auto show = [button, action] {
        button->setText(action->text());
        button->setToolTip(action->toolTip());
        button->setEnabled(action->isEnabled());
        button->setVisible(action->isVisible());
    };
    QObject::connect(action, &QAction::changed, button, show);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    show();
    return button;
}

} // namespace hermes
