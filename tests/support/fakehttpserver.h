// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QUrlQuery>

#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace hermes::tests {

/// A request as a server has read it.
struct FakeRequest
{
    QByteArray method = {};
    QByteArray target = {}; ///< Path and query as they were sent.
    QString path = {};      ///< Decoded, without the query.
    QUrlQuery query = {};
    QHash<QByteArray, QByteArray> headers = {}; ///< Names in lower case.
    QByteArray body = {};

    [[nodiscard]] QString value(const QString &key) const { return query.queryItemValue(key, QUrl::FullyDecoded); }
    [[nodiscard]] bool asks(const QString &key) const
    {
        return QStringList {QStringLiteral("1"), QStringLiteral("true"), QStringLiteral("True")}.contains(value(key));
    }
};

/// What the server's handler may do with the connection on which a request came. On that connection's thread.
class FakeConnection final
{
public:
    /// False when the other side or the server has gone.
    bool write(QByteArrayView bytes);
    /// Raw bytes that follow the request; empty at the end of the stream.
    [[nodiscard]] QByteArray read();
    /// Does nothing for a time. False, and early, when the other side has hung up or the server stops.
    [[nodiscard]] bool wait(std::chrono::milliseconds time) const;
    /// From here on it is a raw stream, on which the other side may have said its last word and still listen.
    void becomeRaw() { m_raw = true; }
    /// No other request is read from it: it is closed when the handler returns.
    void close() { m_open = false; }

private:
    friend class FakeHttpServer;
    explicit FakeConnection(int socket) : m_socket(socket) { }

    int m_socket;
    bool m_open = true;
    bool m_raw = false;
    QByteArray m_pending = {}; ///< Read already, but not part of the request.
};

/// A server for HTTP/1.1 in the test's process: a thread that accepts and one a connection, all gone with stop(). Requests are read by
/// llhttp and given whole to the handler, which writes the answer byte by byte as it likes. Its functions: one thread.
class FakeHttpServer final
{
public:
    using Handler = std::function<void(const FakeRequest &, FakeConnection &)>;
    /// For what is no HTTP.
    using Complaint = std::function<void(const QString &)>;

    FakeHttpServer(Handler handler, Complaint complaint);
    ~FakeHttpServer() { stop(); }
    FakeHttpServer(const FakeHttpServer &) = delete;
    FakeHttpServer &operator=(const FakeHttpServer &) = delete;

    /// Listens on a Unix socket, which replaces what is there.
    [[nodiscard]] bool listen(const QString &path);
    /// Listens on a free port of 127.0.0.1; 0 when that fails.
    [[nodiscard]] quint16 listenOnTcp();
    /// Closes everything; handlers see their connections end. Socket files are removed.
    void stop();
    /// Breaks off all connections that are open now, as a network does, and goes on listening.
    void dropConnections();

private:
    struct Client
    {
        Descriptor socket;
        std::jthread thread = {};
    };
    [[nodiscard]] bool accepting(Descriptor socket);
    void acceptAll(int listener);
    void serve(int socket);

    Handler m_handler;
    Complaint m_complaint;
    std::mutex m_mutex;
    bool m_stopping = false;
    std::list<Client> m_clients; ///< Kept until stop(): a closed one costs little in a test.
    std::list<Client> m_listeners;
    QStringList m_paths;
};

} // namespace hermes::tests
