// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/deletecommand.h"

#include "app/cli/launching.h"
#include "app/cli/sessionactions.h"

using namespace Qt::StringLiterals;

namespace hermes {

QString DeleteCommand::name() const
{
    return u"delete"_s;
}

QString DeleteCommand::description() const
{
    return u"Removes the record of a closed sandbox or session; its id stays spent."_s;
}

QList<OptionSpec> DeleteCommand::options() const
{
    return {
        {u"-s"_s, u"ID"_s, u"The sandbox or session; one that is open is refused."_s, true},
        {u"--backend"_s, u"NAME"_s, u"Where it is; needed only for an id that exists on several backends."_s},
        {u"--profile"_s, u"NAME"_s, u"The profile that it was opened with; needed only for an id of several. Empty: none."_s},
    };
}

Result<int> DeleteCommand::execute(const Arguments &arguments, CommandContext &context)
{
    if (!arguments.has(u"-s"_s))
        return fail(FaultKind::Usage, u"Nothing is named to be deleted"_s, u"Give -s ID."_s);
    const auto open = openPlace(arguments, context);
    if (!open)
        return std::unexpected(open.error());
    const auto &[engine, place] = *open;
    const auto remove = [&engine](const SessionAddress &name) { return await(engine->deleteSession(name)); };
    return doToEach(namesFrom(arguments, place), u"deleted"_s, remove, context.output);
}

} // namespace hermes
