// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a fake daemon answers about containers.

#include "tests/support/fakeenginemodel.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace hermes::tests {

namespace {

const QString NoTime = u"0001-01-01T00:00:00Z"_s;

QString timeText(const QDateTime &time)
{
    return time.toString(Qt::ISODateWithMs);
}

bool passes(const FakeContainer &container, const QJsonObject &filters)
{
    const auto any = [&filters](const QString &key, const auto &fits) {
        const QStringList values = fakeFilterValues(filters, key);
        return values.isEmpty() || std::ranges::any_of(values, fits);
    };
    const QJsonObject labels = container.created.value(u"Labels"_s).toObject();
    return fakeLabelsPass(labels, filters)
        && any(u"name"_s, [&container](const QString &name) { return QString(u'/' + container.name).contains(name); })
        && any(u"id"_s, [&container](const QString &id) { return container.id.startsWith(id); })
        && any(u"status"_s, [&container](const QString &status) { return container.state == status; });
}

QJsonObject inspected(const FakeContainer &container, FakeKind kind)
{
    const bool ran = container.starts > 0;
    QJsonObject host = container.created.value(u"HostConfig"_s).toObject();
    if (!host.contains(u"NetworkMode"_s) || host.value(u"NetworkMode"_s).toString().isEmpty())
        host[u"NetworkMode"_s] = u"bridge"_s;
    QJsonObject config = container.created;
    config.remove(u"HostConfig"_s);
    config.remove(u"NetworkingConfig"_s);
    QJsonObject state {{u"Status"_s, container.state},
                       {u"Running"_s, container.isRunning()},
                       {u"Paused"_s, false},
                       {u"Restarting"_s, false},
                       {u"OOMKilled"_s, container.oomKilled},
                       {u"Dead"_s, false},
                       {u"Pid"_s, container.isRunning() ? 4242 : 0},
                       {u"ExitCode"_s, container.exitCode},
                       {u"Error"_s, QString()},
                       {u"StartedAt"_s, ran ? timeText(container.since) : NoTime},
                       {u"FinishedAt"_s, container.state == u"exited" ? timeText(container.since) : NoTime}};
    return {{u"Id"_s, container.id},
            {u"Created"_s, timeText(container.since)},
            {u"Name"_s, QString(u'/' + container.name)},
            {u"State"_s, state},
            {u"Image"_s, QString(u"sha256:"_s + QString(64, u'1'))},
            {u"RestartCount"_s, 0},
            {u"Platform"_s, u"linux"_s},
            {u"Driver"_s, kind == FakeKind::Podman ? u"overlay"_s : u"overlay2"_s},
            {u"HostConfig"_s, host},
            {u"Config"_s, config},
            {u"Mounts"_s, QJsonArray()},
            {u"NetworkSettings"_s, QJsonObject {{u"Networks"_s, QJsonObject()}}}};
}

QJsonObject listed(const FakeContainer &container, FakeKind kind)
{
    QJsonObject row {{u"Id"_s, container.id},
                     {u"Names"_s, QJsonArray {QString(u'/' + container.name)}},
                     {u"Image"_s, container.created.value(u"Image"_s)},
                     {u"ImageID"_s, QString(u"sha256:"_s + QString(64, u'1'))},
                     {u"Command"_s, container.created.value(u"Cmd"_s).toVariant().toStringList().join(u' ')},
                     {u"Created"_s, container.since.toSecsSinceEpoch()},
                     {u"Ports"_s, QJsonArray()},
                     {u"Labels"_s, container.created.value(u"Labels"_s).toObject()},
                     {u"State"_s, container.state},
                     {u"Status"_s, container.isRunning() ? u"Up 3 seconds"_s : container.state},
                     {u"NetworkSettings"_s, QJsonObject {{u"Networks"_s, QJsonObject()}}},
                     {u"Mounts"_s, QJsonArray()}};
    if (kind == FakeKind::Podman) {
        row[u"Name"_s] = QString();
        row[u"Config"_s] = QJsonValue::Null;
    } else {
        const QString mode = container.created.value(u"HostConfig"_s)[u"NetworkMode"_s].toString(u"bridge"_s);
        row[u"HostConfig"_s] = QJsonObject {{u"NetworkMode"_s, mode}};
    }
    return row;
}

} // namespace

