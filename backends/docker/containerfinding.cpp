// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the containers of this machine's programs are called, found again and cleaned up.

#include "backends/docker/containerlauncher.h"

#include "backends/core/owner.h"
#include "backends/docker/socketfolder.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes::docker {

QString ContainerLauncher::socketParent() const
{
    return m_program.stateFolder + u"/docker/sockets"_s;
}

void ContainerLauncher::forgetSandbox(const ProfiledId &name) const
{
    QDir(socketParent() + u'/' + sandboxContainerName(name)).removeRecursively();
    QFile::remove(lifeFile(name));
}

QString ContainerLauncher::lifeFile(const ProfiledId &name) const
{
    return socketParent() + u'/' + sandboxContainerName(name) + u".life"_s;
}

Result<QList<ContainerInfo>> ContainerLauncher::containersOf(const ProfiledId &name, std::stop_token stop) const
{
    return m_containers.list({}, std::move(stop)).transform([&](QList<ContainerInfo> containers) {
        containers.removeIf([&](const ContainerInfo &container) {
            const ContainerLabels &labels = container.labels;
            const QString &id = labels.purpose == Purpose::Sandbox ? labels.name.id : container.name;
            return labels.machine != m_program.machine || labels.name.profile != name.profile || id != name.id;
        });
        return containers;
    });
}

QString ContainerLauncher::sandboxContainerName(const ProfiledId &name) const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QString &part : {m_program.machine, name.profile, name.id})
        hash.addData(QByteArray(part.toUtf8() + '\n'));
    return u"hermes-sandbox-"_s + QString::fromLatin1(hash.result().toHex().first(16));
}

void ContainerLauncher::removeForgotten(std::stop_token stop)
{
    const auto all = m_containers.list({}, stop);
    if (!all)
        return;
    QStringList sandboxes;
    for (const ContainerInfo &container : *all) {
        if (container.labels.purpose == Purpose::Sandbox)
            sandboxes.append(sandboxContainerName(container.labels.name));
        const auto owner = ownerFromText(container.labels.owner);
        if (container.labels.machine == m_program.machine && owner && !isAlive(*owner))
            std::ignore = m_containers.remove(container.id, stop);
    }
    SocketFolder::removeForgotten(socketParent(), sandboxes);
    m_provision.removeOlder(std::move(stop));
}

} // namespace hermes::docker
