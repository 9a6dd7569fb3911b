// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/api/endpoint.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr quint16 PlainPort = 2375;
constexpr quint16 TlsPort = 2376;
constexpr qint64 LongestFile = 1024 * 1024;
/// The context that is no context: docker's client gives this name to what it does without one.
constexpr auto DefaultContext = "default"_L1;

Result<QJsonObject> readObject(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(FaultKind::NotConfigured, u"%1 cannot be read: %2"_s.arg(path, file.errorString()));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.read(LongestFile), &error);
    if (!document.isObject())
        return fail(FaultKind::NotConfigured, u"%1 is no JSON object: %2"_s.arg(path, error.errorString()));
    return document.object();
}

std::unexpected<Fault> noAddress(const QString &address, const QString &origin, const QString &why)
{
    return fail(FaultKind::Usage, u"%1: \"%2\" is no address of a Docker daemon: %3"_s.arg(origin, address, why),
                u"Write unix:///var/run/docker.sock or tcp://host:2376."_s);
}

/// As docker's client names the folders of a context.
QString folderOfContext(const QString &name)
{
    return QString::fromLatin1(QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256).toHex());
}

Result<Endpoint> endpointOfContext(const QString &name, const QString &origin, const QString &configuration)
{
    const QString folder = folderOfContext(name);
    const QString path = configuration + u"/contexts/meta/"_s + folder + u"/meta.json"_s;
    if (!QFileInfo::exists(path))
        return fail(FaultKind::NotConfigured, u"%1: there is no docker context \"%2\" in %3"_s.arg(origin, name, configuration),
                    u"docker context ls shows those that there are."_s);
    const auto meta = readObject(path);
    if (!meta)
        return std::unexpected(meta.error());
    const QJsonObject docker = meta->value("Endpoints"_L1).toObject().value("docker"_L1).toObject();
    auto endpoint = endpointFromText(docker.value("Host"_L1).toString(), u"docker context %1"_s.arg(name));
    if (!endpoint || endpoint->isLocal())
        return endpoint;
    const QString tls = configuration + u"/contexts/tls/"_s + folder + u"/docker"_s;
    if (QFileInfo(tls).isDir())
        endpoint->tls = TlsFiles {.folder = tls, .verify = !docker.value("SkipTLSVerify"_L1).toBool()};
    return endpoint;
}

Result<QString> currentContext(const QString &configuration)
{
    const QString path = configuration + u"/config.json"_s;
    if (!QFileInfo::exists(path))
        return QString();
    return readObject(path).transform([](const QJsonObject &config) { return config.value("currentContext"_L1).toString(); });
}

QString runtimeFolder()
{
    const QString named = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return named.isEmpty() ? u"/run/user/%1"_s.arg(::getuid()) : named;
}

Endpoint usualSocket(const QStringList &sockets)
{
    for (const QString &path : sockets) {
        if (QFileInfo::exists(path))
            return {.socket = path};
    }
    return {.socket = sockets.value(0)};
}

Result<Endpoint> addressed(const EndpointWish &wish, const EndpointPlaces &places)
{
    auto endpoint = endpointFromText(wish.address, wish.addressOrigin);
    if (!endpoint || endpoint->isLocal())
        return endpoint;
    if (wish.tlsVerify || endpoint->tls || !wish.certificates.isEmpty()) {
        endpoint->tls = TlsFiles {.folder = wish.certificates.isEmpty() ? places.configuration : wish.certificates,
                                  .verify = wish.tlsVerify || wish.certificates.isEmpty()};
        if (QUrl(wish.address).port() < 0)
            endpoint->port = TlsPort;
    }
    return endpoint;
}
} // namespace

QString DaemonService::startAdvice() const
{
    if (unit.isEmpty())
        return u"Start the daemon that is to listen there, or correct the address."_s;
    return u"Start it: %1 start %2."_s.arg(isOfUser ? u"systemctl --user"_s : u"sudo systemctl"_s, unit);
}

