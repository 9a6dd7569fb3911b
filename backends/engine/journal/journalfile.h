// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/sqlconnection.h"

#include <QStringList>

#include <chrono>
#include <functional>

namespace hermes {

struct JournalOptions
{
    QString program = {}; ///< "hermesctl": named to others that wait for what this program holds.
    /// Type of the file system that a folder lies on, as statfs(2) has it.
    std::function<quint32(const QString &folder)> fileSystemType = {}; ///< Empty: asks the system.
    /// How long rows are collected before they are committed together, while they come fast. A row that comes
    /// alone is committed at once.
    std::chrono::milliseconds groupDelay {10};
};

/// Where the parts lie in a state folder.
[[nodiscard]] QString journalPath(const QString &folder);
[[nodiscard]] QString spoolPath(const QString &folder);

/// "NFS" for a type of statfs(2) that is one, empty for a local file system. WAL needs shared memory between all
/// programs that have the file open, which a network file system does not give.
[[nodiscard]] QString networkFileSystemName(quint32 type);

struct OpenedJournal
{
    std::unique_ptr<SqlConnection> connection = {};
    QStringList notices = {}; ///< Sentences for the user: a damaged file moved aside, a network file system.
};

/// Makes folders (0700) and file (0600) where they are missing, brings the tables up to date and returns a
/// connection that may write. A damaged file is moved to `journal.sqlite.damaged-<date>` and a new one begun.
///
/// Storage when the folder cannot be written or the file is of a newer program. Blocks a few seconds at most, while
/// another program does the same.
[[nodiscard]] Result<OpenedJournal> openJournalFile(const QString &folder, const JournalOptions &options);

} // namespace hermes
