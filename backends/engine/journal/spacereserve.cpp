// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "spacereserve.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

SpaceReserve::SpaceReserve(const QString &folder) : m_path(QFile::encodeName(folder + u"/reserve"_s)) { }

bool SpaceReserve::take()
{
    struct stat found {};
    if (::lstat(m_path.constData(), &found) == 0 && found.st_size >= Bytes)
        return true;
    const int file = ::open(m_path.constData(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return false;
    const bool taken = ::posix_fallocate(file, 0, Bytes) == 0;
    ::close(file);
    if (!taken)
        ::unlink(m_path.constData());
    return taken;
}

bool SpaceReserve::release()
{
    return ::unlink(m_path.constData()) == 0;
}

} // namespace hermes
