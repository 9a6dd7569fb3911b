// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>

namespace hermes::tests {

/// What a program that has ended left.
struct Ended
{
    int exitCode = -1; ///< -1: it could not be started, was ended by a signal, or took too long.
    QByteArray out = {};
    QByteArray err = {};
};

/// The docker command with a daemon at `address` (as in DOCKER_HOST), for looking at it from outside. Blocks. `clientFolder` is for what it
/// keeps (config.json); nothing of the user's is read.
[[nodiscard]] Ended runDocker(const QString &address, const QString &clientFolder, const QStringList &arguments,
                              const QByteArray &input = {}, std::chrono::milliseconds patience = std::chrono::seconds(60));

/// A connection with a Unix socket, on which reading and writing take two seconds at most; none when nobody listens.
[[nodiscard]] Descriptor connectedTo(const QString &socketPath);
/// Sends all of it and returns what comes back until the other side closes or two seconds are silent.
[[nodiscard]] QByteArray exchangeRaw(const QString &socketPath, const QByteArray &request);

} // namespace hermes::tests

/// In initTestCase(): when `why` says that something is missing, CI fails, and a user's run skips the tests.
#define REQUIRE_NOTHING_MISSING(why)                                                                                               \
    if (const QString missing = why; !missing.isEmpty()) {                                                                         \
        QVERIFY2(!qEnvironmentVariableIsSet("CI"), qPrintable(missing));                                                           \
        QSKIP(qPrintable(missing));                                                                                                \
    }
