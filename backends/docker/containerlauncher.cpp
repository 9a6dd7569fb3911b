// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/containerlauncher.h"

#include "backends/core/owner.h"
#include "backends/docker/images/dockerimages.h"
#include "backends/docker/launchdraft.h"
#include "backends/docker/plainrunner.h"
#include "backends/docker/refusals.h"
#include "backends/docker/settingstexts.h"

#include <QFile>
#include <QRandomGenerator>

#include <thread>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// A daemon that was there and is started again is back by then.
constexpr std::chrono::seconds RestartLimit {30};
constexpr std::chrono::milliseconds RestartLook {250};
constexpr std::chrono::seconds PingEvery {5};
constexpr std::chrono::seconds SilenceLimit {60};
/// What expires is for others to clean up; one that lives is not touched by us.
constexpr qint64 ExpiryDays = 7;

QString randomContainerName(Purpose purpose)
{
    return u"hermes-%1-%2"_s.arg(purposeName(purpose)).arg(QRandomGenerator::system()->generate64(), 16, 16, QChar(u'0'));
}

/// For another kind of CPU than the daemon's machine, which is ours as far as is known.
bool isForeign(const ImageInfo &image)
{
    const QString own = QSysInfo::currentCpuArchitecture() == "x86_64"_L1 ? u"amd64"_s : QSysInfo::currentCpuArchitecture();
    return !image.architecture.isEmpty() && image.architecture != own;
}

QString sentenceOf(const ContainerFate &fate, qint64 memory)
{
    if (fate.outOfMemory)
        return memory > 0 ? u"the container ran out of memory (its limit is %1 bytes)"_s.arg(memory)
                          : u"the container ran out of memory"_s;
    if (fate.killed)
        return u"the container was stopped from outside"_s;
    if (fate.removed)
        return u"the container was removed"_s;
    return {};
}
} // namespace

ContainerLauncher::ContainerLauncher(std::shared_ptr<EngineClient> client, DockerSettings settings, ProgramIdentity program,
                                     CredentialSource credentials)
    : m_containers(client),
      m_settings(std::move(settings)),
      m_program(std::move(program)),
      m_image(m_containers, {.name = m_settings.image, .pull = m_settings.pull, .blocksCritical = m_settings.blocksCritical},
              std::move(credentials), ScanRecords(scanFolder(m_program.stateFolder))),
      m_limits(client),
      m_provision(client)
{ }

QStringList ContainerLauncher::commandOf(const Draft &draft) const
{
    using Way = RunnerPlace::Way;
    const bool isSandbox = draft.purpose == Purpose::Sandbox;
    const Way way = draft.place.way;
    if (isSandbox && (way == Way::Stdin || way == Way::Plain))
        return stayCommand();
    if (way == Way::Plain)
        return guardCommand(draft.plainFolder);
    QStringList arguments;
    if (draft.settings.readOnlyRoot)
        arguments += {u"--make"_s, QLatin1StringView(HomeFolder)};
    if (isSandbox)
        arguments += {u"--make"_s, QLatin1StringView(SandboxFolder), u"--stay"_s};
    else if (way == Way::Bind)
        arguments += {u"--socket"_s, LinkFolder + u'/' + draft.sockets.socketName()};
    else if (way == Way::Stdin)
        arguments += {u"--socket"_s, NoSocket};
    return way == Way::Stdin ? deliveryCommand(draft.place, arguments) : QStringList {draft.place.path} + arguments;
}

Result<CreatedContainer> ContainerLauncher::createOnce(Draft &draft, std::stop_token stop)
{
    const auto place = m_provision.place(draft.image, stop);
    if (!place)
        return std::unexpected(place.error());
    draft.place = *place;
    ContainerPlan plan {.labels = {.purpose = draft.purpose,
                                   .name = draft.name,
                                   .machine = m_program.machine,
                                   .settings = settingsDigest(m_settings, draft.image.id)},
                        .image = draft.image,
                        .imageName = m_settings.image,
                        .command = commandOf(draft),
                        .mounts = place->mounts,
                        .removesItself = draft.purpose != Purpose::Sandbox};
    if (draft.purpose == Purpose::Sandbox) {
        plan.labels.texts = settingsTexts(m_settings);
    } else {
        plan.labels.owner = m_program.owner;
        plan.labels.expires = QDateTime::currentDateTimeUtc().addDays(ExpiryDays);
    }
    if (place->way == RunnerPlace::Way::Bind)
        plan.mounts.append({.source = draft.sockets.path(), .target = LinkFolder});
    // Not ended by a stop request: what becomes of a container whose creation is not waited for would not be known.
    auto created = m_containers.create(draft.containerName, containerBody(draft.settings, plan), {});
    if (!created && (created.error().kind == FaultKind::TimedOut || created.error().kind == FaultKind::Unreachable))
        std::ignore = m_containers.remove(draft.containerName, {});
    return created;
}

