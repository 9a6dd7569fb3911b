// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/filescommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"
#include "app/cli/resultjson.h"
#include "app/cli/sessionactions.h"
#include "app/cli/snippetoptions.h"
#include "backends/core/enumnames.h"
#include "backends/core/shellword.h"

#include <QJsonArray>
#include <QTimeZone>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr EnumNames<FileEntry::Kind, 4> KindNames {{
    {FileEntry::Kind::File, "file"_L1},
    {FileEntry::Kind::Folder, "folder"_L1},
    {FileEntry::Kind::Link, "link"_L1},
    {FileEntry::Kind::Other, "other"_L1},
}};

QDateTime modifiedOf(const FileEntry &entry)
{
    return QDateTime::fromSecsSinceEpoch(entry.modified.time_since_epoch().count(), QTimeZone::UTC);
}

/// As `ls -F` marks them.
QString markedName(const FileEntry &entry)
{
    QString name = nameInLine(entry.name);
    switch (entry.kind) {
        using enum FileEntry::Kind;
    case Folder: return name + u'/';
    case Link: return name + u'@';
    case File:
    case Other: break;
    }
    return name;
}

QJsonObject fileObject(const FileEntry &entry)
{
    QJsonObject object {{u"kind"_s, nameOf(KindNames, entry.kind)},
                        {u"size"_s, entry.kind == FileEntry::Kind::File ? QJsonValue(entry.size) : QJsonValue()},
                        {u"modified"_s, timeValue(modifiedOf(entry))}};
    insertName(object, u"name"_s, entry.name);
    return object;
}

void write(const SessionAddress &sandbox, const QByteArray &folder, const FolderContent &content, Output &output)
{
    if (output.json()) {
        QJsonArray files;
        for (const FileEntry &entry : content.entries)
            files.append(fileObject(entry));
        QJsonObject document {{u"id"_s, sandbox.id}, {u"complete"_s, content.isComplete}, {u"files"_s, files}};
        insertName(document, u"folder"_s, folder);
        output.document(document);
        return;
    }
    TextTable table({u"SIZE"_s, u"MODIFIED"_s, u"NAME"_s}, {Alignment::Right});
    for (const FileEntry &entry : content.entries)
        table.add({entry.kind == FileEntry::Kind::File ? QString::number(entry.size) : u"-"_s, timeText(modifiedOf(entry)),
                   markedName(entry)});
    output.write(table.takeText().toUtf8());
    if (!content.isComplete)
        output.message(u"more than %1 are there; the others are not listed"_s.arg(content.entries.size()));
}

} // namespace

QString FilesCommand::name() const
{
    return u"files"_s;
}

QString FilesCommand::description() const
{
    return u"Lists the files of a sandbox."_s;
}

QString FilesCommand::details() const
{
    return u"  hermesctl files --id work\n"
           "  hermesctl files --id work results/plots --json\n\n"
           "Sizes are bytes. A folder is marked with /, a link with @. A name that cannot be shown as it is, because it is no\n"
           "UTF-8 text or has a line end in it, is written as $'a\\xff', which a shell takes for that name; with --json its\n"
           "bytes are in name_base64 where they are no UTF-8. Nothing is made: a sandbox that is unknown or closed is an error,\n"
           "and looking is no use of it. put and get copy a file.\n\n"
           "--backend is needed only for an id that exists on several backends, and settings are those that the sandbox was "
           "opened\n"
           "with. They may be given all the same, as for put and get, and must fit then."_s;
}

QList<OptionSpec> FilesCommand::options() const
{
    return {
        {u"--id"_s, u"ID"_s, u"The sandbox. Default: the one of this machine."_s},
        {u"--profile"_s, u"NAME"_s, u"The profile that it was opened with; needed only for an id of several. Empty: none."_s},
    };
}

QList<PositionalSpec> FilesCommand::positionals() const
{
    return {{u"FOLDER"_s, u"A folder of the sandbox. Default: its own; a relative path is below that."_s, false, true}};
}

Result<int> FilesCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const auto id = executorIdFrom(arguments);
    if (!id)
        return std::unexpected(id.error());
    const QByteArray folder = arguments.bytes(u"FOLDER"_s);
    if (arguments.has(u"FOLDER"_s) && folder.isEmpty())
        return fail(FaultKind::Usage, u"FOLDER is empty"_s, u"Leave it out for the sandbox's own."_s);
    const auto asked = namedSettings(arguments, context.kinds);
    if (!asked)
        return std::unexpected(asked.error());
    const auto open = openPlace(arguments, context);
    if (!open)
        return std::unexpected(open.error());
    const auto &[engine, named] = *open;
    SessionAddress place = named;
    if (const std::optional<Settings> &settings = *asked)
        place.backend = settings->backend();
    const auto sandbox = id->isEmpty()
        ? await(engine->defaultSandbox(place))
        : Result<SessionAddress>(SessionAddress {.id = *id, .backend = place.backend, .profile = place.profile});
    if (!sandbox)
        return std::unexpected(sandbox.error());
    auto content = await(engine->listFiles(*sandbox, folder, {}, *asked));
    if (!content)
        return std::unexpected(content.error());
    std::ranges::sort(content->entries, {}, &FileEntry::name);
    write(*sandbox, folder, *content, context.output);
    return exitcode::Success;
}

} // namespace hermes
