// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "spacereserve.h"

#include <QFile>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

SpaceReserve::SpaceReserve(const QString &folder) : m_folder(folder), m_path(QFile::encodeName(folder + u"/reserve"_s)) { }

Result<> SpaceReserve::take()
{
    struct stat found {};
    if (::lstat(m_path.constData(), &found) == 0 && found.st_size >= Bytes)
        return {};
    const int file = ::open(m_path.constData(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    const int error = file < 0 ? errno : ::posix_fallocate(file, 0, Bytes);
    if (file >= 0)
        ::close(file);
    if (error == 0)
        return {};
    ::unlink(m_path.constData());
    if (error != ENOSPC && error != EDQUOT)
        return {};
    return fail(FaultKind::Exhausted, u"The journal needs %1 MiB of free space beside it"_s.arg(Bytes / 1024 / 1024),
                u"Free some space for %1: it takes the last results when the disk becomes full."_s.arg(m_folder));
}

bool SpaceReserve::release()
{
    return ::unlink(m_path.constData()) == 0;
}

} // namespace hermes
