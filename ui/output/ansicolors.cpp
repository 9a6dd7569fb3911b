// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ansicolors.h"

#include "ui/theme/theme.h"

#include <array>

namespace hermes {

namespace {

constexpr std::array<QRgb, 16> LightNamed {0x1c2430, 0xb3261e, 0x18794a, 0x8f5600, 0x2259b8, 0x8b2f9a, 0x0b7285, 0x5a6474,
                                           0x4a5462, 0xd1372c, 0x2b8a57, 0xa66a00, 0x3571d6, 0xa64bb5, 0x12899e, 0x8a94a3};
constexpr std::array<QRgb, 16> DarkNamed {0x6c7685, 0xff7f6b, 0x4cc38a, 0xe8ad52, 0x7fb0ff, 0xd99bf0, 0x5fd0e0, 0xc9d1dc,
                                          0x8a94a3, 0xff9d8c, 0x7fdcad, 0xf2c884, 0xa6c8ff, 0xe8bdf7, 0x93e2ee, 0xffffff};

/// 16 to 231: a cube of six steps; 232 to 255: greys.
QRgb paletteColor(quint32 index)
{
    if (index >= 232) {
        const int grey = 8 + 10 * int(index - 232);
        return qRgb(grey, grey, grey);
    }
    const auto step = [](quint32 part) { return part == 0 ? 0 : 55 + 40 * int(part); };
    const quint32 cube = index - 16;
    return qRgb(step(cube / 36), step(cube / 6 % 6), step(cube % 6));
}

} // namespace

QColor ansiColor(const AnsiColor &color, const QPalette &palette)
{
    if (color.kind == AnsiColor::Kind::Rgb)
        return QColor(color.value);
    if (color.value >= LightNamed.size())
        return QColor(paletteColor(color.value));
    return QColor((isDark(palette) ? DarkNamed : LightNamed)[color.value]);
}

QTextCharFormat ansiFormat(const AnsiStyle &style, const QPalette &palette)
{
    const auto colorOf = [&](const AnsiColor &color, QPalette::ColorRole role) {
        return color.kind == AnsiColor::Kind::Default ? palette.color(role) : ansiColor(color, palette);
    };
    QColor foreground = colorOf(style.foreground, QPalette::Text);
    QColor background = colorOf(style.background, QPalette::Base);
    if (style.faint && style.foreground.kind == AnsiColor::Kind::Default)
        foreground = themeColors(palette).muted;
    if (style.reverse)
        std::swap(foreground, background);
    QTextCharFormat format;
    format.setForeground(legible(foreground, background, textRatio(palette)));
    if (background != palette.color(QPalette::Base))
        format.setBackground(background);
    if (style.bold)
        format.setFontWeight(QFont::Bold);
    format.setFontItalic(style.italic);
    format.setFontUnderline(style.underline);
    format.setFontStrikeOut(style.strikeOut);
    return format;
}

} // namespace hermes
