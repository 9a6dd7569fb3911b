// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/api/httpconnection.h"

#include <llhttp.h>

#include <array>
#include <cstring>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr size_t ReadBlock = 64 * 1024;
constexpr qsizetype LongestHead = 256 * 1024;

/// Raw bytes that were read too far, and then the stream itself.
class PrefixedStream final : public hosts::ByteStream
{
public:
    PrefixedStream(QByteArray prefix, std::unique_ptr<hosts::ByteStream> stream)
        : m_prefix(std::move(prefix)), m_stream(std::move(stream))
    { }

    hosts::IoOutcome read(std::span<std::byte> into) override
    {
        if (m_prefix.isEmpty())
            return m_stream->read(into);
        const size_t count = std::min(into.size(), size_t(m_prefix.size()));
        std::memcpy(into.data(), m_prefix.constData(), count);
        m_prefix.remove(0, qsizetype(count));
        return {.state = hosts::IoState::Done, .bytes = count};
    }
    hosts::IoOutcome write(std::span<const std::byte> from) override { return m_stream->write(from); }
    void closeInput() override { m_stream->closeInput(); }
    bool appendPollFds(std::vector<pollfd> &to, bool wantWrite) override
    {
        const bool buffered = m_stream->appendPollFds(to, wantWrite);
        return buffered || !m_prefix.isEmpty();
    }
    hosts::Readiness afterPoll(std::span<const pollfd> polled) override
    {
        auto ready = m_stream->afterPoll(polled);
        ready.read = ready.read || !m_prefix.isEmpty();
        return ready;
    }

private:
    QByteArray m_prefix;
    std::unique_ptr<hosts::ByteStream> m_stream;
};

std::unexpected<Fault> gone(int error)
{
    QString why = error == 0 ? u"the connection was closed"_s : qt_error_string(error);
    if (error == EPROTO)
        why = u"the other side broke off TLS; it may not know the certificate that is shown to it"_s;
    return std::unexpected(Fault {.kind = FaultKind::Unreachable, .what = why, .transient = true});
}
} // namespace

/// What has come of an answer, taken apart.
class HttpConnection::Parser
{
public:
    Parser()
    {
        llhttp_settings_init(&m_settings);
        m_settings.on_header_field = [](llhttp_t *p, const char *at, size_t size) {
            return self(p).append(self(p).m_name, at, size);
        };
        m_settings.on_header_value = [](llhttp_t *p, const char *at, size_t size) {
            return self(p).append(self(p).m_value, at, size);
        };
        m_settings.on_header_value_complete = [](llhttp_t *p) { return self(p).endHeader(); };
        m_settings.on_headers_complete = [](llhttp_t *p) { return self(p).endHead(); };
        m_settings.on_body = [](llhttp_t *p, const char *at, size_t size) {
            self(p).body.append(at, qsizetype(size));
            return 0;
        };
        m_settings.on_message_complete = [](llhttp_t *p) {
            self(p).isComplete = true;
            return int(HPE_PAUSED);
        };
        llhttp_init(&m_parser, HTTP_RESPONSE, &m_settings);
        m_parser.data = this;
    }

    void begin(bool hasNoBody, bool wantsUpgrade)
    {
        llhttp_reset(&m_parser);
        head = {};
        headIsComplete = isComplete = false;
        body.clear();
        m_headBytes = 0;
        m_hasNoBody = hasNoBody;
        m_wantsUpgrade = wantsUpgrade;
    }

    /// What stands behind the answer is kept as the beginning of a raw stream.
    [[nodiscard]] Result<> feed(QByteArrayView bytes)
    {
        const llhttp_errno_t error = llhttp_execute(&m_parser, bytes.data(), size_t(bytes.size()));
        if (error == HPE_OK)
            return {};
        if (error == HPE_PAUSED_UPGRADE || (error == HPE_PAUSED && isComplete)) {
            rest.append(bytes.sliced(llhttp_get_error_pos(&m_parser) - bytes.data()));
            isComplete = true;
            return {};
        }
        return fail(FaultKind::Protocol, u"what it answered is no HTTP: %1"_s.arg(QString::fromLatin1(llhttp_errno_name(error))));
    }

    /// The other side has closed: the end of a body that has no other.
    [[nodiscard]] Result<> finish()
    {
        const bool endsSo = headIsComplete && llhttp_message_needs_eof(&m_parser) != 0;
        if (!endsSo)
            return gone(0);
        isComplete = true;
        keepsAlive = false;
        return {};
    }

    HttpHead head;
    bool headIsComplete = false;
    bool isComplete = false;
    bool keepsAlive = false;
    QByteArray body;
    QByteArray rest;

private:
    [[nodiscard]] static Parser &self(llhttp_t *parser) { return *static_cast<Parser *>(parser->data); }

    int append(QByteArray &to, const char *at, size_t size)
    {
        m_headBytes += qsizetype(size);
        if (m_headBytes > LongestHead)
            return -1;
        to.append(at, qsizetype(size));
        return 0;
    }
    int endHeader()
    {
        head.headers.insert(std::exchange(m_name, {}).toLower(), std::exchange(m_value, {}));
        return 0;
    }
    int endHead()
    {
        head.status = llhttp_get_status_code(&m_parser);
        // 100 Continue and its like stand before the answer.
        if (head.status < 200 && head.status != 101) {
            head = {};
            return 0;
        }
        constexpr int NoBody = 1;
        constexpr int Raw = 2;
        headIsComplete = true;
        keepsAlive = llhttp_should_keep_alive(&m_parser) != 0;
        head.upgraded = m_wantsUpgrade && (head.status == 101 || head.status == 200);
        if (head.upgraded)
            return Raw;
        return m_hasNoBody ? NoBody : 0;
    }

