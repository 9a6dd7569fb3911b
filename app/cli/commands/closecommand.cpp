// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/closecommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

struct Target
{
    QString id;
    QString backend;
};

Result<QList<Target>> staleTargets(Engine &engine, const QString &backend)
{
    const auto sessions = await(engine.sessions());
    if (!sessions)
        return std::unexpected(sessions.error());
    QList<Target> targets;
    for (const SessionInfo &session : *sessions) {
        if (session.stale && session.state != SessionState::Closed && (backend.isEmpty() || session.backend == backend))
            targets.append({session.id, session.backend});
    }
    return targets;
}

/// Closes one after another; one that fails does not keep the others open.
Result<int> closeAll(Engine &engine, const QList<Target> &targets, Output &output)
{
    QJsonArray array;
    int exitCode = exitcode::Success;
    for (const Target &target : targets) {
        const auto closed = await(engine.closeSession(target.id, target.backend));
        array.append(QJsonObject {{u"id"_s, target.id},
                                  {u"backend"_s, target.backend},
                                  {u"closed"_s, closed.has_value()},
                                  {u"error"_s, closed ? QJsonValue() : QJsonValue(toText(closed.error()))}});
        if (!closed && exitCode == exitcode::Success)
            exitCode = exitCodeFor(closed.error());
        if (!closed && !output.json())
            output.message(inContext(target.id, closed.error()).what);
        else if (!output.json())
            output.line(u"closed "_s + target.id);
    }
    if (output.json())
        output.document(array);
    else if (targets.isEmpty())
        output.line(u"nothing is stale"_s);
    return exitCode;
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
    };
}

Result<int> CloseCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const bool stale = arguments.has(u"--stale"_s);
    if (stale == arguments.has(u"-s"_s))
        return fail(FaultKind::Usage, stale ? u"-s and --stale exclude each other"_s : u"Nothing is named to be closed"_s,
                    u"Give -s ID or --stale."_s);
    QString backend;
    if (arguments.has(u"--backend"_s)) {
        const auto kind = findBackendKind(arguments.text(u"--backend"_s), context.kinds);
        if (!kind)
            return std::unexpected(kind.error());
        backend = (*kind)->kind;
    }
    const auto engine = openEngineFor(context, JournalNeed::Required);
    if (!engine)
        return std::unexpected(engine.error());
    if (stale) {
        return staleTargets(**engine, backend).and_then([&](const QList<Target> &targets) {
            return closeAll(**engine, targets, context.output);
        });
    }
    const QStringList ids = arguments.texts(u"-s"_s);
    for (const QString &id : ids) {
        if (const auto closed = await((*engine)->closeSession(id, backend)); !closed)
            return std::unexpected(closed.error());
        if (!context.output.json())
            context.output.line(u"closed "_s + id);
    }
    if (context.output.json())
        context.output.document(QJsonObject {{u"closed"_s, QJsonArray::fromStringList(ids)}});
    return exitcode::Success;
}

} // namespace hermes
