// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/backendscommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString sourceName(SettingSource source)
{
    switch (source) {
        using enum SettingSource;
    case Default: return u"default"_s;
    case Profile: return u"profile"_s;
    case Variable: return u"variable"_s;
    case Flag: return u"flag"_s;
    }
    return {};
}

QJsonArray settingsArray(const BackendKind &kind, const Settings &settings)
{
    QJsonArray array;
    for (const Setting &setting : kind.schema.settings) {
        const bool isSet = settings.has(setting.key);
        const SettingValue value = settings.value(setting.key);
        array.append(QJsonObject {
            {u"key"_s, setting.key},
            {u"label"_s, setting.label},
            {u"flag"_s, settingFlag(kind.kind, setting.key)},
            {u"variable"_s, settingVariable(kind.kind, setting.key)},
            {u"secret"_s, setting.secret},
            {u"value"_s, isSet && !setting.secret ? QJsonValue(value.text) : QJsonValue()},
            {u"source"_s, isSet ? QJsonValue(sourceName(value.source)) : QJsonValue()},
            {u"origin"_s, isSet ? QJsonValue(value.origin) : QJsonValue()},
        });
    }
    return array;
}

struct BackendRow
{
    const BackendKind *kind = nullptr;
    Settings settings = {};
    Result<BackendInfo> info = {};
    bool hasProfile = false; ///< One is named: it is meant to do.

    [[nodiscard]] bool isBroken() const { return hasProfile && !info; }
};

BackendRow describeKind(const BackendKind &kind, const Arguments &arguments, const CommandContext &context, const Engine &engine)
{
    // Flags may be given too: "configured" then answers whether they would do.
    Arguments forKind = arguments;
    if (arguments.text(u"--backend"_s).isEmpty())
        forKind.add(u"--backend"_s, kind.kind.toUtf8());
    BackendRow row {.kind = &kind, .hasProfile = arguments.has(u"--profile"_s)};
    const auto choice = chooseBackend(forKind, context.kinds);
    row.info = choice.and_then([&](const BackendChoice &chosen) { return engine.describe(chosen.settings); });
    if (choice)
        row.settings = choice->settings;
    return row;
}

/// The one that is named, or that of the named profile; else all.
Result<QList<BackendKind>> wantedKinds(const Arguments &arguments, const QList<BackendKind> &kinds)
{
    const BackendName name {.backend = arguments.text(u"--backend"_s), .profile = arguments.text(u"--profile"_s)};
    const auto alone = [](const BackendKind *kind) { return QList<BackendKind> {*kind}; };
    if (arguments.has(u"--backend"_s))
        return findBackendKind(name.backend, kinds).transform(alone);
    if (!arguments.has(u"--profile"_s))
        return kinds;
    return readProfiles(defaultProfilesPath()).and_then([&](const ProfileSet &set) {
        return findProfile(set, name.profile).and_then([&](const auto &) { return chooseKind(name, set, kinds).transform(alone); });
    });
}

QJsonObject rowObject(const BackendRow &row)
{
    const bool configured = row.info.has_value();
    return {
        {u"backend"_s, row.kind->kind},
        {u"aliases"_s, QJsonArray::fromStringList(row.kind->aliases)},
        {u"title"_s, row.kind->title},
        {u"isolation"_s, configured ? row.info->isolation : row.kind->isolation},
        {u"configured"_s, configured},
        {u"broken"_s, row.isBroken()},
        {u"missing"_s, configured ? QJsonValue() : QJsonValue(toText(row.info.error()))},
        {u"warning"_s, configured ? QJsonValue(row.info->warning) : QJsonValue()},
        {u"max_concurrent"_s, configured ? QJsonValue(row.info->maxConcurrent) : QJsonValue()},
        {u"default_concurrent"_s, configured ? QJsonValue(row.info->defaultConcurrent) : QJsonValue()},
        {u"settings"_s, settingsArray(*row.kind, row.settings)},
    };
}

QStringList rowTexts(const BackendRow &row)
{
    if (!row.info)
        return {row.kind->kind, row.isBroken() ? u"broken"_s : u"no"_s, row.kind->isolation, u"-"_s, toText(row.info.error())};
    return {row.kind->kind, u"yes"_s, row.info->isolation,
            u"%1 at once, at most %2"_s.arg(row.info->defaultConcurrent).arg(row.info->maxConcurrent), row.info->warning};
}

} // namespace

QString BackendsCommand::name() const
{
    return u"backends"_s;
}

QString BackendsCommand::description() const
{
    return u"Lists every backend: configured, broken or what is missing, isolation, limits."_s;
}

QList<OptionSpec> BackendsCommand::options() const
{
    return {};
}

Result<int> BackendsCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const auto engine = openEngineFor(context, JournalNeed::Wanted);
    if (!engine)
        return std::unexpected(engine.error());
    const auto wanted = wantedKinds(arguments, context.kinds);
    if (!wanted)
        return std::unexpected(wanted.error());
    TextTable table({u"BACKEND"_s, u"CONFIGURED"_s, u"ISOLATION"_s, u"LIMITS"_s, u"REMARKS"_s});
    QJsonArray array;
    for (const BackendKind &kind : *wanted) {
        const BackendRow row = describeKind(kind, arguments, context, **engine);
        array.append(rowObject(row));
        table.add(rowTexts(row));
    }
    if (context.output.json())
        context.output.document(array);
    else
        context.output.write(table.takeText().toUtf8());
    return exitcode::Success;
}

} // namespace hermes
