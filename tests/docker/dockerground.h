// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/dockerbackend.h"
#include "tests/support/dockerdaemon.h"
#include "tests/support/startedrun.h"

#include <QTemporaryDir>

namespace hermes::tests {

/// A daemon with an image, and docker backends on it, for tests of what only a real daemon shows.
class DockerGround final
{
public:
    /// Docker, or Podman where HERMES_TEST_DAEMON says so: the same tests on its compatible service.
    [[nodiscard]] static DockerDaemon::Kind kind();

    /// Starts the daemon and takes the image; false with the reason in failure().
    [[nodiscard]] bool open(const QString &image = QStringLiteral("python"));
    [[nodiscard]] QString failure() const { return m_failure; }

    [[nodiscard]] DockerDaemon &daemon() { return m_daemon; }
    [[nodiscard]] const QString &image() const { return m_image; }
    [[nodiscard]] QString stateFolder() const { return m_state.path(); }
    /// This test as a program that makes containers.
    [[nodiscard]] docker::ProgramIdentity identity(bool keepsWarm = false) const;

    /// With these settings (key → text) on top of daemon and image; null and a warning when they do not do.
    [[nodiscard]] std::shared_ptr<Backend> backend(const QHash<QString, QString> &texts = {}, bool keepsWarm = false) const;
    [[nodiscard]] std::unique_ptr<Executor> session(const std::shared_ptr<Backend> &backend) const;
    /// Names and states of the containers that the daemon has, as docker itself lists them.
    [[nodiscard]] QStringList containers() const;

private:
    DockerDaemon m_daemon {kind()};
    QTemporaryDir m_state;
    QString m_image;
    QString m_failure;
};

} // namespace hermes::tests
