// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "actionbutton.h"

#include <QAction>
#include <QPushButton>

using namespace Qt::StringLiterals;

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

QPushButton *makeNamedButton(QAction *action, const QString &text, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(u"Button"_s + action->objectName());
    button->setAccessibleName(text);
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

} // namespace hermes
