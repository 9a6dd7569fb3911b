// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/dockerbackend.h"

#include "backends/core/inbackground.h"
#include "backends/core/owner.h"
#include "backends/docker/dockercheck.h"
#include "backends/docker/dockersession.h"
#include "backends/docker/sandboxcontainer.h"
#include "backends/runner/runnersandbox.h"
#include "backends/runner/sandboxname.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// 64 runs, each with one container that starts or goes.
constexpr int MostThreads = 128;

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

SessionInfo infoOf(const ContainerInfo &container)
{
    const bool isSandbox = container.labels.purpose == Purpose::Sandbox;
    SessionInfo info {.backend = u"docker"_s,
                      .profile = container.labels.name.profile,
                      .id = isSandbox ? container.labels.name.id : container.name,
                      .kind = isSandbox ? SessionKind::Sandbox : SessionKind::Session,
                      .state = stateOf(container.state),
                      .created = container.created,
                      .folder = isSandbox ? QString::fromLatin1(SandboxFolder) : QString()};
    const auto owner = ownerFromText(container.labels.owner);
    if (owner && isAlive(*owner))
        info.owner = describe(*owner);
    if (!isSandbox && info.owner.isEmpty()) {
        info.stale = true;
        info.staleReason = u"its program has ended"_s;
    }
    return info;
}
} // namespace

BackendKind dockerKind(std::function<ProgramIdentity()> identify, CredentialSource credentials)
{
    return {.kind = u"docker"_s,
            .title = u"Docker"_s,
            .isolation = u"container"_s,
            .schema = dockerSchema(),
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
      m_images(m_client, std::move(credentials), m_launcher->program().stateFolder),
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
                      .defaultConcurrent = settings.concurrency};
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

Result<std::unique_ptr<Sandbox>> DockerBackend::openSandbox(const ProfiledId &name, std::stop_token stop)
{
    auto container = std::make_shared<SandboxContainer>(m_launcher, name);
    auto source = std::make_shared<runner::ConnectionSource>(
        [container](std::stop_token s) { return container->open(std::move(s)); });
    if (const auto connection = source->get(std::move(stop)); !connection)
        return std::unexpected(connection.error());
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
        const qint64 memory = m_launcher->containers().memoryUse(container.id, {}).value_or(0);
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

Result<QList<SessionInfo>> DockerBackend::list(std::stop_token stop)
{
    return m_launcher->containers().list({}, std::move(stop)).transform([this](const QList<ContainerInfo> &containers) {
        QList<SessionInfo> list;
        for (const ContainerInfo &container : containers) {
            // Those of other machines at the same daemon are theirs.
            if (container.labels.machine != m_launcher->program().machine)
                continue;
            SessionInfo info = infoOf(container);
            if (info.kind == SessionKind::Sandbox) {
                if (const auto record = runner::SandboxLock::read(lockOf(container.labels.name))) {
                    info.lastUsed = record->lastUsed;
                    info.owner = record->holder;
                    if (!record->holder.isEmpty())
                        info.state = SessionState::Running;
                }
            }
            list.append(info);
        }
        return list;
    });
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
    const auto all = m_launcher->containers().list({}, stop);
    if (!all)
        return std::unexpected(all.error());
    for (const ContainerInfo &container : *all) {
        const bool isSandbox = container.labels.purpose == Purpose::Sandbox;
        // Others are named by list() as their containers are.
        const bool isMeant = isSandbox ? container.labels.name == name : container.name == name.id;
        if (!isMeant || container.labels.machine != m_launcher->program().machine)
            continue;
        if (auto removed = m_launcher->containers().remove(container.id, stop); !removed)
            return removed;
    }
    m_launcher->forgetSandbox(m_launcher->sandboxContainerName(name));
    if (lock)
        lock->remove();
    return {};
}

void DockerBackend::check(const std::function<void(const CheckStep &)> &report, std::stop_token stop)
{
    checkDocker(*m_launcher, basePolicy(), report, std::move(stop));
}

} // namespace hermes::docker
