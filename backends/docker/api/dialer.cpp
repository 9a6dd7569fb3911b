// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/api/dialer.h"

#include "backends/docker/api/unixaddress.h"
#include "backends/hosts/socketstream.h"
#include "backends/tls/securestream.h"

#include <QFile>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <thread>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr std::chrono::seconds DialLimit {5};
constexpr std::chrono::milliseconds BusyNap {10};

/// What stands at the path of a socket and is none, in words; else empty.
QString strangerAt(const QString &path)
{
    struct stat found {};
    if (path.isEmpty() || ::stat(QFile::encodeName(path).constData(), &found) != 0 || S_ISSOCK(found.st_mode))
        return {};
    return S_ISDIR(found.st_mode) ? u"a folder"_s : S_ISREG(found.st_mode) ? u"a file"_s : u"a device"_s;
}

Fault notThere(const Endpoint &endpoint, int error)
{
    const QString where = endpoint.text();
    const QString named = endpoint.origin.isEmpty() ? QString() : u" (from %1)"_s.arg(endpoint.origin);
    const DaemonService service = endpoint.service();
    if (const QString stranger = strangerAt(endpoint.socket); !stranger.isEmpty())
        return {.kind = FaultKind::Usage,
                .what = u"%1%2 is %3, not the socket of a daemon"_s.arg(where, named, stranger),
                .advice = u"Name the socket itself, for example unix:///var/run/docker.sock."_s};
    switch (error) {
    case EACCES:
    case EPERM:
        return {.kind = FaultKind::Denied,
                .what = u"No permission to use the Docker daemon at %1%2"_s.arg(where, named),
                .advice = service == DaemonService {.unit = u"docker"_s}
                    ? u"Let an administrator add you to the group docker (sudo usermod -aG docker $USER) and log in again; "
                      "or use a rootless daemon."_s
                    : u"Let its owner give you access to the socket, or use a daemon of your own (rootless Docker or Podman)."_s};
    case ENOENT:
        return {.kind = FaultKind::Unreachable,
                .what = u"There is no Docker daemon at %1%2: no such socket"_s.arg(where, named),
                .advice = service.unit == "docker"_L1 && !service.isOfUser
                    ? u"Install and start Docker (sudo systemctl start docker), or say with --docker-host where it is."_s
                    : service.startAdvice()};
    case ECONNREFUSED:
        return {.kind = FaultKind::Unreachable,
                .what = u"The Docker daemon at %1%2 is not running: nobody listens there"_s.arg(where, named),
                .advice = service.startAdvice(),
                .transient = true};
    default:
        return {.kind = FaultKind::Unreachable,
                .what = u"The Docker daemon at %1%2 cannot be reached: %3"_s.arg(where, named, qt_error_string(error)),
                .advice = u"Check the address."_s,
                .transient = true};
    }
}

/// Waits for the end of a connect() that was begun. 0 or the error.
Result<int> finishConnect(const Descriptor &socket, hosts::Wait &wait)
{
    if (auto ready = wait.forDescriptor(socket.get(), POLLOUT); !ready)
        return std::unexpected(ready.error());
    int error = 0;
    socklen_t size = sizeof(error);
    ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

Fault notReached(const Endpoint &endpoint, const Fault &waiting)
{
    if (waiting.kind == FaultKind::Cancelled)
        return {.kind = FaultKind::Cancelled, .what = u"Connecting to %1 was cancelled"_s.arg(endpoint.text())};
    return {
        .kind = FaultKind::TimedOut,
        .what = u"The Docker daemon at %1 did not accept a connection within %2 s"_s.arg(endpoint.text()).arg(DialLimit.count()),
        .advice = u"Check the address, and whether a firewall is in between."_s,
        .transient = true};
}

struct AddressList
{
    addrinfo *first = nullptr;
    AddressList() = default;
    Q_DISABLE_COPY_MOVE(AddressList)
    ~AddressList()
    {
        if (first)
            ::freeaddrinfo(first);
    }
};
} // namespace

