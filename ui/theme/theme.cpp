// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QScreen>
#include <QWidget>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

struct PaletteColors
{
    QColor window;
    QColor base;
    QColor alternate;
    QColor text;
    QColor disabled;
    QColor button;
    QColor accent;
    QColor accentText;
    QColor link;
};

struct ThemeLook
{
    QLatin1StringView key;
    ThemeColors colors;
    PaletteColors palette;
};

const ThemeLook &lightLook()
{
    static const ThemeLook look {
        .key = "light"_L1,
        .colors = {.sidebar = 0xeaeef3,
                   .border = 0xd3d9e2,
                   .edge = 0x828d9d,
                   .muted = 0x566070,
                   .hover = 0xe6ebf2,
                   .currentLine = 0xf2f5fa,
                   .hole = 0xdcebff,
                   .good = 0x18794a,
                   .bad = 0xc22e1d,
                   .warning = 0x8f5600,
                   .warningBackground = 0xfdf3dc,
                   .errorBackground = 0xfde8e5,
                   .infoBackground = 0xe5effd,
                   .infrastructure = 0x7a3fc0,
                   .signalled = 0xa92a5c},
        .palette = {0xf5f7fa, 0xffffff, 0xf8fafc, 0x1c2430, 0x687282, 0xffffff, 0x2b66d0, 0xffffff, 0x2259b8},
    };
    return look;
}

const ThemeLook &darkLook()
{
    static const ThemeLook look {
        .key = "dark"_L1,
        .colors = {.sidebar = 0x181b20,
                   .border = 0x363d48,
                   .edge = 0x6c7685,
                   .muted = 0xa0abba,
                   .hover = 0x2a303a,
                   .currentLine = 0x1f242c,
                   .hole = 0x24415f,
                   .good = 0x4cc38a,
                   .bad = 0xff7f6b,
                   .warning = 0xe8ad52,
                   .warningBackground = 0x3a2f1a,
                   .errorBackground = 0x402320,
                   .infoBackground = 0x1d2f47,
                   .infrastructure = 0xc39bf0,
                   .signalled = 0xf28bb2},
        .palette = {0x1e2228, 0x16191e, 0x1a1e24, 0xe4e8ef, 0x8792a2, 0x2a3039, 0x3571d6, 0xffffff, 0x7fb0ff},
    };
    return look;
}

const ThemeLook &highContrastLightLook()
{
    static const ThemeLook look {
        .key = "high-contrast-light"_L1,
        .colors = {.sidebar = 0xf2f2f2,
                   .border = 0x4a4a4a,
                   .edge = Qt::black,
                   .muted = 0x3a3a3a,
                   .hover = 0xdde6f5,
                   .currentLine = 0xeef2f8,
                   .hole = 0xcfe2ff,
                   .good = 0x004d26,
                   .bad = 0x8f0000,
                   .warning = 0x5c3600,
                   .warningBackground = 0xfff1c9,
                   .errorBackground = 0xffe3df,
                   .infoBackground = 0xdce9ff,
                   .infrastructure = 0x4f1a87,
                   .signalled = 0x750b3b},
        .palette = {0xffffff, 0xffffff, 0xf4f4f4, Qt::black, 0x525252, 0xffffff, 0x003f9e, 0xffffff, 0x00348a},
    };
    return look;
}

const ThemeLook &highContrastDarkLook()
{
    static const ThemeLook look {
        .key = "high-contrast-dark"_L1,
        .colors = {.sidebar = 0x0d0d0d,
                   .border = 0xb8b8b8,
                   .edge = 0xffffff,
                   .muted = 0xd2d2d2,
                   .hover = 0x272d38,
                   .currentLine = 0x1a1d24,
                   .hole = 0x143a63,
                   .good = 0x63e0a2,
                   .bad = 0xffa396,
                   .warning = 0xffc867,
                   .warningBackground = 0x2e2400,
                   .errorBackground = 0x39100c,
                   .infoBackground = 0x0c2444,
                   .infrastructure = 0xd9bdff,
                   .signalled = 0xffb0cd},
        .palette = {Qt::black, Qt::black, 0x0f0f0f, 0xffffff, 0xa8a8a8, Qt::black, 0x7cbcff, Qt::black, 0x9accff},
    };
    return look;
}

