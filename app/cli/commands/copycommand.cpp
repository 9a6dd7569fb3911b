// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/copycommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"
#include "app/cli/resultjson.h"
#include "app/cli/snippetoptions.h"
#include "backends/core/shellword.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

Result<> checkNotEmpty(const Arguments &arguments, const QString &name)
{
    return arguments.bytes(name).isEmpty() ? fail(FaultKind::Usage, name + u" is empty"_s, u"Name a file."_s) : Result<>();
}

Result<> checkSource(const QString &source)
{
    const QFileInfo file(source);
    if (file.isDir())
        return fail(FaultKind::Usage, u"%1 is a folder; a file is copied"_s.arg(source), u"Pack it into an archive first."_s);
    if (!file.exists())
        return fail(FaultKind::Usage, u"%1: there is no such file"_s.arg(source));
    return file.isFile() ? Result<>() : fail(FaultKind::Usage, u"%1 is not a regular file"_s.arg(source));
}

Result<> checkTarget(const QString &target)
{
    const QFileInfo folder(QFileInfo(target).isDir() ? target : QFileInfo(target).absolutePath());
    if (!folder.isDir())
        return fail(FaultKind::Usage, u"%1: there is no folder %2"_s.arg(target, folder.filePath()));
    return folder.isWritable() ? Result<>()
                               : fail(FaultKind::Usage, u"%1: the folder %2 cannot be written"_s.arg(target, folder.filePath()));
}

/// Where a file of the sandbox goes in this machine: `target` itself, or into it by its own name. Qt names files by text.
Result<QString> targetFor(const QByteArray &source, const QString &target)
{
    if (!QFileInfo(target).isDir())
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
        return {{u"SRC"_s, u"A file of this machine."_s}, {u"DST"_s, u"Where it goes"_s + inSandbox, true, true}};
    return {{u"SRC"_s, u"A file of the sandbox"_s + inSandbox, true, true}, {u"DST"_s, u"A file or folder of this machine."_s}};
}

Result<int> CopyCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const auto choice = chooseBackend(arguments, context.kinds);
    if (!choice)
        return std::unexpected(choice.error());
    const bool put = m_direction == CopyDirection::Put;
    const QString hereName = put ? u"SRC"_s : u"DST"_s;
    const QString here = arguments.text(hereName);
    const QByteArray there = arguments.bytes(put ? u"DST"_s : u"SRC"_s);
    const auto id = executorIdFrom(arguments);
    if (!id)
        return std::unexpected(id.error());
    const auto localFile = checkNotEmpty(arguments, u"SRC"_s)
                               .and_then([&] { return checkNotEmpty(arguments, u"DST"_s); })
                               .and_then([&] { return absolutePath(hereName, here); })
                               .and_then([&](const QString &) { return put ? checkSource(here) : checkTarget(here); })
                               .and_then([&] { return put ? Result<QString>(here) : targetFor(there, here); });
    if (!localFile)
        return std::unexpected(localFile.error());
    const auto engine = openEngineFor(context, JournalNeed::Required);
    if (!engine)
        return std::unexpected(engine.error());
    const SandboxName sandbox {.settings = choice->settings, .profile = choice->profile, .id = *id};
    const auto copied = put ? await((*engine)->put(sandbox, QFileInfo(*localFile).absoluteFilePath(), there))
                            : await((*engine)->get(sandbox, there, QFileInfo(*localFile).absoluteFilePath()));
    if (!copied)
        return std::unexpected(copied.error());
    if (context.output.json()) {
        QJsonObject document {{u"id"_s, *copied}};
        insertName(document, u"source"_s, put ? localFile->toUtf8() : there);
        insertName(document, u"target"_s, put ? there : localFile->toUtf8());
        context.output.document(document);
    } else if (!id->isEmpty() && *copied != *id) {
        context.output.message(u"\"%1\" is closed; the sandbox is now \"%2\""_s.arg(*id, *copied));
    }
    return exitcode::Success;
}

} // namespace hermes
