// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/sandboxcontainer.h"

#include "backends/core/privatefile.h"
#include "backends/docker/refusals.h"
#include "backends/docker/settingstexts.h"

#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace hermes::docker {

Result<std::unique_ptr<QLockFile>> SandboxContainer::lockOpening(const std::stop_token &stop) const
{
    constexpr std::chrono::milliseconds StopCheck {50};
    const QString path = m_launcher->lifeFile(m_name);
    std::ignore = makePrivateFolder(QFileInfo(path).path());
    auto lock = std::make_unique<QLockFile>(path + u".lock"_s);
    // Whose holder is dead is free, however old it is.
    lock->setStaleLockTime(std::chrono::milliseconds::zero());
    while (!lock->tryLock(StopCheck)) {
        if (stop.stop_requested())
            return fail(FaultKind::Cancelled, u"Cancelled"_s);
        // Where nothing can be written there is no lock to be had; the daemon still lets nobody make a second container.
        if (lock->error() != QLockFile::LockFailedError)
            break;
    }
    return lock;
}

Result<std::shared_ptr<runner::Connection>> SandboxContainer::open(const Progress &progress, std::stop_token stop)
{
    const auto opening = lockOpening(stop);
    if (!opening)
        return std::unexpected(opening.error());
    m_isNew = false;
    auto container = ready(progress, stop);
    for (;;) {
        auto connection = container.and_then(
            [&](const ContainerDetails &details) { return m_launcher->enterSandbox(m_name, details, stop); });
        if (connection)
            compareLife(*container);
        if (connection || !container || !m_isNew || !m_launcher->hasNotBegun(*container, stop))
            return connection;
        if (auto removed = m_launcher->containers().remove(container->info.id, {}); !removed)
            return std::unexpected(removed.error());
        if (!m_launcher->rejectRunnerOf(*container, connection.error()))
            return connection;
        container = make(progress, stop);
    }
}

QStringList SandboxContainer::takeNews()
{
    const std::scoped_lock lock(m_mutex);
    // Without it the next one tells it once more, that is all.
    if (!m_untoldLife.isEmpty())
        std::ignore = writePrivateFile(m_launcher->lifeFile(m_name), std::exchange(m_untoldLife, {}));
    return std::exchange(m_news, {});
}

void SandboxContainer::tell(const QString &news)
{
    const std::scoped_lock lock(m_mutex);
    m_news.append(news);
}

void SandboxContainer::compareLife(const ContainerDetails &container)
{
    const QByteArray id = container.info.id.toUtf8();
    const QByteArray life = id + ' ' + container.started.toUtf8();
    const QString path = m_launcher->lifeFile(m_name);
    QFile file(path);
    const QByteArray before = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    if (before == life)
        return;
    if (before.isEmpty()) {
        // Without it the next one cannot tell, that is all.
        std::ignore = writePrivateFile(path, life);
        return;
    }
    tell(before.startsWith(id) ? u"The container of the sandbox had stopped; it was started again. What lay in /tmp is gone."_s
                               : u"The container of the sandbox was gone; there is a new one, without its files."_s);
    const std::scoped_lock lock(m_mutex);
    m_untoldLife = life;
}

Result<> SandboxContainer::checkSettings(const ContainerDetails &container) const
{
    const DockerSettings &settings = m_launcher->settings();
    const ContainerLabels &labels = container.info.labels;
    // One of an earlier version has the digest alone.
    const QStringList differences = labels.texts.isEmpty() ? QStringList()
                                                           : settingsDifferences(labels.texts, settingsTexts(settings));
    // An image that was built anew under its name is no reason to give up the files.
    if (labels.settings == settingsDigest(settings, container.imageId) && differences.isEmpty())
        return {};
    return fail(FaultKind::Conflict,
                u"The sandbox %1 was made with other settings (%2)"_s.arg(
                    m_name.id, differences.isEmpty() ? u"image, limits, network or mounts"_s : differences.join(u"; "_s)),
                u"Use the same settings, close it to have a new one with these, or choose another id."_s);
}

Result<ContainerDetails> SandboxContainer::ready(const Progress &progress, std::stop_token stop)
{
    const Containers &containers = m_launcher->containers();
    const auto looked = containers.findSandbox(m_name, m_launcher->program().machine, stop);
    if (!looked)
        return std::unexpected(looked.error());
    const std::optional<ContainerDetails> &found = *looked;
    if (!found)
        return make(progress, std::move(stop));
    if (auto same = checkSettings(*found); !same)
        return std::unexpected(same.error());
    // The image may have been scanned since the sandbox was made.
    if (auto allowed = m_launcher->image().checkPolicy(found->imageId); !allowed)
        return std::unexpected(allowed.error());
    switch (found->info.state) {
    case ContainerState::Running:
    case ContainerState::Restarting: return *found;
    case ContainerState::Dead:
    case ContainerState::Removing:
        if (auto removed = containers.remove(found->info.id, stop); !removed)
            return std::unexpected(removed.error());
        return make(progress, std::move(stop));
    default: break;
    }
    if (auto woken = wake(*found, stop); !woken)
        return std::unexpected(woken.error());
    return containers.inspect(found->info.id, std::move(stop));
}

Result<ContainerDetails> SandboxContainer::make(const Progress &progress, std::stop_token stop)
{
    const auto made = m_launcher->startSandbox(m_name, progress, stop);
    // Another program may have made it at the same moment.
    if (!made && made.error().kind != FaultKind::Conflict)
        return std::unexpected(made.error());
    if (made) {
        m_isNew = true;
        for (const QString &note : made->notes)
            tell(note);
    }
    return m_launcher->containers().inspect(m_launcher->sandboxContainerName(m_name), std::move(stop));
}

Result<> SandboxContainer::wake(const ContainerDetails &container, std::stop_token stop)
{
    const Containers &containers = m_launcher->containers();
    if (container.info.state == ContainerState::Paused) {
        tell(u"The container of the sandbox was paused; it goes on."_s);
        return containers.unpause(container.info.id, std::move(stop));
    }
    if (container.info.state == ContainerState::Exited && container.outOfMemory)
        tell(u"The container of the sandbox had run out of memory and ended."_s);
    if (const auto started = containers.start(container.info.id, std::move(stop)); !started)
        return std::unexpected(explainedRefusal(started.error()));
    return {};
}

} // namespace hermes::docker
