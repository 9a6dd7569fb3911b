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

namespace {
/// The login for a registry, as it is stored for it.
docker::CredentialSource registryLogins(std::shared_ptr<const SecretSource> secrets)
{
    if (!secrets)
        return {};
    return [secrets = std::move(secrets)](const QString &registry,
                                          std::stop_token stop) -> Result<std::optional<docker::RegistryCredential>> {
        const QString name = registrySecretName(registry);
        auto found = secrets->find({.name = name, .what = u"The login for the registry %1"_s.arg(registry), .onlyIfStored = true},
                                   stop);
        if (!found)
            return std::unexpected(std::move(found.error()));
        if (!*found)
            return std::nullopt;
        return registryLogin(name, (*found)->value).transform([](const RegistryLogin &login) {
            return std::optional(
                docker::RegistryCredential {.user = login.user, .password = QString::fromUtf8(login.password.reveal())});
        });
    };
}
} // namespace

QList<BackendKind> backendKinds(std::shared_ptr<const SecretSource> secrets)
{
    const auto identity = [] {
        const QString program = QCoreApplication::applicationName();
        return docker::ProgramIdentity {.machine = machineId(stateFolder()),
                                        .owner = ownerToText(currentOwner(program)),
                                        .stateFolder = stateFolder(),
                                        .keepsWarm = program == "hermes-panel"_L1};
    };
    return {local::localKind(), docker::dockerKind(identity, registryLogins(std::move(secrets)))};
}

Result<std::unique_ptr<Engine>> openEngine(const QString &program, bool journalled, std::shared_ptr<const SecretSource> secrets)
{
    Result<std::unique_ptr<Engine>> engine = Engine::open(
        {.stateFolder = stateFolder(), .program = program, .journalled = journalled, .secrets = secrets});
    for (const BackendKind &kind : engine ? backendKinds(std::move(secrets)) : QList<BackendKind>())
        (*engine)->addKind(kind);
    return engine;
}

} // namespace hermes
