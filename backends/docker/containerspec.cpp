// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/containerspec.h"

#include "backends/core/enumnames.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr auto SitePackages = "/tmp/site-packages"_L1;
/// A container has nothing to say when it is stopped: what runs in it was ended before.
constexpr int StopSeconds = 1;

constexpr EnumNames<ContainerState, 7> StateNames {{{ContainerState::Created, "created"_L1},
                                                    {ContainerState::Running, "running"_L1},
                                                    {ContainerState::Paused, "paused"_L1},
                                                    {ContainerState::Restarting, "restarting"_L1},
                                                    {ContainerState::Removing, "removing"_L1},
                                                    {ContainerState::Exited, "exited"_L1},
                                                    {ContainerState::Dead, "dead"_L1}}};

QStringList textsOf(const QJsonValue &list)
{
    QStringList texts;
    const QJsonArray entries = list.toArray();
    for (const auto text : entries)
        texts.append(text.toString());
    return texts;
}

/// Where only /tmp can be written, what usually goes elsewhere goes there.
QStringList variablesInTmp(const ImageInfo &image)
{
    constexpr auto PythonPath = "PYTHONPATH="_L1;
    QString pythonPath = PythonPath + SitePackages;
    for (const QString &variable : image.environment) {
        if (variable.startsWith(PythonPath) && variable.size() > PythonPath.size())
            pythonPath += u':' + variable.sliced(PythonPath.size());
    }
    return {u"HOME="_s + QLatin1StringView(HomeFolder), u"PIP_TARGET="_s + SitePackages, pythonPath};
}

QJsonObject toJson(const Mount &mount)
{
    return {{u"Type"_s, mount.isVolume() ? u"volume"_s : u"bind"_s},
            {u"Source"_s, mount.source},
            {u"Target"_s, mount.target},
            {u"ReadOnly"_s, !mount.writable}};
}

QJsonObject tmpfsOf(const QList<Tmpfs> &folders)
{
    QJsonObject object;
    for (const Tmpfs &folder : folders) {
        QString options = u"rw,exec,nosuid,nodev,mode=1777"_s;
        if (folder.bytes)
            options += u",size=%1"_s.arg(*folder.bytes);
        object.insert(folder.target, options);
    }
    return object;
}

QJsonArray deviceRequests(const GpuWish &gpus)
{
    QJsonObject request {{u"Capabilities"_s, QJsonArray {QJsonArray {u"gpu"_s}}}};
    if (gpus.ids.isEmpty())
        request.insert(u"Count"_s, gpus.count);
    else
        request.insert(u"DeviceIDs"_s, QJsonArray::fromStringList(gpus.ids));
    return {request};
}

QJsonObject hostConfig(const DockerSettings &settings, const ContainerPlan &plan)
{
    QJsonArray mounts;
    for (const Mount &mount : plan.mounts + settings.mounts)
        mounts.append(toJson(mount));
    QJsonObject config {{u"NetworkMode"_s, settings.network},
                        {u"ReadonlyRootfs"_s, settings.readOnlyRoot},
                        {u"Tmpfs"_s, tmpfsOf(settings.tmpfs)},
                        {u"Mounts"_s, mounts},
                        {u"CapDrop"_s, QJsonArray {u"ALL"_s}},
                        {u"SecurityOpt"_s, QJsonArray {u"no-new-privileges"_s}},
                        {u"LogConfig"_s, QJsonObject {{u"Type"_s, u"none"_s}}},
                        {u"AutoRemove"_s, plan.removesItself}};
    if (!settings.capabilities.isEmpty())
        config.insert(u"CapAdd"_s, QJsonArray::fromStringList(settings.capabilities));
    if (settings.init == InitProcess::Docker)
        config.insert(u"Init"_s, true);
    if (settings.nanoCpus)
        config.insert(u"NanoCpus"_s, *settings.nanoCpus);
    if (settings.memory) {
        config.insert(u"Memory"_s, *settings.memory);
        // As much as without swap: what is written out would get around the limit.
        config.insert(u"MemorySwap"_s, *settings.memory);
    }
    if (settings.pids)
        config.insert(u"PidsLimit"_s, *settings.pids);
    if (settings.sharedMemory)
        config.insert(u"ShmSize"_s, *settings.sharedMemory);
    if (settings.gpus.any())
        config.insert(u"DeviceRequests"_s, deviceRequests(settings.gpus));
    return config;
}

