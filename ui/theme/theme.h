// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/runstate.h"

#include <QColor>
#include <QPalette>

namespace hermes {

/// The colours that the palette has no role for, in a light and a dark form. Text colours have at least 4.5:1 on the base.
struct ThemeColors
{
    QColor sidebar = {};
    QColor border = {};
    QColor muted = {}; ///< Text of second rank.
    QColor hover = {};
    QColor currentLine = {};
    QColor hole = {};  ///< Behind a `{{name}}` in the editor.
    QColor good = {};
    QColor bad = {};
    QColor warning = {};
    QColor warningBackground = {};
    QColor errorBackground = {};
    QColor infoBackground = {};
    QColor infrastructure = {};
    QColor signalled = {};
};

[[nodiscard]] bool isDark(const QPalette &palette);
[[nodiscard]] const ThemeColors &themeColors(const QPalette &palette);
[[nodiscard]] QColor stateColor(RunState state, const QPalette &palette);
/// How well one can be read on the other: 1 (not at all) to 21, as WCAG 2 defines it.
[[nodiscard]] double contrastRatio(const QColor &text, const QColor &background);
/// The colour, made as much lighter or darker as it takes to have 4.5:1 on the background.
[[nodiscard]] QColor legible(const QColor &text, const QColor &background);
/// What the style uses where it is not told otherwise.
[[nodiscard]] QPalette panelPalette(Qt::ColorScheme scheme);

/// Distances in multiples of the font's height, so that they grow with it.
[[nodiscard]] int spacing(const QWidget *widget, double lines);

} // namespace hermes
