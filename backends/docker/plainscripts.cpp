// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/plainscripts.h"

#include "backends/docker/containerspec.h"
#include "backends/runner/protocol/listing.h"
#include "backends/runner/resident/environment.h"
#include "backends/runner/resident/outcome.h"
#include "backends/runner/resident/scriptfolder.h"

#include <QRandomGenerator>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace hermes::docker {

using protocol::FolderMode;
using protocol::ScriptLanguage;

namespace {
constexpr auto StayScript = "trap 'exit 0' TERM INT\n"
                            "while :; do sleep 3600 & wait $!; done\n"_L1;

/// `members` finds the processes of a run: its main process, what is in that one's session or group, their children, and whoever has
/// the run's folder in a variable that only we set. Without any other process, since the run may have used up all that are allowed.
constexpr auto GuardScript = R"(umask 077
dir=$1
mkdir "$dir" || exit 1
members() {
  what=$1 main=$2 tree=' ' known=
  while [ "$known" != "$tree" ]; do
    known=$tree
    for f in /proc/[0-9]*; do
      p=${f#/proc/}
      [ "$p" = $$ ] && continue
      case $tree in *" $p "*) continue ;; esac
      line=
      { read -r line < "$f/stat"; } 2>/dev/null || continue
      set -- ${line##*) }
      [ "$1" = Z ] && continue
      [ "$p" = "$main" ] || [ "$3" = "$main" ] || [ "$4" = "$main" ] && { tree="$tree$p "; continue; }
      case $tree in *" $2 "*) tree="$tree$p "; continue ;; esac
      { while read -r v || [ -n "$v" ]; do
        case $v in *"HERMES_PLAIN_RUN=$what"*) tree="$tree$p "; break ;; esac
      done < "$f/environ"; } 2>/dev/null
    done
  done
}
end() {
  main=none round=0
  { read -r main < "$2/pid"; } 2>/dev/null
  while :; do
    members "$2/" "${main:-none}"
    [ "$tree" = ' ' ] && break
    kill -s "$1" $tree 2>/dev/null
    round=$((round + 1))
    [ "$1" = TERM ] || [ $round -ge 100 ] && break
  done
  set -- $tree
  left=$#
}
echo "ready $(uname -m) $(id -u) $$"
while read -r verb id; do
  case $verb in
  term) end TERM "$dir/$id" ;;
  kill) end KILL "$dir/$id" ;;
  folder) mkdir "$dir/$id" < /dev/null; left=$? ;;
  remove) rm -rf "$dir/$id" < /dev/null; left=$? ;;
  *) left=0 ;;
  esac
  echo "$verb $id $left"
done
exec > /dev/null
end TERM "$dir"
[ $left = 0 ] || sleep 1
end KILL "$dir"
rm -rf "$dir"
end KILL "$dir"
exit 0
)"_L1;

/// Arguments are bytes in escapes, since the daemon takes text only.
constexpr auto Path = "p=$(printf '%bx' \"$1\"); p=${p%x}\n"_L1;
constexpr auto Part = "t=$(printf '%bx' \"$2\"); t=${t%x}\n"_L1;

constexpr auto ReadScript = R"([ -e "$p" ] || exit 80
[ -d "$p" ] && exit 82
[ -f "$p" ] || exit 84
[ -r "$p" ] || exit 81
stat -L -c '%s %a' "$p" 2>/dev/null || echo '0 600'
exec cat "$p"
)"_L1;

constexpr auto WriteScript = R"(d=${p%/*}
[ -d "$p" ] && exit 82
[ -e "$p" ] && [ ! -f "$p" ] && exit 84
[ -d "${d:-/}" ] || exit 80
[ -w "${d:-/}" ] || exit 81
umask 077
cat > "$t" || exit 85
chmod "$3" "$t"
exit 0
)"_L1;

/// A slash cannot stand in a name, so a line with "///" in its place is the beginning of an entry whatever names there are.
constexpr auto ListScript = R"([ -e "$p" ] || exit 80
[ -d "$p" ] || exit 83
[ -r "$p" ] && cd "$p" 2>/dev/null || exit 81
command -v stat > /dev/null || { echo 'there is no stat' >&2; exit 86; }
set --
for f in * .[!.]* ..?*; do
  set -- "$@" "$f"
  [ $# -lt 100 ] && continue
  stat -c '%f %s %Y ///%n' -- "$@"
  set --
done 2>/dev/null
[ $# = 0 ] || stat -c '%f %s %Y ///%n' -- "$@" 2>/dev/null
exit 0
)"_L1;

constexpr std::string_view ListMark = " ///";

/// Variables that one shell or another refuses to set, which would end the script.
constexpr std::array<std::string_view, 6> Kept {"UID", "EUID", "PPID", "BASHOPTS", "SHELLOPTS", "OPTIND"};

std::string shellQuoted(std::string_view text)
{
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'')
            word += "'\\''";
        else
            word += c;
    }
    return word + '\'';
}