/// Of a time with nanoseconds, which Qt does not read, or seconds since 1970.
QDateTime timeOf(const QJsonValue &value)
{
    if (value.isDouble())
        return QDateTime::fromSecsSinceEpoch(value.toInteger(), QTimeZone::UTC);
    return QDateTime::fromString(value.toString().first(std::min<qsizetype>(19, value.toString().size())) + u'Z', Qt::ISODate);
}

/// The same to the nanosecond; 0 where it is no time. Its zone is left out, which is good for differences.
qint64 nanosOf(const QString &time)
{
    const QDateTime seconds = timeOf(time);
    if (!seconds.isValid())
        return 0;
    static const QRegularExpression pattern(u"\\.(\\d{1,9})"_s);
    const QString fraction = pattern.match(time, 19, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption)
                                 .captured(1)
                                 .leftJustified(9, u'0');
    return seconds.toSecsSinceEpoch() * 1'000'000'000 + fraction.toLongLong();
}

/// The command of a container of ours begins with it, behind an entrypoint of the image.
QString runnerIn(const QJsonObject &config)
{
    for (const QString &word : textsOf(config.value("Entrypoint"_L1)) + textsOf(config.value("Cmd"_L1))) {
        if (word.startsWith(QLatin1StringView(ToolFolder)))
            return word;
    }
    return {};
}
} // namespace

QString stateName(ContainerState state)
{
    return nameOf(StateNames, state);
}

QJsonObject containerBody(const DockerSettings &settings, const ContainerPlan &plan)
{
    QJsonObject body {{u"Image"_s, plan.imageName},
                      {u"Labels"_s, toJson(plan.labels)},
                      {u"AttachStdin"_s, true},
                      {u"AttachStdout"_s, true},
                      {u"AttachStderr"_s, true},
                      {u"OpenStdin"_s, true},
                      {u"StdinOnce"_s, true},
                      {u"Tty"_s, false},
                      {u"WorkingDir"_s, u"/"_s},
                      {u"StopTimeout"_s, StopSeconds},
                      {u"HostConfig"_s, hostConfig(settings, plan)}};
    if (settings.init == InitProcess::Image) {
        body.insert(u"Cmd"_s, QJsonArray::fromStringList(plan.command));
    } else {
        body.insert(u"Entrypoint"_s, QJsonArray {plan.command.value(0)});
        body.insert(u"Cmd"_s, QJsonArray::fromStringList(plan.command.sliced(1)));
    }
    if (settings.readOnlyRoot)
        body.insert(u"Env"_s, QJsonArray::fromStringList(variablesInTmp(plan.image)));
    if (!settings.user.isEmpty())
        body.insert(u"User"_s, settings.user);
    return body;
}

QJsonObject execBody(const QStringList &command)
{
    return {{u"AttachStdin"_s, true},
            {u"AttachStdout"_s, true},
            {u"AttachStderr"_s, true},
            {u"Tty"_s, false},
            {u"Cmd"_s, QJsonArray::fromStringList(command)}};
}

QStringList missingLimits(const QStringList &warnings)
{
    QStringList missing;
    for (const QString &warning : warnings) {
        const bool isLost = warning.contains("discarded"_L1, Qt::CaseInsensitive)
            || (warning.contains("does not support"_L1, Qt::CaseInsensitive) && !warning.contains("swap"_L1, Qt::CaseInsensitive))
            || warning.contains("not possible"_L1, Qt::CaseInsensitive);
        if (isLost)
            missing.append(warning);
    }
    return missing;
}

