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
};

BackendRow describeKind(const BackendKind &kind, const Arguments &arguments, const CommandContext &context, const Engine &engine)
{
    // Flags may be given too: "configured" then answers whether they would do.
    Arguments forKind = arguments;
    if (arguments.text(u"--backend"_s).isEmpty())
        forKind.add(u"--backend"_s, kind.kind.toUtf8());
    auto choice = chooseBackend(forKind, context.kinds);
    if (!choice)
        return {.kind = &kind, .info = std::unexpected(std::move(choice).error())};
    return {.kind = &kind, .settings = choice->settings, .info = engine.describe(choice->settings)};
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
        return {row.kind->kind, u"no"_s, row.kind->isolation, u"-"_s, toText(row.info.error())};
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
    return u"Lists every backend: configured or what is missing, isolation, limits."_s;
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
    QList<BackendKind> wanted = context.kinds;
    if (arguments.has(u"--backend"_s)) {
        const auto kind = findBackendKind(arguments.text(u"--backend"_s), context.kinds);
        if (!kind)
            return std::unexpected(kind.error());
        wanted = {**kind};
    }
    TextTable table({u"BACKEND"_s, u"CONFIGURED"_s, u"ISOLATION"_s, u"LIMITS"_s, u"REMARKS"_s});
    QJsonArray array;
    for (const BackendKind &kind : std::as_const(wanted)) {
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