const ThemeLook &lookOf(Theme theme)
{
    switch (theme) {
    case Theme::Light: return lightLook();
    case Theme::Dark: return darkLook();
    case Theme::HighContrastLight: return highContrastLightLook();
    case Theme::HighContrastDark: break;
    }
    return highContrastDarkLook();
}

} // namespace

QString themeKey(Theme theme)
{
    return lookOf(theme).key;
}

std::optional<Theme> themeFromKey(QStringView key)
{
    const auto *const found = std::ranges::find_if(AllThemes, [key](Theme theme) { return lookOf(theme).key == key; });
    return found == AllThemes.end() ? std::nullopt : std::optional(*found);
}

Theme themeFor(Qt::ColorScheme scheme, bool highContrast)
{
    if (scheme == Qt::ColorScheme::Dark)
        return highContrast ? Theme::HighContrastDark : Theme::Dark;
    return highContrast ? Theme::HighContrastLight : Theme::Light;
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Base).lightness() < 128;
}

/// Only there text is black on white, or white on black. A palette that is made from another one keeps its tool tips'.
bool isHighContrast(const QPalette &palette)
{
    return contrastRatio(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) > 20;
}

const ThemeColors &themeColors(const QPalette &palette)
{
    return lookOf(themeFor(isDark(palette) ? Qt::ColorScheme::Dark : Qt::ColorScheme::Light, isHighContrast(palette))).colors;
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

double textRatio(const QPalette &palette)
{
    return isHighContrast(palette) ? 7 : 4.5;
}

QColor legible(const QColor &text, const QColor &background, double ratio)
{
    constexpr float Step = 0.02F;
    const float direction = background.lightnessF() < 0.5F ? Step : -Step;
    QColor color = text.toHsl();
    for (float lightness = color.lightnessF(); contrastRatio(color, background) < ratio && lightness >= 0 && lightness <= 1;
         lightness += direction)
        color.setHslF(color.hslHueF(), color.hslSaturationF(), lightness);
    return color.toRgb();
}

QPalette panelPalette(Theme theme)
{
    const PaletteColors &colors = lookOf(theme).palette;
    const ThemeColors &more = lookOf(theme).colors;
    QPalette palette(colors.text, colors.button, colors.base, more.border.darker(140), more.border, colors.text, colors.accentText,
                     colors.base, colors.window);
    palette.setColor(QPalette::AlternateBase, colors.alternate);
    palette.setColor(QPalette::Button, colors.button);
    palette.setColor(QPalette::Mid, more.border);
    palette.setColor(QPalette::Midlight, more.border);
    palette.setColor(QPalette::Light, colors.base);
    palette.setColor(QPalette::Shadow, more.border);
    palette.setColor(QPalette::Highlight, colors.accent);
    palette.setColor(QPalette::Accent, colors.accent);
    palette.setColor(QPalette::HighlightedText, colors.accentText);
    palette.setColor(QPalette::Link, colors.link);
    palette.setColor(QPalette::LinkVisited, colors.link);
    palette.setColor(QPalette::PlaceholderText, more.muted);
    palette.setColor(QPalette::ToolTipBase, colors.base);
    palette.setColor(QPalette::ToolTipText, colors.text);
    for (const QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colors.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, more.hover);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, colors.text);
    return palette;
}

QColor mixed(const QColor &one, const QColor &other, double share)
{
    const auto mix = [share](float a, float b) { return float(double(a) * (1 - share) + double(b) * share); };
    return QColor::fromRgbF(mix(one.redF(), other.redF()), mix(one.greenF(), other.greenF()), mix(one.blueF(), other.blueF()));
}

QFont codeFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const double least = QFontInfo(QApplication::font()).pointSizeF();
    if (QFontInfo(font).pointSizeF() < least)
        font.setPointSizeF(least);
    return font;
}

int spacing(const QWidget *widget, double lines)
{
    return qRound(widget->fontMetrics().height() * lines);
}

QSize windowSize(const QWidget *widget, double width, double height)
{
    const QSize wanted(spacing(widget, width), spacing(widget, height));
    return wanted.boundedTo(widget->screen()->availableSize());
}

} // namespace hermes