ImageInfo imageFromJson(const QJsonObject &image)
{
    const QJsonObject config = image.value("Config"_L1).toObject();
    return {.id = image.value("Id"_L1).toString(),
            .architecture = image.value("Architecture"_L1).toString(),
            .environment = textsOf(config.value("Env"_L1)),
            .entrypoint = textsOf(config.value("Entrypoint"_L1)),
            .tags = textsOf(image.value("RepoTags"_L1)),
            .bytes = image.value("Size"_L1).toInteger(),
            .created = timeOf(image.value("Created"_L1))};
}

std::optional<ContainerInfo> containerFromList(const QJsonObject &entry)
{
    const auto labels = labelsFromJson(entry.value("Labels"_L1).toObject());
    if (!labels)
        return std::nullopt;
    QString name = entry.value("Names"_L1).toArray().first().toString();
    if (name.startsWith(u'/'))
        name.remove(0, 1);
    return ContainerInfo {.id = entry.value("Id"_L1).toString(),
                          .name = name,
                          .labels = *labels,
                          .state = valueOf(StateNames, entry.value("State"_L1).toString()).value_or(ContainerState::Dead),
                          .image = entry.value("Image"_L1).toString(),
                          .created = timeOf(entry.value("Created"_L1)),
                          .status = entry.value("Status"_L1).toString()};
}

std::optional<ContainerDetails> containerFromInspect(const QJsonObject &container)
{
    const QJsonObject config = container.value("Config"_L1).toObject();
    const QJsonObject state = container.value("State"_L1).toObject();
    const QJsonObject host = container.value("HostConfig"_L1).toObject();
    const auto labels = labelsFromJson(config.value("Labels"_L1).toObject());
    if (!labels)
        return std::nullopt;
    QString name = container.value("Name"_L1).toString();
    if (name.startsWith(u'/'))
        name.remove(0, 1);
    return ContainerDetails {
        .info = {.id = container.value("Id"_L1).toString(),
                 .name = name,
                 .labels = *labels,
                 .state = valueOf(StateNames, state.value("Status"_L1).toString()).value_or(ContainerState::Dead),
                 .image = config.value("Image"_L1).toString(),
                 .created = timeOf(container.value("Created"_L1))},
        .exitCode = state.value("ExitCode"_L1).toInt(),
        .outOfMemory = state.value("OOMKilled"_L1).toBool(),
        .error = state.value("Error"_L1).toString(),
        .imageId = container.value("Image"_L1).toString(),
        .started = state.value("StartedAt"_L1).toString(),
        .runner = runnerIn(config),
        .memory = host.value("Memory"_L1).toInteger(),
        .nanoCpus = host.value("NanoCpus"_L1).toInteger(),
        .pids = host.value("PidsLimit"_L1).toInteger()};
}

ContainerUsage usageFromStats(const QJsonObject &stats)
{
    const QJsonObject memory = stats.value("memory_stats"_L1).toObject();
    const QJsonObject parts = memory.value("stats"_L1).toObject();
    const QJsonObject cpu = stats.value("cpu_stats"_L1).toObject();
    const QJsonValue inactive = parts.contains("total_inactive_file"_L1) ? parts.value("total_inactive_file"_L1)
                                                                         : parts.value("inactive_file"_L1);
    return {.memory = std::max<qint64>(memory.value("usage"_L1).toInteger() - inactive.toInteger(), 0),
            .cpuNanos = cpu.value("cpu_usage"_L1).toObject().value("total_usage"_L1).toInteger(),
            .sampledNanos = nanosOf(stats.value("read"_L1).toString())};
}

QString settingsDigest(const DockerSettings &settings, const QString &imageId)
{
    // The labels are no part of it: they name the digest.
    QJsonObject body = containerBody(settings, {.imageName = imageId, .command = {QString()}});
    body.remove(u"Labels"_s);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QJsonDocument(body).toJson(QJsonDocument::Compact));
    return QString::fromLatin1(hash.result().toHex().first(16));
}

} // namespace hermes::docker
