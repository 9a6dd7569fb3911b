// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/dockerbackend.h"

#include "backends/core/inbackground.h"
#include "backends/core/owner.h"
#include "backends/docker/dockercheck.h"
#include "backends/docker/dockersession.h"
#include "backends/docker/sandboxcontainer.h"
#include "backends/runner/exitmapping.h"
#include "backends/runner/runnersandbox.h"
#include "backends/runner/sandboxname.h"

#include <QDir>
#include <QFile>

#include <condition_variable>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// 64 runs, each with one container that starts or goes.
constexpr int MostThreads = 128;
constexpr std::chrono::seconds PingLimit {3};
/// Between two looks whether a daemon is there again.
constexpr std::chrono::milliseconds FirstPause {250};
constexpr std::chrono::milliseconds LongestPause {2'000};

SessionState stateOf(ContainerState state)
{
    switch (state) {
    case ContainerState::Running:
    case ContainerState::Paused:
    case ContainerState::Restarting:
    case ContainerState::Created: return SessionState::Open;
    default: return SessionState::Lost;
    }
}

/// "exited (137), out of memory"
QString statusOf(const SurveyedContainer &container)
{
    QString text = stateName(container.info.state);
    if (!container.details)
        return text;
    const ContainerDetails &details = *container.details;
    const bool hasEnded = container.info.state == ContainerState::Exited || container.info.state == ContainerState::Dead;
    if (hasEnded)
        text += u" (%1)"_s.arg(details.exitCode);
    if (details.outOfMemory)
        text += hasEnded ? u", out of memory"_s : u", was out of memory"_s;
    if (!details.error.isEmpty() && container.info.state != ContainerState::Running)
        text += u": "_s + details.error;
    return text;
}

/// "0.5 CPUs, 512 MiB, 256 processes"
QString limitsOf(const ContainerDetails &details, const HeldLimits &held)
{
    QStringList limits;
    if (details.nanoCpus > 0 && held.cpus)
        limits.append(details.nanoCpus == 1'000'000'000 ? u"1 CPU"_s : u"%1 CPUs"_s.arg(double(details.nanoCpus) / 1e9));
    if (details.memory > 0 && held.memory)
        limits.append(runner::byteText(uint64_t(details.memory)));
    if (details.pids > 0 && held.processes)
        limits.append(u"%1 processes"_s.arg(details.pids));
    return limits.isEmpty() ? u"none"_s : limits.join(u", "_s);
}

void addDetails(SessionInfo &info, const SurveyedContainer &container, const HeldLimits &held)
{
    info.place = container.info.name;
    info.image = container.info.image;
    info.status = statusOf(container);
    if (held.measures) {
        info.cpu = container.cpu;
        if (container.usage)
            info.memory = container.usage->memory;
    }
    if (!container.details)
        return;
    info.limits = limitsOf(*container.details, held);
    if (container.details->memory > 0 && held.memory)
        info.memoryLimit = container.details->memory;
    // A list has the digest of an image whose tag has moved on to another.
    if (!container.details->info.image.isEmpty())
        info.image = container.details->info.image;
}
} // namespace

BackendKind dockerKind(std::function<ProgramIdentity()> identify, CredentialSource credentials)
{
    return {.kind = u"docker"_s,
            .title = u"Docker"_s,
            .isolation = u"container"_s,
            .schema = dockerSchema(),
            .keepsRemote = true,
            .create = [identify = std::move(identify),
                       credentials = std::move(credentials)](const Settings &settings) -> Result<std::shared_ptr<Backend>> {
                auto parsed = dockerSettings(settings);
                if (!parsed)
                    return std::unexpected(parsed.error());
                auto endpoint = chooseEndpoint(parsed->endpoint, EndpointPlaces::usual());
                if (!endpoint)
                    return std::unexpected(endpoint.error());
                auto dialer = std::make_shared<EndpointDialer>(std::move(*endpoint));
                return std::make_shared<DockerBackend>(std::move(dialer), std::move(*parsed), identify(), credentials);
            },
            .ownImage = sandboxImage()};
}

DockerBackend::DockerBackend(std::shared_ptr<Dialer> dialer, DockerSettings settings, ProgramIdentity program,
                             CredentialSource credentials)
    : m_client(std::make_shared<EngineClient>(std::move(dialer))),
      m_launcher(std::make_shared<ContainerLauncher>(m_client, std::move(settings), std::move(program), credentials)),
      m_images(m_client, std::move(credentials), m_launcher->program().stateFolder,
               m_launcher->settings().blocksCritical ? FindingsPolicy::BlockCritical : FindingsPolicy::Tell),
      m_survey(m_launcher->containers()),
      m_threads(std::make_shared<QThreadPool>())
{
    m_threads->setMaxThreadCount(MostThreads);
    if (m_launcher->program().keepsWarm && m_launcher->settings().warm > 0) {
        m_pool = std::make_shared<WarmPool>(
            WarmPool::Plan {.size = m_launcher->settings().warm,
                            .memoryBound = m_launcher->settings().warmMemory.value_or(0),
                            .start = [this](std::stop_token stop) { return startWarm(std::move(stop)); }});
    }
}

DockerBackend::~DockerBackend()
{
    m_ending.request_stop();
    if (m_pool)
        m_pool->drain();
    m_threads->waitForDone();
}

BackendInfo DockerBackend::info() const
{
    const DockerSettings &settings = m_launcher->settings();
    BackendInfo info {.kind = u"docker"_s,
                      .title = u"Docker"_s,
                      .isolation = u"container"_s,
                      .maxConcurrent = 64,
                      .defaultConcurrent = settings.concurrency,
                      .place = m_client->name()};
    if (settings.network == "host"_L1)
        info.warning = u"Containers use this machine's network, without isolation."_s;
    return info;
}

runner::ExecutorPolicy DockerBackend::basePolicy() const
{
    const DockerSettings &settings = m_launcher->settings();
    runner::ExecutorPolicy policy {.heldMemory = settings.memory, .timeout = settings.timeout, .killDelay = settings.killDelay};
    for (const EnvironmentVariable &variable : settings.environment)
        policy.environment.push_back(variable.name.toStdString() + '=' + variable.value.toStdString());
    return policy;
}

QString DockerBackend::lockOf(const ProfiledId &name) const
{
    const QString locks = m_launcher->program().stateFolder + u"/docker/locks"_s;
    QDir().mkpath(locks);
    return runner::sandboxLockFile(locks, name, m_client->name());
}

Result<std::unique_ptr<Sandbox>> DockerBackend::openSandbox(const ProfiledId &name, std::stop_token stop, const Progress &progress)
{
    auto container = std::make_shared<SandboxContainer>(m_launcher, name);
    auto connection = container->open(progress, std::move(stop));
    if (!connection)
        return std::unexpected(connection.error());
    auto source = std::make_shared<runner::ConnectionSource>(
        [container](std::stop_token s) { return container->open({}, std::move(s)); }, std::move(*connection));
    tidyOnce();
    auto lock = runner::SandboxLock::open(
        lockOf(name), {.name = name, .folder = QString::fromLatin1(SandboxFolder), .created = QDateTime::currentDateTimeUtc()});
    if (!lock)
        return std::unexpected(lock.error());
    runner::RunnerSandbox::Parts parts {.name = name,
                                        .lock = std::make_shared<runner::SandboxLock>(std::move(*lock)),
                                        .connection = std::move(source),
                                        .policy = basePolicy(),
                                        .takeNews = [container] { return container->takeNews(); }};
    parts.policy.folderMode = protocol::FolderMode::Made;
    parts.policy.folder = SandboxFolder;
    parts.policy.keepBackground = true;
    return std::make_unique<runner::RunnerSandbox>(std::move(parts));
}

Result<std::unique_ptr<WarmMember>> DockerBackend::startWarm(std::stop_token stop)
{
    return m_launcher->startExecutor(Purpose::Pool, {}, {}, std::move(stop)).transform([this](StartedContainer container) {
        const bool isMeasured = m_launcher->limits().get({}).value_or(HeldLimits()).measures;
        const qint64 memory = isMeasured ? m_launcher->containers().usage(container.id, {}).value_or(ContainerUsage()).memory : 0;
        return std::unique_ptr<WarmMember>(std::make_unique<WarmContainer>(std::move(container), m_launcher->containers(), memory));
    });
}

void DockerBackend::tidyOnce()
{
    std::call_once(m_tidied, [this] {
        postTo(*m_threads, [launcher = m_launcher, stop = m_ending.get_token()] { launcher->removeForgotten(stop); });
    });
}

Result<std::unique_ptr<Executor>> DockerBackend::openSession(const SessionSpec &spec, std::stop_token stop)
{
    // What the whole session would fail for is found before its first run.
    if (const auto version = m_client->version(stop); !version)
        return std::unexpected(version.error());
    tidyOnce();
    if (m_pool)
        m_pool->fill();
    return std::make_unique<DockerSession>(DockerSession::Parts {
        .name = spec.name, .launcher = m_launcher, .pool = m_pool, .policy = basePolicy(), .threads = m_threads});
}

SessionInfo DockerBackend::infoOf(const SurveyedContainer &container, const HeldLimits &held) const
{
    const ContainerLabels &labels = container.info.labels;
    const bool isSandbox = labels.purpose == Purpose::Sandbox;
    SessionInfo info {.backend = u"docker"_s,
                      .profile = labels.name.profile,
                      .id = isSandbox ? labels.name.id : container.info.name,
                      .kind = isSandbox ? SessionKind::Sandbox : SessionKind::Session,
                      .state = stateOf(container.info.state),
                      .created = container.info.created,
                      .folder = isSandbox ? QString::fromLatin1(SandboxFolder) : QString()};
    addDetails(info, container, held);
    if (isSandbox) {
        if (const auto record = runner::SandboxLock::read(lockOf(labels.name))) {
            info.lastUsed = record->lastUsed;
            info.owner = record->holder;
            if (!record->holder.isEmpty())
                info.state = SessionState::Running;
        }
        return info;
    }
    const auto owner = ownerFromText(labels.owner);
    if (owner && isAlive(*owner)) {
        info.owner = describe(*owner);
        info.isOwn = labels.owner == m_launcher->program().owner;
        if (labels.purpose == Purpose::Executor && container.info.state == ContainerState::Running)
            info.state = SessionState::Running;
    } else {
        info.stale = true;
        info.staleReason = u"its program has ended"_s;
    }
    return info;
}

Result<QList<SessionInfo>> DockerBackend::list(std::stop_token stop)
{
    return m_launcher->containers().list({}, stop).transform([&](QList<ContainerInfo> containers) {
        // Those of other machines at the same daemon are theirs.
        containers.removeIf([this](const ContainerInfo &one) { return one.labels.machine != m_launcher->program().machine; });
        const HeldLimits held = m_launcher->limits().get(stop).value_or(HeldLimits());
        QList<SessionInfo> list;
        for (const SurveyedContainer &container : m_survey.look(containers, std::move(stop)))
            list.append(infoOf(container, held));
        return list;
    });
}

void DockerBackend::watch(const std::function<void()> &changed, std::stop_token stop)
{
    std::mutex mutex;
    std::condition_variable_any wake;
    const auto pause = [&](std::chrono::milliseconds time) {
        std::unique_lock lock(mutex);
        wake.wait_for(lock, stop, time, [] { return false; });
    };
    const auto answers = [&] { return m_client->ask({.path = u"/_ping"_s, .silence = PingLimit}, stop).has_value(); };
    while (!stop.stop_requested()) {
        const auto began = std::chrono::steady_clock::now();
        const auto ended = m_launcher->containers().follow(changed, stop);
        // A silent one may be well.
        if (!ended && ended.error().kind == FaultKind::TimedOut && answers())
            continue;
        if (stop.stop_requested())
            return;
        changed();
        for (auto time = FirstPause; !stop.stop_requested() && !answers(); time = std::min(2 * time, LongestPause))
            pause(time);
        changed();
        // One that answers and has no events.
        if (std::chrono::steady_clock::now() - began < LongestPause)
            pause(LongestPause);
    }
}

std::optional<PoolStatus> DockerBackend::poolStatus()
{
    return m_pool ? std::optional(m_pool->status()) : std::nullopt;
}

void DockerBackend::fillPool()
{
    if (m_pool)
        m_pool->fill();
}

void DockerBackend::drainPool()
{
    if (m_pool)
        m_pool->drain();
}

Result<> DockerBackend::close(const ProfiledId &name, std::stop_token stop)
{
    const QString lockFile = lockOf(name);
    std::optional<runner::SandboxLock> lock;
    std::optional<runner::ClosingNotice> notice;
    if (QFile::exists(lockFile)) {
        auto opened = runner::SandboxLock::open(lockFile, {.name = name, .folder = QString::fromLatin1(SandboxFolder)});
        if (opened) {
            lock = std::move(*opened);
            notice.emplace(*lock);
        }
    }
    const auto containers = m_launcher->containersOf(name, stop);
    if (!containers)
        return std::unexpected(containers.error());
    for (const ContainerInfo &container : *containers) {
        if (auto removed = m_launcher->containers().remove(container.id, stop); !removed)
            return removed;
    }
    m_launcher->forgetSandbox(name);
    if (lock)
        lock->remove();
    return {};
}

void DockerBackend::check(const std::function<void(const CheckStep &)> &report, std::stop_token stop)
{
    checkDocker(*m_launcher, basePolicy(), report, std::move(stop));
}

} // namespace hermes::docker
