// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/hosts/wait.h"

#include <QByteArray>
#include <QHash>
#include <QList>

#include <functional>
#include <memory>

namespace hermes::docker {

struct HttpHeader
{
    QByteArray name = {};
    QByteArray value = {};
};

struct HttpRequest
{
    QByteArray method = "GET";
    QByteArray target = {}; ///< Path and query, encoded.
    QList<HttpHeader> headers = {};
    QByteArray body = {};
    /// A body that is sent piece by piece instead, for as long as this gives some; an empty piece ends it, a fault breaks it off.
    std::function<Result<QByteArray>()> bodySource = {};
    /// Asks for the connection itself, as raw streams (docker's "hijack").
    bool upgrade = false;
};

/// The beginning of an answer.
struct HttpHead
{
    int status = 0;
    QHash<QByteArray, QByteArray> headers = {}; ///< Names in lower case.
    bool upgraded = false; ///< The stream is raw from here on: takeStream().

    [[nodiscard]] QByteArray header(const QByteArray &lowerCaseName) const { return headers.value(lowerCaseName); }
};

/// One HTTP/1.1 connection as a client has it: question, answer, question, answer. One thread at a time; calls block.
///
/// Faults: TimedOut and Cancelled as the wait has them (without a text), Unreachable when the other side has gone, Protocol for
/// what is no HTTP. After a fault the connection is of no more use.
class HttpConnection final
{
public:
    explicit HttpConnection(std::unique_ptr<hosts::ByteStream> stream);
    ~HttpConnection();
    HttpConnection(const HttpConnection &) = delete;
    HttpConnection &operator=(const HttpConnection &) = delete;

    /// Sends the question and waits for the head of its answer.
    [[nodiscard]] Result<HttpHead> ask(const HttpRequest &request, hosts::Wait &wait);
    /// The next piece of the answer's body, as it comes; empty at its end.
    [[nodiscard]] Result<QByteArray> readBody(hosts::Wait &wait);
    /// The whole rest of it; Protocol beyond `limit` bytes.
    [[nodiscard]] Result<QByteArray> readWholeBody(qsizetype limit, hosts::Wait &wait);

    /// Whether another question can be asked: the answer was read to its end, and the other side keeps the connection.
    [[nodiscard]] bool isReusable() const;
    /// Whether the other side has closed it meanwhile. Does not block.
    [[nodiscard]] bool isClosedByPeer();

    /// The raw stream after an upgrade; what was read of it already comes first. The connection is of no more use.
    [[nodiscard]] std::unique_ptr<hosts::ByteStream> takeStream();

private:
    class Parser;

    [[nodiscard]] Result<> send(const HttpRequest &request, hosts::Wait &wait);
    [[nodiscard]] Result<> sendChunks(const HttpRequest &request, hosts::Wait &wait);
    [[nodiscard]] Result<> write(QByteArrayView bytes, hosts::Wait &wait);
    [[nodiscard]] Result<> receive(hosts::Wait &wait);

    std::unique_ptr<hosts::ByteStream> m_stream;
    std::unique_ptr<Parser> m_parser;
    bool m_answeredEarly = false; ///< The other side spoke before it had the whole question.
};

} // namespace hermes::docker
