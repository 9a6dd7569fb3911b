// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/backendchoice.h"

#include "app/cli/launchwait.h"
#include "backends/profiles/profileset.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString valueName(const Setting &setting)
{
    switch (setting.type) {
        using enum SettingType;
    case Duration: return u"SECONDS"_s;
    case Size: return u"SIZE"_s;
    case Integer:
    case Number: return u"N"_s;
    case Boolean: return u"true|false"_s;
    case Choice: return setting.choices.join(u'|');
    case Path: return u"PATH"_s;
    case Text: break;
    }
    return u"TEXT"_s;
}

QString settingHelp(const QString &kind, const Setting &setting)
{
    QString help = setting.help.isEmpty() ? setting.label + u'.' : setting.help;
    QStringList facts;
    if (!setting.unit.isEmpty())
        facts.append(u"unit "_s + setting.unit);
    if (!setting.defaultText.isEmpty())
        facts.append(u"default "_s + setting.defaultText);
    facts.append(u"variable "_s + (QStringList {settingVariable(kind, setting.key)} + setting.vendorVariables).join(u" or "_s));
    return help + u" ("_s + facts.join(u", "_s) + u')';
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

Result<QHash<QString, QString>> flagsFor(const BackendKind &chosen, const Arguments &arguments, const QList<BackendKind> &kinds)
{
    QHash<QString, QString> flags;
    for (const BackendKind &kind : kinds) {
        for (const Setting &setting : kind.schema.settings) {
            const QString flag = settingFlag(kind.kind, setting.key);
            if (!arguments.has(flag))
                continue;
            if (kind.kind != chosen.kind)
                return fail(FaultKind::Usage,
                            u"%1 is a setting of the backend %2, but the backend is %3"_s.arg(flag, kind.kind, chosen.kind),
                            u"Leave it out, or choose --backend %1."_s.arg(kind.kind));
            flags.insert(setting.key, arguments.text(flag));
        }
    }
    return flags;
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

/// A profile and where its settings stand in the file.
struct PlacedProfile
{
    Profile profile = {};
    QHash<QString, SettingPlace> places = {};
};

/// The named profile; one without a name when none is asked for. A file that cannot be read is refused then too: who wrote
/// it believes that it counts.
Result<PlacedProfile> profileFrom(const Arguments &arguments)
{
    const auto set = readProfiles(defaultProfilesPath());
    if (!set)
        return std::unexpected(set.error());
    if (!arguments.has(u"--profile"_s))
        return PlacedProfile();
    return findProfile(*set, arguments.text(u"--profile"_s)).transform([&](const Profile &profile) {
        return PlacedProfile {.profile = profile, .places = set->places.value(profile.name)};
    });
}

Result<const BackendKind *> kindFrom(const Arguments &arguments, const PlacedProfile &placed, const QList<BackendKind> &kinds)
{
    if (arguments.has(u"--backend"_s))
        return findBackendKind(arguments.text(u"--backend"_s), kinds);
    if (placed.profile.name.isEmpty())
        return findBackendKind(u"local"_s, kinds);
    auto found = findBackendKind(placed.profile.backend, kinds);
    if (!found)
        return std::unexpected(inContext(placed.places.value(u"backend"_s).value, found.error()));
    return found;
}

} // namespace

QList<OptionSpec> backendOptions(const QList<BackendKind> &kinds)
{
    QStringList names;
    for (const BackendKind &kind : kinds)
        names += QStringList {kind.kind} + kind.aliases;
    QList<OptionSpec> options {
        {u"--backend"_s, u"NAME"_s, u"Where to run: %1. Default: that of the profile, else local."_s.arg(names.join(u", "_s))},
    };
    for (const BackendKind &kind : kinds) {
        for (const Setting &setting : kind.schema.settings) {
            // A secret on a command line can be read by every user of the machine.
            if (!setting.secret)
                options.append({settingFlag(kind.kind, setting.key), valueName(setting), settingHelp(kind.kind, setting), false,
                                u"Backend "_s + kind.kind});
        }
    }
    return options;
}

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

Result<QString> namedBackend(const Arguments &arguments, const QList<BackendKind> &kinds)
{
    if (!arguments.has(u"--backend"_s))
        return QString();
    return findBackendKind(arguments.text(u"--backend"_s), kinds).transform([](const BackendKind *kind) { return kind->kind; });
}

Result<std::optional<QString>> namedProfile(const Arguments &arguments, Engine &engine)
{
    if (!arguments.has(u"--profile"_s))
        return std::optional<QString>();
    const QString name = arguments.text(u"--profile"_s);
    if (name.isEmpty())
        return std::optional(QString(""_L1));
    const auto set = readProfiles(defaultProfilesPath());
    if (!set)
        return std::unexpected(set.error());
    auto found = findProfile(*set, name);
    if (found)
        return std::optional(name);
    const auto remembered = await(engine.remembersProfile(name));
    if (!remembered)
        return std::unexpected(remembered.error());
    if (*remembered)
        return std::optional(name);
    return std::unexpected(std::move(found).error());
}

Result<BackendChoice> chooseBackend(const Arguments &arguments, const QList<BackendKind> &kinds)
{
    const auto placed = profileFrom(arguments);
    if (!placed)
        return std::unexpected(placed.error());
    const Profile *profile = &placed->profile;
    const auto kind = kindFrom(arguments, *placed, kinds);
    if (!kind)
        return std::unexpected(kind.error());
    if (const auto ofProfile = findBackendKind(profile->backend, kinds);
        !profile->name.isEmpty() && (!ofProfile || *ofProfile != *kind))
        return fail(FaultKind::Usage,
                    u"The profile %1 is one of the backend %2, not of %3"_s.arg(profile->name, profile->backend, (*kind)->kind));
    auto flags = flagsFor(**kind, arguments, kinds);
    if (!flags)
        return std::unexpected(std::move(flags).error());
    const SettingSources sources {.flags = *std::move(flags),
                                  .environment = variablesFor((*kind)->schema),
                                  .profile = profile->values,
                                  .profileName = profile->name,
                                  .profilePlaces = placed->places};
    return resolveSettings((*kind)->schema, sources).transform([&](Settings settings) {
        return BackendChoice {.kind = (*kind)->kind, .profile = profile->name, .settings = std::move(settings)};
    });
}

} // namespace hermes
