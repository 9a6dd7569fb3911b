// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/journal.h"

#include <QTemporaryDir>

namespace hermes::test {

/// A run that exited with `exitCode` and printed `out`.
[[nodiscard]] RunResult exitedResult(int exitCode, const QByteArray &out = {});

[[nodiscard]] LaunchRecord sweepRecord(qint64 count);

/// Opens a journal; ends the program when that fails, which tells more than a crash of the test.
[[nodiscard]] std::unique_ptr<Journal> openJournal(const QString &folder, JournalOptions options = {});
[[nodiscard]] LaunchId createLaunch(Journal &journal, qint64 count);
[[nodiscard]] std::unique_ptr<JournalReader> openReader(const QString &folder);

/// Stores exited results with code 0 for the indexes and waits for all of them.
[[nodiscard]] Result<> storeResults(Journal &journal, LaunchId launch, IndexRange range);

inline constexpr std::chrono::seconds Patience {30};
inline constexpr qint64 MiB = 1024 * 1024;

} // namespace hermes::test
