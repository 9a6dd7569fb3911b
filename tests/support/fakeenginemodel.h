// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/support/fakehttpserver.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QStringList>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>

namespace hermes::tests {

/// Docker, or Podman with what it answers otherwise.
enum class FakeKind { Docker, Podman };

/// What a process in a fake container does.
struct FakeOutcome
{
    std::optional<int> exitCode = {}; ///< None: it runs until it is ended.
    QByteArray out = {};
    QByteArray err = {};
};

struct FakeContainer
{
    QString id = {};
    QString name = {};
    QJsonObject created = {}; ///< The body of the request that made it.
    QString state = QStringLiteral("created");
    QDateTime since = QDateTime::currentDateTimeUtc();
    int exitCode = 0;
    bool oomKilled = false;
    int starts = 0;
    FakeOutcome outcome = {};
    QMap<QString, QByteArray> archives = {}; ///< By folder: what was put there, and what the test says is there.

    [[nodiscard]] bool isRunning() const { return state == u"running"; }
};

struct FakeImage
{
    QString name = {}; ///< With its tag.
    QString architecture = QStringLiteral("amd64");
    QJsonObject config = {};
    qint64 size = 1'000'000;
};

/// How a pull of an image goes.
struct FakePull
{
    QList<QJsonObject> progress = {};
    QString error = {}; ///< Not empty: the pull ends with this, as an object in the stream of a started answer.
    std::chrono::milliseconds pause {0}; ///< Before each object.
};

struct FakeExec
{
    QString container = {};
    QJsonObject created = {};
    FakeOutcome outcome = {};
    bool started = false;
};

/// An answer to a request, before any rule spoils it.
struct FakeAnswer
{
    int status = 200;
    QByteArray body = {};
    QByteArray contentType = "application/json";
    QList<std::pair<QByteArray, QByteArray>> headers = {};
    /// Writes the body instead, piece by piece, until it returns or `write` says that nobody listens.
    using Write = std::function<bool(QByteArrayView)>;
    std::function<void(const Write &write, const FakeConnection &connection)> stream = {};
    bool upgrade = false; ///< The connection becomes a raw stream where the request asks for that.
};

/// The containers, images and volumes of a fake daemon, and what it answers to the questions of the Engine API about them. Any thread.
class FakeEngineModel final
{
public:
    explicit FakeEngineModel(FakeKind kind) : m_kind(kind) { }

    /// Nothing for a request that no daemon knows, or whose query has a key that none knows.
    [[nodiscard]] std::optional<FakeAnswer> answer(const FakeRequest &request, const QString &path);
    [[nodiscard]] FakeAnswer failure(int status, const QString &message, const QString &cause = {}) const;

    /// What the test does behind the back of the program; with the events that a daemon tells.
    void addImage(const FakeImage &image);
    void addContainer(const FakeContainer &container);
    void endContainer(const QString &name, int exitCode, bool oomKilled = false);
    void removeContainer(const QString &name);
    /// The answer to a start of a container that ends at once, whatever it is set to do.
    [[nodiscard]] FakeAnswer startAndEnd(const QString &name, const FakeOutcome &outcome);
    void setPull(const QString &image, const FakePull &pull);
    /// What the daemon says of itself (GET /info) in other words than usual.
    void setAccount(const QJsonObject &account);
    /// What containers and execs do when they start; by default containers run on, and execs end at once with 0.
    using Start = std::function<FakeOutcome(const QJsonObject &created)>;
    void setContainerStart(Start start);
    void setExecStart(Start start);

    [[nodiscard]] QList<FakeContainer> containers() const;
    [[nodiscard]] QStringList volumes() const;
    /// Ends what waits, for the end of the server.
    void stop();

private:
    using Match = QStringList;
    struct Route;
    static const QList<Route> &routes();

