// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QList>

#include <chrono>

namespace hermes {

/// One thing in a folder of a sandbox. A link is told as what it is, not as what it leads to.
struct FileEntry
{
    enum class Kind : quint8 { File, Folder, Link, Other };

    QByteArray name = {}; ///< Any bytes but a slash and NUL, of any encoding or none.
    Kind kind = Kind::File;
    qint64 size = 0; ///< Bytes.
    std::chrono::sys_seconds modified = {};

    bool operator==(const FileEntry &) const = default;
};

/// What a folder holds.
struct FolderContent
{
    /// More than this is not asked for: nobody could look through it, and it has to fit into memory.
    static constexpr qsizetype MostEntries = 250'000;

    QList<FileEntry> entries = {};
    bool isComplete = true; ///< False: there are more than MostEntries.
};

/// The space that files take up on a disk: blocks, not lengths, and once where several names lead to one file.
struct DiskUse
{
    qint64 bytes = 0;
    bool isComplete = true; ///< False: it is at least so much; there was too much to count, or some could not be read.

    bool operator==(const DiskUse &) const = default;
};

} // namespace hermes
