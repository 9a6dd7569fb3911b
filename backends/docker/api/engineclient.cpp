// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/api/engineclient.h"

#include "backends/core/stoppablelock.h"
#include "backends/docker/api/jsonsplitter.h"

#include <QVersionNumber>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr size_t MostIdle = 8;
constexpr qsizetype LongestAnswer = 256 * 1024 * 1024;
constexpr std::chrono::milliseconds GreetingLimit {5'000};
/// Docker 19.03 and 27: what is asked here has been the same from the one to the other.
constexpr auto OldestVersion = "1.40"_L1;
constexpr auto NewestVersion = "1.47"_L1;

bool isGood(int status)
{
    return (status >= 200 && status < 300) || status == 304 || status == 101;
}

FaultKind kindOf(int status)
{
    switch (status) {
    case 400: return FaultKind::Usage;
    case 401:
    case 403: return FaultKind::Denied;
    case 404: return FaultKind::NotFound;
    case 409: return FaultKind::Conflict;
    default: return FaultKind::Internal;
    }
}

/// The daemon's own words: {"message": "…"}, {"error": "…"} where it breaks off what it has just begun to report, or whatever it
/// has sent instead.
QString messageIn(const QByteArray &body)
{
    const QJsonObject told = QJsonDocument::fromJson(body).object();
    const QString message = told.value("message"_L1).toString(told.value("error"_L1).toString());
    return message.isEmpty() ? QString::fromUtf8(body.first(std::min<qsizetype>(body.size(), 500))).trimmed() : message;
}
} // namespace

QUrlQuery queryOf(const QList<std::pair<QString, QString>> &items)
{
    QUrlQuery query;
    for (const auto &[key, value] : items)
        query.addQueryItem(key, QString::fromLatin1(QUrl::toPercentEncoding(value)));
    return query;
}

EngineClient::EngineClient(std::shared_ptr<Dialer> dialer) : m_dialer(std::move(dialer)) { }

EngineClient::~EngineClient() = default;

Fault EngineClient::explained(const Fault &fault, const EngineRequest &request) const
{
    Fault full = fault;
    switch (fault.kind) {
    case FaultKind::Cancelled: full.what = u"Cancelled"_s; break;
    case FaultKind::TimedOut:
        full.what = u"The Docker daemon at %1 accepts connections but does not answer"_s.arg(name());
        full.advice = m_dialer->service().restartAdvice();
        full.transient = true;
        break;
    // Of what was to be sent; the daemon has no part in it.
    case FaultKind::Storage: break;
    default: full.what = u"The Docker daemon at %1, asked for %2: %3"_s.arg(name(), request.path, fault.what); break;
    }
    return full;
}

Result<std::unique_ptr<HttpConnection>> EngineClient::connect(std::stop_token stop)
{
    for (;;) {
        std::unique_ptr<HttpConnection> idle;
        {
            const std::scoped_lock lock(m_mutex);
            if (m_idle.empty())
                break;
            idle = std::move(m_idle.back());
            m_idle.pop_back();
        }
        if (!idle->isClosedByPeer())
            return idle;
    }
    return m_dialer->dial(std::move(stop)).transform([](std::unique_ptr<hosts::ByteStream> stream) {
        return std::make_unique<HttpConnection>(std::move(stream));
    });
}

void EngineClient::giveBack(std::unique_ptr<HttpConnection> connection)
{
    const std::scoped_lock lock(m_mutex);
    if (connection->isReusable() && m_idle.size() < MostIdle)
        m_idle.push_back(std::move(connection));
}

Result<EngineVersion> EngineClient::version(std::stop_token stop)
{
    const auto lock = lockUnlessStopped(m_greeting, stop);
    if (!lock)
        return fail(FaultKind::Cancelled, u"Cancelled"_s);
    if (m_version)
        return *m_version;
    auto greeted = greet(std::move(stop));
    if (greeted) {
        m_version = *greeted;
        m_hasAnswered = true;
    }
    return greeted;
}

Result<EngineVersion> EngineClient::greet(std::stop_token stop)
{
    const EngineRequest ping {.path = u"/_ping"_s};
    hosts::Wait wait(GreetingLimit, stop);
    auto connection = connect(std::move(stop));
    if (!connection)
        return std::unexpected(connection.error());
    const auto head = (*connection)->ask({.target = "/_ping"}, wait);
    const auto body = head ? (*connection)->readWholeBody(LongestAnswer, wait) : std::unexpected(head.error());
    if (!body) {
        // One that keeps silent for so long is not asked again by itself.
        Fault fault = explained(body.error(), ping);
        fault.transient = fault.transient && fault.kind != FaultKind::TimedOut;
        return std::unexpected(std::move(fault));
    }
    if (!isGood(head->status))
        return fail(FaultKind::Unreachable, u"The Docker daemon at %1 is not well: %2"_s.arg(name(), messageIn(*body)),
                    m_dialer->service().restartAdvice());
    const QString theirs = QString::fromLatin1(head->header("api-version"));
    if (theirs.isEmpty())
        return fail(FaultKind::Protocol, u"What listens at %1 is no Docker daemon"_s.arg(name()),
                    u"Check the address: tcp://host:2375, or 2376 with TLS."_s);
    if (QVersionNumber::fromString(theirs) < QVersionNumber::fromString(OldestVersion))
        return fail(FaultKind::NotConfigured,
                    u"The Docker daemon at %1 is too old: its API is %2, %3 is needed"_s.arg(name(), theirs, OldestVersion),
                    u"Install Docker 19.03 or newer."_s);
    giveBack(std::move(*connection));
    const bool isOlder = QVersionNumber::fromString(theirs) < QVersionNumber::fromString(NewestVersion);
    return EngineVersion {.apiVersion = isOlder ? theirs : QString(NewestVersion),
                          .isPodman = !head->header("libpod-api-version").isEmpty()};
}

