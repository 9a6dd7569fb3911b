// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/listcommand.h"

#include "app/cli/launching.h"
#include "app/cli/resultjson.h"
#include "app/cli/sessionactions.h"

#include <QJsonArray>

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

QStringList sessionTexts(const SessionInfo &session)
{
    const QString stale = session.staleReason.isEmpty() ? u"yes"_s : session.staleReason;
    return {
        session.backend,
        session.profile.isEmpty() ? u"-"_s : session.profile,
        session.id,
        sessionKindName(session.kind),
        sessionStateName(session.state),
        sinceText(session.created),
        sinceText(session.lastUsed),
        session.cost ? u"$%1"_s.arg(*session.cost, 0, 'f', 4) : u"-"_s,
        session.stale ? stale : u"-"_s,
    };
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
    TextTable table({u"BACKEND"_s, u"PROFILE"_s, u"ID"_s, u"KIND"_s, u"STATE"_s, u"AGE"_s, u"IDLE"_s, u"COST"_s, u"STALE"_s},
                    {Alignment::Left, Alignment::Left, Alignment::Left, Alignment::Left, Alignment::Left, Alignment::Right,
                     Alignment::Right, Alignment::Right});
    QJsonArray array;
    QStringList problems;
    for (const SessionInfo &session : *sessions) {
        if (!place.isAt(session.backend, session.profile) || (arguments.has(u"--stale"_s) && !session.stale))
            continue;
        array.append(sessionObject(session));
        table.add(sessionTexts(session));
        if (!session.problem.isEmpty())
            problems.append(u"%1: %2"_s.arg(session.backend, session.problem));
    }
    problems.removeDuplicates();
    for (const QString &problem : problems)
        context.output.message(u"warning: "_s + problem + u" What is listed of it is what was known last."_s);
    if (context.output.json())
        context.output.document(array);
    else
        context.output.write(table.takeText().toUtf8());
    return exitcode::Success;
}

} // namespace hermes
