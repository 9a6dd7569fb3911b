// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/listcommand.h"

#include "app/cli/launching.h"
#include "app/cli/resultjson.h"
#include "app/cli/sessionactions.h"

#include <QJsonArray>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString sinceText(const QDateTime &time)
{
    if (!time.isValid())
        return u"-"_s;
    const qint64 seconds = std::max<qint64>(0, time.secsTo(QDateTime::currentDateTimeUtc()));
    if (seconds < 60)
        return u"%1 s"_s.arg(seconds);
    if (seconds < 3600)
        return u"%1 min"_s.arg(seconds / 60);
    if (seconds < 48 * 3600)
        return u"%1 h"_s.arg(seconds / 3600);
    return u"%1 d"_s.arg(seconds / 86400);
}

/// "12 MiB", as coarse as a glance is.
QString memoryText(qint64 bytes)
{
    if (bytes < 10 * 1024 * 1024)
        return u"%1 KiB"_s.arg(bytes / 1024);
    return u"%1 MiB"_s.arg(bytes / 1024 / 1024);
}

struct ListColumn
{
    QString title = {};
    Alignment alignment = Alignment::Left;
    std::function<QString(const SessionInfo &)> text = {};
    bool isOptional = false; ///< Only where any has something there.
};

QList<ListColumn> listColumns()
{
    const auto stale = [](const SessionInfo &one) {
        return !one.stale ? QString() : one.staleReason.isEmpty() ? u"yes"_s : one.staleReason;
    };
    return {
        {u"BACKEND"_s, Alignment::Left, [](const SessionInfo &one) { return one.backend; }},
        {u"PROFILE"_s, Alignment::Left, [](const SessionInfo &one) { return one.profile; }},
        {u"ID"_s, Alignment::Left, [](const SessionInfo &one) { return one.id; }},
        {u"KIND"_s, Alignment::Left, [](const SessionInfo &one) { return sessionKindName(one.kind); }},
        {u"STATE"_s, Alignment::Left, [](const SessionInfo &one) { return sessionStateName(one.state); }},
        {u"AGE"_s, Alignment::Right, [](const SessionInfo &one) { return sinceText(one.created); }},
        {u"IDLE"_s, Alignment::Right, [](const SessionInfo &one) { return sinceText(one.lastUsed); }},
        {u"COST"_s, Alignment::Right,
         [](const SessionInfo &one) { return one.cost ? u"$%1"_s.arg(*one.cost, 0, 'f', 4) : QString(); }},
        {u"CPUS"_s, Alignment::Right, [](const SessionInfo &one) { return one.cpu ? u"%1"_s.arg(*one.cpu, 0, 'f', 2) : QString(); },
         true},
        {u"MEMORY"_s, Alignment::Right, [](const SessionInfo &one) { return one.memory ? memoryText(*one.memory) : QString(); },
         true},
        {u"IMAGE"_s, Alignment::Left, [](const SessionInfo &one) { return one.image; }, true},
        {u"STATUS"_s, Alignment::Left, [](const SessionInfo &one) { return one.status; }, true},
        {u"LIMITS"_s, Alignment::Left, [](const SessionInfo &one) { return one.limits; }, true},
        {u"PLACE"_s, Alignment::Left, [](const SessionInfo &one) { return one.place == one.id ? QString() : one.place; }, true},
        {u"STALE"_s, Alignment::Left, stale},
    };
}

void writeTable(const QList<SessionInfo> &sessions, Output &output)
{
    QList<ListColumn> columns = listColumns();
    columns.removeIf([&](const ListColumn &column) {
        return column.isOptional
            && std::ranges::all_of(sessions, [&](const SessionInfo &one) { return column.text(one).isEmpty(); });
    });
    QStringList titles;
    QList<Alignment> alignments;
    for (const ListColumn &column : std::as_const(columns)) {
        titles.append(column.title);
        alignments.append(column.alignment);
    }
    TextTable table(titles, alignments);
    for (const SessionInfo &session : sessions) {
        QStringList texts;
        for (const ListColumn &column : std::as_const(columns)) {
            const QString text = column.text(session);
            texts.append(text.isEmpty() ? u"-"_s : text);
        }
        table.add(texts);
    }
    output.write(table.takeText().toUtf8());
}

} // namespace

QString ListCommand::name() const
{
    return u"list"_s;
}

QString ListCommand::description() const
{
    return u"Lists sandboxes and sessions on every backend."_s;
}

QList<OptionSpec> ListCommand::options() const
{
    return {
        {u"-s"_s, {}, u"Sandboxes and sessions: the only list there is, so it may be left out."_s},
        {u"--backend"_s, u"NAME"_s, u"Only those of this backend."_s},
        {u"--profile"_s, u"NAME"_s, u"Only those of this profile. Empty: those without one."_s},
        {u"--stale"_s, {}, u"Only those that are idle beyond their limit or whose program is gone."_s},
    };
}

Result<int> ListCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const auto open = openPlace(arguments, context);
    if (!open)
        return std::unexpected(open.error());
    const auto &[engine, place] = *open;
    const auto sessions = await(engine->sessions());
    if (!sessions)
        return std::unexpected(sessions.error());
    QList<SessionInfo> listed = *sessions;
    listed.removeIf([&](const SessionInfo &one) {
        return !place.isAt(one.backend, one.profile) || (arguments.has(u"--stale"_s) && !one.stale);
    });
    QStringList problems;
    for (const SessionInfo &session : std::as_const(listed)) {
        if (!session.problem.isEmpty())
            problems.append(u"%1: %2"_s.arg(session.backend, session.problem));
    }
    problems.removeDuplicates();
    for (const QString &problem : problems)
        context.output.message(u"warning: "_s + problem + u" What is listed of it is what was known last."_s);
    if (!context.output.json()) {
        writeTable(listed, context.output);
        return exitcode::Success;
    }
    QJsonArray array;
    std::ranges::transform(listed, std::back_inserter(array), sessionObject);
    context.output.document(array);
    return exitcode::Success;
}

} // namespace hermes