QString DaemonService::restartAdvice() const
{
    if (unit.isEmpty())
        return u"Look at its log, or start it again."_s;
    // What a socket's unit starts has the name of that.
    const QString name = unit.section(u'.', 0, 0);
    const QString user = isOfUser ? u"--user "_s : QString();
    const QString sudo = isOfUser ? QString() : u"sudo "_s;
    return u"Look at its log (journalctl %1-u %2), or start it again (%3systemctl %1restart %2)."_s.arg(user, name, sudo);
}

QString Endpoint::text() const
{
    if (isLocal())
        return u"unix://"_s + socket;
    return host.contains(u':') ? u"tcp://[%1]:%2"_s.arg(host).arg(port) : u"tcp://%1:%2"_s.arg(host).arg(port);
}

DaemonService Endpoint::service() const
{
    const QString path = QDir::cleanPath(socket);
    const QString runtime = runtimeFolder();
    if (path == "/var/run/docker.sock"_L1 || path == "/run/docker.sock"_L1)
        return {.unit = u"docker"_s};
    if (path == runtime + u"/docker.sock")
        return {.unit = u"docker"_s, .isOfUser = true};
    if (path == runtime + u"/podman/podman.sock")
        return {.unit = u"podman.socket"_s, .isOfUser = true};
    if (path == "/run/podman/podman.sock"_L1 || path == "/var/run/podman/podman.sock"_L1)
        return {.unit = u"podman.socket"_s};
    return {};
}

EndpointPlaces EndpointPlaces::usual()
{
    const QString configuration = qEnvironmentVariable("DOCKER_CONFIG");
    const QString runtime = runtimeFolder();
    return {.configuration = configuration.isEmpty() ? QDir::homePath() + u"/.docker"_s : configuration,
            .sockets = {u"/var/run/docker.sock"_s, runtime + u"/docker.sock"_s, runtime + u"/podman/podman.sock"_s,
                        u"/run/podman/podman.sock"_s}};
}

Result<Endpoint> endpointFromText(const QString &address, const QString &origin)
{
    if (address.startsWith(u'/'))
        return Endpoint {.socket = address, .origin = origin};
    if (address.startsWith("unix://"_L1)) {
        const QString path = address.sliced(7);
        if (!path.startsWith(u'/'))
            return noAddress(address, origin, u"the path of the socket must begin with /"_s);
        return Endpoint {.socket = path, .origin = origin};
    }
    if (address.startsWith("ssh://"_L1))
        return fail(FaultKind::Usage, u"%1: \"%2\" is reached over SSH"_s.arg(origin, address),
                    u"Forward its socket (ssh -L /tmp/docker.sock:/var/run/docker.sock HOST) and name that: "
                    "unix:///tmp/docker.sock."_s);
    const QUrl url(address, QUrl::StrictMode);
    const bool secure = url.scheme() == "https"_L1;
    if (!url.isValid() || (!secure && url.scheme() != "tcp"_L1 && url.scheme() != "http"_L1))
        return noAddress(address, origin, u"it begins with none of unix://, tcp://, http:// and https://"_s);
    if (url.host().isEmpty())
        return noAddress(address, origin, u"it names no host"_s);
    if ((!url.path().isEmpty() && url.path() != "/"_L1) || url.hasQuery() || !url.userInfo().isEmpty())
        return noAddress(address, origin, u"it has more than a host and a port"_s);
    Endpoint endpoint {.host = url.host(), .port = quint16(url.port(secure ? TlsPort : PlainPort)), .origin = origin};
    if (secure)
        endpoint.tls = TlsFiles {};
    return endpoint;
}

Result<Endpoint> chooseEndpoint(const EndpointWish &wish, const EndpointPlaces &places)
{
    if (!wish.address.isEmpty())
        return addressed(wish, places);
    if (!wish.context.isEmpty() && wish.context != DefaultContext)
        return endpointOfContext(wish.context, wish.contextOrigin, places.configuration);
    if (wish.context.isEmpty()) {
        const auto current = currentContext(places.configuration);
        if (!current)
            return std::unexpected(current.error());
        if (!current->isEmpty() && *current != DefaultContext)
            return endpointOfContext(*current, places.configuration + u"/config.json"_s, places.configuration);
    }
    return usualSocket(places.sockets);
}

} // namespace hermes::docker
