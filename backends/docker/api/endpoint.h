// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace hermes::docker {

/// The certificates of a TLS connection, as docker keeps them: `ca.pem`, `cert.pem` and `key.pem` in one folder.
struct TlsFiles
{
    QString folder = {};
    bool verify = true; ///< Off: whoever answers is believed (SkipTLSVerify of a context).

    bool operator==(const TlsFiles &) const = default;
};

/// The unit of systemd behind a usual socket, for what the user is told to do. Empty where nothing is known.
struct DaemonService
{
    QString unit = {}; ///< "docker", "podman.socket".
    bool isOfUser = false;

    bool operator==(const DaemonService &) const = default;
    /// "Start it: sudo systemctl start docker."
    [[nodiscard]] QString startAdvice() const;
    /// Of one that is there and does not work.
    [[nodiscard]] QString restartAdvice() const;
};

/// Where a daemon listens. A value; any thread.
struct Endpoint
{
    QString socket = {}; ///< Path of a Unix socket; else `host` and `port` count.
    QString host = {};
    quint16 port = 0;
    std::optional<TlsFiles> tls = {};
    QString origin = {}; ///< What named it: "DOCKER_HOST", "docker context lab", or empty for a place that was found.

    bool operator==(const Endpoint &) const = default;
    [[nodiscard]] bool isLocal() const { return !socket.isEmpty(); }
    /// "unix:///var/run/docker.sock", "tcp://10.0.0.2:2376".
    [[nodiscard]] QString text() const;
    [[nodiscard]] DaemonService service() const;
};

/// What the user says of where the daemon is; empty texts are not said.
struct EndpointWish
{
    QString address = {};       ///< As in DOCKER_HOST.
    QString addressOrigin = {}; ///< For messages.
    QString context = {};       ///< Name of a docker context.
    QString contextOrigin = {};
    bool tlsVerify = false;     ///< As DOCKER_TLS_VERIFY.
    QString certificates = {};  ///< Folder, as DOCKER_CERT_PATH; empty: that of docker's own configuration.
};

/// Where docker's client keeps its files, and where sockets are usually found. A seam for tests.
struct EndpointPlaces
{
    QString configuration = {};      ///< `~/.docker`, or DOCKER_CONFIG.
    QStringList sockets = {};        ///< In the order in which they are tried.

    /// Those of this user: the system's daemon, a rootless one, Podman's compatible sockets.
    [[nodiscard]] static EndpointPlaces usual();
};

/// unix://PATH, a path alone, tcp://HOST[:PORT] and http(s)://HOST[:PORT]. A Usage fault names `origin` for anything else.
[[nodiscard]] Result<Endpoint> endpointFromText(const QString &address, const QString &origin);

/// The endpoint as docker's client would choose it: the address, else the context that is named, else the current one of the
/// configuration, else the first usual socket that exists (the system's one when none does). Reads files; any thread.
[[nodiscard]] Result<Endpoint> chooseEndpoint(const EndpointWish &wish, const EndpointPlaces &places);

} // namespace hermes::docker
