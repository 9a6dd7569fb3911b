// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/backendchoice.h"

#include "app/cli/launchwait.h"

#include <algorithm>

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

Result<std::optional<Settings>> namedSettings(const Arguments &arguments, const QList<BackendKind> &kinds)
{
    const bool isAny = std::ranges::any_of(kinds, [&](const BackendKind &kind) {
        return std::ranges::any_of(kind.schema.settings,
                                   [&](const Setting &setting) { return arguments.has(settingFlag(kind.kind, setting.key)); });
    });
    if (!isAny)
        return std::optional<Settings>();
    return chooseBackend(arguments, kinds).transform([](BackendChoice choice) {
        return std::optional(std::move(choice.settings));
    });
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
    // A file that cannot be read is refused also where no profile is named: who wrote it believes that it counts.
    const auto set = readProfiles(defaultProfilesPath());
    if (!set)
        return std::unexpected(set.error());
    const BackendName name {.backend = arguments.text(u"--backend"_s), .profile = arguments.text(u"--profile"_s)};
    // An empty name is no name, and not one that is left out.
    if (arguments.has(u"--profile"_s) && name.profile.isEmpty())
        return std::unexpected(findProfile(*set, name.profile).error());
    if (arguments.has(u"--backend"_s) && name.backend.isEmpty())
        return std::unexpected(findBackendKind(name.backend, kinds).error());
    const auto kind = chooseKind(name, *set, kinds);
    if (!kind)
        return std::unexpected(kind.error());
    const auto flags = flagsFor(**kind, arguments, kinds);
    if (!flags)
        return std::unexpected(flags.error());
    return settingsInForce((*kind)->schema, *set, name.profile, *flags).transform([&](Settings settings) {
        return BackendChoice {.kind = (*kind)->kind, .profile = name.profile, .settings = std::move(settings)};
    });
}

} // namespace hermes
