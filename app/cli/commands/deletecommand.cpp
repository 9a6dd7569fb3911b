// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/deletecommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace hermes {

QString DeleteCommand::name() const
{
    return u"delete"_s;
}

QString DeleteCommand::description() const
{
    return u"Removes the record of a closed sandbox or session."_s;
}

QList<OptionSpec> DeleteCommand::options() const
{
    return {
        {u"-s"_s, u"ID"_s, u"The sandbox or session; one that is open is refused."_s, true},
        {u"--backend"_s, u"NAME"_s, u"Where it is; needed only for an id that exists on several backends."_s},
    };
}

Result<int> DeleteCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const QStringList ids = arguments.texts(u"-s"_s);
    if (ids.isEmpty())
        return fail(FaultKind::Usage, u"Nothing is named to be deleted"_s, u"Give -s ID."_s);
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
    for (const QString &id : ids) {
        if (const auto deleted = await((*engine)->deleteSession(id, backend)); !deleted)
            return std::unexpected(deleted.error());
        if (!context.output.json())
            context.output.line(u"deleted "_s + id);
    }
    if (context.output.json())
        context.output.document(QJsonObject {{u"deleted"_s, QJsonArray::fromStringList(ids)}});
    return exitcode::Success;
}

} // namespace hermes
