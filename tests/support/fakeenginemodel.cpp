// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/fakeenginemodel.h"

#include <QJsonDocument>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace hermes::tests {

struct FakeEngineModel::Route
{
    QByteArray method;
    QRegularExpression path;
    QStringList keys; ///< Of the query that a daemon knows.
    FakeAnswer (FakeEngineModel::*handler)(const FakeRequest &, const Match &);
};

const QList<FakeEngineModel::Route> &FakeEngineModel::routes()
{
    using Model = FakeEngineModel;
    const auto path = [](const QString &pattern) { return QRegularExpression(QRegularExpression::anchoredPattern(pattern)); };
    static const QList<Route> all {
        {"POST", path(u"/containers/create"_s), {u"name"_s, u"platform"_s}, &Model::createContainer},
        {"GET", path(u"/containers/json"_s), {u"all"_s, u"filters"_s, u"limit"_s, u"size"_s}, &Model::listContainers},
        {"GET", path(u"/containers/([^/]+)/json"_s), {u"size"_s}, &Model::inspectContainer},
        {"POST", path(u"/containers/([^/]+)/start"_s), {u"detachKeys"_s}, &Model::startContainer},
        {"POST", path(u"/containers/([^/]+)/stop"_s), {u"t"_s, u"signal"_s}, &Model::stopContainer},
        {"POST", path(u"/containers/([^/]+)/kill"_s), {u"signal"_s}, &Model::killContainer},
        {"POST", path(u"/containers/([^/]+)/wait"_s), {u"condition"_s}, &Model::waitContainer},
        {"POST", path(u"/containers/([^/]+)/rename"_s), {u"name"_s}, &Model::renameContainer},
        {"DELETE", path(u"/containers/([^/]+)"_s), {u"force"_s, u"v"_s, u"link"_s}, &Model::deleteContainer},
        {"POST",
         path(u"/containers/([^/]+)/attach"_s),
         {u"stdin"_s, u"stdout"_s, u"stderr"_s, u"stream"_s, u"logs"_s, u"detachKeys"_s},
         &Model::attachContainer},
        {"GET",
         path(u"/containers/([^/]+)/logs"_s),
         {u"stdout"_s, u"stderr"_s, u"follow"_s, u"tail"_s, u"since"_s, u"until"_s, u"timestamps"_s, u"details"_s},
         &Model::containerLogs},
        {"GET", path(u"/containers/([^/]+)/stats"_s), {u"stream"_s, u"one-shot"_s}, &Model::containerStats},
        {"GET", path(u"/containers/([^/]+)/top"_s), {u"ps_args"_s}, &Model::containerTop},
        {"HEAD", path(u"/containers/([^/]+)/archive"_s), {u"path"_s}, &Model::archive},
        {"GET", path(u"/containers/([^/]+)/archive"_s), {u"path"_s}, &Model::archive},
        {"PUT", path(u"/containers/([^/]+)/archive"_s), {u"path"_s, u"noOverwriteDirNonDir"_s, u"copyUIDGID"_s}, &Model::archive},
        {"POST", path(u"/containers/([^/]+)/exec"_s), {}, &Model::createExec},
        {"POST", path(u"/exec/([^/]+)/start"_s), {}, &Model::startExec},
        {"GET", path(u"/exec/([^/]+)/json"_s), {}, &Model::inspectExec},
        {"GET", path(u"/info"_s), {}, &Model::info},
        {"GET", path(u"/events"_s), {u"since"_s, u"until"_s, u"filters"_s}, &Model::events},
        {"GET", path(u"/images/json"_s), {u"all"_s, u"filters"_s, u"digests"_s, u"shared-size"_s}, &Model::listImages},
        {"POST", path(u"/images/create"_s), {u"fromImage"_s, u"tag"_s, u"platform"_s}, &Model::pullImage},
        {"GET", path(u"/images/(.+)/json"_s), {}, &Model::inspectImage},
        {"DELETE", path(u"/images/(.+)"_s), {u"force"_s, u"noprune"_s}, &Model::deleteImage},
        {"POST", path(u"/volumes/create"_s), {}, &Model::createVolume},
        {"GET", path(u"/volumes"_s), {u"filters"_s}, &Model::listVolumes},
        {"GET", path(u"/volumes/([^/]+)"_s), {}, &Model::inspectVolume},
        {"DELETE", path(u"/volumes/([^/]+)"_s), {u"force"_s}, &Model::deleteVolume},
    };
    return all;
}

std::optional<FakeAnswer> FakeEngineModel::answer(const FakeRequest &request, const QString &path)
{
    for (const Route &route : routes()) {
        const QRegularExpressionMatch match = route.path.match(path);
        if (route.method != request.method || !match.hasMatch())
            continue;
        for (const auto &[key, value] : request.query.queryItems()) {
            if (!route.keys.contains(key))
                return {};
        }
        const std::scoped_lock lock(m_mutex);
        return (this->*route.handler)(request, match.capturedTexts().sliced(1));
    }
    return {};
}

FakeAnswer FakeEngineModel::failure(int status, const QString &message, const QString &cause) const
{
    QJsonObject body {{u"message"_s, message}};
    if (m_kind == FakeKind::Podman) {
        body[u"cause"_s] = cause.isEmpty() ? message : cause;
        body[u"response"_s] = status;
    }
    return {.status = status, .body = fakeJson(body)};
}

