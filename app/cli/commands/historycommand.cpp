// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/historycommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"
#include "app/cli/recordjson.h"
#include "app/cli/resultjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// What the launch is called: its name, else the first line of its code that says something.
QString titleOf(const LaunchRecord &record)
{
    if (!record.name.isEmpty())
        return record.name;
    for (const QByteArray &line : record.code.left(4096).split('\n')) {
        const QByteArray trimmed = line.trimmed();
        if (!trimmed.isEmpty() && !trimmed.startsWith('#'))
            return QString::fromUtf8(trimmed).left(60);
    }
    return {};
}

Result<HistoryFilter> filterFrom(const Arguments &arguments, const QList<BackendKind> &kinds, Engine &engine)
{
    HistoryFilter filter {.text = arguments.text(u"--text"_s), .limit = 20};
    const auto limit = arguments.integer(u"--limit"_s, 1, 1'000'000);
    if (!limit)
        return std::unexpected(limit.error());
    filter.limit = limit->value_or(filter.limit);
    const auto backend = namedBackend(arguments, kinds);
    if (!backend)
        return std::unexpected(backend.error());
    filter.backend = *backend;
    const auto profile = namedProfile(arguments, engine);
    if (!profile)
        return std::unexpected(profile.error());
    filter.profile = *profile;
    if (const QString name = arguments.text(u"--kind"_s); arguments.has(u"--kind"_s)) {
        filter.kind = launchKindFromName(name);
        if (!filter.kind)
            return fail(FaultKind::Usage, u"--kind is \"%1\": give one of run, sandbox, session, sweep"_s.arg(name));
    }
    return filter;
}

} // namespace

QString HistoryCommand::name() const
{
    return u"history"_s;
}

QString HistoryCommand::description() const
{
    return u"Lists what was launched, newest first."_s;
}

QList<OptionSpec> HistoryCommand::options() const
{
    return {
        {u"--limit"_s, u"N"_s, u"How many at most. Default: 20."_s},
        {u"--kind"_s, u"KIND"_s, u"Only run, sandbox, session or sweep."_s},
        {u"--backend"_s, u"NAME"_s, u"Only those on this backend."_s},
        {u"--profile"_s, u"NAME"_s, u"Only those of this profile. Empty: those without one."_s},
        {u"--text"_s, u"TEXT"_s, u"Only those with all these words in name, id, code or parameters."_s},
        {u"--delete"_s, u"ID"_s, u"Deletes this launch with its results, for ever. One that is running is refused."_s, true},
    };
}

namespace {

Result<QList<LaunchId>> readDeleted(const Arguments &arguments)
{
    QList<LaunchId> ids;
    for (const QString &text : arguments.texts(u"--delete"_s)) {
        bool valid = false;
        ids.append(text.toLongLong(&valid));
        if (!valid || ids.last() < 0)
            return fail(FaultKind::Usage, u"--delete is \"%1\": give the number of a launch"_s.arg(text));
    }
    if (arguments.names() != QStringList {u"--delete"_s})
        return fail(FaultKind::Usage, u"--delete stands alone"_s, u"Give only the numbers of launches with it."_s);
    return ids;
}

Result<int> deleteLaunches(Engine &engine, const QList<LaunchId> &ids, Output &output)
{
    for (const LaunchId id : ids) {
        if (const auto deleted = await(engine.deleteLaunch(id)); !deleted)
            return std::unexpected(deleted.error());
        output.note(u"deleted %1"_s.arg(id));
    }
    return exitcode::Success;
}

} // namespace

Result<int> HistoryCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const auto deleted = arguments.has(u"--delete"_s) ? readDeleted(arguments) : Result<QList<LaunchId>>();
    if (!deleted)
        return std::unexpected(deleted.error());
    const auto engine = openEngineFor(context, JournalNeed::Required);
    if (!engine)
        return std::unexpected(engine.error());
    if (!deleted->isEmpty())
        return deleteLaunches(**engine, *deleted, context.output);
    const auto filter = filterFrom(arguments, context.kinds, **engine);
    if (!filter)
        return std::unexpected(filter.error());
    const auto records = await((*engine)->history(*filter));
    if (!records)
        return std::unexpected(records.error());
    TextTable table({u"RUN"_s, u"KIND"_s, u"BACKEND"_s, u"STARTED"_s, u"STATE"_s, u"RESULTS"_s, u"WHAT"_s}, {Alignment::Right});
    QJsonArray array;
    for (const LaunchRecord &record : *records) {
        array.append(recordObject(record));
        table.add({QString::number(record.id), launchKindName(record.kind), record.backend, timeText(record.createdAt),
                   launchStateName(record.state), countsText(record), titleOf(record)});
    }
    if (context.output.json())
        context.output.document(array);
    else
        context.output.write(table.takeText().toUtf8());
    return exitcode::Success;
}

} // namespace hermes
