// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/desktopapp.h"
#include "app/gui/options.h"
#include "app/gui/shots/shots.h"
#include "app/logging.h"
#include "app/standardstreams.h"
#include "app/translation/translation.h"

#include <QApplication>

#include <print>

using namespace Qt::StringLiterals;

// What is thrown as far as here (no memory, a closed standard error) ends the program, which keeps its state in the journal.
int main(int argc, char *argv[]) // NOLINT(bugprone-exception-escape)
{
    hermes::fillStandardStreams();
    hermes::installMessageHandler();
    QCoreApplication::setApplicationName(u"hermes-panel"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(HERMES_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral(HERMES_APP_ID));
    // Help and version are for terminals, also where there is no display.
    for (int i = 1; i < argc; ++i) {
        const QByteArrayView argument(argv[i]);
        if (argument == "--help" || argument == "-h" || argument == "--version" || argument == "-v") {
            const QCoreApplication application(argc, argv);
            std::ignore = hermes::parseOptions(application);
        }
    }
    QApplication application(argc, argv);
    hermes::installTranslation();
    QGuiApplication::setApplicationDisplayName(u"Hermes Panel"_s);
    const hermes::PanelOptions options = hermes::parseOptions(application);
    if (!options.shots.folder.isEmpty())
        return hermes::takeShots(application, options.shots);
    hermes::DesktopApp panel(application);
    if (options.theme)
        panel.forceTheme(*options.theme);
    if (const auto opened = panel.open(); !opened) {
        std::println(stderr, "hermes-panel: {}", hermes::toText(opened.error()).toStdString());
        return 1;
    }
    panel.show(options);
    return QApplication::exec();
}
