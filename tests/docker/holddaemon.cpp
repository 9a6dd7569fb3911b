// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/dockerdaemon.h"

#include <QCoreApplication>

#include <cstdio>
#include <unistd.h>

/// holddaemon IMAGE [podman]: a daemon for a test that is no program of ours. Prints its address and what the image is called there, in a
/// line each, and ends with its standard input, the daemon with it. Exit code 77 where a daemon cannot be had.
int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    using hermes::tests::DockerDaemon;
    const bool isPodman = QCoreApplication::arguments().value(2) == QLatin1StringView("podman");
    const auto kind = isPodman ? DockerDaemon::Kind::Podman : DockerDaemon::Kind::Docker;
    if (const QString missing = DockerDaemon::missing(kind); !missing.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(missing));
        return qEnvironmentVariableIsSet("CI") ? 1 : 77;
    }
    DockerDaemon daemon(kind);
    QString image;
    if (!daemon.start() || (image = daemon.load(QCoreApplication::arguments().value(1))).isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(daemon.failure()));
        return 1;
    }
    std::printf("%s\n%s\n", qPrintable(daemon.address()), qPrintable(image));
    std::fflush(stdout);
    char nothing = 0;
    while (::read(STDIN_FILENO, &nothing, 1) > 0) { }
    return 0;
}