FakeAnswer FakeEngineModel::createContainer(const FakeRequest &request, const Match &)
{
    QJsonObject created = QJsonDocument::fromJson(request.body).object();
    const QString image = created.value(u"Image"_s).toString();
    const QString name = request.value(u"name"_s);
    if (!m_images.contains(fullImageName(image)))
        return noImage(image);
    if (const FakeContainer *other = find(name); other && !name.isEmpty()) {
        if (m_kind == FakeKind::Docker)
            return failure(
                409,
                u"Conflict. The container name \"/%1\" is already in use by container \"%2\". You have to remove (or rename) "
                u"that container to be able to reuse that name."_s.arg(name, other->id));
        return failure(
            500,
            u"container create: creating container storage: the container name \"%1\" is already in use by %2. You have to "
            u"remove that container to be able to reuse that name: that name is already in use"_s.arg(name, other->id),
            u"that name is already in use"_s);
    }
    if (m_kind == FakeKind::Podman)
        created[u"Image"_s] = fullImageName(image);
    FakeContainer container {.id = newId(), .name = name, .created = created};
    if (name.isEmpty())
        container.name = u"nameless_%1"_s.arg(m_ids);
    m_containers.insert(container.id, container);
    tellOf(container, u"create"_s);
    return {.status = 201, .body = fakeJson(QJsonObject {{u"Id"_s, container.id}, {u"Warnings"_s, QJsonArray()}})};
}

FakeAnswer FakeEngineModel::listContainers(const FakeRequest &request, const Match &)
{
    const QJsonObject filters = fakeFilters(request);
    QJsonArray rows;
    for (const FakeContainer &container : std::as_const(m_containers)) {
        if ((request.asks(u"all"_s) || container.isRunning() || filters.contains(u"status"_s)) && passes(container, filters))
            rows.prepend(listed(container, m_kind));
    }
    return {.body = fakeJson(rows)};
}

FakeAnswer FakeEngineModel::inspectContainer(const FakeRequest &, const Match &match)
{
    const FakeContainer *container = find(match.first());
    return container ? FakeAnswer {.body = fakeJson(inspected(*container, m_kind))} : noContainer(match.first());
}

FakeAnswer FakeEngineModel::startContainer(const FakeRequest &, const Match &match)
{
    FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    if (container->isRunning())
        return {.status = 304};
    return begin(*container, m_containerStart ? m_containerStart(container->created) : FakeOutcome());
}

FakeAnswer FakeEngineModel::startAndEnd(const QString &name, const FakeOutcome &outcome)
{
    const std::scoped_lock lock(m_mutex);
    FakeContainer *container = find(name);
    return container ? begin(*container, outcome) : noContainer(name);
}

FakeAnswer FakeEngineModel::begin(FakeContainer &container, const FakeOutcome &outcome)
{
    container.state = u"running"_s;
    container.since = QDateTime::currentDateTimeUtc();
    ++container.starts;
    container.outcome = outcome;
    tellOf(container, u"start"_s);
    if (outcome.exitCode)
        end(container, *outcome.exitCode);
    return {.status = 204};
}

FakeAnswer FakeEngineModel::stopContainer(const FakeRequest &, const Match &match)
{
    FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    if (!container->isRunning())
        return {.status = 304};
    end(*container, 143);
    return {.status = 204};
}

FakeAnswer FakeEngineModel::killContainer(const FakeRequest &request, const Match &match)
{
    FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    if (!container->isRunning())
        return m_kind == FakeKind::Docker
            ? failure(409, u"cannot kill container: %1: container %2 is not running"_s.arg(match.first(), container->id))
            : failure(409,
                      u"can only kill running containers. %1 is in state %2: container state improper"_s.arg(container->id,
                                                                                                             container->state),
                      u"container state improper"_s);
    tellOf(*container, u"kill"_s);
    const QString signal = request.value(u"signal"_s);
    end(*container, signal == u"TERM" || signal == u"SIGTERM" || signal == u"15" ? 143 : 137);
    return {.status = 204};
}

FakeAnswer FakeEngineModel::waitContainer(const FakeRequest &request, const Match &match)
{
    FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    const QString condition = request.value(u"condition"_s);
    const QString id = container->id;
    const int starts = condition == u"next-exit" && !container->isRunning() ? container->starts + 1 : container->starts;
    return {.stream = [this, id, condition, starts](const FakeAnswer::Write &write, const FakeConnection &connection) {
        int exitCode = 0;
        const auto isOver = [&] {
            const auto found = m_containers.constFind(id);
            if (found == m_containers.cend())
                return true;
            exitCode = found->exitCode;
            return condition != u"removed" && !found->isRunning() && found->starts >= starts;
        };
        std::unique_lock lock(m_mutex);
        while (!isOver()) {
            if (m_stopping || m_changed.wait_for(lock, std::chrono::milliseconds(50)) == std::cv_status::timeout) {
                lock.unlock();
                if (!connection.wait(std::chrono::milliseconds(0)))
                    return;
                lock.lock();
            }
        }
        lock.unlock();
        write(fakeJson(QJsonObject {{u"StatusCode"_s, exitCode}}));
    }};
}

