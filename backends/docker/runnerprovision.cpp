// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/runnerprovision.h"

#include "backends/core/stoppablelock.h"
#include "backends/docker/tararchive.h"
#include "backends/runner/runnerlocation.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr auto RunnerName = "hermes-runner"_L1;
/// What the volume of a runner is called, before the digest of the file.
constexpr auto VolumeBeginning = "hermes-runner-"_L1;

/// As uname(1) names what images name otherwise.
QString machineOf(const QString &architecture)
{
    if (architecture == "amd64"_L1)
        return u"x86_64"_s;
    if (architecture == "arm64"_L1)
        return u"aarch64"_s;
    return architecture;
}

Result<QString> runnerFor(const ImageInfo &image)
{
    return image.architecture.isEmpty() ? runner::findRunner() : runner::findRunnerFor(machineOf(image.architecture));
}

QString toolPath(const QString &name)
{
    return QLatin1StringView(ToolFolder) + u'/' + name;
}

QString volumeOf(const QByteArray &runner)
{
    return VolumeBeginning + QString::fromLatin1(QCryptographicHash::hash(runner, QCryptographicHash::Sha256).toHex().first(16));
}

/// Of all kinds of CPU that this program has a runner for.
QStringList presentVolumes()
{
    QStringList volumes;
    for (const QString &machine : {u"x86_64"_s, u"aarch64"_s}) {
        const auto path = runner::findRunnerFor(machine);
        QFile file(path.value_or(QString()));
        if (path && file.open(QIODevice::ReadOnly))
            volumes.append(volumeOf(file.readAll()));
    }
    return volumes;
}

/// Says nothing of whether the daemon can do it.
bool isPassing(const Fault &fault)
{
    return fault.kind == FaultKind::Cancelled || fault.kind == FaultKind::Unreachable || fault.kind == FaultKind::TimedOut
        || fault.what.contains("No such image"_L1);
}
} // namespace

QStringList deliveryCommand(const RunnerPlace &place, const QStringList &arguments)
{
    // Written beside it and renamed: another connection may be executing the one that is there.
    const QString script = u"{ head -c %1 > %2.$$ && chmod 700 %2.$$ && mv -f %2.$$ %2 && exec %2 \"$@\"; } || "
                           "{ echo '%2 could not be written' >&2; exit 126; }"_s.arg(place.bytes)
                               .arg(place.path);
    return QStringList {u"sh"_s, u"-c"_s, script, u"sh"_s} + arguments;
}

RunnerPlace::Way RunnerProvision::firstWay()
{
    const std::scoped_lock lock(m_mutex);
    return std::max(m_first, m_containers.client().maySeeOurFiles() ? RunnerPlace::Way::Bind : RunnerPlace::Way::Volume);
}

RunnerPlace RunnerProvision::plainPlace(const std::optional<Fault> &why)
{
    return {.way = RunnerPlace::Way::Plain, .isCertain = true, .why = why};
}

Result<RunnerPlace> RunnerProvision::place(const ImageInfo &image, std::stop_token stop)
{
    const auto file = runnerFor(image);
    if (!file)
        return plainPlace(file.error());
    if (firstWay() == RunnerPlace::Way::Bind) {
        const QString path = toolPath(RunnerName);
        const std::scoped_lock lock(m_mutex);
        return RunnerPlace {.way = RunnerPlace::Way::Bind,
                            .path = path,
                            .mounts = {{.source = *file, .target = path}},
                            .bytes = QFileInfo(*file).size(),
                            .isCertain = m_seesOurFiles,
                            .file = *file};
    }
    if (firstWay() == RunnerPlace::Way::Volume) {
        auto place = volumePlace(*file, image, stop);
        if (place || isPassing(place.error()))
            return place;
        reject(RunnerPlace::Way::Volume);
    }
    return delivery(image);
}

Result<RunnerPlace> RunnerProvision::delivery(const ImageInfo &image)
{
    const auto file = runnerFor(image);
    if (!file)
        return plainPlace(file.error());
    if (firstWay() == RunnerPlace::Way::Plain) {
        const std::scoped_lock lock(m_mutex);
        return plainPlace(m_why);
    }
    return RunnerPlace {.way = RunnerPlace::Way::Stdin,
                        .path = u"/tmp/.hermes-runner"_s,
                        .bytes = QFileInfo(*file).size(),
                        .isCertain = true,
                        .file = *file};
}

