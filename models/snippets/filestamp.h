// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <optional>

namespace hermes {

/// By what a file is known to be the one that it was, without reading it again.
struct FileStamp
{
    quint64 device = 0;
    quint64 inode = 0;
    qint64 size = 0;
    qint64 changed = 0; ///< Nanoseconds; of the file's contents or its entry, whichever was last.

    bool operator==(const FileStamp &) const = default;
};

/// Nothing where there is no file that could be read. Blocks for as long as the file system takes.
[[nodiscard]] std::optional<FileStamp> stampOf(const QString &path);

} // namespace hermes
