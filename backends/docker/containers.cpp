// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/containers.h"

#include <QJsonArray>
#include <QUrl>

#include <thread>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// A daemon under load takes its time for a start.
constexpr std::chrono::seconds StartLimit {120};
constexpr std::chrono::seconds RemovalLimit {30};
constexpr std::chrono::milliseconds RemovalLook {20};
constexpr std::chrono::seconds FateLimit {5};
constexpr std::chrono::seconds UnpauseLimit {5};
/// A list is there at once, or the daemon hangs: those who look at it want to know.
constexpr std::chrono::seconds ListLimit {5};
/// A connection that is dead without a sign is noticed by then.
constexpr std::chrono::seconds FollowLimit {20};

/// The parameter `filters` of the API.
QString filtersOf(const QJsonObject &filters)
{
    return QString::fromUtf8(QJsonDocument(filters).toJson(QJsonDocument::Compact));
}

QByteArray jsonOf(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QStringList namesIn(const QJsonArray &objects)
{
    QStringList names;
    for (const auto object : objects)
        names.append(object.toObject().value("Name"_L1).toString());
    return names;
}

QString pathOf(const QString &id, const QString &rest)
{
    return u"/containers/"_s + id + rest;
}

Result<> forget(const Result<QByteArray> &answer)
{
    return answer.transform([](const QByteArray &) { });
}

bool isGone(const Fault &fault)
{
    return fault.kind == FaultKind::NotFound;
}
} // namespace

Result<CreatedContainer> Containers::create(const QString &name, const QJsonObject &body, std::stop_token stop) const
{
    const auto answer = m_client->askJson({.method = "POST",
                                           .path = u"/containers/create"_s,
                                           .query = queryOf({{u"name"_s, name}}),
                                           .body = jsonOf(body),
                                           .silence = StartLimit},
                                          std::move(stop));
    if (!answer)
        return std::unexpected(answer.error());
    CreatedContainer created {.id = answer->object().value("Id"_L1).toString()};
    const QJsonArray warnings = answer->object().value("Warnings"_L1).toArray();
    for (const auto warning : warnings)
        created.warnings.append(warning.toString());
    return created;
}

Result<> Containers::start(const QString &id, std::stop_token stop) const
{
    return forget(m_client->ask({.method = "POST", .path = pathOf(id, u"/start"_s), .silence = StartLimit}, std::move(stop)));
}

Result<std::unique_ptr<hosts::ByteStream>> Containers::attach(const QString &id, std::stop_token stop) const
{
    return m_client->attach(
        {.method = "POST",
         .path = pathOf(id, u"/attach"_s),
         .query = queryOf({{u"stream"_s, u"1"_s}, {u"stdin"_s, u"1"_s}, {u"stdout"_s, u"1"_s}, {u"stderr"_s, u"1"_s}})},
        std::move(stop));
}

Result<ContainerDetails> Containers::inspect(const QString &id, std::stop_token stop) const
{
    return m_client->askJson({.path = pathOf(id, u"/json"_s)}, std::move(stop))
        .and_then([&](const QJsonDocument &answer) -> Result<ContainerDetails> {
            if (auto details = containerFromInspect(answer.object()))
                return *details;
            return fail(FaultKind::Conflict, u"The container %1 is none of ours"_s.arg(id));
        });
}

Result<std::optional<ContainerDetails>> Containers::findSandbox(const ProfiledId &name, const QString &machine,
                                                                std::stop_token stop) const
{
    const auto found = list(labelsOfSandbox(name, machine), stop);
    if (!found)
        return std::unexpected(found.error());
    for (const ContainerInfo &container : *found) {
        // One without a profile has no label that could be asked for.
        if (container.labels.name != name)
            continue;
        auto details = inspect(container.id, stop);
        if (!details && details.error().kind == FaultKind::NotFound)
            continue;
        return details.transform([](const ContainerDetails &it) { return std::optional(it); });
    }
    return std::nullopt;
}

