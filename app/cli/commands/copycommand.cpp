// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/copycommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace hermes {

QString CopyCommand::name() const
{
    return m_direction == CopyDirection::Put ? u"put"_s : u"get"_s;
}

QString CopyCommand::description() const
{
    return m_direction == CopyDirection::Put ? u"Copies a file of this machine into a sandbox."_s
                                             : u"Copies a file of a sandbox to this machine."_s;
}

QList<OptionSpec> CopyCommand::options() const
{
    return {{u"--id"_s, u"ID"_s, u"The sandbox. Default: the one of this machine."_s}};
}

QList<PositionalSpec> CopyCommand::positionals() const
{
    const QString inSandbox = u"; a relative path is below the sandbox's folder."_s;
    if (m_direction == CopyDirection::Put)
        return {{u"SRC"_s, u"A file of this machine."_s}, {u"DST"_s, u"Where it goes"_s + inSandbox}};
    return {{u"SRC"_s, u"A file of the sandbox"_s + inSandbox}, {u"DST"_s, u"A file or folder of this machine."_s}};
}

Result<int> CopyCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const auto choice = chooseBackend(arguments, context.kinds);
    if (!choice)
        return std::unexpected(choice.error());
    const QString source = arguments.text(u"SRC"_s);
    QString target = arguments.text(u"DST"_s);
    const bool put = m_direction == CopyDirection::Put;
    if (put && !QFileInfo(source).isFile())
        return fail(FaultKind::Usage, u"%1: there is no such file"_s.arg(source));
    if (!put && QFileInfo(target).isDir())
        target = QDir(target).filePath(QFileInfo(source).fileName());
    const auto engine = openEngineFor(context, JournalNeed::Required);
    if (!engine)
        return std::unexpected(engine.error());
    const QString id = arguments.text(u"--id"_s);
    const auto copied = put ? await((*engine)->put(choice->settings, id, QFileInfo(source).absoluteFilePath(), target))
                            : await((*engine)->get(choice->settings, id, source, QFileInfo(target).absoluteFilePath()));
    if (!copied)
        return std::unexpected(copied.error());
    if (context.output.json())
        context.output.document(QJsonObject {{u"source"_s, source}, {u"target"_s, target}});
    return exitcode::Success;
}

} // namespace hermes
