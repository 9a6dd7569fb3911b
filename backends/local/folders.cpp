// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/folders.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes::local {

namespace {
/// Makes the missing part of a path with mode 0700; returns an errno.
int makePath(const QString &folder)
{
    const QByteArray path = QFile::encodeName(folder);
    if (::mkdir(path.constData(), 0700) == 0)
        return 0;
    if (errno == ENOENT) {
        const QString parent = QFileInfo(folder).path();
        if (const int error = parent == folder ? ENOENT : makePath(parent); error != 0)
            return error;
        return ::mkdir(path.constData(), 0700) == 0 || errno == EEXIST ? 0 : errno;
    }
    if (errno != EEXIST)
        return errno;
    return QFileInfo(folder).isDir() ? 0 : ENOTDIR;
}

int makeWritable(const QString &folder)
{
    if (const int error = makePath(folder))
        return error;
    return ::access(QFile::encodeName(folder).constData(), W_OK | X_OK) == 0 ? 0 : errno;
}

/// The last resort lies where everybody may write, so it must be ours and closed to others.
Result<QString> sharedFallback()
{
    QString folder = u"/tmp/hermes-%1"_s.arg(::geteuid());
    const QByteArray path = QFile::encodeName(folder);
    struct stat status {};
    if (::mkdir(path.constData(), 0700) != 0 && errno != EEXIST)
        return fail(FaultKind::Storage, u"%1 cannot be made: %2"_s.arg(folder, qt_error_string(errno)));
    if (::lstat(path.constData(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid()
        || (status.st_mode & 0077) != 0)
        return fail(FaultKind::Denied, u"%1 belongs to somebody else or is open to others"_s.arg(folder),
                    u"Remove it, or set a work folder with --local-workdir."_s);
    return folder;
}

Result<QString> ownFolder(const QString &name)
{
    const QString state = QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation);
    if (QString folder = state + u"/hermes-panel/"_s + name; !state.isEmpty() && makeWritable(folder) == 0)
        return folder;
    const auto fallback = sharedFallback();
    if (!fallback)
        return fallback;
    QString folder = *fallback + u'/' + name;
    return makeWritableFolder(folder, {}).transform([&] { return std::move(folder); });
}
} // namespace

Result<> makeWritableFolder(const QString &folder, const QString &origin)
{
    const int error = makeWritable(folder);
    if (error == 0)
        return {};
    const QString source = origin.isEmpty() ? QString() : u" (%1)"_s.arg(origin);
    return fail(error == ENOSPC || error == EDQUOT ? FaultKind::Exhausted : FaultKind::Denied,
                u"The work folder %1%2 cannot be made or written: %3"_s.arg(folder, source, qt_error_string(error)),
                u"Choose another one: in the profile, with --local-workdir, or with HERMES_LOCAL_WORKDIR."_s);
}

Result<Folders> chooseFolders(const LocalSettings &settings)
{
    Folders folders;
    const auto locks = ownFolder(u"locks"_s);
    if (!locks)
        return std::unexpected(locks.error());
    folders.locks = *locks;
    if (!settings.workdir.isEmpty()) {
        folders.sandboxes = settings.workdir;
        folders.temporary = settings.workdir;
        return folders;
    }
    return ownFolder(u"sandboxes"_s).transform([&](const QString &sandboxes) {
        folders.sandboxes = sandboxes;
        return folders;
    });
}

Result<Folders> prepareFolders(const LocalSettings &settings)
{
    return chooseFolders(settings).and_then([&](const Folders &folders) -> Result<Folders> {
        if (settings.workdir.isEmpty())
            return folders;
        return makeWritableFolder(settings.workdir, settings.workdirOrigin).transform([&] { return folders; });
    });
}

} // namespace hermes::local
