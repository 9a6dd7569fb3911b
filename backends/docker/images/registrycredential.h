// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>

namespace hermes::docker {

/// What a registry of images is logged in to with. Never logged, and never in the text of a fault.
struct RegistryCredential
{
    QString user = {}; ///< "<token>": the password is an identity token, as docker's own client has it.
    QString password = {};
};

/// Looks the login of a registry up ("ghcr.io", "localhost:5000", "docker.io"); nothing where none is stored. Any thread; blocks.
using CredentialSource = std::function<Result<std::optional<RegistryCredential>>(const QString &registry, std::stop_token)>;

/// The registry that an image's name leads to; "docker.io" where it names none.
[[nodiscard]] QString registryOf(const QString &image);

/// The logins that one question to the daemon is sent with, and what comes back in their stead. A value; any thread.
class RegistryLogins final
{
public:
    /// Asks for the login of each. Without a source there are none.
    [[nodiscard]] static Result<RegistryLogins> lookUp(const CredentialSource &source, const QStringList &registries,
                                                       std::stop_token stop);

    /// The value of X-Registry-Auth, of the first one: it is never empty, as some daemons want the header.
    [[nodiscard]] QByteArray forOne() const;
    /// The value of X-Registry-Config, of all.
    [[nodiscard]] QByteArray forBuild() const;
    /// The fault of a registry with what to do where it wants a login, and without a password that it may repeat.
    [[nodiscard]] Fault explained(Fault fault) const;

private:
    struct Login
    {
        QString registry = {};
        std::optional<RegistryCredential> credential = {};
    };
    QList<Login> m_logins;
};

} // namespace hermes::docker
