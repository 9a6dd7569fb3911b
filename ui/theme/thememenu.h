// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/theme/theme.h"

#include <QMenu>

#include <optional>

class QActionGroup;

namespace hermes {

/// View > Theme: the desktop's own, or one of ours whatever the desktop says.
class ThemeMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit ThemeMenu(QWidget *parent = nullptr);

    /// Nothing: the desktop's.
    [[nodiscard]] std::optional<Theme> theme() const;
    void setTheme(std::optional<Theme> theme);

Q_SIGNALS:
    /// By the user.
    void chosen(std::optional<hermes::Theme> theme);

private:
    QActionGroup *m_choices;
};

} // namespace hermes
