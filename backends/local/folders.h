// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fileentry.h"
#include "backends/local/localsettings.h"

#include <stop_token>

namespace hermes::local {

/// Where the local backend keeps what it needs on disk.
struct Folders
{
    QString sandboxes = {}; ///< Parent of the sandboxes' folders.
    QString locks = {};     ///< One small file for each sandbox: its record and its lock.
    QString temporary = {}; ///< Parent of temporary folders; empty: the system's.
};

/// The folders as prepareFolders() would choose them. The work folder may be missing.
[[nodiscard]] Result<Folders> chooseFolders(const LocalSettings &settings);

/// Chooses the folders and makes them (mode 0700): below the work folder where one is set, else in the state folder
/// of the user, else, where that cannot be written, in `/tmp/hermes-<uid>`.
[[nodiscard]] Result<Folders> prepareFolders(const LocalSettings &settings);

/// The fault that names folder and setting when `folder` cannot be made or written.
[[nodiscard]] Result<> makeWritableFolder(const QString &folder, const QString &origin);

/// Removes a folder with all that is in it. Links are removed, never followed; folders without permission are
/// opened up; a stop request ends it early. What could not be removed is named in the fault. Missing is success.
[[nodiscard]] Result<> removeTree(const QString &folder, std::stop_token stop);

/// The space that a folder takes up with all that is in it. Links are counted, never followed, other file systems not
/// entered. Gives up after some seconds or a million entries, with what it has counted so far. NotFound for a missing one.
[[nodiscard]] Result<DiskUse> measureTree(const QString &folder, std::stop_token stop);

} // namespace hermes::local
