// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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
    qint64 bytes = 0; ///< On the disk.
};

/// All spool files of a folder, oldest launch first, by index within. What is named otherwise is not ours.
[[nodiscard]] QList<SpoolEntry> spoolEntries(const QString &folder);

/// Highest launch that has a spool file there; 0 when there is none.
[[nodiscard]] LaunchId lastSpooledLaunch(const QString &folder);

enum class SpoolRead {
    Whole,
    Missing,   ///< The file is gone or cannot be read.
    Incomplete ///< It is shorter than the row says: what a loss of power leaves of a file that was not written out yet.
};

/// Fills `capture.bytes` from `capture.spoolFile` with at most `limit` bytes of the stream, head and tail and a line
/// of notice between. The capture stays as it was unless the answer is Whole.
[[nodiscard]] SpoolRead readSpool(StreamCapture &capture, qint64 limit);

} // namespace hermes
