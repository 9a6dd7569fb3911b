// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backendchoice.h"

using namespace Qt::StringLiterals;

namespace hermes {

Result<const BackendKind *> findBackendKind(const QString &name, const QList<BackendKind> &kinds)
{
    QStringList known;
    for (const BackendKind &kind : kinds) {
        if (kind.kind == name || kind.aliases.contains(name))
            return &kind;
        known.append(kind.kind);
    }
    return fail(FaultKind::Usage, u"Unknown backend \"%1\""_s.arg(name), u"Known backends: %1."_s.arg(known.join(u", "_s)));
}

Result<Profile> findProfile(const ProfileSet &set, const QString &name)
{
    if (const Profile *profile = set.find(name))
        return *profile;
    QStringList known;
    for (const Profile &profile : set.profiles)
        known.append(profile.name);
    return fail(FaultKind::Usage, u"There is no profile \"%1\" in %2"_s.arg(name, set.path),
                known.isEmpty() ? QString() : u"Profiles: %1."_s.arg(known.join(u", "_s)));
}

Result<const BackendKind *> chooseKind(const BackendName &name, const ProfileSet &set, const QList<BackendKind> &kinds)
{
    if (name.profile.isEmpty())
        return findBackendKind(name.backend.isEmpty() ? u"local"_s : name.backend, kinds);
    const auto profile = findProfile(set, name.profile);
    if (!profile)
        return std::unexpected(profile.error());
    const auto ofProfile = findBackendKind(profile->backend, kinds);
    if (name.backend.isEmpty() && !ofProfile)
        return std::unexpected(inContext(set.places.value(profile->name).value(u"backend"_s).value, ofProfile.error()));
    if (name.backend.isEmpty())
        return ofProfile;
    const auto kind = findBackendKind(name.backend, kinds);
    if (kind && (!ofProfile || *ofProfile != *kind))
        return fail(FaultKind::Usage,
                    u"The profile %1 is one of the backend %2, not of %3"_s.arg(profile->name, profile->backend, (*kind)->kind));
    return kind;
}

QHash<QString, QString> variablesFor(const SettingsSchema &schema)
{
    QHash<QString, QString> variables;
    for (const Setting &setting : schema.settings) {
        for (const QString &name : QStringList {settingVariable(schema.backend, setting.key)} + setting.vendorVariables) {
            if (const QByteArray local = name.toLocal8Bit(); qEnvironmentVariableIsSet(local.constData()))
                variables.insert(name, qEnvironmentVariable(local.constData()));
        }
    }
    return variables;
}

Result<Settings> settingsInForce(const SettingsSchema &schema, const ProfileSet &set, const QString &profile,
                                 const QHash<QString, QString> &flags)
{
    SettingSources sources {.flags = flags, .environment = variablesFor(schema)};
    if (!profile.isEmpty()) {
        const auto found = findProfile(set, profile);
        if (!found)
            return std::unexpected(found.error());
        sources.profile = found->values;
        sources.profileName = profile;
        sources.profilePlaces = set.places.value(profile);
    }
    return resolveSettings(schema, sources);
}

QList<Settings> configuredSettings(const ProfileSet &set, const QList<BackendKind> &kinds)
{
    QList<Settings> list;
    const auto add = [&](const BackendKind &kind, const QString &profile) {
        if (auto settings = settingsInForce(kind.schema, set, profile))
            list.append(*std::move(settings));
    };
    for (const BackendKind &kind : kinds) {
        if (!kind.keepsRemote || !variablesFor(kind.schema).isEmpty())
            add(kind, {});
    }
    for (const Profile &profile : set.profiles) {
        if (const auto kind = findBackendKind(profile.backend, kinds))
            add(**kind, profile.name);
    }
    return list;
}

} // namespace hermes