FakeAnswer FakeEngineModel::renameContainer(const FakeRequest &request, const Match &match)
{
    FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    container->name = request.value(u"name"_s);
    tellOf(*container, u"rename"_s);
    return {.status = 204};
}

FakeAnswer FakeEngineModel::deleteContainer(const FakeRequest &request, const Match &match)
{
    const FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    if (container->isRunning() && !request.asks(u"force"_s))
        return m_kind == FakeKind::Docker
            ? failure(409,
                      u"cannot remove container \"/%1\": container is running: stop the container before removing or force remove"_s
                          .arg(container->name))
            : failure(
                  500,
                  u"cannot remove container %1 as it is running - running or paused containers cannot be removed without force: "
                  u"container state improper"_s.arg(container->id),
                  u"container state improper"_s);
    removeContainer(container->id);
    return {.status = 204};
}

FakeAnswer FakeEngineModel::attachContainer(const FakeRequest &, const Match &match)
{
    const FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    const QString id = container->id;
    const int starts = container->isRunning() ? container->starts : container->starts + 1;
    return {.stream =
                [this, id, starts](const FakeAnswer::Write &write, const FakeConnection &connection) {
                    std::unique_lock lock(m_mutex);
                    const auto isOver = [&] {
                        const auto found = m_containers.constFind(id);
                        return found == m_containers.cend() || (!found->isRunning() && found->starts >= starts);
                    };
                    while (!isOver()) {
                        m_changed.wait_for(lock, std::chrono::milliseconds(50));
                        lock.unlock();
                        const bool here = connection.wait(std::chrono::milliseconds(0));
                        lock.lock();
                        if (!here || m_stopping)
                            return;
                    }
                    const FakeOutcome outcome = m_containers.value(id).outcome;
                    lock.unlock();
                    write(fakeFrame(1, outcome.out));
                    write(fakeFrame(2, outcome.err));
                },
            .upgrade = true};
}

FakeAnswer FakeEngineModel::containerLogs(const FakeRequest &request, const Match &match)
{
    const FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    FakeAnswer answer {.contentType = "application/vnd.docker.multiplexed-stream"};
    if (request.asks(u"stdout"_s) && !container->outcome.out.isEmpty())
        answer.body += fakeFrame(1, container->outcome.out);
    if (request.asks(u"stderr"_s) && !container->outcome.err.isEmpty())
        answer.body += fakeFrame(2, container->outcome.err);
    return answer;
}

FakeAnswer FakeEngineModel::containerStats(const FakeRequest &, const Match &match)
{
    const FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    const double memory = container->created.value(u"HostConfig"_s)[u"Memory"_s].toDouble();
    const QJsonObject usage {{u"total_usage"_s, 34'196'257}, {u"usage_in_kernelmode"_s, 0}, {u"usage_in_usermode"_s, 0}};
    return {
        .body = fakeJson(QJsonObject {
            {u"read"_s, timeText(QDateTime::currentDateTimeUtc())},
            {u"pids_stats"_s, QJsonObject {{u"current"_s, 1}}},
            {u"cpu_stats"_s,
             QJsonObject {{u"cpu_usage"_s, usage}, {u"system_cpu_usage"_s, 46'556'520'000'000.0}, {u"online_cpus"_s, 2}}},
            {u"precpu_stats"_s, QJsonObject {{u"cpu_usage"_s, QJsonObject {{u"total_usage"_s, 0}}}}},
            {u"memory_stats"_s,
             QJsonObject {{u"usage"_s, 663'552}, {u"stats"_s, QJsonObject {{u"inactive_file"_s, 4'096}}}, {u"limit"_s, memory}}}})};
}

FakeAnswer FakeEngineModel::containerTop(const FakeRequest &, const Match &match)
{
    const FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    if (!container->isRunning())
        return failure(409, u"container %1 is not running"_s.arg(container->id));
    const QString command = container->created.value(u"Cmd"_s).toVariant().toStringList().join(u' ');
    return {.body = fakeJson(QJsonObject {{u"Titles"_s, QJsonArray {u"PID"_s, u"CMD"_s}},
                                          {u"Processes"_s, QJsonArray {QJsonArray {u"4242"_s, command}}}})};
}

} // namespace hermes::tests