Result<> Containers::remove(const QString &id, std::stop_token stop) const
{
    const EngineRequest removal {.method = "DELETE",
                                 .path = u"/containers/"_s + id,
                                 .query = queryOf({{u"force"_s, u"1"_s}, {u"v"_s, u"1"_s}}),
                                 .silence = RemovalLimit};
    const auto deadline = std::chrono::steady_clock::now() + RemovalLimit;
    for (;;) {
        const auto removed = m_client->ask(removal, stop);
        if (removed || isGone(removed.error()))
            return {};
        // Somebody else removes it at this moment, the daemon itself for one: it must be gone all the same.
        if (removed.error().kind != FaultKind::Conflict || std::chrono::steady_clock::now() >= deadline)
            return std::unexpected(inContext(u"The container %1 could not be removed"_s.arg(id.first(12)), removed.error()));
        if (stop.stop_requested())
            return fail(FaultKind::Cancelled, u"Removing the container %1 was cancelled"_s.arg(id.first(12)));
        std::this_thread::sleep_for(RemovalLook);
    }
}

Result<> Containers::unpause(const QString &id, std::stop_token stop) const
{
    return forget(m_client->ask({.method = "POST", .path = pathOf(id, u"/unpause"_s), .silence = UnpauseLimit}, std::move(stop)));
}

Result<QList<ContainerInfo>> Containers::list(const QStringList &labels, std::stop_token stop) const
{
    const QString filters = filtersOf(
        {{u"label"_s, QJsonArray::fromStringList(labels + QStringList {QLatin1StringView(OwnLabel)})}});
    return m_client
        ->askJson(
            {.path = u"/containers/json"_s, .query = queryOf({{u"all"_s, u"1"_s}, {u"filters"_s, filters}}), .silence = ListLimit},
            std::move(stop))
        .transform([](const QJsonDocument &answer) {
            QList<ContainerInfo> list;
            const QJsonArray entries = answer.array();
            for (const auto entry : entries) {
                if (auto info = containerFromList(entry.toObject()))
                    list.append(std::move(*info));
            }
            return list;
        });
}

Result<Containers::Exec> Containers::exec(const QString &id, const QStringList &command, std::stop_token stop) const
{
    const auto created = m_client->askJson(
        {.method = "POST", .path = pathOf(id, u"/exec"_s), .body = jsonOf(execBody(command)), .silence = StartLimit}, stop);
    if (!created)
        return std::unexpected(created.error());
    Exec exec {.id = created->object().value("Id"_L1).toString()};
    auto stream = m_client->attach({.method = "POST",
                                    .path = u"/exec/"_s + exec.id + u"/start"_s,
                                    .body = jsonOf({{u"Detach"_s, false}, {u"Tty"_s, false}}),
                                    .silence = StartLimit},
                                   std::move(stop));
    if (!stream)
        return std::unexpected(stream.error());
    exec.stream = std::move(*stream);
    return exec;
}

Result<std::optional<int>> Containers::execExitCode(const QString &execId, std::stop_token stop) const
{
    return m_client->askJson({.path = u"/exec/"_s + execId + u"/json"_s}, std::move(stop))
        .transform([](const QJsonDocument &answer) -> std::optional<int> {
            const QJsonObject exec = answer.object();
            if (exec.value("Running"_L1).toBool())
                return std::nullopt;
            return exec.value("ExitCode"_L1).toInt();
        });
}

Result<qint64> Containers::fileSize(const QString &id, const QString &path, std::stop_token stop) const
{
    return m_client->askHead({.path = pathOf(id, u"/archive"_s), .query = queryOf({{u"path"_s, path}})}, std::move(stop))
        .transform([](const HttpHead &head) {
            const QByteArray stat = QByteArray::fromBase64(head.header("x-docker-container-path-stat"));
            return QJsonDocument::fromJson(stat).object().value("size"_L1).toInteger(-1);
        });
}

Result<> Containers::unpack(const QString &id, const QString &folder, const QByteArray &tar, std::stop_token stop) const
{
    return forget(m_client->ask({.method = "PUT",
                                 .path = pathOf(id, u"/archive"_s),
                                 .query = queryOf({{u"path"_s, folder}}),
                                 .body = tar,
                                 .contentType = "application/x-tar"},
                                std::move(stop)));
}

