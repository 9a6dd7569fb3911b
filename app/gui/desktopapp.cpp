// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "desktopapp.h"

#include "app/composition.h"
#include "app/gui/options.h"
#include "ui/mainwindow.h"
#include "ui/run/opensnippet.h"
#include "ui/run/runpage.h"
#include "ui/theme/panelstyle.h"

#include <QApplication>
#include <QFileInfo>
#include <QPainter>
#include <QStyleHints>
#include <QSvgRenderer>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Drawn here because an icon theme or Qt's plug-in for SVG may be missing.
QIcon programIcon()
{
    QSvgRenderer renderer(u":/icons/hermes-panel.svg"_s);
    QIcon icon;
    for (const int side : {16, 32, 64, 128}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace

DesktopApp::DesktopApp(QApplication &application) : m_application(application)
{
    QApplication::setStyle(new PanelStyle);
    QApplication::setWindowIcon(programIcon());
    QObject::connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, &application, [this] { applyTheme(); });
    QObject::connect(&m_contrast, &ContrastPreference::changed, &application, [this] { applyTheme(); });
    applyTheme();
}

DesktopApp::~DesktopApp() = default;

void DesktopApp::forceTheme(Theme theme)
{
    setTheme(theme);
    m_forced = true;
}

void DesktopApp::setTheme(std::optional<Theme> theme)
{
    if (m_forced)
        return;
    m_theme = theme;
    // What the desktop draws of the program, file dialogs and the window's frame, is light or dark with it.
    QStyleHints *hints = QGuiApplication::styleHints();
    if (!theme)
        hints->unsetColorScheme();
    else
        hints->setColorScheme(isDark(panelPalette(*theme)) ? Qt::ColorScheme::Dark : Qt::ColorScheme::Light);
    applyTheme();
}

void DesktopApp::applyTheme()
{
    const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
    const QPalette palette = panelPalette(m_theme.value_or(themeFor(scheme, m_contrast.wantsMore())));
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

Result<> DesktopApp::open()
{
    m_tokens = openTokens(KeychainTokenStore::WithoutService::KeepInMemory);
    auto engine = openEngine(u"hermes-panel"_s, true, m_tokens.source);
    QString warning;
    if (!engine) {
        warning = toText(engine.error());
        engine = openEngine(u"hermes-panel"_s, false, m_tokens.source);
    }
    if (!engine)
        return std::unexpected(engine.error());
    m_engine = std::move(*engine);
    m_window = std::make_unique<MainWindow>(m_engine.get(), m_tokens.store.get(), &m_dialogs);
    if (!warning.isEmpty())
        Q_EMIT m_engine->noticed(warning);
    QObject::connect(m_window.get(), &MainWindow::themeChosen, &m_application,
                     [this](std::optional<Theme> theme) { setTheme(theme); });
    QObject::connect(m_window.get(), &MainWindow::closed, &m_application, &QCoreApplication::quit, Qt::QueuedConnection);
    return {};
}

void DesktopApp::show(const PanelOptions &options)
{
    const bool knownUser = m_window->restoreWindow();
    if (options.file.isEmpty() && (options.sample || !knownUser))
        m_window->runPage()->loadSample();
    if (!options.file.isEmpty())
        m_window->runPage()->openFile(options.file);
    else if (!options.sample)
        m_window->runPage()->openSnippet()->restoreDraft();
    m_window->show();
}

} // namespace hermes
