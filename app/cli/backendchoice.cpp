// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/backendchoice.h"

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
                return fail(FaultKind::Usage, u"%1 is a setting of the backend %2, but the backend is %3"_s.arg(flag, kind.kind, chosen.kind),
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

Result<Settings> ambientSettings(const BackendKind &kind)
{
    return resolveSettings(kind.schema, {.environment = variablesFor(kind.schema)});
}

Result<BackendChoice> chooseBackend(const Arguments &arguments, const QList<BackendKind> &kinds)
{
    QString name = arguments.text(u"--backend"_s);
    if (name.isEmpty() && !arguments.has(u"--backend"_s))
        name = u"local"_s;
    const auto kind = findBackendKind(name, kinds);
    if (!kind)
        return std::unexpected(kind.error());
    auto flags = flagsFor(**kind, arguments, kinds);
    if (!flags)
        return std::unexpected(std::move(flags).error());
    SettingSources sources {.flags = *std::move(flags), .environment = variablesFor((*kind)->schema)};
    return resolveSettings((*kind)->schema, sources).transform([&](Settings settings) {
        return BackendChoice {.kind = (*kind)->kind, .profile = sources.profileName, .settings = std::move(settings)};
    });
}

} // namespace hermes
