// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/closecommand.h"

#include "app/cli/launching.h"
#include "app/cli/sessionactions.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

Result<QList<SessionAddress>> staleSessions(Engine &engine, const SessionAddress &place)
{
    const auto sessions = await(engine.sessions());
    if (!sessions)
        return std::unexpected(sessions.error());
    QList<SessionAddress> names;
    for (const SessionInfo &session : *sessions) {
        if (place.isAt(session.backend, session.profile) && session.stale && session.state != SessionState::Closed)
            names.append({.id = session.id, .backend = session.backend, .profile = session.profile});
    }
    return names;
}

} // namespace

QString CloseCommand::name() const
{
    return u"close"_s;
}

QString CloseCommand::description() const
{
    return u"Ends a sandbox or session and removes its files; the id is spent."_s;
}

QList<OptionSpec> CloseCommand::options() const
{
    return {
        {u"-s"_s, u"ID"_s, u"The sandbox or session. One that is closed already is success."_s, true},
        {u"--stale"_s, {}, u"Every one that is idle beyond its limit or whose program is gone."_s},
        {u"--backend"_s, u"NAME"_s, u"Where it is; needed only for an id that exists on several backends."_s},
        {u"--profile"_s, u"NAME"_s, u"The profile that it was opened with; needed only for an id of several. Empty: none."_s},
    };
}

Result<int> CloseCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const bool stale = arguments.has(u"--stale"_s);
    if (stale == arguments.has(u"-s"_s))
        return fail(FaultKind::Usage, stale ? u"-s and --stale exclude each other"_s : u"Nothing is named to be closed"_s,
                    u"Give -s ID or --stale."_s);
    const auto open = openPlace(arguments, context);
    if (!open)
        return std::unexpected(open.error());
    const auto &[engine, place] = *open;
    const auto names = stale ? staleSessions(*engine, place) : namesFrom(arguments, place);
    if (!names)
        return std::unexpected(names.error());
    if (names->isEmpty() && !context.output.json())
        context.output.line(u"nothing is stale"_s);
    const auto close = [&engine](const SessionAddress &name) { return await(engine->closeSession(name)); };
    const auto closed = doToEach(*names, u"closed"_s, close, context.output);
    if (stale)
        std::ignore = await(engine->tidy(place));
    return closed;
}

} // namespace hermes
