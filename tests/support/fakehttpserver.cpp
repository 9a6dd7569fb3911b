// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/fakehttpserver.h"

#include <QFile>
#include <QUrl>

#include <llhttp.h>

#include <array>
#include <cstring>
#include <optional>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

using namespace Qt::StringLiterals;

namespace hermes::tests {

namespace {

constexpr size_t PieceBytes = 64 * 1024;

/// Reads requests off a stream of bytes, one after the other.
class RequestParser
{
public:
    RequestParser()
    {
        llhttp_settings_init(&m_settings);
        m_settings.on_method = [](llhttp_t *parser, const char *at, size_t size) {
            return self(parser).add(&FakeRequest::method, at, size);
        };
        m_settings.on_url = [](llhttp_t *parser, const char *at, size_t size) {
            return self(parser).add(&FakeRequest::target, at, size);
        };
        m_settings.on_body = [](llhttp_t *parser, const char *at, size_t size) {
            return self(parser).add(&FakeRequest::body, at, size);
        };
        m_settings.on_header_field = [](llhttp_t *parser, const char *at, size_t size) {
            self(parser).m_field.append(at, qsizetype(size));
            return 0;
        };
        m_settings.on_header_value = [](llhttp_t *parser, const char *at, size_t size) {
            self(parser).m_value.append(at, qsizetype(size));
            return 0;
        };
        m_settings.on_header_value_complete = [](llhttp_t *parser) {
            RequestParser &own = self(parser);
            own.m_request.headers.insert(std::exchange(own.m_field, {}).toLower(), std::exchange(own.m_value, {}));
            return 0;
        };
        m_settings.on_message_complete = [](llhttp_t *parser) {
            self(parser).m_complete = true;
            return int(HPE_PAUSED);
        };
        llhttp_init(&m_parser, HTTP_REQUEST, &m_settings);
        m_parser.data = this;
    }

    /// Takes bytes up to the end of a request and leaves the rest in them; true when there is a whole request.
    [[nodiscard]] bool take(QByteArray &bytes)
    {
        const llhttp_errno_t result = llhttp_execute(&m_parser, bytes.constData(), size_t(bytes.size()));
        if (!m_complete) {
            if (result != HPE_OK)
                m_error = QString::fromLatin1(llhttp_get_error_reason(&m_parser));
            bytes.clear();
            return false;
        }
        bytes.remove(0, llhttp_get_error_pos(&m_parser) - bytes.constData());
        return true;
    }

    [[nodiscard]] FakeRequest request()
    {
        llhttp_reset(&m_parser);
        m_complete = false;
        const QUrl url = QUrl::fromEncoded(QByteArray("http://engine" + m_request.target));
        m_request.path = url.path(QUrl::FullyDecoded);
        m_request.query = QUrlQuery(url);
        return std::exchange(m_request, {});
    }

    [[nodiscard]] const std::optional<QString> &error() const { return m_error; }

private:
    static RequestParser &self(llhttp_t *parser) { return *static_cast<RequestParser *>(parser->data); }
    int add(QByteArray FakeRequest::*part, const char *at, size_t size)
    {
        (m_request.*part).append(at, qsizetype(size));
        return 0;
    }

    llhttp_settings_t m_settings = {};
    llhttp_t m_parser = {};
    FakeRequest m_request;
    QByteArray m_field;
    QByteArray m_value;
    bool m_complete = false;
    std::optional<QString> m_error;
};

} // namespace

bool FakeConnection::write(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t sent = ::send(m_socket, bytes.data(), size_t(bytes.size()), MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes = bytes.sliced(sent);
    }
    return true;
}

QByteArray FakeConnection::read()
{
    if (!m_pending.isEmpty())
        return std::exchange(m_pending, {});
    std::array<char, PieceBytes> piece; // NOLINT(cppcoreguidelines-pro-type-member-init): it is written by recv
    const ssize_t size = ::recv(m_socket, piece.data(), piece.size(), 0);
    return size > 0 ? QByteArray(piece.data(), size) : QByteArray();
}

bool FakeConnection::wait(std::chrono::milliseconds time) const
{
    pollfd end {.fd = m_socket, .events = m_raw ? short(0) : short(POLLRDHUP), .revents = 0};
    return ::poll(&end, 1, int(time.count())) == 0;
}

FakeHttpServer::FakeHttpServer(Handler handler, Complaint complaint)
    : m_handler(std::move(handler)), m_complaint(std::move(complaint))
{ }

bool FakeHttpServer::listen(const QString &path)
{
    sockaddr_un address {.sun_family = AF_UNIX, .sun_path = {}};
    const QByteArray name = QFile::encodeName(path);
    if (size_t(name.size()) >= sizeof address.sun_path)
        return false;
    std::memcpy(address.sun_path, name.constData(), size_t(name.size()));
    QFile::remove(path);
    Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::bind(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return false;
    m_paths.append(path);
    return accepting(std::move(socket));
}

quint16 FakeHttpServer::listenOnTcp()
{
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::bind(socket.get(), reinterpret_cast<const sockaddr *>(&address), size) != 0
        || ::getsockname(socket.get(), reinterpret_cast<sockaddr *>(&address), &size) != 0 || !accepting(std::move(socket)))
        return 0;
    return ntohs(address.sin_port);
}

bool FakeHttpServer::accepting(Descriptor socket)
{
    if (::listen(socket.get(), SOMAXCONN) != 0)
        return false;
    Client &listener = m_listeners.emplace_back(std::move(socket));
    listener.thread = std::jthread([this, fd = listener.socket.get()] { acceptAll(fd); });
    return true;
}

void FakeHttpServer::acceptAll(int listener)
{
    while (true) {
        Descriptor socket(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
        if (!socket.isOpen())
            return; // stop() has shut it down.
        const std::scoped_lock lock(m_mutex);
        if (m_stopping)
            return;
        Client &client = m_clients.emplace_back(std::move(socket));
        client.thread = std::jthread([this, fd = client.socket.get()] { serve(fd); });
    }
}

void FakeHttpServer::serve(int socket)
{
    RequestParser parser;
    FakeConnection connection(socket);
    while (connection.m_open) {
        QByteArray bytes = connection.read();
        if (bytes.isEmpty())
            break;
        if (parser.take(bytes)) {
            connection.m_pending = bytes;
            m_handler(parser.request(), connection);
        } else if (parser.error()) {
            m_complaint(u"not HTTP: "_s + *parser.error());
            break;
        }
    }
    ::shutdown(socket, SHUT_RDWR);
}

void FakeHttpServer::dropConnections()
{
    const std::scoped_lock lock(m_mutex);
    for (const Client &client : m_clients)
        ::shutdown(client.socket.get(), SHUT_RDWR);
}

void FakeHttpServer::stop()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_stopping = true;
    }
    for (const Client &listener : m_listeners)
        ::shutdown(listener.socket.get(), SHUT_RDWR);
    m_listeners.clear();
    dropConnections();
    m_clients.clear();
    for (const QString &path : std::exchange(m_paths, {}))
        QFile::remove(path);
    m_stopping = false;
}

} // namespace hermes::tests
