// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/settingstexts.h"

#include "backends/docker/imagepull.h"
#include "backends/runner/exitmapping.h"

#include <set>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr double NanosPerCpu = 1e9;

QString sizeText(std::optional<qint64> bytes)
{
    return bytes ? runner::byteText(uint64_t(*bytes)) : QString();
}

/// With its tag or digest, so that one image has one text.
QString imageText(const QString &image)
{
    const ImageName name = imageNameFromText(image);
    return name.repository + (name.tag.contains(u':') ? u'@' : u':') + name.tag;
}

QString gpusText(const GpuWish &gpus)
{
    if (!gpus.any())
        return {};
    if (!gpus.ids.isEmpty())
        return gpus.ids.join(u", "_s);
    return gpus.count < 0 ? u"all"_s : QString::number(gpus.count);
}

QString tmpfsText(const QList<Tmpfs> &folders)
{
    QStringList texts;
    for (const Tmpfs &folder : folders)
        texts.append(folder.bytes ? folder.target + u'=' + sizeText(folder.bytes) : folder.target);
    return texts.join(u", "_s);
}

QString mountsText(const QList<Mount> &mounts)
{
    QStringList texts;
    for (const Mount &mount : mounts)
        texts.append(mount.source + u':' + mount.target + (mount.writable ? u":rw"_s : QString()));
    return texts.join(u", "_s);
}

QString initText(InitProcess init)
{
    return init == InitProcess::None ? u"none"_s : init == InitProcess::Image ? u"image"_s : u"docker"_s;
}
} // namespace

QJsonObject settingsTexts(const DockerSettings &settings)
{
    QJsonObject texts;
    const auto add = [&](const QString &key, const QString &text) {
        if (!text.isEmpty())
            texts.insert(key, text);
    };
    add(u"image"_s, imageText(settings.image));
    add(u"network"_s, settings.network);
    add(u"cpus"_s, settings.nanoCpus ? QString::number(double(*settings.nanoCpus) / NanosPerCpu) : QString());
    add(u"memory"_s, sizeText(settings.memory));
    add(u"pids"_s, settings.pids ? QString::number(*settings.pids) : QString());
    add(u"gpus"_s, gpusText(settings.gpus));
    add(u"read-only"_s, settings.readOnlyRoot ? u"true"_s : u"false"_s);
    add(u"tmpfs"_s, tmpfsText(settings.tmpfs));
    add(u"mounts"_s, mountsText(settings.mounts));
    add(u"user"_s, settings.user);
    add(u"cap-add"_s, settings.capabilities.join(u", "_s));
    add(u"init"_s, initText(settings.init));
    add(u"shm-size"_s, sizeText(settings.sharedMemory));
    return texts;
}

QStringList settingsDifferences(const QJsonObject &before, const QJsonObject &now)
{
    std::set<QString> keys;
    for (const QJsonObject &texts : {before, now}) {
        for (const QString &key : texts.keys())
            keys.insert(key);
    }
    const auto textIn = [](const QJsonObject &texts, const QString &key) {
        return texts.contains(key) ? texts.value(key).toString() : u"not set"_s;
    };
    QStringList differences;
    for (const QString &key : keys) {
        if (before.value(key) != now.value(key))
            differences.append(u"%1: %2 → %3"_s.arg(key, textIn(before, key), textIn(now, key)));
    }
    return differences;
}

} // namespace hermes::docker