Result<EngineClient::Open> EngineClient::begin(const EngineRequest &request, bool upgrade, hosts::Wait &wait, std::stop_token stop)
{
    const auto version = this->version(stop);
    if (!version)
        return std::unexpected(version.error());
    auto connection = connect(std::move(stop));
    if (!connection)
        return std::unexpected(connection.error());
    HttpRequest http {.method = request.method,
                      .target = "/v" + version->apiVersion.toLatin1() + request.path.toUtf8(),
                      .headers = request.headers,
                      .body = request.body,
                      .bodySource = request.bodySource,
                      .upgrade = upgrade};
    if (!request.query.isEmpty())
        http.target += '?' + request.query.toString(QUrl::FullyEncoded).toUtf8();
    if (!request.body.isEmpty() || request.bodySource)
        http.headers.append({.name = "Content-Type", .value = request.contentType});
    wait.restart();
    const auto head = (*connection)->ask(http, wait);
    if (!head)
        return std::unexpected(explained(head.error(), request));
    if (isGood(head->status))
        return Open {.connection = std::move(*connection), .head = *head};
    const auto body = (*connection)->readWholeBody(LongestAnswer, wait);
    giveBack(std::move(*connection));
    const QString message = body ? messageIn(*body) : QString();
    return fail(kindOf(head->status), message.isEmpty() ? u"%1 answered %2"_s.arg(name()).arg(head->status) : message);
}

Result<> EngineClient::stream(const EngineRequest &request, const Take &take, std::stop_token stop)
{
    hosts::Wait wait(request.silence, stop);
    auto open = begin(request, false, wait, std::move(stop));
    if (!open)
        return std::unexpected(open.error());
    for (;;) {
        wait.restart();
        const auto piece = open->connection->readBody(wait);
        if (!piece)
            return std::unexpected(explained(piece.error(), request));
        if (piece->isEmpty())
            break;
        const auto more = take(*piece);
        if (!more)
            return std::unexpected(more.error());
        if (!*more)
            return {};
    }
    giveBack(std::move(open->connection));
    return {};
}

Result<QByteArray> EngineClient::ask(const EngineRequest &request, std::stop_token stop)
{
    QByteArray whole;
    const auto add = [&](QByteArrayView piece) -> Result<bool> {
        if (whole.size() + piece.size() > LongestAnswer)
            return fail(FaultKind::Protocol, u"The answer of %1 to %2 is too long"_s.arg(name(), request.path));
        whole.append(piece);
        return true;
    };
    return stream(request, add, std::move(stop)).transform([&] { return whole; });
}

Result<QJsonDocument> EngineClient::askJson(const EngineRequest &request, std::stop_token stop)
{
    return ask(request, std::move(stop)).and_then([&](const QByteArray &body) -> Result<QJsonDocument> {
        QJsonParseError error;
        QJsonDocument document = QJsonDocument::fromJson(body, &error);
        if (error.error != QJsonParseError::NoError)
            return fail(FaultKind::Protocol,
                        u"The answer of %1 to %2 is no JSON: %3"_s.arg(name(), request.path, error.errorString()));
        return document;
    });
}

Result<HttpHead> EngineClient::askHead(EngineRequest request, std::stop_token stop)
{
    request.method = "HEAD";
    hosts::Wait wait(request.silence, stop);
    auto open = begin(request, false, wait, std::move(stop));
    if (!open)
        return std::unexpected(open.error());
    // Its end must be noticed for the connection to be used again.
    if (auto end = open->connection->readBody(wait); !end)
        return std::unexpected(explained(end.error(), request));
    giveBack(std::move(open->connection));
    return open->head;
}

Result<> EngineClient::streamObjects(const EngineRequest &request, const TakeObject &take, std::stop_token stop)
{
    JsonSplitter splitter;
    const auto takePiece = [&](QByteArrayView piece) -> Result<bool> {
        for (const QByteArray &text : splitter.add(piece)) {
            const QJsonDocument document = QJsonDocument::fromJson(text);
            if (!document.isObject())
                return fail(FaultKind::Protocol, u"A line in the answer of %1 to %2 is no JSON object"_s.arg(name(), request.path));
            const auto more = take(document.object());
            if (!more || !*more)
                return more;
        }
        return true;
    };
    return stream(request, takePiece, std::move(stop));
}

Result<std::unique_ptr<hosts::ByteStream>> EngineClient::attach(const EngineRequest &request, std::stop_token stop)
{
    hosts::Wait wait(request.silence, stop);
    auto open = begin(request, true, wait, std::move(stop));
    if (!open)
        return std::unexpected(open.error());
    if (!open->head.upgraded)
        return fail(FaultKind::Protocol, u"The Docker daemon at %1 did not open a stream for %2"_s.arg(name(), request.path));
    return open->connection->takeStream();
}

} // namespace hermes::docker