Result<CreatedContainer> ContainerLauncher::create(Draft &draft, std::stop_token stop)
{
    for (;;) {
        auto created = createOnce(draft, stop);
        const bool isTrial = draft.place.way == RunnerPlace::Way::Bind && !draft.place.isCertain;
        if (!created) {
            const QString &why = created.error().what;
            const bool isOurs = !draft.place.mounts.isEmpty()
                && (why.contains(draft.place.mounts.first().source) || why.contains(draft.sockets.path()));
            if (!isTrial || !isOurs)
                return std::unexpected(explained(created.error()));
            m_provision.reject(draft.place.way);
            continue;
        }
        Removal removal(m_containers, created->id);
        if (isTrial) {
            const auto size = m_containers.fileSize(created->id, draft.place.path, stop);
            if (!size && size.error().kind == FaultKind::Cancelled)
                return std::unexpected(size.error());
            if (size.value_or(-1) != draft.place.bytes) {
                m_provision.reject(draft.place.way);
                continue;
            }
            m_provision.confirm(draft.place);
        }
        if (auto checked = checkWarnings(*created, draft.notes); !checked)
            return std::unexpected(checked.error());
        removal.dismiss();
        return created;
    }
}

Result<> ContainerLauncher::checkWarnings(const CreatedContainer &created, QStringList &notes) const
{
    const QStringList missing = missingLimits(created.warnings);
    if (missing.isEmpty())
        return {};
    if (!m_settings.runsWithoutMissingLimits)
        return std::unexpected(
            explainedRefusal({.kind = FaultKind::NotConfigured,
                              .what = u"The daemon cannot hold a limit (cgroup): %1"_s.arg(missing.join(u"; "_s))}));
    for (const QString &warning : missing)
        notes.append(u"Runs without a limit that is set: %1"_s.arg(warning));
    return {};
}

Fault ContainerLauncher::explained(const Fault &refusal) const
{
    if (isAboutNetwork(refusal))
        return unknownNetwork(m_settings.network, m_containers.networks({}).value_or(QStringList()));
    return explainedRefusal(refusal);
}

Fault ContainerLauncher::notStarted(const Draft &draft, const Fault &fault) const
{
    Fault full = explainedRefusal(silent(draft.containerName, fault));
    if (full.advice.isEmpty() && full.kind != FaultKind::Cancelled && isForeign(draft.image))
        full.advice = u"The image %1 is for %2; choose one for this kind of CPU."_s.arg(m_settings.image, draft.image.architecture);
    return full;
}

ContainerProcess::Ending ContainerLauncher::endingOf(const QString &id) const
{
    const QDateTime since = QDateTime::currentDateTimeUtc();
    return {.ask = [containers = m_containers, id, since]() -> std::optional<hosts::ProcessEnd> {
                if (const auto details = containers.inspect(id, {}); details && details->info.state == ContainerState::Running)
                    return std::nullopt;
                else if (details)
                    return hosts::ProcessEnd {.exitCode = details->exitCode};
                const auto code = containers.fate(id, since, {}).exitCode;
                return code ? std::optional(hosts::ProcessEnd {.exitCode = *code}) : std::nullopt;
            },
            .kill = [containers = m_containers, id] { std::ignore = containers.remove(id, {}); },
            .explain = [containers = m_containers, id, since,
                        memory = m_settings.memory.value_or(0)] { return sentenceOf(containers.fate(id, since, {}), memory); },
            .rouse =
                [containers = m_containers, id] {
                    return containers.unpause(id, {})
                        ? u"The container was paused from outside; it was let go on, so that the run ends."_s
                        : QString();
                }};
}

Result<> ContainerLauncher::awaitRunner(ContainerProcess &process, const RunnerPlace &place, Descriptor listener,
                                        std::stop_token stop) const
{
    if (place.way == RunnerPlace::Way::Bind)
        return process.awaitVoice(std::move(listener), VoiceLimit, std::move(stop));
    if (place.way != RunnerPlace::Way::Stdin)
        return {};
    QFile file(place.file);
    if (!file.open(QIODevice::ReadOnly))
        return fail(FaultKind::NotConfigured, u"%1 cannot be read: %2"_s.arg(place.file, file.errorString()));
    return process.deliver(file.readAll(), VoiceLimit, stop).and_then([&] { return process.awaitVoice({}, VoiceLimit, stop); });
}

Result<std::shared_ptr<runner::Connection>> ContainerLauncher::connect(std::unique_ptr<hosts::Process> process, const QString &name,
                                                                       std::stop_token stop) const
{
    runner::ConnectionOptions options {
        .interpreterAdvice = u"Choose an image with %1 (--docker-image); %2 has none."_s.arg(u"%1"_s, m_settings.image),
        .temporaryBase = "/tmp"};
    options.handshakeLimit = VoiceLimit;
    if (!m_containers.client().maySeeOurFiles()) {
        options.pingEvery = PingEvery;
        options.silenceLimit = SilenceLimit;
    }
    auto host = std::make_shared<StartedHost>(u"the container %1"_s.arg(name), std::move(process));
    return runner::Connection::open(std::move(host), std::move(options), std::move(stop));
}