FakeAnswer FakeEngineModel::noContainer(const QString &name) const
{
    return m_kind == FakeKind::Docker
        ? failure(404, u"No such container: "_s + name)
        : failure(404, u"no container with name or ID \"%1\" found: no such container"_s.arg(name), u"no such container"_s);
}

FakeContainer *FakeEngineModel::find(const QString &name)
{
    for (FakeContainer &container : m_containers) {
        if (container.name == name || u'/' + container.name == name || (name.size() >= 12 && container.id.startsWith(name)))
            return &container;
    }
    return nullptr;
}

QString FakeEngineModel::newId()
{
    // Different in the first 12 digits, which are enough to name a container, and in the order of creation.
    return QString::number(++m_ids, 16).rightJustified(12, u'0').leftJustified(64, u'0');
}

void FakeEngineModel::addContainer(const FakeContainer &container)
{
    const std::scoped_lock lock(m_mutex);
    FakeContainer added = container;
    if (added.id.isEmpty())
        added.id = newId();
    m_containers.insert(added.id, added);
    tellOf(added, u"create"_s);
    if (added.isRunning())
        tellOf(added, u"start"_s);
}

void FakeEngineModel::endContainer(const QString &name, int exitCode, bool oomKilled)
{
    const std::scoped_lock lock(m_mutex);
    FakeContainer *container = find(name);
    if (!container || !container->isRunning())
        return;
    container->oomKilled = oomKilled;
    if (oomKilled)
        tellOf(*container, u"oom"_s);
    end(*container, exitCode);
}

void FakeEngineModel::removeContainer(const QString &name)
{
    const std::scoped_lock lock(m_mutex);
    if (FakeContainer *container = find(name)) {
        if (container->isRunning())
            end(*container, 137);
        tellOf(*container, u"destroy"_s);
        m_containers.remove(QString(container->id));
        m_changed.notify_all();
    }
}

void FakeEngineModel::end(FakeContainer &container, int exitCode)
{
    container.state = u"exited"_s;
    container.exitCode = exitCode;
    container.since = QDateTime::currentDateTimeUtc();
    tellOf(container, u"die"_s);
    m_changed.notify_all();
}

void FakeEngineModel::tell(const QString &type, const QString &action, const QString &id, const QJsonObject &attributes)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QJsonObject event {{u"Type"_s, type},
                       {u"Action"_s, action},
                       {u"Actor"_s, QJsonObject {{u"ID"_s, id}, {u"Attributes"_s, attributes}}},
                       {u"scope"_s, u"local"_s},
                       {u"time"_s, now.toSecsSinceEpoch()},
                       {u"timeNano"_s, now.toMSecsSinceEpoch() * 1'000'000}};
    if (type == u"container") {
        event[u"status"_s] = action;
        event[u"id"_s] = id;
        event[u"from"_s] = attributes.value(u"image"_s);
    }
    m_events.append(event);
    m_changed.notify_all();
}

void FakeEngineModel::tellOf(const FakeContainer &container, const QString &action)
{
    QJsonObject attributes = container.created.value(u"Labels"_s).toObject();
    attributes[u"name"_s] = container.name;
    attributes[u"image"_s] = container.created.value(u"Image"_s);
    if (action == u"die")
        attributes[u"exitCode"_s] = QString::number(container.exitCode);
    tell(u"container"_s, action, container.id, attributes);
}

void FakeEngineModel::setContainerStart(Start start)
{
    const std::scoped_lock lock(m_mutex);
    m_containerStart = std::move(start);
}

void FakeEngineModel::setExecStart(Start start)
{
    const std::scoped_lock lock(m_mutex);
    m_execStart = std::move(start);
}

QList<FakeContainer> FakeEngineModel::containers() const
{
    const std::scoped_lock lock(m_mutex);
    return m_containers.values();
}

QStringList FakeEngineModel::volumes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_volumes.keys();
}

void FakeEngineModel::stop()
{
    const std::scoped_lock lock(m_mutex);
    m_stopping = true;
    m_changed.notify_all();
}

QByteArray fakeFrame(int stream, QByteArrayView bytes)
{
    QByteArray frame(8, '\0');
    frame[0] = char(stream);
    for (int i = 0; i < 4; ++i)
        frame[4 + i] = char(quint32(bytes.size()) >> (24 - 8 * i));
    return frame.append(bytes);
}

QJsonObject fakeFilters(const FakeRequest &request)
{
    return QJsonDocument::fromJson(request.value(u"filters"_s).toUtf8()).object();
}

QStringList fakeFilterValues(const QJsonObject &filters, const QString &key)
{
    // A list, or as docker's own client has it an object whose keys are the values.
    const QJsonValue value = filters.value(key);
    return value.isObject() ? value.toObject().keys() : value.toVariant().toStringList();
}

bool fakeLabelsPass(const QJsonObject &labels, const QJsonObject &filters)
{
    return std::ranges::all_of(fakeFilterValues(filters, u"label"_s), [&labels](const QString &wanted) {
        const QString key = wanted.section(u'=', 0, 0);
        return labels.contains(key) && (key == wanted || labels.value(key).toString() == wanted.section(u'=', 1));
    });
}

QByteArray fakeJson(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

QByteArray fakeJson(const QJsonArray &array)
{
    return QJsonDocument(array).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace hermes::tests