/// For printf's %b.
QString escaped(std::string_view bytes)
{
    QString text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && (std::isalnum(byte) || c == '/' || c == '.' || c == '_'))
            text += QLatin1Char(c);
        else
            text += u"\\0%1"_s.arg(int(byte), 3, 8, QChar(u'0'));
    }
    return text;
}

bool canBeExported(std::string_view name)
{
    const auto isWord = [](char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    return !name.empty() && std::ranges::all_of(name, isWord) && (name.front() < '0' || name.front() > '9')
        && !std::ranges::contains(Kept, name);
}

std::string exports(const std::vector<std::string> &entries)
{
    std::string script;
    for (const std::string &entry : entries) {
        const std::string_view name = resident::variableName(entry);
        if (canBeExported(name))
            script += "export " + std::string(name) + "=" + shellQuoted(std::string_view(entry).substr(name.size() + 1)) + "\n";
    }
    return script;
}

bool isPython(const PlainStart &start)
{
    return start.message.language == ScriptLanguage::Python;
}

std::string snippetOf(const PlainStart &start)
{
    return start.folder.toStdString() + (isPython(start) ? "/snippet.py" : "/snippet.sh");
}

std::string workFolderOf(const PlainStart &start)
{
    return start.message.folderMode == FolderMode::Temporary ? start.folder.toStdString() + "/work" : start.message.path;
}

std::string limitsOf(const protocol::StartMessage &message)
{
    std::string script;
    if (message.memoryLimit)
        script += "ulimit -v " + std::to_string(*message.memoryLimit / 1024) + " || exit 126\n";
    if (message.cpuLimit)
        script += "ulimit -t " + std::to_string(*message.cpuLimit) + " || exit 126\n";
    if (message.fileLimit)
        script += "ulimit -f " + std::to_string(*message.fileLimit / 512) + " || exit 126\n";
    return script;
}

/// The script that becomes the snippet's interpreter.
std::string launchScript(const PlainStart &start)
{
    const protocol::StartMessage &message = start.message;
    const std::string own = start.folder.toStdString();
    std::string script = "echo $$ > " + own + "/pid || exit 126\n" + exports(start.environment) + exports(message.environment);
    if (!message.runName.empty())
        script += "export HERMES_RUN_ID=" + shellQuoted(message.runName) + "\n";
    script += "export HERMES_PLAIN_RUN=" + own + "/\ncd " + shellQuoted(workFolderOf(start)) + " || exit 126\nexport PWD\n";
    if (isPython(start))
        script += "export PYTHONPATH=\"$PWD${PYTHONPATH:+:$PYTHONPATH}\" PYTHONUNBUFFERED=\"${PYTHONUNBUFFERED-1}\"\n";
    script += limitsOf(message);
    if (!message.hasInput)
        script += "exec < /dev/null\n";
    if (isPython(start))
        return script + "exec python3 " + snippetOf(start) + "\n";
    return script + "command -v bash > /dev/null && exec bash " + snippetOf(start) + "\nexec sh " + snippetOf(start) + "\n";
}

/// Writes a file from within a script. Nothing in the text is special.
std::string fileInScript(const std::string &path, std::string_view text)
{
    const std::string mark = "END_" + QByteArray::number(QRandomGenerator::system()->generate64(), 16).toStdString();
    std::string script = "cat > " + path + " <<'" + mark + "' || exit 85\n";
    script += text;
    return script + (text.ends_with('\n') ? "" : "\n") + mark + "\n";
}

QStringList shell(const QString &script, const QStringList &arguments)
{
    return QStringList {u"sh"_s, u"-c"_s, script, u"sh"_s} + arguments;
}

protocol::EntryKind kindOf(uint32_t mode)
{
    switch (mode & 0170000U) {
    case 0100000U: return protocol::EntryKind::File;
    case 0040000U: return protocol::EntryKind::Folder;
    case 0120000U: return protocol::EntryKind::Link;
    default: return protocol::EntryKind::Other;
    }
}

/// Of a line "MODE SIZE TIME ///NAME"; nothing for one that goes on with the name of the line before.
std::optional<protocol::ListedEntry> entryFrom(const QByteArray &line)
{
    const qsizetype mark = line.indexOf(ListMark);
    if (mark < 0)
        return std::nullopt;
    const QList<QByteArray> words = line.first(mark).split(' ');
    if (words.size() != 3)
        return std::nullopt;
    return protocol::ListedEntry {.kind = kindOf(words[0].toUInt(nullptr, 16)),
                                  .size = words[1].toULongLong(),
                                  .modified = words[2].toLongLong(),
                                  .name = line.sliced(mark + qsizetype(ListMark.size())).toStdString()};
}
} // namespace

QString newPlainFolder()
{
    return u"/tmp/.hermes-plain-%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QChar(u'0'));
}

