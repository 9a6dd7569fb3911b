// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/fakeengine.h"

#include <QDir>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QVersionNumber>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::tests {

namespace {

/// Whether a container is to have the option: it is there, and neither empty nor off.
bool wants(const QJsonObject &created, const QString &option)
{
    QJsonValue value = created;
    for (const QString &part : option.section(u'=', 0, 0).split(u'.'))
        value = value[part];
    const QString element = option.section(u'=', 1);
    if (!element.isEmpty())
        return value.toVariant().toStringList().join(u' ').contains(element);
    return !value.isNull() && !value.isUndefined() && value != QJsonValue(false) && value != QJsonValue(0)
        && value != QJsonValue(QString()) && value != QJsonValue(QJsonArray());
}

const QString CreatePath = u"/containers/create"_s;

QByteArray reasonOf(int status)
{
    switch (status) {
    case 101: return "UPGRADED";
    case 200: return "OK";
    case 201: return "Created";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 404: return "Not Found";
    case 409: return "Conflict";
    default: return status < 500 ? "Bad Request" : "Internal Server Error";
    }
}

} // namespace

FakeRefusal FakeRefusal::snapInit()
{
    return {.option = u"HostConfig.Init"_s,
            .way = Way::Death,
            .status = 255,
            .message = u"exec /sbin/docker-init: operation not permitted"_s};
}

FakeRefusal FakeRefusal::snapNoNewPrivileges()
{
    return {.option = u"HostConfig.SecurityOpt=no-new-privileges"_s,
            .way = Way::Death,
            .status = 255,
            .message = u"exec /usr/bin/sleep: operation not permitted"_s};
}

FakeRefusal FakeRefusal::noInitProgram()
{
    return {.option = u"HostConfig.Init"_s,
            .way = Way::AtStart,
            .message = u"exec: \"docker-init\": executable file not found in $PATH"_s};
}

FakeRefusal FakeRefusal::rootlessMemory()
{
    return {
        .option = u"HostConfig.Memory"_s,
        .way = Way::Warning,
        .message = u"Your kernel does not support memory limit capabilities or the cgroup is not mounted. Limitation discarded."_s};
}

FakeRefusal FakeRefusal::rootlessPids()
{
    return {
        .option = u"HostConfig.PidsLimit"_s,
        .way = Way::Warning,
        .message = u"Your kernel does not support PIDs limit capabilities or the cgroup is not mounted. PIDs limit discarded."_s};
}

FakeRefusal FakeRefusal::podmanPids()
{
    return {.option = u"HostConfig.PidsLimit"_s,
            .way = Way::AtStart,
            .message = u"crun: the requested cgroup controller `pids` is not available: OCI runtime error"_s};
}

FakeRefusal FakeRefusal::podmanMemory()
{
    return {.option = u"HostConfig.Memory"_s,
            .way = Way::AtStart,
            .message = u"crun: the requested cgroup controller `memory` is not available: OCI runtime error"_s};
}

FakeEngine::FakeEngine(FakeKind kind)
    : m_kind(kind),
      m_folder(QDir::tempPath() + u"/hermes-engine-XXXXXX"_s),
      m_model(kind),
      m_newest(kind == FakeKind::Podman ? u"1.41"_s : u"1.45"_s),
      m_oldest(u"1.24"_s),
      m_server(std::make_unique<FakeHttpServer>(
          [this](const FakeRequest &request, FakeConnection &connection) { serve(request, connection); },
          [this](const QString &problem) { complain(problem); }))
{ }

FakeEngine::~FakeEngine()
{
    stop();
}

bool FakeEngine::start()
{
    return m_server->listen(socketPath());
}

void FakeEngine::stop()
{
    m_server->stop();
}

void FakeEngine::add(const FakeRule &rule)
{
    const std::scoped_lock lock(m_mutex);
    m_rules.append(rule);
}

void FakeEngine::add(const FakeRefusal &refusal)
{
    const std::scoped_lock lock(m_mutex);
    m_refusals.append(refusal);
}

void FakeEngine::clearRules()
{
    const std::scoped_lock lock(m_mutex);
    m_rules.clear();
    m_refusals.clear();
}

void FakeEngine::setApiVersions(const QString &newest, const QString &oldest)
{
    const std::scoped_lock lock(m_mutex);
    m_newest = newest;
    m_oldest = oldest;
}

void FakeEngine::setChunkBytes(qsizetype bytes)
{
    const std::scoped_lock lock(m_mutex);
    m_chunkBytes = bytes;
}

QList<FakeRequest> FakeEngine::requests() const
{
    const std::scoped_lock lock(m_mutex);
    return m_requests;
}

QStringList FakeEngine::requestLines() const
{
    const std::scoped_lock lock(m_mutex);
    return m_lines;
}

QStringList FakeEngine::problems() const
{
    const std::scoped_lock lock(m_mutex);
    return m_problems;
}

void FakeEngine::complain(const QString &problem)
{
    const std::scoped_lock lock(m_mutex);
    m_problems.append(problem);
}

