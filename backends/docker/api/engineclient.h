// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/api/dialer.h"
#include "backends/docker/api/httpconnection.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QUrlQuery>

#include <mutex>
#include <vector>

namespace hermes::docker {

/// A question to the Engine API.
struct EngineRequest
{
    QByteArray method = "GET";
    QString path = {};         ///< Without the version: "/containers/json".
    QUrlQuery query = {};
    QByteArray body = {};
    QByteArray contentType = "application/json";
    std::function<Result<QByteArray>()> bodySource = {};
    QList<HttpHeader> headers = {};
    /// How long the daemon may be silent before and during its answer.
    std::optional<std::chrono::milliseconds> silence = std::chrono::seconds(60);
};

/// What a daemon says of itself.
struct EngineVersion
{
    QString apiVersion = {}; ///< What is spoken: the daemon's, or ours where that is older.
    bool isPodman = false;
};

/// Keys and values as they are; what a query cannot have as it is gets encoded.
[[nodiscard]] QUrlQuery queryOf(const QList<std::pair<QString, QString>> &items);

/// Talks to one daemon over as many connections as are needed, kept open between questions. Any thread; calls block.
///
/// A status that is not 2xx or 304 is a fault: NotFound, Conflict, Denied (401, 403), Usage (400), else Internal, with the daemon's
/// own text. Unreachable, TimedOut and Protocol name the daemon. A question that may have been carried out is never asked twice.
class EngineClient final
{
public:
    explicit EngineClient(std::shared_ptr<Dialer> dialer);
    ~EngineClient();

    [[nodiscard]] QString name() const { return m_dialer->name(); }
    [[nodiscard]] bool maySeeOurFiles() const { return m_dialer->maySeeOurFiles(); }
    [[nodiscard]] QList<EnvironmentVariable> clientEnvironment() const { return m_dialer->clientEnvironment(); }

    /// Whether the daemon has answered to this client before. Does not block.
    [[nodiscard]] bool hasAnswered() const { return m_hasAnswered; }
    /// Greets the daemon once and settles the version of the API; within 5 s, or it counts as silent.
    [[nodiscard]] Result<EngineVersion> version(std::stop_token stop);

    [[nodiscard]] Result<QByteArray> ask(const EngineRequest &request, std::stop_token stop);
    [[nodiscard]] Result<QJsonDocument> askJson(const EngineRequest &request, std::stop_token stop);
    /// The headers of a HEAD request's answer.
    [[nodiscard]] Result<HttpHead> askHead(EngineRequest request, std::stop_token stop);
    /// Gives the answer piece by piece to `take` until its end, or until that returns false.
    using Take = std::function<Result<bool>(QByteArrayView)>;
    [[nodiscard]] Result<> stream(const EngineRequest &request, const Take &take, std::stop_token stop);
    /// The same for an answer of JSON objects, one after the other.
    using TakeObject = std::function<Result<bool>(const QJsonObject &)>;
    [[nodiscard]] Result<> streamObjects(const EngineRequest &request, const TakeObject &take, std::stop_token stop);
    /// Hijacks a connection: attach and exec.
    [[nodiscard]] Result<std::unique_ptr<hosts::ByteStream>> attach(const EngineRequest &request, std::stop_token stop);

private:
    struct Open
    {
        std::unique_ptr<HttpConnection> connection = {};
        HttpHead head = {};
    };
    [[nodiscard]] Result<Open> begin(const EngineRequest &request, bool upgrade, hosts::Wait &wait, std::stop_token stop);
    [[nodiscard]] Result<std::unique_ptr<HttpConnection>> connect(std::stop_token stop);
    void giveBack(std::unique_ptr<HttpConnection> connection);
    [[nodiscard]] Result<EngineVersion> greet(std::stop_token stop);
    [[nodiscard]] Fault explained(const Fault &fault, const EngineRequest &request) const;

    std::shared_ptr<Dialer> m_dialer;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<HttpConnection>> m_idle;
    std::timed_mutex m_greeting;
    std::optional<EngineVersion> m_version;
    std::atomic<bool> m_hasAnswered = false;
};

} // namespace hermes::docker
