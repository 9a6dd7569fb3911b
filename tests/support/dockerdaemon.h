// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/support/dockercommand.h"
#include "tests/support/sealednamespace.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>

namespace hermes::tests {

/// A Docker daemon of the test's own: real, with its own containerd, images, network bridge and iptables rules, in namespaces of its
/// own (see SealedNamespace), so it touches nothing of the machine and leaves nothing. Its data lie in memory. It takes about 0.2 s and
/// the images: one a test executable.
///
/// Process ids that it tells (`docker top`, `.State.Pid`) are those of its own process namespace. 127.0.0.1 is its own too: a registry
/// runs inside (see LocalRegistry). All functions block, with deadlines. One thread, see SealedNamespace.
///
/// The same with Podman, which answers the same questions in its own way. It calls images localhost/hermes-test/NAME:1.
class DockerDaemon final
{
public:
    enum class Kind { Docker, Podman };

    explicit DockerDaemon(Kind kind = Kind::Docker);
    ~DockerDaemon();
    DockerDaemon(const DockerDaemon &) = delete;
    DockerDaemon &operator=(const DockerDaemon &) = delete;

    /// Why a test cannot have a daemon here and what helps; empty when it can. See REQUIRE_DOCKER.
    [[nodiscard]] static QString missing(Kind kind = Kind::Docker);

    /// A key of dockerd's configuration file; it counts from the next start() on.
    void configure(const QString &key, const QJsonValue &value) { m_options[key] = value; }

    /// Starts it, again after stop() or kill() with the containers and images of before, and waits until it answers. On failure
    /// failure() says why, with the last lines of its log.
    [[nodiscard]] bool start();
    [[nodiscard]] QString failure() const { return m_failure; }

    /// Stops the daemon as `systemctl stop docker` does: it ends the containers (10 s for one that ignores TERM) and removes its socket.
    /// Containers of Podman go on.
    [[nodiscard]] bool stop();
    /// Kills the daemon alone. Its containers go on, its socket file stays and refuses; start() ends the containers of
    /// Docker.
    void kill();

    /// For everything that it keeps in files; gone with it.
    [[nodiscard]] QString folder() const { return m_folder; }
    /// Short, as addresses of Unix sockets have to be.
    [[nodiscard]] QString socketPath() const { return m_folder + u"/docker.sock"; }
    /// As DOCKER_HOST and `docker -H` want it.
    [[nodiscard]] QString address() const { return u"unix://" + socketPath(); }
    /// An empty place for files that containers get as bind mounts; short, gone with the daemon.
    [[nodiscard]] QString sharedFolder() const { return m_folder + u"/shared"; }
    /// The folder with what `docker login` leaves (config.json).
    [[nodiscard]] QString clientFolder() const { return m_folder + u"/client"; }

    /// Takes an image of the tests (see tests/images) and says what it is called; empty with failure() where it is not made.
    [[nodiscard]] QString load(const QString &image);

    /// Runs the docker command with this daemon, for looking at it and disturbing it from outside.
    Ended docker(const QStringList &arguments, const QByteArray &input = {},
                 std::chrono::milliseconds patience = std::chrono::seconds(60)) const;

    /// The last lines of the daemon's log, for messages.
    [[nodiscard]] QString log() const;
    [[nodiscard]] const SealedNamespace &inside() const { return m_namespace; }

private:
    [[nodiscard]] bool startNamespace();
    [[nodiscard]] bool startContainerd(const QString &mounts);
    [[nodiscard]] bool startForPodman(const QString &mounts);
    [[nodiscard]] bool answersPing() const;
    void writeConfiguration() const;
    [[nodiscard]] QStringList command() const;
    [[nodiscard]] bool failed(const QString &why);
    [[nodiscard]] QString dataFolder() const { return m_folder + u"/data"; }
    [[nodiscard]] QString logFile() const { return m_folder + u"/log"; }

    Kind m_kind;
    QString m_name; ///< Of folders and control groups; names the test's process.
    QString m_folder;
    QString m_failure;
    QJsonObject m_options;
    SealedNamespace m_namespace;
    QProcess m_daemon;
};

} // namespace hermes::tests

/// In initTestCase(), with a kind for another than Docker.
#define REQUIRE_DOCKER(...) REQUIRE_NOTHING_MISSING(hermes::tests::DockerDaemon::missing(__VA_ARGS__))
