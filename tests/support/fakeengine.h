// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/support/fakeenginemodel.h"
#include "tests/support/fakehttpserver.h"

#include <QTemporaryDir>

#include <chrono>
#include <mutex>
#include <optional>

namespace hermes::tests {

/// What a fake daemon does with some requests instead of answering as usual. The first rule that fits counts.
struct FakeRule
{
    QByteArray method = {}; ///< Empty: any.
    QString path = {};      ///< Regular expression for the whole path, without the version; empty: any.
    int times = -1;         ///< For how many requests; -1: all.

    int status = 0;          ///< Not 0: refuses with this status…
    QString message = {};    ///< …and this text.
    std::chrono::milliseconds delay {0}; ///< Waits before it answers.
    bool isSilent = false;               ///< Never answers, and keeps the connection.
    std::optional<qsizetype> cutAfter = {}; ///< Sends so many bytes of the answer's body, then the connection is gone.
};

/// An option of a container that this daemon cannot carry out, and how that shows.
struct FakeRefusal
{
    enum class Way {
        AtCreation, ///< The request that makes the container fails.
        AtStart,    ///< The one that starts it does.
        Death,      ///< It starts and has ended at once, with the text in its log.
        Warning     ///< It is made and started without the option; the answer says so in its warnings.
    };
    QString option =
        {}; ///< As in the request: "HostConfig.Memory", or "HostConfig.SecurityOpt=no-new-privileges" for a value of a list.
    Way way = Way::AtCreation;
    int status = 500; ///< The exit code for Death.
    QString message = {};

    /// The ways of daemons that exist.
    [[nodiscard]] static FakeRefusal snapInit();
    [[nodiscard]] static FakeRefusal snapNoNewPrivileges();
    [[nodiscard]] static FakeRefusal noInitProgram();
    [[nodiscard]] static FakeRefusal rootlessMemory();
    [[nodiscard]] static FakeRefusal rootlessPids();
    [[nodiscard]] static FakeRefusal podmanPids();
    [[nodiscard]] static FakeRefusal podmanMemory();
};

/// A daemon in the test's process, for what a real one (DockerDaemon) cannot be made to do: it answers from a small model, and as badly as
/// the test's rules want. Every request is kept. It is strict: a request or a key of a query that it does not know, and what is no HTTP, is
/// a problem, and a test ends with `QCOMPARE(engine.problems(), QStringList())`.
///
/// The test's thread calls it; it answers on threads of its own, which are gone with it.
class FakeEngine final
{
public:
    explicit FakeEngine(FakeKind kind = FakeKind::Docker);
    ~FakeEngine();
    FakeEngine(const FakeEngine &) = delete;
    FakeEngine &operator=(const FakeEngine &) = delete;

    /// Listens on a short Unix socket; again after stop(), with all containers of before.
    [[nodiscard]] bool start();
    /// Listens on a port of 127.0.0.1 as well; 0 when that fails.
    [[nodiscard]] quint16 startTcp() { return m_server->listenOnTcp(); }
    void stop();
    void dropConnections() { m_server->dropConnections(); }
    [[nodiscard]] QString socketPath() const { return m_folder.filePath(QStringLiteral("s")); }
    [[nodiscard]] QString address() const { return u"unix://" + socketPath(); }

    [[nodiscard]] FakeEngineModel &model() { return m_model; }

    void add(const FakeRule &rule);
    void add(const FakeRefusal &refusal);
    void clearRules();
    /// The newest and the oldest version of the interface that it speaks; by default those of Docker 26 or Podman 5.
    void setApiVersions(const QString &newest, const QString &oldest);
    /// Sends every body in chunks of so many bytes; 0: as one with its length.
    void setChunkBytes(qsizetype bytes);

    [[nodiscard]] QList<FakeRequest> requests() const;
    /// "POST /containers/create", without version and query, in the order of arrival.
    [[nodiscard]] QStringList requestLines() const;
    [[nodiscard]] QStringList problems() const;

private:
    void serve(const FakeRequest &request, FakeConnection &connection);
    [[nodiscard]] FakeAnswer answer(const FakeRequest &request, const QString &path, const QString &version);
    [[nodiscard]] std::optional<FakeAnswer> refusalOf(const FakeRequest &request, const QString &path);
    [[nodiscard]] FakeAnswer createdWithWarnings(FakeAnswer answer, const FakeRequest &request) const;
    [[nodiscard]] FakeAnswer versionAnswer() const;
    [[nodiscard]] FakeAnswer pingAnswer() const;
    [[nodiscard]] FakeRule takeRule(const FakeRequest &request, const QString &path);
    void send(FakeAnswer answer, const FakeRequest &request, const FakeRule &rule, FakeConnection &connection) const;
    void sendRaw(const FakeAnswer &answer, FakeConnection &connection) const;
    void complain(const QString &problem);

    const FakeKind m_kind;
    QTemporaryDir m_folder;
    FakeEngineModel m_model;
    mutable std::mutex m_mutex; ///< For what follows, but the server.
    QList<FakeRule> m_rules;
    QList<FakeRefusal> m_refusals;
    QString m_newest;
    QString m_oldest;
    qsizetype m_chunkBytes = 0;
    QList<FakeRequest> m_requests;
    QStringList m_lines;
    QStringList m_problems;
    std::unique_ptr<FakeHttpServer> m_server;
};

} // namespace hermes::tests