void FakeEngine::serve(const FakeRequest &request, FakeConnection &connection)
{
    static const QRegularExpression versioned(u"^/v([0-9.]+)(/.*)$"_s);
    const QRegularExpressionMatch match = versioned.match(request.path);
    const QString path = match.hasMatch() ? match.captured(2) : request.path;
    {
        const std::scoped_lock lock(m_mutex);
        m_requests.append(request);
        m_lines.append(QString::fromLatin1(request.method) + u' ' + path);
    }
    const FakeRule rule = takeRule(request, path);
    while (rule.isSilent && connection.wait(1h)) { }
    if (rule.isSilent || (rule.delay > 0ms && !connection.wait(rule.delay))) {
        connection.close();
        return;
    }
    send(rule.status != 0 ? m_model.failure(rule.status, rule.message) : answer(request, path, match.captured(1)), request, rule,
         connection);
}

FakeRule FakeEngine::takeRule(const FakeRequest &request, const QString &path)
{
    const std::scoped_lock lock(m_mutex);
    for (FakeRule &rule : m_rules) {
        const bool fits = (rule.method.isEmpty() || rule.method == request.method)
            && (rule.path.isEmpty() || QRegularExpression(QRegularExpression::anchoredPattern(rule.path)).match(path).hasMatch());
        if (!fits || rule.times == 0)
            continue;
        if (rule.times > 0)
            --rule.times;
        return rule;
    }
    return {};
}

FakeAnswer FakeEngine::answer(const FakeRequest &request, const QString &path, const QString &version)
{
    {
        const std::scoped_lock lock(m_mutex);
        const QVersionNumber asked = QVersionNumber::fromString(version);
        // Podman does not look at the version.
        if (m_kind == FakeKind::Docker && asked > QVersionNumber::fromString(m_newest))
            return m_model.failure(400,
                                   u"client version %1 is too new. Maximum supported API version is %2"_s.arg(version, m_newest));
        if (m_kind == FakeKind::Docker && !asked.isNull() && asked < QVersionNumber::fromString(m_oldest))
            return m_model.failure(
                400,
                u"client version %1 is too old. Minimum supported API version is %2, please upgrade your client to a "
                u"newer version"_s.arg(version, m_oldest));
    }
    if (!request.body.isEmpty() && request.headers.value("content-type").startsWith("application/json")
        && QJsonDocument::fromJson(request.body).isNull())
        complain(u"no JSON: %1 %2"_s.arg(QString::fromLatin1(request.method), path));
    if (path == u"/_ping")
        return pingAnswer();
    if (path == u"/version")
        return versionAnswer();
    if (std::optional<FakeAnswer> refusal = refusalOf(request, path))
        return std::move(*refusal);
    std::optional<FakeAnswer> found = m_model.answer(request, path);
    if (!found) {
        complain(u"unknown: %1 %2"_s.arg(QString::fromLatin1(request.method), QString::fromUtf8(request.target)));
        return m_kind == FakeKind::Podman
            ? FakeAnswer {.status = 404, .body = "Not Found\n", .contentType = "text/plain; charset=utf-8"}
            : m_model.failure(404, u"page not found"_s);
    }
    return path == CreatePath && found->status == 201 ? createdWithWarnings(std::move(*found), request) : std::move(*found);
}

std::optional<FakeAnswer> FakeEngine::refusalOf(const FakeRequest &request, const QString &path)
{
    const std::scoped_lock lock(m_mutex);
    const bool creates = path == CreatePath;
    const QString started = path.endsWith(u"/start"_s) && path.startsWith(u"/containers/"_s) ? path.section(u'/', 2, 2) : QString();
    if (m_refusals.isEmpty() || (!creates && started.isEmpty()))
        return {};
    QJsonObject created = QJsonDocument::fromJson(request.body).object();
    for (const FakeContainer &container : m_model.containers()) {
        if (!creates && (container.name == started || container.id.startsWith(started)))
            created = container.created;
    }
    for (const FakeRefusal &refusal : std::as_const(m_refusals)) {
        if (!wants(created, refusal.option))
            continue;
        if (refusal.way == (creates ? FakeRefusal::Way::AtCreation : FakeRefusal::Way::AtStart))
            return m_model.failure(refusal.status, refusal.message);
        if (refusal.way == FakeRefusal::Way::Death && !creates)
            return m_model.startAndEnd(started, {.exitCode = refusal.status, .err = refusal.message.toUtf8() + '\n'});
    }
    return {};
}

FakeAnswer FakeEngine::createdWithWarnings(FakeAnswer answer, const FakeRequest &request) const
{
    const std::scoped_lock lock(m_mutex);
    QJsonArray warnings;
    for (const FakeRefusal &refusal : m_refusals) {
        if (refusal.way == FakeRefusal::Way::Warning && wants(QJsonDocument::fromJson(request.body).object(), refusal.option))
            warnings.append(refusal.message);
    }
    QJsonObject body = QJsonDocument::fromJson(answer.body).object();
    body[u"Warnings"_s] = warnings;
    answer.body = fakeJson(body);
    return answer;
}

