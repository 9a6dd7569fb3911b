// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/localbackend.h"

#include "backends/hosts/localhost.h"
#include "backends/local/childenvironment.h"
#include "backends/local/localcheck.h"
#include "backends/local/sandboxstore.h"
#include "backends/runner/runnerlocation.h"
#include "backends/runner/runnersandbox.h"

#include <QFile>
#include <QStandardPaths>
#include <QThread>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes::local {

namespace {
QString rootWarning()
{
    if (::geteuid() != 0)
        return {};
    return u"Snippets run as root on this machine, without isolation: they can read and change everything. "
           "Make a user for this (adduser hermes) and start the program as that user."_s;
}

/// Where the runner keeps which python a version manager's shim stands for. Snippets do not see it.
std::string interpreterCache()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/hermes-panel/interpreters"_s;
    return "HERMES_INTERPRETER_CACHE=" + QFile::encodeName(folder).toStdString();
}

Result<std::shared_ptr<runner::Connection>> openRunner(const LocalSettings &settings, const std::vector<std::string> &environment,
                                                       std::stop_token stop)
{
    const auto runner = runner::findRunner();
    if (!runner)
        return std::unexpected(runner.error());
    const auto folders = prepareFolders(settings);
    if (!folders)
        return std::unexpected(folders.error());
    std::vector<std::string> own = runnerEnvironment(environment);
    own.push_back(interpreterCache());
    runner::ConnectionOptions options {
        .command = {.program = QFile::encodeName(*runner), .environment = std::move(own), .overSocket = true},
        .environment = childEnvironment(environment),
        .temporaryBase = QFile::encodeName(folders->temporary).toStdString()};
    return runner::Connection::open(std::make_shared<hosts::LocalHost>(), std::move(options), std::move(stop));
}
/// A folder that was deleted since the last call is made again, and the call's end says so.
void restoreFolder(const ProfiledId &name, const QString &folder, RunRequest &request, QStringList &notes)
{
    if (::access(QFile::encodeName(folder).constData(), F_OK) == 0)
        return;
    const auto made = makeWritableFolder(folder, {});
    if (made) {
        notes.append(u"The sandbox's folder %1 was gone; it was made again, empty."_s.arg(folder));
        return;
    }
    // The call must not fail for it, nor run in a folder that nobody was told of.
    const auto other = prepareFolders({});
    const QString otherFolder = other ? other->sandboxes + u'/' + runner::sandboxFileName(name) : QString();
    if (!other || !makeWritableFolder(otherFolder, {}))
        return;
    request.folder = otherFolder;
    notes.append(u"%1; this call ran in %2."_s.arg(made.error().what, otherFolder));
}
} // namespace

BackendKind localKind()
{
    return {.kind = u"local"_s,
            .title = u"This machine"_s,
            .isolation = u"none"_s,
            .schema = localSchema(),
            .create = [](const Settings &settings) -> Result<std::shared_ptr<Backend>> {
                return std::make_shared<LocalBackend>(localSettings(settings));
            }};
}

LocalBackend::LocalBackend(LocalSettings settings)
    : m_settings(std::move(settings)), m_environment(currentEnvironment()), m_shared(newSource())
{ }

LocalBackend::~LocalBackend() = default;

BackendInfo LocalBackend::info() const
{
    return {.kind = u"local"_s,
            .title = u"This machine"_s,
            .isolation = u"none"_s,
            .warning = rootWarning(),
            .maxConcurrent = 64,
            .defaultConcurrent = std::clamp(QThread::idealThreadCount(), 1, 64)};
}

std::shared_ptr<runner::ConnectionSource> LocalBackend::newSource() const
{
    return std::make_shared<runner::ConnectionSource>([settings = m_settings, environment = m_environment](std::stop_token stop) {
        return openRunner(settings, environment, std::move(stop));
    });
}

runner::ExecutorPolicy LocalBackend::basePolicy() const
{
    return {.limits = m_settings.limits, .timeout = m_settings.timeout, .killDelay = m_settings.killDelay};
}

Result<std::unique_ptr<Sandbox>> LocalBackend::openSandbox(const ProfiledId &name, std::stop_token stop, const Progress &)
{
    const auto folders = prepareFolders(m_settings);
    if (!folders)
        return std::unexpected(folders.error());
    const SandboxStore store(*folders);
    // First, so that without a runner nothing is made on disk.
    auto source = newSource();
    if (const auto connection = source->get(std::move(stop)); !connection)
        return std::unexpected(connection.error());
    auto lock = store.open(name);
    if (!lock)
        return std::unexpected(lock.error());
    runner::RunnerSandbox::Parts parts {.name = name,
                                        .lock = std::make_shared<runner::SandboxLock>(std::move(*lock)),
                                        .connection = std::move(source),
                                        .policy = basePolicy()};
    const QByteArray folder = QFile::encodeName(store.folderOf(name));
    parts.policy.folderMode = protocol::FolderMode::Made;
    parts.policy.folder = folder;
    parts.policy.keepBackground = true;
    parts.policy.environment = {std::string(SandboxVariable) + '=' + folder.toStdString()};
    parts.prepare = [name, folder = store.folderOf(name)](RunRequest &request, QStringList &notes) {
        if (request.folder.isEmpty())
            restoreFolder(name, folder, request, notes);
    };
    return std::make_unique<runner::RunnerSandbox>(std::move(parts));
}

Result<std::unique_ptr<Executor>> LocalBackend::openSession(const SessionSpec &, std::stop_token stop)
{
    return m_shared->get(std::move(stop)).transform([this](const std::shared_ptr<runner::Connection> &) {
        return std::unique_ptr<Executor>(std::make_unique<runner::RunnerExecutor>(m_shared, basePolicy()));
    });
}

Result<QList<SessionInfo>> LocalBackend::list(std::stop_token)
{
    // A work folder that is gone is not made again to be looked at.
    return chooseFolders(m_settings).and_then([](const Folders &folders) { return SandboxStore(folders).list(); });
}

Result<> LocalBackend::close(const ProfiledId &name, std::stop_token stop)
{
    return chooseFolders(m_settings).and_then([&](const Folders &folders) {
        return SandboxStore(folders).close(name, std::move(stop));
    });
}

Result<DiskUse> LocalBackend::diskUse(const ProfiledId &name, std::stop_token stop)
{
    return chooseFolders(m_settings).and_then([&](const Folders &folders) {
        return measureTree(SandboxStore(folders).folderOf(name), std::move(stop));
    });
}

void LocalBackend::check(const std::function<void(const CheckStep &)> &report, std::stop_token stop)
{
    checkLocal({.settings = m_settings, .source = newSource()}, report, std::move(stop));
}

} // namespace hermes::local
