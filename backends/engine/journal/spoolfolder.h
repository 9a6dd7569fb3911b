// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/runresult.h"
#include "backends/engine/journal/launchrecord.h"

#include <QList>

namespace hermes {

/// Name of the file that takes a stream of a candidate: "12-7.out".
[[nodiscard]] QString spoolName(LaunchId launch, qint64 index, Stream stream);

struct SpoolEntry
{
    QString name = {};
    LaunchId launch = 0;
    qint64 index = 0;
    Stream stream = Stream::Stdout;
    qint64 bytes = 0; ///< On the disk; its part of them when it is shared with other launches.
};

/// All spool files of a folder, oldest launch first, by index within. What is named otherwise is not ours.
[[nodiscard]] QList<SpoolEntry> spoolEntries(const QString &folder);

/// Highest launch that has a spool file there; 0 when there is none.
[[nodiscard]] LaunchId lastSpooledLaunch(const QString &folder);

/// Gives a spool file a second name, under which it stays when the first one is removed: a hard link, or a copy where there are
/// none. A file that has the name is replaced. False: there is no such file.
[[nodiscard]] Result<bool> shareSpoolFile(const QString &folder, const QString &from, const QString &to);
/// Waits until the names in the folder are on the disk, as far as that can be had.
void syncFolder(const QString &folder);
/// Removes all files of a launch.
void removeSpoolOf(const QString &folder, LaunchId launch);

enum class SpoolRead {
    Whole,
    Missing,   ///< The file is gone or cannot be read.
    Incomplete ///< It is shorter than the row says: what a loss of power leaves of a file that was not written out yet.
};

/// Fills `capture.bytes` from `capture.spoolFile` with at most `limit` bytes of the stream, head and tail and a line
/// of notice between. The capture stays as it was unless the answer is Whole.
[[nodiscard]] SpoolRead readSpool(StreamCapture &capture, qint64 limit);

} // namespace hermes