std::unique_ptr<hosts::Process> ContainerLauncher::plainRunner(std::unique_ptr<ContainerProcess> guard, const QString &container,
                                                               const QString &folder, const std::optional<Fault> &why) const
{
    const QString note = u"Runs without the resident runner%1; resource use and the order of both streams are not known."_s.arg(
        why ? u": "_s + why->what : QString());
    return std::make_unique<PlainRunner>(
        std::move(guard),
        PlainRunner::Plan {.containers = m_containers, .container = container, .folder = folder, .note = note.toStdString()});
}

bool ContainerLauncher::comesBack(const Fault &fault, const Progress &progress, std::stop_token stop) const
{
    if (fault.kind != FaultKind::Unreachable || !m_containers.client().hasAnswered())
        return false;
    if (progress)
        progress(u"Waiting for the Docker daemon at %1, which does not answer any more"_s.arg(m_containers.client().name()));
    const auto deadline = std::chrono::steady_clock::now() + RestartLimit;
    while (std::chrono::steady_clock::now() < deadline && !stop.stop_requested()) {
        if (m_containers.client().ask({.path = u"/_ping"_s}, stop))
            return true;
        std::this_thread::sleep_for(RestartLook);
    }
    return false;
}

Result<StartedContainer> ContainerLauncher::startExecutor(Purpose purpose, const ProfiledId &name, const Progress &progress,
                                                          std::stop_token stop)
{
    auto started = startOnce(purpose, name, progress, stop);
    // What is lost before its runner answers has run nothing: a daemon that is started again does not fail a sweep.
    if (!started && comesBack(started.error(), progress, stop))
        return startOnce(purpose, name, progress, std::move(stop));
    return started;
}

Result<StartedContainer> ContainerLauncher::startOnce(Purpose purpose, const ProfiledId &name, const Progress &progress,
                                                      std::stop_token stop)
{
    const auto found = m_image.get(progress, stop);
    if (!found)
        return std::unexpected(found.error());
    return withinLimits([&](const DockerSettings &settings) { return startWith(settings, purpose, name, *found, stop); }, stop);
}

Result<StartedContainer> ContainerLauncher::withinLimits(const Attempt &attempt, const std::stop_token &stop)
{
    const auto held = m_limits.get(stop);
    if (!held)
        return std::unexpected(held.error());
    const auto dropped = limitsToDrop(m_settings, *held);
    if (!dropped)
        return std::unexpected(dropped.error());
    QString note = dropped->isEmpty() ? QString() : runsWithoutNote(*dropped);
    auto started = attempt(settingsWithin(m_settings, *held));
    if (!started && m_settings.runsWithoutMissingLimits && isAboutLimits(started.error())) {
        note = withoutLimitsNote(started.error());
        started = attempt(settingsWithin(m_settings, NoLimits));
    }
    if (started && !note.isEmpty())
        started->notes.append(note);
    return started;
}

Result<StartedContainer> ContainerLauncher::startWith(const DockerSettings &settings, Purpose purpose, const ProfiledId &name,
                                                      const ImageInfo &image, std::stop_token stop)
{
    for (;;) {
        auto sockets = SocketFolder::make(socketParent());
        if (!sockets)
            return std::unexpected(sockets.error());
        Draft draft {.purpose = purpose,
                     .name = name,
                     .containerName = randomContainerName(purpose),
                     .image = image,
                     .settings = settings,
                     .sockets = *sockets};
        auto started = startDraft(draft, stop);
        if (started || !isAboutRunner(started.error(), draft.place))
            return started.transform_error([&](const Fault &fault) { return withoutShell(fault, draft.place); });
        // SELinux for one: containers may execute what lies in volumes, and not what lies in somebody's home.
        m_provision.reject(draft.place.way, started.error());
    }
}

Result<StartedContainer> ContainerLauncher::startDraft(Draft &draft, std::stop_token stop)
{
    auto listener = draft.sockets.listen();
    if (!listener)
        return std::unexpected(listener.error());
    const auto created = create(draft, stop);
    if (!created)
        return std::unexpected(created.error());
    Removal removal(m_containers, created->id);
    auto streams = m_containers.attach(created->id, stop);
    if (!streams)
        return std::unexpected(streams.error());
    if (auto started = m_containers.start(created->id, stop); !started)
        return std::unexpected(explained(started.error()));
    auto process = std::make_unique<ContainerProcess>(std::move(*streams), endingOf(created->id));
    if (auto voice = awaitRunner(*process, draft.place, std::move(*listener), stop); !voice)
        return std::unexpected(notStarted(draft, voice.error()));
    std::unique_ptr<hosts::Process> runner;
    if (draft.place.way == RunnerPlace::Way::Plain)
        runner = plainRunner(std::move(process), created->id, draft.plainFolder, draft.place.why);
    else
        runner = std::move(process);
    auto connection = connect(std::move(runner), draft.containerName, std::move(stop));
    if (!connection)
        return std::unexpected(explainedRefusal(connection.error()));
    removal.dismiss();
    return StartedContainer {.id = created->id,
                             .name = draft.containerName,
                             .settings = settingsDigest(m_settings, draft.image.id),
                             .connection = std::move(*connection),
                             .notes = draft.notes};
}

} // namespace hermes::docker
