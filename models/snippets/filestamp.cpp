// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "filestamp.h"

#include <QFile>

#include <sys/stat.h>

#include <algorithm>

namespace hermes {

std::optional<FileStamp> stampOf(const QString &path)
{
    struct stat found {};
    if (path.isEmpty() || ::stat(QFile::encodeName(path).constData(), &found) != 0 || !S_ISREG(found.st_mode))
        return std::nullopt;
    const auto nanoseconds = [](const timespec &time) { return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec; };
    return FileStamp {.device = found.st_dev,
                      .inode = found.st_ino,
                      .size = found.st_size,
                      .changed = std::max(nanoseconds(found.st_mtim), nanoseconds(found.st_ctim))};
}

} // namespace hermes
