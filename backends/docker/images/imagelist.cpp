// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "imagelist.h"

#include "backends/docker/imagepull.h"

#include <QJsonObject>
#include <QRegularExpression>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
QStringList namesIn(const QJsonValue &list)
{
    QStringList names;
    const QJsonArray values = list.toArray();
    for (const auto name : values) {
        if (const QString text = name.toString(); !text.isEmpty() && !text.startsWith("<none>"_L1))
            names.append(text);
    }
    return names;
}
} // namespace

QString wholeImageId(const QString &id)
{
    return id.contains(u':') || id.isEmpty() ? id : u"sha256:"_s + id;
}

QHash<QString, QStringList> usersFromContainers(const QJsonArray &containers)
{
    QHash<QString, QStringList> users;
    for (const auto entry : containers) {
        const QJsonObject container = entry.toObject();
        QString name = container.value("Names"_L1).toArray().first().toString();
        if (name.startsWith(u'/'))
            name.remove(0, 1);
        if (name.isEmpty())
            name = container.value("Id"_L1).toString().first(std::min<qsizetype>(12, container.value("Id"_L1).toString().size()));
        if (const QString id = wholeImageId(container.value("ImageID"_L1).toString()); !id.isEmpty())
            users[id].append(name);
    }
    return users;
}

QList<ImageEntry> imagesFromList(const QJsonArray &images, const QHash<QString, QStringList> &users)
{
    QList<ImageEntry> list;
    for (const auto value : images) {
        const QJsonObject image = value.toObject();
        const QString id = wholeImageId(image.value("Id"_L1).toString());
        if (id.isEmpty())
            continue;
        QStringList names = namesIn(image.value("RepoTags"_L1));
        if (names.isEmpty())
            names = namesIn(image.value("RepoDigests"_L1));
        list.append({.id = id,
                     .names = names,
                     .bytes = image.value("Size"_L1).toInteger(),
                     .created = QDateTime::fromSecsSinceEpoch(image.value("Created"_L1).toInteger(), QTimeZone::UTC),
                     .usedBy = users.value(id)});
    }
    return list;
}

QString loadedImage(const QString &line)
{
    static const QRegularExpression loaded(u"^Loaded image(?:\\(s\\)| ID)?: (\\S+)"_s);
    return loaded.match(line).captured(1);
}

Result<> checkImageName(const QString &name)
{
    static const QRegularExpression usable(u"^[A-Za-z0-9][A-Za-z0-9._/:@+-]*\\z"_s);
    static const QRegularExpression climbing(u"(^|/)\\.{1,2}(/|$)|//"_s);
    if (name.isEmpty())
        return fail(FaultKind::Usage, u"No image is named"_s, u"Write for example python:3.11-slim."_s);
    if (!usable.match(name).hasMatch() || climbing.match(name).hasMatch())
        return fail(FaultKind::Usage, u"\"%1\" is no name of an image"_s.arg(name), u"Write for example python:3.11-slim."_s);
    return {};
}

Result<> checkNewImageName(const QString &name)
{
    if (auto checked = checkImageName(name); !checked)
        return checked;
    if (name.contains(u'@'))
        return fail(FaultKind::Usage, u"\"%1\" has a digest, which cannot be given"_s.arg(name), u"Write NAME:TAG."_s);
    const ImageName parts = imageNameFromText(name);
    const QString path = parts.repository.sliced(parts.registry.size());
    if (path != path.toLower())
        return fail(FaultKind::Usage, u"\"%1\" is no name for an image: it has capitals before its tag"_s.arg(name),
                    u"Write %1."_s.arg(parts.registry + path.toLower() + u':' + parts.tag));
    return {};
}

} // namespace hermes::docker