QStringList stayCommand()
{
    const QString folders = u"mkdir -m 700 %1 %2 2> /dev/null\n"_s.arg(QLatin1StringView(HomeFolder),
                                                                       QLatin1StringView(SandboxFolder));
    return {u"sh"_s, u"-c"_s, folders + StayScript};
}

QStringList guardCommand(const QString &folder)
{
    const QString home = u"mkdir -m 700 %1 2> /dev/null\n"_s.arg(QLatin1StringView(HomeFolder));
    return {u"sh"_s, u"-c"_s, home + GuardScript, u"sh"_s, folder};
}

QByteArray prepareScript(const PlainStart &start)
{
    const std::string own = start.folder.toStdString();
    const std::string work = shellQuoted(workFolderOf(start));
    std::string buffer;
    std::string script = "umask 077\nmkdir " + own + " || exit 85\n";
    script += fileInScript(snippetOf(start), resident::scriptText(start.message.language, start.message.code, buffer));
    script += fileInScript(own + "/start", launchScript(start));
    if (isPython(start))
        script += "command -v python3 > /dev/null || exit 86\n";
    if (start.message.folderMode == FolderMode::Temporary)
        script += "mkdir " + work + " || exit 85\n";
    if (start.message.folderMode == FolderMode::Made)
        script += "[ -d " + work + " ] || { mkdir -p " + work + " && echo made; } || exit 85\n";
    script += "[ -e " + work + " ] || exit 80\n[ -d " + work + " ] || exit 83\n[ -x " + work + " ] || exit 81\nexit 0\n";
    return QByteArray::fromStdString(script);
}

QStringList startCommand(const PlainStart &start)
{
    return {u"sh"_s, QString::fromUtf8(start.folder) + u"/start"_s};
}

std::vector<std::string> notesOn(const PlainStart &start)
{
    std::vector<std::string> notes;
    for (const std::string &entry : start.message.environment) {
        if (const auto name = resident::variableName(entry); !canBeExported(name))
            notes.push_back("The variable " + std::string(name) + " could not be set: the shell allows no such name.");
    }
    if (start.message.processLimit)
        notes.emplace_back("The limit on processes does not hold.");
    return notes;
}

protocol::ErrorMessage prepareError(int code, const QByteArray &words, const PlainStart &start)
{
    if (code == int(PlainExit::NoProgram))
        return {.errorNumber = ENOENT, .stage = "find python3", .text = "python3 is not installed in the container"};
    const bool isWriting = code == int(PlainExit::NotWritten);
    const std::string work = workFolderOf(start);
    return fileError(code, words, isWriting ? "write the script of the run" : "change to folder " + work, work);
}

QStringList readCommand(const std::string &path)
{
    return shell(Path + ReadScript, {escaped(path)});
}

QStringList writeCommand(const protocol::PutMessage &message, const std::string &part)
{
    return shell(Path + Part + WriteScript, {escaped(message.path), escaped(part), QString::number(message.mode & 07777U, 8)});
}

QStringList renameCommand(const std::string &part, const std::string &path)
{
    return shell(Path + Part + "mv -f \"$p\" \"$t\" || exit 85\n"_L1, {escaped(part), escaped(path)});
}

QStringList removeCommand(const std::string &part)
{
    return shell(Path + "rm -f \"$p\"\n"_L1, {escaped(part)});
}

QStringList listCommand(const std::string &path)
{
    return shell(Path + ListScript, {escaped(path)});
}

std::string listingFrom(const QByteArray &output)
{
    std::vector<protocol::ListedEntry> entries;
    for (const QByteArray &line : output.chopped(output.endsWith('\n') ? 1 : 0).split('\n')) {
        if (auto entry = entryFrom(line))
            entries.push_back(std::move(*entry));
        else if (!entries.empty())
            entries.back().name += '\n' + line.toStdString();
    }
    std::string listing;
    for (const protocol::ListedEntry &entry : entries)
        protocol::appendEntry(listing, entry);
    return listing;
}

protocol::ErrorMessage fileError(int code, const QByteArray &words, const std::string &stage, const std::string &path)
{
    switch (PlainExit(code)) {
    case PlainExit::Missing: return resident::systemError(ENOENT, stage);
    case PlainExit::Denied: return resident::systemError(EACCES, stage);
    case PlainExit::IsFolder: return resident::systemError(EISDIR, stage);
    case PlainExit::NoFolder: return resident::systemError(ENOTDIR, stage);
    case PlainExit::NotRegular: return resident::refusal(stage, path + " is not a regular file");
    default: break;
    }
    const bool isFull = words.contains("No space left");
    const std::string why = words.isEmpty() ? "exit code " + std::to_string(code) : words.trimmed().toStdString();
    return {.errorNumber = isFull ? uint32_t(ENOSPC) : uint32_t(EIO), .stage = stage, .text = stage + ": " + why};
}

} // namespace hermes::docker
