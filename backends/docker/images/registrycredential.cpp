// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "registrycredential.h"

#include "backends/docker/imagepull.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr auto Hub = "docker.io"_L1;
/// What the hub has been called since the first version of its interface.
constexpr auto HubServer = "https://index.docker.io/v1/"_L1;
constexpr auto TokenUser = "<token>"_L1;

QString serverOf(const QString &registry)
{
    return registry == Hub ? QString(HubServer) : registry;
}

QJsonObject objectOf(const RegistryCredential &credential, const QString &registry)
{
    QJsonObject object {{u"serveraddress"_s, serverOf(registry)}};
    if (credential.user == TokenUser) {
        object[u"identitytoken"_s] = credential.password;
    } else {
        object[u"username"_s] = credential.user;
        object[u"password"_s] = credential.password;
    }
    return object;
}

QByteArray headerOf(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toBase64(QByteArray::Base64UrlEncoding);
}

/// The words of registries and daemons for a login that is missing or wrong.
bool isAboutLogin(const QString &text)
{
    constexpr std::array Words {"unauthorized"_L1,
                                "no basic auth"_L1,
                                "authentication required"_L1,
                                "access denied"_L1,
                                "requested access to the resource is denied"_L1,
                                "incorrect username or password"_L1};
    return std::ranges::any_of(Words, [&](QLatin1StringView word) { return text.contains(word, Qt::CaseInsensitive); });
}
} // namespace

QString registryOf(const QString &image)
{
    const QString registry = imageNameFromText(image).registry;
    return registry.isEmpty() || registry == "index.docker.io"_L1 ? QString(Hub) : registry;
}

Result<RegistryLogins> RegistryLogins::lookUp(const CredentialSource &source, const QStringList &registries, std::stop_token stop)
{
    RegistryLogins logins;
    for (const QString &registry : registries) {
        auto found = source ? source(registry, stop) : Result<std::optional<RegistryCredential>>();
        if (!found)
            return std::unexpected(found.error());
        logins.m_logins.append({.registry = registry, .credential = std::move(*found)});
    }
    return logins;
}

QByteArray RegistryLogins::forOne() const
{
    const Login login = m_logins.value(0);
    return headerOf(login.credential ? objectOf(*login.credential, login.registry) : QJsonObject());
}

QByteArray RegistryLogins::forBuild() const
{
    QJsonObject all;
    for (const Login &login : m_logins) {
        if (login.credential)
            all[serverOf(login.registry)] = objectOf(*login.credential, login.registry);
    }
    return headerOf(all);
}

Fault RegistryLogins::explained(Fault fault) const
{
    for (const Login &login : m_logins) {
        if (login.credential && !login.credential->password.isEmpty())
            fault.what.replace(login.credential->password, u"…"_s);
    }
    if (fault.kind == FaultKind::Cancelled || m_logins.isEmpty() || !isAboutLogin(fault.what))
        return fault;
    fault.kind = FaultKind::Refused;
    const QString registry = m_logins.first().registry;
    fault.advice = m_logins.first().credential
        ? u"The registry %1 refuses the login that is stored for it, or it does not allow this. Store another one, as "
          "user:password: hermesctl secrets set registry/%1"_s.arg(registry)
        : u"Check the name. If the registry %1 wants a login, store one, as user:password: hermesctl secrets set registry/%1"_s.arg(
              registry);
    return fault;
}

} // namespace hermes::docker
