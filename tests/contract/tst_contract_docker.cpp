// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/owner.h"
#include "backends/docker/dockerbackend.h"
#include "tests/contract/contractsuite.h"
#include "tests/support/dockerdaemon.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

namespace {
docker::ProgramIdentity identity(const QString &stateFolder)
{
    return {.machine = u"0123456789ab"_s, .owner = ownerToText(currentOwner(u"contract"_s)), .stateFolder = stateFolder};
}

std::shared_ptr<Backend> makeBackend(QHash<QString, QString> texts, const QString &stateFolder)
{
    const auto settings = resolveSettings(docker::dockerSchema(), {.flags = texts});
    if (!settings)
        qCritical("%s", qUtf8Printable(toText(settings.error())));
    const auto kind = docker::dockerKind([stateFolder] { return identity(stateFolder); });
    return settings ? kind.create(*settings).value_or(nullptr) : nullptr;
}
} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication program(argc, argv);
    // The same with Podman's compatible service.
    const bool isPodman = qgetenv("HERMES_TEST_DAEMON") == "podman";
    const auto daemonKind = isPodman ? tests::DockerDaemon::Kind::Podman : tests::DockerDaemon::Kind::Docker;
    if (const QString missing = tests::DockerDaemon::missing(daemonKind); !missing.isEmpty()) {
        qWarning("%s", qUtf8Printable(missing));
        return qEnvironmentVariableIsSet("CI") ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    const QTemporaryDir state;
    tests::DockerDaemon daemon(daemonKind);
    QString image;
    if (!daemon.start() || (image = daemon.load(u"python"_s)).isEmpty()) {
        qCritical("%s", qUtf8Printable(daemon.failure()));
        return EXIT_FAILURE;
    }
    const auto make = [&](const QHash<QString, QString> &texts) {
        QHash<QString, QString> all {{u"host"_s, daemon.address()}, {u"image"_s, image}, {u"pull"_s, u"never"_s}};
        all.insert(texts);
        return makeBackend(all, state.path());
    };
    tests::ContractSuite suite(
        {.make = make,
         .makeUnreachable = [&] { return makeBackend({{u"host"_s, u"/nowhere/docker.sock"_s}}, state.path()); },
         .limitsMemory = true});
    return QTest::qExec(&suite, argc, argv);
}