void RunnerProvision::confirm(const RunnerPlace &place)
{
    const std::scoped_lock lock(m_mutex);
    if (place.way == RunnerPlace::Way::Bind)
        m_seesOurFiles = true;
}

void RunnerProvision::reject(RunnerPlace::Way way, std::optional<Fault> why)
{
    const std::scoped_lock lock(m_mutex);
    if (way == RunnerPlace::Way::Plain)
        return;
    if (way == RunnerPlace::Way::Volume && !std::exchange(m_refilled, true)) {
        m_filled.clear();
        return;
    }
    m_first = std::max(m_first, RunnerPlace::Way(int(way) + 1));
    if (!m_why)
        m_why = std::move(why);
}

Result<RunnerPlace> RunnerProvision::volumePlace(const QString &file, const ImageInfo &image, std::stop_token stop)
{
    QFile runner(file);
    if (!runner.open(QIODevice::ReadOnly))
        return fail(FaultKind::NotConfigured, u"%1 cannot be read: %2"_s.arg(file, runner.errorString()));
    const QByteArray content = runner.readAll();
    const QString volume = volumeOf(content);
    const auto filling = lockUnlessStopped(m_filling, stop);
    if (!filling)
        return fail(FaultKind::Cancelled, u"Cancelled"_s);
    bool isFilled = false;
    {
        const std::scoped_lock lock(m_mutex);
        isFilled = m_filled.contains(volume);
    }
    if (!isFilled) {
        if (auto filled = fill(volume, content, image, std::move(stop)); !filled)
            return std::unexpected(inContext(u"The runner could not be brought to the daemon"_s, filled.error()));
        const std::scoped_lock lock(m_mutex);
        m_filled.insert(volume);
    }
    return RunnerPlace {.way = RunnerPlace::Way::Volume,
                        .path = toolPath(u"bin/"_s + RunnerName),
                        .mounts = {{.source = volume, .target = toolPath(u"bin"_s)}},
                        .bytes = content.size(),
                        .isCertain = true,
                        .file = file};
}

void RunnerProvision::removeOlder(std::stop_token stop) const
{
    static const QRegularExpression ours(u"^hermes-runner-[0-9a-f]{16}$"_s);
    const auto volumes = m_containers.volumes(VolumeBeginning, stop);
    const QStringList present = presentVolumes();
    // Without a runner at hand it is not known which are old.
    if (!volumes || present.isEmpty())
        return;
    for (const QString &volume : *volumes) {
        if (ours.match(volume).hasMatch() && !present.contains(volume))
            std::ignore = m_containers.removeVolume(volume, stop);
    }
}

Result<> RunnerProvision::fill(const QString &volume, const QByteArray &runner, const ImageInfo &image, std::stop_token stop)
{
    // Made by its first use, and without our label but by name: whoever cleans up knows it by that.
    const Mount mount {.source = volume, .target = toolPath(u"bin"_s), .writable = true};
    DockerSettings settings;
    settings.network = u"none"_s;
    settings.init = InitProcess::None;
    settings.readOnlyRoot = false;
    const QJsonObject body = containerBody(settings,
                                           {.labels = {.purpose = Purpose::Helper},
                                            .imageName = image.id,
                                            .command = {toolPath(u"bin/"_s + RunnerName)},
                                            .mounts = {mount}});
    const QString name = u"hermes-helper-%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QChar(u'0'));
    const auto helper = m_containers.create(name, body, stop);
    if (!helper)
        return std::unexpected(helper.error());
    const QString file = mount.target + u'/' + RunnerName;
    const auto isThere = [&] { return m_containers.fileSize(helper->id, file, stop).value_or(-1) == runner.size(); };
    Result<> filled;
    if (!isThere()) {
        filled = m_containers.unpack(helper->id, mount.target, tarOf({{.name = "hermes-runner", .mode = 0755, .content = runner}}),
                                     stop);
        if (filled && !isThere())
            filled = fail(FaultKind::Internal, u"the daemon did not keep the file %1"_s.arg(file));
    }
    // Also after a stop request: nothing is left.
    auto removed = m_containers.remove(helper->id, {});
    return filled ? removed : filled;
}

} // namespace hermes::docker
