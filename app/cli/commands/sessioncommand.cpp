// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/sessioncommand.h"

#include "app/cli/launching.h"
#include "app/cli/snippetoptions.h"

using namespace Qt::StringLiterals;

namespace hermes {

QString SessionCommand::name() const
{
    return u"session"_s;
}

QString SessionCommand::description() const
{
    return u"Runs 1 to 64 independent snippets in parallel."_s;
}

QString SessionCommand::details() const
{
    return u"  hermesctl session --code 'print(1)' --code 'print(2)'\n"
           "  hermesctl session --codes snippets.json --concurrency 8\n\n"
           "Writes a JSON array in the order of the snippets, whatever the order in which they end."_s;
}

QList<OptionSpec> SessionCommand::options() const
{
    return QList<OptionSpec> {
               {u"--codes"_s, u"FILE"_s, u"A JSON list of strings, one for each snippet."_s},
               {u"--concurrency"_s, u"N"_s, u"How many run at once. Default: the backend's own."_s},
               {u"--id"_s, u"ID"_s, u"The session. Default: the one of this machine."_s},
           }
    + snippetOptions(SnippetCount::Several);
}

QList<PositionalSpec> SessionCommand::positionals() const
{
    return snippetPositionals();
}

Result<int> SessionCommand::execute(const Arguments &arguments, CommandContext &context)
{
    return readLaunch(arguments, context.kinds, LaunchKind::Session).and_then([&](LaunchSpec spec) {
        return launchForResults(std::move(spec), context);
    });
}

} // namespace hermes
