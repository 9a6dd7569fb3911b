// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots.h"

#include "app/gui/desktopapp.h"
#include "app/gui/shots/shotplayer.h"

#include <QApplication>
#include <QDir>
#include <QTemporaryDir>

#include <print>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr QSize Usual {1440, 900};
constexpr QSize Narrow {1024, 700};
constexpr QSize Large {3840, 2160};

QList<ShotPlayer::Size> sizesOf(const ShotOrder &order, Theme theme)
{
    if (!order.variant.isEmpty())
        return {{.size = Narrow, .suffix = u'-' + order.variant}};
    if (theme == Theme::HighContrastLight || theme == Theme::HighContrastDark)
        return {{.size = Usual}};
    return {{.size = Usual}, {.size = Narrow, .suffix = u"-narrow"_s}};
}

/// In a panel of its own, which knows nothing of the one before.
int takeIn(Theme theme, QApplication &application, const ShotOrder &order)
{
    const QTemporaryDir state;
    for (const char *home : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        qputenv(home, QFile::encodeName(state.path()));
    DesktopApp panel(application);
    panel.forceTheme(theme);
    if (const Result<> opened = panel.open(); !opened) {
        std::println(stderr, "hermes-panel: {}", toText(opened.error()).toStdString());
        return 1;
    }
    const QList<ShotPlayer::Size> sizes = sizesOf(order, theme);
    panel.window()->resize(sizes.first().size);
    panel.window()->show();
    panel.window()->activateWindow();
    ShotPlayer player(panel.window(), {.folder = order.folder, .theme = themeKey(theme), .sizes = sizes});
    addEmptyPages(player);
    addRunScenes(player);
    if (order.variant.isEmpty() && theme == Theme::Light)
        player.addPicture(u"done-4k"_s, Large);
    addDialogScenes(player);
    addSandboxScenes(player);
    addPageScenes(player);
    addContainerScenes(player);
    player.start();
    return QApplication::exec();
}

} // namespace

int takeShots(QApplication &application, const ShotOrder &order)
{
    if (!QDir().mkpath(order.folder)) {
        std::println(stderr, "hermes-panel: {} cannot be used", order.folder.toStdString());
        return 1;
    }
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * order.textPercent / 100);
    QApplication::setFont(font);
    for (const Theme theme : AllThemes) {
        if (!order.variant.isEmpty() && theme != Theme::Light)
            continue;
        if (const int code = takeIn(theme, application, order); code != 0)
            return code;
    }
    return 0;
}

} // namespace hermes
