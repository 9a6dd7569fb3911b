// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/sandboxcommand.h"

#include "app/cli/launching.h"
#include "app/cli/snippetoptions.h"

using namespace Qt::StringLiterals;

namespace hermes {

QString SandboxCommand::name() const
{
    return u"sandbox"_s;
}

QString SandboxCommand::description() const
{
    return u"Runs snippets one after another in a sandbox whose files stay."_s;
}

QString SandboxCommand::details() const
{
    return u"  hermesctl sandbox --language shell --code 'echo 1 > f' --code 'cat f'\n\n"
           "Writes one JSON object, or an array for several snippets, in their order."_s;
}

QList<OptionSpec> SandboxCommand::options() const
{
    return QList<OptionSpec> {{u"--id"_s, u"ID"_s, u"The sandbox. Default: the one of this machine."_s}}
    + snippetOptions(SnippetCount::Several);
}

QList<PositionalSpec> SandboxCommand::positionals() const
{
    return snippetPositionals();
}

Result<int> SandboxCommand::execute(const Arguments &arguments, CommandContext &context)
{
    return readLaunch(arguments, context.kinds, LaunchKind::Sandbox).and_then([&](LaunchSpec spec) {
        return launchForResults(std::move(spec), context);
    });
}

} // namespace hermes