Result<Descriptor> EndpointDialer::dialUnix(hosts::Wait &wait) const
{
    const UnixAddress address(QFile::encodeName(m_endpoint.socket));
    Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    while (::connect(socket.get(), address.get(), address.size()) != 0) {
        // A full backlog: there is nothing to poll for, the daemon is busy.
        if (errno != EAGAIN)
            return std::unexpected(notThere(m_endpoint, errno));
        std::this_thread::sleep_for(BusyNap);
        if (auto patient = wait.mayGoOn(); !patient)
            return std::unexpected(notReached(m_endpoint, patient.error()));
    }
    return socket;
}

Result<Descriptor> EndpointDialer::dialTcp(hosts::Wait &wait) const
{
    addrinfo hints {};
    hints.ai_socktype = SOCK_STREAM;
    AddressList addresses;
    const int unknown = ::getaddrinfo(m_endpoint.host.toUtf8().constData(), QByteArray::number(m_endpoint.port).constData(), &hints,
                                      &addresses.first);
    if (unknown != 0)
        return fail(FaultKind::NotFound,
                    u"The host of the Docker daemon at %1 has no address: %2"_s.arg(
                        m_endpoint.text(), QString::fromLocal8Bit(::gai_strerror(unknown))),
                    u"Check the name in %1."_s.arg(m_endpoint.origin));
    int error = ECONNREFUSED;
    for (const addrinfo *one = addresses.first; one; one = one->ai_next) {
        Descriptor socket(::socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, one->ai_protocol));
        error = ::connect(socket.get(), one->ai_addr, one->ai_addrlen) == 0 ? 0 : errno;
        if (error == EINPROGRESS) {
            const auto finished = finishConnect(socket, wait);
            if (!finished)
                return std::unexpected(notReached(m_endpoint, finished.error()));
            error = *finished;
        }
        if (error == 0) {
            constexpr int On = 1;
            ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &On, sizeof(On));
            ::setsockopt(socket.get(), SOL_SOCKET, SO_KEEPALIVE, &On, sizeof(On));
            return socket;
        }
    }
    return std::unexpected(notThere(m_endpoint, error));
}

QList<EnvironmentVariable> EndpointDialer::clientEnvironment() const
{
    QList<EnvironmentVariable> variables = Dialer::clientEnvironment();
    if (m_endpoint.tls) {
        variables.append({.name = u"DOCKER_CERT_PATH"_s, .value = QFile::encodeName(m_endpoint.tls->folder)});
        // Docker's clients look at whether it is set, not at its value.
        if (m_endpoint.tls->verify)
            variables.append({.name = u"DOCKER_TLS_VERIFY"_s, .value = "1"});
    }
    return variables;
}

Result<std::unique_ptr<hosts::ByteStream>> EndpointDialer::dial(std::stop_token stop)
{
    hosts::Wait wait(DialLimit, stop);
    auto socket = m_endpoint.isLocal() ? dialUnix(wait) : dialTcp(wait);
    if (!socket)
        return std::unexpected(socket.error());
    auto stream = std::make_unique<hosts::SocketStream>(std::move(*socket));
    if (!m_endpoint.tls)
        return stream;
    auto secure = tls::secured(std::move(stream),
                               {.host = m_endpoint.host,
                                .authorities = m_endpoint.tls->folder + u"/ca.pem"_s,
                                .certificate = m_endpoint.tls->folder + u"/cert.pem"_s,
                                .key = m_endpoint.tls->folder + u"/key.pem"_s,
                                .verify = m_endpoint.tls->verify});
    if (!secure)
        return std::unexpected(secure.error());
    if (auto shaken = (*secure)->shakeHands(DialLimit, std::move(stop)); !shaken)
        return std::unexpected(shaken.error());
    return std::move(*secure);
}

} // namespace hermes::docker
