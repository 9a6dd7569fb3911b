// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "buildcontext.h"

#include "backends/docker/tararchive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr qsizetype PieceBytes = 256 * 1024;
constexpr qint64 LargestRules = 1024 * 1024;
/// Beside the folder's own files, one of which may be called Dockerfile.
constexpr auto AddedRecipe = ".hermes-panel.dockerfile";
constexpr auto RulesFile = ".dockerignore";
constexpr int Permissions = 07777;

std::unexpected<Fault> cannotRead(const QByteArray &path, const QString &why)
{
    return fail(FaultKind::Storage,
                u"%1, which is to be sent for the build, cannot be read: %2"_s.arg(QFile::decodeName(path), why),
                u"Make it readable, or leave it out by the file .dockerignore of the folder."_s);
}

/// The rules that the daemon is given: it leaves our recipe out of what the recipe may copy.
QByteArray extended(const QByteArray &rules)
{
    return (rules.isEmpty() ? QByteArray(RulesFile) : rules) + '\n' + AddedRecipe + '\n';
}
} // namespace

Result<BuildContext> BuildContext::open(const QByteArray &recipe, const QString &folder)
{
    BuildContext context;
    if (folder.isEmpty()) {
        context.m_recipeName = "Dockerfile";
        context.m_begin = tarOf({{.name = context.m_recipeName, .content = recipe}});
        context.m_begin.chop(tarEnd().size());
        return context;
    }
    std::error_code error;
    context.m_folder = QFile::encodeName(folder).toStdString();
    if (!std::filesystem::is_directory(context.m_folder, error))
        return fail(FaultKind::Usage, u"%1 is no folder"_s.arg(folder), u"Name the folder whose files the Dockerfile copies."_s);
    context.m_files = std::filesystem::recursive_directory_iterator(context.m_folder, error);
    if (error)
        return cannotRead(QFile::encodeName(folder), QString::fromStdString(error.message()));
    QByteArray rules;
    if (QFile file(folder + u'/' + QLatin1StringView(RulesFile)); file.open(QIODevice::ReadOnly))
        rules = file.read(LargestRules);
    context.m_rules = IgnoreRules(rules);
    context.m_recipeName = AddedRecipe;
    context.m_begin = tarOf({{.name = context.m_recipeName, .content = recipe}, {.name = RulesFile, .content = extended(rules)}});
    context.m_begin.chop(tarEnd().size());
    return context;
}

Result<QByteArray> BuildContext::next()
{
    QByteArray piece = std::exchange(m_begin, {});
    while (piece.size() < PieceBytes && !m_ended) {
        if (auto appended = append(piece); !appended)
            return std::unexpected(appended.error());
    }
    m_bytes += piece.size();
    return piece;
}

Result<> BuildContext::append(QByteArray &piece)
{
    if (m_file)
        return appendContent(piece);
    if (m_files != std::filesystem::recursive_directory_iterator())
        return appendEntry(piece);
    piece += tarEnd();
    m_ended = true;
    return {};
}

bool BuildContext::isLeftOut(const QByteArray &name)
{
    return name == RulesFile || name == AddedRecipe || m_rules.leavesOut(QFile::decodeName(name));
}

Result<> BuildContext::appendEntry(QByteArray &piece)
{
    const std::filesystem::path path = m_files->path();
    const QByteArray name = QByteArray::fromStdString(path.lexically_relative(m_folder).string());
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0)
        return cannotRead(QByteArray::fromStdString(path.string()), qt_error_string());
    Result<> appended;
    if (const bool isOut = isLeftOut(name); isOut) {
        if (S_ISDIR(status.st_mode) && !m_rules.hasExceptions())
            m_files.disable_recursion_pending();
    } else if (S_ISREG(status.st_mode)) {
        appended = beginFile(path, name, piece);
    } else if (S_ISDIR(status.st_mode) || S_ISLNK(status.st_mode)) {
        TarEntry entry {.name = name, .mode = int(status.st_mode & Permissions), .modified = status.st_mtime};
        std::error_code error;
        entry.type = S_ISDIR(status.st_mode) ? TarEntry::Type::Folder : TarEntry::Type::Link;
        if (entry.type == TarEntry::Type::Link)
            entry.target = QByteArray::fromStdString(std::filesystem::read_symlink(path, error).string());
        else
            entry.name += '/';
        piece += tarHead(entry);
    }
    std::error_code error;
    m_files.increment(error);
    if (error && appended)
        return cannotRead(QByteArray::fromStdString(path.string()), QString::fromStdString(error.message()));
    return appended;
}

Result<> BuildContext::beginFile(const std::filesystem::path &path, const QByteArray &name, QByteArray &piece)
{
    auto file = std::make_unique<QFile>();
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat status = {};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0
        || !file->open(descriptor, QIODevice::ReadOnly, QFile::AutoCloseHandle)) {
        const QString why = qt_error_string();
        if (descriptor >= 0 && !file->isOpen())
            ::close(descriptor);
        return cannotRead(QByteArray::fromStdString(path.string()), why);
    }
    piece += tarHead(
        {.name = name, .mode = int(status.st_mode & Permissions), .bytes = status.st_size, .modified = status.st_mtime});
    m_file = std::move(file);
    m_path = QByteArray::fromStdString(path.string());
    m_left = m_fileBytes = status.st_size;
    return {};
}

Result<> BuildContext::appendContent(QByteArray &piece)
{
    const QByteArray bytes = m_file->read(std::min<qint64>(m_left, PieceBytes));
    if (bytes.isEmpty() && m_left > 0)
        return cannotRead(m_path, u"it became shorter meanwhile"_s);
    piece += bytes;
    m_left -= bytes.size();
    if (m_left == 0) {
        piece += tarPadding(m_fileBytes);
        m_file.reset();
    }
    return {};
}

} // namespace hermes::docker