    // In fakecontainers.cpp
    FakeAnswer createContainer(const FakeRequest &request, const Match &match);
    FakeAnswer listContainers(const FakeRequest &request, const Match &match);
    FakeAnswer inspectContainer(const FakeRequest &request, const Match &match);
    FakeAnswer startContainer(const FakeRequest &request, const Match &match);
    FakeAnswer stopContainer(const FakeRequest &request, const Match &match);
    FakeAnswer killContainer(const FakeRequest &request, const Match &match);
    FakeAnswer waitContainer(const FakeRequest &request, const Match &match);
    FakeAnswer renameContainer(const FakeRequest &request, const Match &match);
    FakeAnswer deleteContainer(const FakeRequest &request, const Match &match);
    FakeAnswer attachContainer(const FakeRequest &request, const Match &match);
    FakeAnswer containerLogs(const FakeRequest &request, const Match &match);
    FakeAnswer containerStats(const FakeRequest &request, const Match &match);
    FakeAnswer containerTop(const FakeRequest &request, const Match &match);
    // In fakeexecs.cpp
    FakeAnswer archive(const FakeRequest &request, const Match &match);
    FakeAnswer createExec(const FakeRequest &request, const Match &match);
    FakeAnswer startExec(const FakeRequest &request, const Match &match);
    FakeAnswer inspectExec(const FakeRequest &request, const Match &match);
    // In fakeengineimages.cpp
    FakeAnswer info(const FakeRequest &request, const Match &match);
    FakeAnswer events(const FakeRequest &request, const Match &match);
    FakeAnswer listImages(const FakeRequest &request, const Match &match);
    FakeAnswer inspectImage(const FakeRequest &request, const Match &match);
    FakeAnswer deleteImage(const FakeRequest &request, const Match &match);
    FakeAnswer pullImage(const FakeRequest &request, const Match &match);
    FakeAnswer createVolume(const FakeRequest &request, const Match &match);
    FakeAnswer listVolumes(const FakeRequest &request, const Match &match);
    FakeAnswer inspectVolume(const FakeRequest &request, const Match &match);
    FakeAnswer deleteVolume(const FakeRequest &request, const Match &match);

    [[nodiscard]] QString newId();
    [[nodiscard]] FakeContainer *find(const QString &name);
    [[nodiscard]] FakeAnswer noContainer(const QString &name) const;
    [[nodiscard]] FakeAnswer noImage(const QString &name) const;
    [[nodiscard]] QString fullImageName(const QString &name) const;
    [[nodiscard]] FakeAnswer begin(FakeContainer &container, const FakeOutcome &outcome);
    void end(FakeContainer &container, int exitCode);
    void tell(const QString &type, const QString &action, const QString &id, const QJsonObject &attributes);
    void tellOf(const FakeContainer &container, const QString &action);

    FakeKind m_kind;
    mutable std::recursive_mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_stopping = false;
    int m_ids = 0;
    QMap<QString, FakeContainer> m_containers; ///< By id, in the order of creation.
    QMap<QString, FakeImage> m_images;
    QMap<QString, FakePull> m_pulls;
    QJsonObject m_account;
    QMap<QString, QJsonObject> m_volumes;
    QMap<QString, FakeExec> m_execs;
    QList<QJsonObject> m_events;
    Start m_containerStart;
    Start m_execStart;
};

/// A stream of docker's for one piece of output: 1 is stdout, 2 stderr.
[[nodiscard]] QByteArray fakeFrame(int stream, QByteArrayView bytes);
/// The filters of a listing, the values of one of them, and whether labels pass the one for labels: "key" or "key=value", all of them.
[[nodiscard]] QJsonObject fakeFilters(const FakeRequest &request);
[[nodiscard]] QStringList fakeFilterValues(const QJsonObject &filters, const QString &key);
[[nodiscard]] bool fakeLabelsPass(const QJsonObject &labels, const QJsonObject &filters);
/// The bytes of a JSON value as an answer has them.
[[nodiscard]] QByteArray fakeJson(const QJsonObject &object);
[[nodiscard]] QByteArray fakeJson(const QJsonArray &array);

} // namespace hermes::tests
