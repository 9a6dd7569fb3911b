// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "composition.h"

#include "backends/core/owner.h"
#include "backends/docker/dockerbackend.h"
#include "backends/engine/machineid.h"
#include "backends/local/localbackend.h"

#include <QCoreApplication>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace hermes {

QString stateFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/hermes-panel"_s;
}

QString profilesFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/hermes-panel/profiles.toml"_s;
}

Tokens openTokens(KeychainTokenStore::WithoutService withoutService)
{
    auto store = std::make_unique<KeychainTokenStore>(
        KeychainTokenStore::Options {.namesFile = stateFolder() + u"/secrets.json"_s, .withoutService = withoutService});
    auto source = std::make_shared<const SecretSource>(store.get());
    return {.store = std::move(store), .source = std::move(source)};
}

QList<BackendKind> backendKinds()
{
    const auto identity = [] {
        const QString program = QCoreApplication::applicationName();
        return docker::ProgramIdentity {.machine = machineId(stateFolder()),
                                        .owner = ownerToText(currentOwner(program)),
                                        .stateFolder = stateFolder(),
                                        .keepsWarm = program == "hermes-panel"_L1};
    };
    return {local::localKind(), docker::dockerKind(identity)};
}

Result<std::unique_ptr<Engine>> openEngine(const QString &program, bool journalled, std::shared_ptr<const SecretSource> secrets)
{
    Result<std::unique_ptr<Engine>> engine = Engine::open(
        {.stateFolder = stateFolder(), .program = program, .journalled = journalled, .secrets = std::move(secrets)});
    for (const BackendKind &kind : engine ? backendKinds() : QList<BackendKind>())
        (*engine)->addKind(kind);
    return engine;
}

} // namespace hermes