Result<ContainerUsage> Containers::usage(const QString &id, std::stop_token stop) const
{
    return m_client
        ->askJson({.path = pathOf(id, u"/stats"_s), .query = queryOf({{u"stream"_s, u"0"_s}, {u"one-shot"_s, u"1"_s}})},
                  std::move(stop))
        .transform([](const QJsonDocument &answer) { return usageFromStats(answer.object()); });
}

Result<> Containers::follow(const std::function<void()> &changed, std::stop_token stop) const
{
    const QString filters = filtersOf(
        {{u"type"_s, QJsonArray {u"container"_s}}, {u"label"_s, QJsonArray {QLatin1StringView(OwnLabel)}}});
    const EngineRequest request {.path = u"/events"_s, .query = queryOf({{u"filters"_s, filters}}), .silence = FollowLimit};
    const auto take = [&](const QJsonObject &event) -> Result<bool> {
        // A sandbox has an exec for each call.
        if (!event.value("Action"_L1).toString().startsWith("exec_"_L1))
            changed();
        return true;
    };
    return m_client->streamObjects(request, take, std::move(stop)).and_then([&]() -> Result<> {
        return fail(FaultKind::Unreachable, u"The daemon at %1 has ended its events"_s.arg(m_client->name()));
    });
}

Result<QStringList> Containers::networks(std::stop_token stop) const
{
    return m_client->askJson({.path = u"/networks"_s, .silence = ListLimit}, std::move(stop))
        .transform([](const QJsonDocument &answer) { return namesIn(answer.array()); });
}

Result<QStringList> Containers::volumes(const QString &beginning, std::stop_token stop) const
{
    return m_client->askJson({.path = u"/volumes"_s, .silence = ListLimit}, std::move(stop))
        .transform([&](const QJsonDocument &answer) {
            QStringList names = namesIn(answer.object().value("Volumes"_L1).toArray());
            names.removeIf([&](const QString &name) { return !name.startsWith(beginning); });
            return names;
        });
}

Result<> Containers::removeVolume(const QString &name, std::stop_token stop) const
{
    return forget(m_client->ask({.method = "DELETE", .path = u"/volumes/"_s + name, .silence = RemovalLimit}, std::move(stop)));
}

Result<ImageInfo> Containers::image(const QString &name, std::stop_token stop) const
{
    return m_client->askJson({.path = u"/images/"_s + name + u"/json"_s}, std::move(stop))
        .transform([](const QJsonDocument &answer) { return imageFromJson(answer.object()); });
}

ContainerFate Containers::fate(const QString &id, const QDateTime &since, std::stop_token stop) const
{
    ContainerFate fate;
    const QString filters = filtersOf({{u"container"_s, QJsonArray {id}}, {u"type"_s, QJsonArray {u"container"_s}}});
    const EngineRequest request {.path = u"/events"_s,
                                 .query = queryOf({{u"since"_s, QString::number(since.toSecsSinceEpoch() - 1)},
                                                   {u"until"_s, QString::number(QDateTime::currentSecsSinceEpoch() + 1)},
                                                   {u"filters"_s, filters}}),
                                 .silence = FateLimit};
    const auto note = [&](const QJsonObject &event) -> Result<bool> {
        const QString action = event.value("Action"_L1).toString();
        if (action == "oom"_L1)
            fate.outOfMemory = true;
        else if (action == "kill"_L1 || action == "stop"_L1)
            fate.killed = true;
        else if (action == "destroy"_L1)
            fate.removed = true;
        else if (action == "die"_L1)
            fate.exitCode =
                event.value("Actor"_L1).toObject().value("Attributes"_L1).toObject().value("exitCode"_L1).toString().toInt();
        return action != "destroy"_L1;
    };
    // Without an answer there is less to say, that is all.
    std::ignore = m_client->streamObjects(request, note, std::move(stop));
    return fate;
}

} // namespace hermes::docker
