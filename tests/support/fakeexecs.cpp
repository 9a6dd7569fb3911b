// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a fake daemon answers about commands and files in containers.

#include "tests/support/fakeenginemodel.h"

#include <QFileInfo>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace hermes::tests {

FakeAnswer FakeEngineModel::archive(const FakeRequest &request, const Match &match)
{
    FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    const QString path = request.value(u"path"_s);
    if (request.method == "PUT") {
        container->archives.insert(path, request.body);
        return {};
    }
    const auto found = container->archives.constFind(path);
    if (found == container->archives.cend())
        return failure(404, u"Could not find the file %1 in container %2"_s.arg(path, match.first()));
    const QJsonObject status {{u"name"_s, QFileInfo(path).fileName()},
                              {u"size"_s, found->size()},
                              {u"mode"_s, 0755},
                              {u"mtime"_s, container->since.toString(Qt::ISODate)},
                              {u"linkTarget"_s, QString()}};
    return {.body = *found,
            .contentType = "application/x-tar",
            .headers = {{"X-Docker-Container-Path-Stat", QJsonDocument(status).toJson(QJsonDocument::Compact).toBase64()}}};
}

FakeAnswer FakeEngineModel::createExec(const FakeRequest &request, const Match &match)
{
    const FakeContainer *container = find(match.first());
    if (!container)
        return noContainer(match.first());
    if (!container->isRunning())
        return m_kind == FakeKind::Docker
            ? failure(409, u"container %1 is not running"_s.arg(container->id))
            : failure(409, u"can only create exec sessions on running containers: container state improper"_s,
                      u"container state improper"_s);
    const QString id = newId();
    const QJsonObject created = QJsonDocument::fromJson(request.body).object();
    m_execs.insert(id, {.container = container->id, .created = created});
    tellOf(*container, u"exec_create: "_s + created.value(u"Cmd"_s).toVariant().toStringList().join(u' '));
    return {.status = 201, .body = fakeJson(QJsonObject {{u"Id"_s, id}})};
}

FakeAnswer FakeEngineModel::startExec(const FakeRequest &request, const Match &match)
{
    const auto exec = m_execs.find(match.first());
    if (exec == m_execs.end())
        return failure(404, u"No such exec instance: "_s + match.first());
    exec->started = true;
    exec->outcome = m_execStart ? m_execStart(exec->created) : FakeOutcome {.exitCode = 0};
    if (QJsonDocument::fromJson(request.body)[u"Detach"_s].toBool())
        return {};
    const FakeOutcome outcome = exec->outcome;
    return {.stream =
                [this, outcome](const FakeAnswer::Write &write, const FakeConnection &connection) {
                    if (!outcome.out.isEmpty())
                        write(fakeFrame(1, outcome.out));
                    if (!outcome.err.isEmpty())
                        write(fakeFrame(2, outcome.err));
                    while (!outcome.exitCode && connection.wait(std::chrono::milliseconds(50))) { }
                },
            .upgrade = true};
}

FakeAnswer FakeEngineModel::inspectExec(const FakeRequest &, const Match &match)
{
    const auto exec = m_execs.constFind(match.first());
    if (exec == m_execs.cend())
        return failure(404, u"No such exec instance: "_s + match.first());
    const bool running = exec->started && !exec->outcome.exitCode;
    return {
        .body = fakeJson(QJsonObject {{u"ID"_s, match.first()},
                                      {u"ContainerID"_s, exec->container},
                                      {u"Running"_s, running},
                                      {u"ExitCode"_s, exec->outcome.exitCode ? QJsonValue(*exec->outcome.exitCode) : QJsonValue()},
                                      {u"Pid"_s, running ? 4243 : 0},
                                      {u"ProcessConfig"_s, QJsonObject {{u"tty"_s, exec->created.value(u"Tty"_s).toBool()}}}})};
}

} // namespace hermes::tests
