// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "theme.h"

#include <QFontMetrics>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace hermes {

namespace {

const ThemeColors &lightColors()
{
    static const ThemeColors colors {
        .sidebar = QColor(0xeaeef3),
        .border = QColor(0xd3d9e2),
        .muted = QColor(0x5a6474),
        .hover = QColor(0xe6ebf2),
        .currentLine = QColor(0xf2f5fa),
        .hole = QColor(0xdcebff),
        .good = QColor(0x18794a),
        .bad = QColor(0xc22e1d),
        .warning = QColor(0x8f5600),
        .warningBackground = QColor(0xfdf3dc),
        .errorBackground = QColor(0xfde8e5),
        .infoBackground = QColor(0xe5effd),
        .infrastructure = QColor(0x7a3fc0),
        .signalled = QColor(0xa92a5c),
    };
    return colors;
}

const ThemeColors &darkColors()
{
    static const ThemeColors colors {
        .sidebar = QColor(0x181b20),
        .border = QColor(0x363d48),
        .muted = QColor(0x9ba6b6),
        .hover = QColor(0x2a303a),
        .currentLine = QColor(0x1f242c),
        .hole = QColor(0x24415f),
        .good = QColor(0x4cc38a),
        .bad = QColor(0xff7f6b),
        .warning = QColor(0xe8ad52),
        .warningBackground = QColor(0x3a2f1a),
        .errorBackground = QColor(0x402320),
        .infoBackground = QColor(0x1d2f47),
        .infrastructure = QColor(0xc39bf0),
        .signalled = QColor(0xf28bb2),
    };
    return colors;
}

struct PaletteColors
{
    QColor window;
    QColor base;
    QColor alternate;
    QColor text;
    QColor muted;
    QColor button;
    QColor border;
    QColor accent;
    QColor accentText;
    QColor link;
};

PaletteColors lightPalette()
{
    return {0xf5f7fa, 0xffffff, 0xf8fafc, 0x1c2430, 0x8a94a3, 0xffffff, 0xd3d9e2, 0x2b66d0, 0xffffff, 0x2259b8};
}

PaletteColors darkPalette()
{
    return {0x1e2228, 0x16191e, 0x1a1e24, 0xe4e8ef, 0x6c7685, 0x2a3039, 0x363d48, 0x3571d6, 0xffffff, 0x7fb0ff};
}

} // namespace

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Base).lightness() < 128;
}

const ThemeColors &themeColors(const QPalette &palette)
{
    return isDark(palette) ? darkColors() : lightColors();
}

QColor stateColor(RunState state, const QPalette &palette)
{
    const ThemeColors &colors = themeColors(palette);
    switch (state) {
    case RunState::Queued:
    case RunState::NotRun:
    case RunState::Cancelled: return colors.muted;
    case RunState::Running:
    case RunState::Stopping: return palette.color(QPalette::Link);
    case RunState::Ok: return colors.good;
    case RunState::Failed: return colors.bad;
    case RunState::Signalled: return colors.signalled;
    case RunState::TimedOut: return colors.warning;
    case RunState::Infrastructure: break;
    }
    return colors.infrastructure;
}

double contrastRatio(const QColor &text, const QColor &background)
{
    const auto luminance = [](const QColor &color) {
        const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
    };
    const auto [darker, lighter] = std::minmax({luminance(text), luminance(background)});
    return (lighter + 0.05) / (darker + 0.05);
}

QColor legible(const QColor &text, const QColor &background)
{
    constexpr double LeastRatio = 4.5;
    constexpr float Step = 0.02F;
    const float direction = background.lightnessF() < 0.5F ? Step : -Step;
    QColor color = text.toHsl();
    for (float lightness = color.lightnessF(); contrastRatio(color, background) < LeastRatio && lightness >= 0 && lightness <= 1;
         lightness += direction)
        color.setHslF(color.hslHueF(), color.hslSaturationF(), lightness);
    return color.toRgb();
}

QPalette panelPalette(Qt::ColorScheme scheme)
{
    const PaletteColors colors = scheme == Qt::ColorScheme::Dark ? darkPalette() : lightPalette();
    QPalette palette(colors.text, colors.button, colors.base, colors.border.darker(140), colors.border, colors.text,
                     colors.accentText, colors.base, colors.window);
    palette.setColor(QPalette::AlternateBase, colors.alternate);
    palette.setColor(QPalette::Button, colors.button);
    palette.setColor(QPalette::Mid, colors.border);
    palette.setColor(QPalette::Midlight, colors.border);
    palette.setColor(QPalette::Light, colors.base);
    palette.setColor(QPalette::Shadow, colors.border);
    palette.setColor(QPalette::Highlight, colors.accent);
    palette.setColor(QPalette::Accent, colors.accent);
    palette.setColor(QPalette::HighlightedText, colors.accentText);
    palette.setColor(QPalette::Link, colors.link);
    palette.setColor(QPalette::LinkVisited, colors.link);
    palette.setColor(QPalette::PlaceholderText, themeColors(palette).muted);
    palette.setColor(QPalette::ToolTipBase, colors.base);
    palette.setColor(QPalette::ToolTipText, colors.text);
    for (const QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colors.muted);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, colors.border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, colors.muted);
    return palette;
}

int spacing(const QWidget *widget, double lines)
{
    return qRound(widget->fontMetrics().height() * lines);
}

} // namespace hermes
