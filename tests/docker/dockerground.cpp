// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/docker/dockerground.h"

#include "backends/core/owner.h"

using namespace Qt::StringLiterals;

namespace hermes::tests {

DockerDaemon::Kind DockerGround::kind()
{
    return qgetenv("HERMES_TEST_DAEMON") == "podman" ? DockerDaemon::Kind::Podman : DockerDaemon::Kind::Docker;
}

bool DockerGround::open(const QString &image)
{
    if (m_daemon.start())
        m_image = m_daemon.load(image);
    m_failure = m_daemon.failure();
    return !m_image.isEmpty();
}

docker::ProgramIdentity DockerGround::identity(bool keepsWarm) const
{
    return {.machine = u"0123456789ab"_s,
            .owner = ownerToText(currentOwner(u"test"_s)),
            .stateFolder = m_state.path(),
            .keepsWarm = keepsWarm};
}

std::shared_ptr<Backend> DockerGround::backend(const QHash<QString, QString> &texts, bool keepsWarm) const
{
    QHash<QString, QString> all {{u"host"_s, m_daemon.address()}, {u"image"_s, m_image}, {u"pull"_s, u"never"_s}};
    all.insert(texts);
    const auto settings = resolveSettings(docker::dockerSchema(), {.flags = all});
    const auto made = settings.and_then(docker::dockerKind([this, keepsWarm] { return identity(keepsWarm); }).create);
    if (!made)
        qWarning("%s", qUtf8Printable(toText(made.error())));
    return made.value_or(nullptr);
}

std::unique_ptr<Executor> DockerGround::session(const std::shared_ptr<Backend> &backend) const
{
    auto opened = backend->openSession({.name = {u"test"_s}, .concurrency = 64}, {});
    if (!opened)
        qFatal("no session: %s", qUtf8Printable(toText(opened.error())));
    return std::move(*opened);
}

QStringList DockerGround::containers() const
{
    const Ended listed = m_daemon.docker({u"ps"_s, u"-a"_s, u"--format"_s, u"{{.Names}} {{.State}}"_s});
    return QString::fromUtf8(listed.out).split(u'\n', Qt::SkipEmptyParts);
}

} // namespace hermes::tests
