// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "thememenu.h"

#include <QAction>
#include <QActionGroup>

namespace hermes {

namespace {
/// An action's theme by its key; none for the desktop's.
QString keyOf(std::optional<Theme> theme)
{
    return theme ? themeKey(*theme) : QString();
}
} // namespace

ThemeMenu::ThemeMenu(QWidget *parent) : QMenu(tr("&Theme"), parent), m_choices(new QActionGroup(this))
{
    setObjectName(QStringLiteral("Theme"));
    const auto add = [this](const QString &text, std::optional<Theme> theme) {
        QAction *action = addAction(text);
        action->setCheckable(true);
        action->setData(keyOf(theme));
        m_choices->addAction(action);
        connect(action, &QAction::triggered, this, [this, theme] { Q_EMIT chosen(theme); });
    };
    add(tr("&System"), std::nullopt);
    addSeparator();
    add(tr("&Light"), Theme::Light);
    add(tr("&Dark"), Theme::Dark);
    add(tr("High Contrast L&ight"), Theme::HighContrastLight);
    add(tr("High Contrast D&ark"), Theme::HighContrastDark);
    setTheme(std::nullopt);
}

std::optional<Theme> ThemeMenu::theme() const
{
    return themeFromKey(m_choices->checkedAction()->data().toString());
}

void ThemeMenu::setTheme(std::optional<Theme> theme)
{
    for (QAction *action : m_choices->actions())
        action->setChecked(action->data().toString() == keyOf(theme));
}

} // namespace hermes
