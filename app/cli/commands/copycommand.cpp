// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/copycommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"
#include "app/cli/localfiles.h"
#include "app/cli/resultjson.h"
#include "app/cli/snippetoptions.h"
#include "backends/core/localfile.h"
#include "backends/core/shellword.h"
#include "backends/engine/machineid.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

Result<> checkNotEmpty(const Arguments &arguments, const QString &name)
{
    return arguments.bytes(name).isEmpty() ? fail(FaultKind::Usage, name + u" is empty"_s, u"Name a file."_s) : Result<>();
}

/// What has no name of its own needs one in the sandbox.
Result<QString> sourceFor(const QString &path, const QByteArray &target)
{
    if (path == StandardStream && target.endsWith('/'))
        return fail(FaultKind::Usage, u"DST is a folder, and what comes by standard input has no name"_s,
                    u"Name a file in it as DST."_s);
    return path;
}

/// Where a file of the sandbox goes in this machine: `target` itself, or into it by its own name. Qt names files by text.
Result<QString> targetFor(const QByteArray &source, const QString &target)
{
    if (target == StandardStream || !QFileInfo(target).isDir())
        return target;
    const QByteArray name = source.sliced(source.lastIndexOf('/') + 1);
    if (!QUtf8StringView(name).isValidUtf8())
        return fail(FaultKind::Usage, u"%1 is no UTF-8 text, so the copy cannot have this name"_s.arg(nameInLine(name)),
                    u"Give the copy another one: name a file instead of a folder as DST."_s);
    return QDir(target).filePath(QString::fromUtf8(name));
}

} // namespace

QString CopyCommand::name() const
{
    return m_direction == CopyDirection::Put ? u"put"_s : u"get"_s;
}

QString CopyCommand::description() const
{
    return m_direction == CopyDirection::Put ? u"Copies a file of this machine into a sandbox, which is made if need be."_s
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
        return {{u"SRC"_s, u"A file of this machine; - is standard input."_s},
                {u"DST"_s, u"Where it goes"_s + inSandbox, true, true}};
    return {{u"SRC"_s, u"A file of the sandbox"_s + inSandbox, true, true},
            {u"DST"_s, u"A file or folder of this machine; - is standard output."_s}};
}

Result<int> CopyCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const auto choice = chooseBackend(arguments, context.kinds);
    if (!choice)
        return std::unexpected(choice.error());
    const bool put = m_direction == CopyDirection::Put;
    const bool json = context.output.json();
    const QString hereName = put ? u"SRC"_s : u"DST"_s;
    const QString here = arguments.text(hereName);
    const QByteArray there = arguments.bytes(put ? u"DST"_s : u"SRC"_s);
    const auto id = executorIdFrom(arguments);
    if (!id)
        return std::unexpected(id.error());
    const auto localFile = checkNotEmpty(arguments, u"SRC"_s)
                               .and_then([&] { return checkNotEmpty(arguments, u"DST"_s); })
                               .and_then([&] { return put ? sourceFile(hereName, here) : targetFile(hereName, here, json); })
                               .and_then(
                                   [&](const QString &path) { return put ? sourceFor(path, there) : targetFor(there, path); });
    if (!localFile)
        return std::unexpected(localFile.error());
    const auto engine = openEngineFor(context, JournalNeed::Required);
    if (!engine)
        return std::unexpected(engine.error());
    const SandboxName sandbox {.settings = choice->settings, .profile = choice->profile, .id = *id};
    const auto copied = put ? await((*engine)->put(sandbox, *localFile, there)) : await((*engine)->get(sandbox, there, *localFile));
    if (!copied)
        return std::unexpected(copied.error());
    if (json) {
        QJsonObject document {{u"id"_s, *copied}};
        insertName(document, u"source"_s, put ? localFile->toUtf8() : there);
        insertName(document, u"target"_s, put ? there : localFile->toUtf8());
        context.output.document(document);
    } else if (!id->isEmpty() && *copied != *id) {
        context.output.message(movedOn(SessionKind::Sandbox, *id, *copied));
    }
    return exitcode::Success;
}

} // namespace hermes