    llhttp_settings_t m_settings = {};
    llhttp_t m_parser = {};
    QByteArray m_name;
    QByteArray m_value;
    qsizetype m_headBytes = 0;
    bool m_hasNoBody = false;
    bool m_wantsUpgrade = false;
};

HttpConnection::HttpConnection(std::unique_ptr<hosts::ByteStream> stream)
    : m_stream(std::move(stream)), m_parser(std::make_unique<Parser>())
{ }

HttpConnection::~HttpConnection() = default;

Result<HttpHead> HttpConnection::ask(const HttpRequest &request, hosts::Wait &wait)
{
    m_parser->begin(request.method == "HEAD", request.upgrade);
    m_answeredEarly = false;
    if (auto sent = send(request, wait); !sent)
        return std::unexpected(sent.error());
    while (!m_parser->headIsComplete) {
        if (auto received = receive(wait); !received)
            return std::unexpected(received.error());
    }
    return m_parser->head;
}

Result<> HttpConnection::send(const HttpRequest &request, hosts::Wait &wait)
{
    QByteArray text = request.method + ' ' + request.target + " HTTP/1.1\r\nHost: docker\r\n";
    for (const HttpHeader &header : request.headers)
        text += header.name + ": " + header.value + "\r\n";
    if (request.upgrade)
        text += "Connection: Upgrade\r\nUpgrade: tcp\r\n";
    if (request.bodySource)
        text += "Transfer-Encoding: chunked\r\n";
    else if (!request.body.isEmpty() || request.method == "POST" || request.method == "PUT")
        text += "Content-Length: " + QByteArray::number(request.body.size()) + "\r\n";
    text += "\r\n";
    if (!request.bodySource)
        return write(QByteArray(text + request.body), wait);
    return write(text, wait).and_then([&] { return sendChunks(request, wait); });
}

Result<> HttpConnection::sendChunks(const HttpRequest &request, hosts::Wait &wait)
{
    for (bool more = true; more && !m_answeredEarly;) {
        const auto piece = request.bodySource();
        if (!piece)
            return std::unexpected(piece.error());
        more = !piece->isEmpty();
        wait.restart();
        const QByteArray chunk = QByteArray::number(piece->size(), 16) + "\r\n" + *piece + "\r\n";
        if (auto written = write(chunk, wait); !written)
            return written;
    }
    return {};
}

Result<> HttpConnection::write(QByteArrayView bytes, hosts::Wait &wait)
{
    while (!bytes.isEmpty() && !m_answeredEarly) {
        const auto outcome = m_stream->write(std::as_bytes(std::span(bytes.data(), size_t(bytes.size()))));
        switch (outcome.state) {
        case hosts::IoState::Done: bytes = bytes.sliced(qsizetype(outcome.bytes)); continue;
        case hosts::IoState::Failed: return gone(outcome.error);
        // A refusal may stand to be read although the question was not taken to its end.
        case hosts::IoState::Ended: m_answeredEarly = true; continue;
        case hosts::IoState::WouldBlock: break;
        }
        const auto ready = wait.forStream(*m_stream, true);
        if (!ready)
            return std::unexpected(ready.error());
        if (ready->read && !ready->write)
            m_answeredEarly = true;
    }
    return {};
}

Result<> HttpConnection::receive(hosts::Wait &wait)
{
    std::array<std::byte, ReadBlock> block;
    for (;;) {
        const auto outcome = m_stream->read(block);
        switch (outcome.state) {
        case hosts::IoState::Done:
            return m_parser->feed(QByteArrayView(reinterpret_cast<const char *>(block.data()), qsizetype(outcome.bytes)));
        case hosts::IoState::Failed: return gone(outcome.error);
        case hosts::IoState::Ended: return m_parser->finish();
        case hosts::IoState::WouldBlock: break;
        }
        if (const auto ready = wait.forStream(*m_stream, false); !ready)
            return std::unexpected(ready.error());
    }
}

Result<QByteArray> HttpConnection::readBody(hosts::Wait &wait)
{
    while (m_parser->body.isEmpty() && !m_parser->isComplete) {
        if (auto received = receive(wait); !received)
            return std::unexpected(received.error());
    }
    return std::exchange(m_parser->body, {});
}

Result<QByteArray> HttpConnection::readWholeBody(qsizetype limit, hosts::Wait &wait)
{
    QByteArray whole;
    for (;;) {
        const auto piece = readBody(wait);
        if (!piece)
            return piece;
        if (piece->isEmpty())
            return whole;
        if (whole.size() + piece->size() > limit)
            return fail(FaultKind::Protocol, u"its answer is longer than %1 bytes"_s.arg(limit));
        whole += *piece;
    }
}

bool HttpConnection::isReusable() const
{
    return m_parser->isComplete && m_parser->keepsAlive && !m_parser->head.upgraded && !m_answeredEarly && m_parser->rest.isEmpty();
}

bool HttpConnection::isClosedByPeer()
{
    // Between an answer and the next question nothing may come: a byte is as bad as an end.
    std::vector<pollfd> fds;
    const bool buffered = m_stream->appendPollFds(fds, false);
    ::poll(fds.data(), fds.size(), 0);
    return buffered || m_stream->afterPoll(fds).read;
}

std::unique_ptr<hosts::ByteStream> HttpConnection::takeStream()
{
    if (m_parser->rest.isEmpty())
        return std::move(m_stream);
    return std::make_unique<PrefixedStream>(std::exchange(m_parser->rest, {}), std::move(m_stream));
}

} // namespace hermes::docker
