// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a fake daemon answers about itself, its images and volumes, and what it tells as it happens.

#include "tests/support/fakeenginemodel.h"

#include <QJsonDocument>

#include <cmath>

using namespace Qt::StringLiterals;

namespace hermes::tests {

namespace {

bool isWanted(const QJsonObject &event, const QJsonObject &filters)
{
    const auto fits = [&filters](const QString &key, const auto &matches) {
        const QStringList wanted = fakeFilterValues(filters, key);
        return wanted.isEmpty() || std::ranges::any_of(wanted, matches);
    };
    const QJsonObject attributes = event.value(u"Actor"_s)[u"Attributes"_s].toObject();
    const QString id = event.value(u"Actor"_s)[u"ID"_s].toString();
    return fits(u"type"_s, [&event](const QString &type) { return event.value(u"Type"_s) == type; })
        && fits(u"event"_s,
                [&event](const QString &action) { return event.value(u"Action"_s).toString().section(u':', 0, 0) == action; })
        && fits(u"container"_s, [&](const QString &name) { return id.startsWith(name) || attributes.value(u"name"_s) == name; })
        && fakeLabelsPass(attributes, filters);
}

QJsonObject imageRow(const FakeImage &image)
{
    return {{u"Id"_s, QString(u"sha256:"_s + QString(64, u'1'))},
            {u"RepoTags"_s, QJsonArray {image.name}},
            {u"RepoDigests"_s, QJsonArray()},
            {u"Size"_s, image.size},
            {u"Created"_s, 1'767'225'600},
            {u"Labels"_s, image.config.value(u"Labels"_s).toObject()}};
}

} // namespace

FakeAnswer FakeEngineModel::info(const FakeRequest &, const Match &)
{
    const auto running = std::ranges::count_if(m_containers, &FakeContainer::isRunning);
    QJsonObject account {{u"ID"_s, u"fake"_s},
                         {u"Containers"_s, qint64(m_containers.size())},
                         {u"ContainersRunning"_s, qint64(running)},
                         {u"Images"_s, qint64(m_images.size())},
                         {u"Driver"_s, m_kind == FakeKind::Podman ? u"overlay"_s : u"overlay2"_s},
                         {u"CgroupDriver"_s, u"cgroupfs"_s},
                         {u"CgroupVersion"_s, u"2"_s},
                         {u"OSType"_s, u"linux"_s},
                         {u"Architecture"_s, u"x86_64"_s},
                         {u"OperatingSystem"_s, u"debian"_s},
                         {u"ServerVersion"_s, m_kind == FakeKind::Podman ? u"5.4.2"_s : u"26.1.5"_s},
                         {u"NCPU"_s, 2},
                         {u"MemTotal"_s, 25e9},
                         {u"MemoryLimit"_s, true},
                         {u"CpuCfsQuota"_s, true},
                         {u"PidsLimit"_s, true},
                         {u"Runtimes"_s, QJsonObject {{u"runc"_s, QJsonObject {{u"path"_s, u"runc"_s}}}}},
                         {u"DefaultRuntime"_s, u"runc"_s},
                         {u"SecurityOptions"_s, QJsonArray {u"name=seccomp,profile=builtin"_s}},
                         {u"Warnings"_s, QJsonValue()}};
    for (auto said = m_account.begin(); said != m_account.end(); ++said)
        account.insert(said.key(), said.value());
    return {.body = fakeJson(account)};
}

FakeAnswer FakeEngineModel::events(const FakeRequest &request, const Match &)
{
    const QJsonObject filters = fakeFilters(request);
    const double since = request.value(u"since"_s).toDouble();
    const bool ends = !request.value(u"until"_s).isEmpty();
    const qsizetype first = request.query.hasQueryItem(u"since"_s) ? 0 : m_events.size();
    return {.stream = [this, filters, since, ends, first](const FakeAnswer::Write &write, const FakeConnection &connection) {
        qsizetype next = first;
        while (true) {
            std::unique_lock lock(m_mutex);
            if (next == m_events.size() && !ends)
                m_changed.wait_for(lock, std::chrono::milliseconds(50));
            const QList<QJsonObject> fresh = m_events.sliced(next);
            next = m_events.size();
            const bool over = ends || m_stopping;
            lock.unlock();
            for (const QJsonObject &event : fresh) {
                if (event.value(u"time"_s).toDouble() >= std::floor(since) && isWanted(event, filters) && !write(fakeJson(event)))
                    return;
            }
            if (over || !connection.wait(std::chrono::milliseconds(0)))
                return;
        }
    }};
}

QString FakeEngineModel::fullImageName(const QString &name) const
{
    // All images here have one id.
    if (name.startsWith(u"sha256:"_s) && !m_images.isEmpty())
        return m_images.firstKey();
    QString tagged = name.section(u'/', -1).contains(u':') || name.contains(u'@') ? name : name + u":latest"_s;
    const bool hasHost = tagged.contains(u'/') && (tagged.section(u'/', 0, 0).contains(u'.') || tagged.startsWith(u"localhost"));
    if (m_kind == FakeKind::Docker || hasHost)
        return tagged;
    // Podman names the registry always, and its own images as those of localhost.
    const QString local = u"localhost/"_s + tagged;
    return m_images.contains(local) ? local : u"docker.io/"_s + (tagged.contains(u'/') ? QString() : u"library/"_s) + tagged;
}

FakeAnswer FakeEngineModel::noImage(const QString &name) const
{
    return m_kind == FakeKind::Docker
        ? failure(404, u"No such image: "_s + fullImageName(name))
        : failure(404, u"no such image: %1: image not known"_s.arg(fullImageName(name)), u"image not known"_s);
}

void FakeEngineModel::addImage(const FakeImage &image)
{
    const std::scoped_lock lock(m_mutex);
    FakeImage added = image;
    const QString name = image.name.section(u'/', -1).contains(u':') ? image.name : image.name + u":latest"_s;
    added.name = m_kind == FakeKind::Podman && !name.section(u'/', 0, 0).contains(u'.') && !name.startsWith(u"localhost/"_s)
        ? u"localhost/"_s + name
        : name;
    m_images.insert(added.name, added);
}

void FakeEngineModel::setAccount(const QJsonObject &account)
{
    const std::scoped_lock lock(m_mutex);
    m_account = account;
}

void FakeEngineModel::setPull(const QString &image, const FakePull &pull)
{
    const std::scoped_lock lock(m_mutex);
    m_pulls.insert(fullImageName(image), pull);
}

FakeAnswer FakeEngineModel::listImages(const FakeRequest &request, const Match &)
{
    QJsonArray rows;
    for (const FakeImage &image : std::as_const(m_images)) {
        const QStringList names = fakeFilterValues(fakeFilters(request), u"reference"_s);
        if ((names.isEmpty() || names.contains(image.name))
            && fakeLabelsPass(image.config.value(u"Labels"_s).toObject(), fakeFilters(request)))
            rows.append(imageRow(image));
    }
    return {.body = fakeJson(rows)};
}

FakeAnswer FakeEngineModel::inspectImage(const FakeRequest &, const Match &match)
{
    const auto image = m_images.constFind(fullImageName(match.first()));
    if (image == m_images.cend())
        return noImage(match.first());
    QJsonObject body = imageRow(*image);
    body[u"Created"_s] = u"2026-01-01T00:00:00Z"_s;
    body[u"Architecture"_s] = image->architecture;
    body[u"Os"_s] = u"linux"_s;
    body[u"Config"_s] = image->config;
    return {.body = fakeJson(body)};
}

FakeAnswer FakeEngineModel::deleteImage(const FakeRequest &, const Match &match)
{
    const QString name = fullImageName(match.first());
    if (m_images.remove(name) == 0)
        return noImage(match.first());
    return {.body = fakeJson(QJsonArray {QJsonObject {{u"Untagged"_s, name}}})};
}

FakeAnswer FakeEngineModel::pullImage(const FakeRequest &request, const Match &)
{
    const QString tag = request.value(u"tag"_s);
    const QString name = fullImageName(request.value(u"fromImage"_s) + (tag.isEmpty() ? QString() : u':' + tag));
    const auto found = m_pulls.constFind(name);
    if (found == m_pulls.cend())
        return failure(
            404,
            u"pull access denied for %1, repository does not exist or may require 'docker login': denied: requested access "
            u"to the resource is denied"_s.arg(request.value(u"fromImage"_s)));
    return {.stream = [this, pull = *found, name](const FakeAnswer::Write &write, const FakeConnection &connection) {
        for (const QJsonObject &step : pull.progress) {
            if (!connection.wait(pull.pause) || !write(fakeJson(step)))
                return;
        }
        if (pull.error.isEmpty()) {
            addImage({.name = name});
            write(fakeJson(QJsonObject {{u"status"_s, QString(u"Status: Downloaded newer image for "_s + name)}}));
        } else {
            write(fakeJson(QJsonObject {{u"errorDetail"_s, QJsonObject {{u"message"_s, pull.error}}}, {u"error"_s, pull.error}}));
        }
    }};
}

FakeAnswer FakeEngineModel::createVolume(const FakeRequest &request, const Match &)
{
    QJsonObject volume = QJsonDocument::fromJson(request.body).object();
    const QString name = volume.value(u"Name"_s).toString(u"volume%1"_s.arg(++m_ids));
    if (!m_volumes.contains(name)) {
        m_volumes.insert(name,
                         QJsonObject {{u"Name"_s, name},
                                      {u"Driver"_s, u"local"_s},
                                      {u"Mountpoint"_s, QString(u"/var/lib/fake/"_s + name)},
                                      {u"Labels"_s, volume.value(u"Labels"_s).toObject()},
                                      {u"Scope"_s, u"local"_s}});
        tell(u"volume"_s, u"create"_s, name, {{u"driver"_s, u"local"_s}});
    }
    return {.status = 201, .body = fakeJson(m_volumes.value(name))};
}

FakeAnswer FakeEngineModel::listVolumes(const FakeRequest &request, const Match &)
{
    QJsonArray rows;
    for (const QJsonObject &volume : std::as_const(m_volumes)) {
        if (fakeLabelsPass(volume.value(u"Labels"_s).toObject(), fakeFilters(request)))
            rows.append(volume);
    }
    return {.body = fakeJson(QJsonObject {{u"Volumes"_s, rows}, {u"Warnings"_s, QJsonValue()}})};
}

FakeAnswer FakeEngineModel::inspectVolume(const FakeRequest &, const Match &match)
{
    const auto volume = m_volumes.constFind(match.first());
    return volume == m_volumes.cend() ? failure(404, u"get %1: no such volume"_s.arg(match.first()))
                                      : FakeAnswer {.body = fakeJson(*volume)};
}

FakeAnswer FakeEngineModel::deleteVolume(const FakeRequest &, const Match &match)
{
    return m_volumes.remove(match.first()) == 0 ? failure(404, u"get %1: no such volume"_s.arg(match.first()))
                                                : FakeAnswer {.status = 204};
}

} // namespace hermes::tests
