// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/runstate.h"

#include <QColor>
#include <QFont>
#include <QPalette>

#include <array>
#include <optional>

namespace hermes {

enum class Theme : quint8 { Light, Dark, HighContrastLight, HighContrastDark };
constexpr std::array AllThemes {Theme::Light, Theme::Dark, Theme::HighContrastLight, Theme::HighContrastDark};

/// "light", "dark", "high-contrast-light", "high-contrast-dark": in files and on the command line.
[[nodiscard]] QString themeKey(Theme theme);
[[nodiscard]] std::optional<Theme> themeFromKey(QStringView key);
/// The theme of a desktop that is light or dark and asks for more contrast or not.
[[nodiscard]] Theme themeFor(Qt::ColorScheme scheme, bool highContrast);

/// The colours that the palette has no role for, in a form for each theme. Text has at least textRatio() on what it lies on.
struct ThemeColors
{
    QColor sidebar = {};
    QColor border = {};    ///< Of surfaces and between rows.
    QColor edge = {};      ///< Of what is filled in or ticked: 3:1 with what is around it.
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
[[nodiscard]] bool isHighContrast(const QPalette &palette);
[[nodiscard]] const ThemeColors &themeColors(const QPalette &palette);
[[nodiscard]] QColor stateColor(RunState state, const QPalette &palette);
/// How well one can be read on the other: 1 (not at all) to 21, as WCAG 2 defines it.
[[nodiscard]] double contrastRatio(const QColor &text, const QColor &background);
/// What text has at least on its background: 4.5 (WCAG AA), in high contrast 7 (AAA).
[[nodiscard]] double textRatio(const QPalette &palette);
/// The colour, made as much lighter or darker as it takes to have this ratio on the background.
[[nodiscard]] QColor legible(const QColor &text, const QColor &background, double ratio);
/// What the style uses where it is not told otherwise.
[[nodiscard]] QPalette panelPalette(Theme theme);
/// A colour between two: with a share of 0 the one, with 1 the other.
[[nodiscard]] QColor mixed(const QColor &one, const QColor &other, double share);

/// Letters of one width, for code and output: the desktop's, and not smaller than those of the window.
[[nodiscard]] QFont codeFont();

/// Distances in multiples of the font's height, so that they grow with it.
[[nodiscard]] int spacing(const QWidget *widget, double lines);
/// The size of a window in such multiples, as far as its screen has room.
[[nodiscard]] QSize windowSize(const QWidget *widget, double width, double height);

} // namespace hermes