FakeAnswer FakeEngine::pingAnswer() const
{
    const std::scoped_lock lock(m_mutex);
    FakeAnswer answer {.body = "OK",
                       .contentType = "text/plain; charset=utf-8",
                       .headers = {{"Api-Version", m_newest.toLatin1()}, {"Ostype", "linux"}}};
    if (m_kind == FakeKind::Podman)
        answer.headers += {{"Libpod-Api-Version", "5.4.2"}, {"Builder-Version", ""}, {"Docker-Experimental", "true"}};
    else
        answer.headers += {{"Builder-Version", "2"}, {"Docker-Experimental", "false"}, {"Swarm", "inactive"}};
    return answer;
}

FakeAnswer FakeEngine::versionAnswer() const
{
    const std::scoped_lock lock(m_mutex);
    const bool podman = m_kind == FakeKind::Podman;
    const QString number = podman ? u"5.4.2"_s : u"26.1.5+fake"_s;
    QJsonObject details {
        {u"ApiVersion"_s, m_newest}, {u"MinAPIVersion"_s, m_oldest}, {u"Arch"_s, u"amd64"_s}, {u"Os"_s, u"linux"_s}};
    if (podman)
        details = {{u"APIVersion"_s, number}, {u"MinAPIVersion"_s, u"4.0.0"_s}, {u"Arch"_s, u"amd64"_s}, {u"Os"_s, u"linux"_s}};
    const QJsonObject component {
        {u"Name"_s, podman ? u"Podman Engine"_s : u"Engine"_s}, {u"Version"_s, number}, {u"Details"_s, details}};
    return {
        .body = fakeJson(QJsonObject {{u"Platform"_s, QJsonObject {{u"Name"_s, podman ? u"linux/amd64/debian-13"_s : QString()}}},
                                      {u"Components"_s, QJsonArray {component}},
                                      {u"Version"_s, number},
                                      {u"ApiVersion"_s, m_newest},
                                      {u"MinAPIVersion"_s, m_oldest},
                                      {u"GitCommit"_s, QString()},
                                      {u"GoVersion"_s, u"go1.24.4"_s},
                                      {u"Os"_s, u"linux"_s},
                                      {u"Arch"_s, u"amd64"_s},
                                      {u"KernelVersion"_s, u"6.12.0"_s}})};
}

void FakeEngine::send(FakeAnswer answer, const FakeRequest &request, const FakeRule &rule, FakeConnection &connection) const
{
    if (answer.upgrade && request.headers.contains("upgrade"))
        return sendRaw(answer, connection);
    qsizetype chunkBytes = 0;
    {
        const std::scoped_lock lock(m_mutex);
        chunkBytes = m_chunkBytes;
    }
    const bool hasBody = request.method != "HEAD" && answer.status != 204 && answer.status != 304;
    const bool chunked = hasBody && (answer.stream || chunkBytes > 0);
    QByteArray head = "HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + reasonOf(answer.status)
        + (m_kind == FakeKind::Podman ? "\r\nServer: Libpod/5.4.2 (linux)\r\n" : "\r\nServer: Docker/26.1.5 (linux)\r\n");
    for (const auto &[name, value] : answer.headers)
        head += name + ": " + value + "\r\n";
    if (request.headers.value("connection").toLower() == "close") {
        head += "Connection: close\r\n";
        connection.close();
    }
    if (hasBody)
        head += "Content-Type: " + answer.contentType + "\r\n";
    if (chunked)
        head += "Transfer-Encoding: chunked\r\n";
    else if (hasBody)
        head += "Content-Length: " + QByteArray::number(answer.body.size()) + "\r\n";
    connection.write(QByteArray(head + "\r\n"));
    if (!hasBody)
        return;
    std::optional<qsizetype> left = rule.cutAfter;
    const FakeAnswer::Write write = [&](QByteArrayView bytes) {
        const bool cut = left && *left <= bytes.size();
        if (left)
            bytes = bytes.first(std::min(*left, bytes.size()));
        if (left)
            *left -= bytes.size();
        while (!bytes.isEmpty()) {
            const QByteArrayView piece = chunked && chunkBytes > 0 ? bytes.first(std::min(chunkBytes, bytes.size())) : bytes;
            bytes = bytes.sliced(piece.size());
            const QByteArray start = chunked ? QByteArray::number(piece.size(), 16) + "\r\n" : QByteArray();
            if (!connection.write(QByteArray(start + piece.toByteArray() + (chunked ? "\r\n" : ""))))
                return false;
        }
        return !cut;
    };
    if (answer.stream)
        answer.stream(write, connection);
    else
        write(answer.body);
    if (left && *left == 0)
        connection.close();
    else if (chunked)
        connection.write("0\r\n\r\n");
}

void FakeEngine::sendRaw(const FakeAnswer &answer, FakeConnection &connection) const
{
    connection.becomeRaw();
    connection.write("HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.multiplexed-stream\r\nConnection: "
                     "Upgrade\r\nUpgrade: tcp\r\n\r\n");
    answer.stream([&connection](QByteArrayView bytes) { return connection.write(bytes); }, connection);
    connection.close();
}

} // namespace hermes::tests
