// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/candidaterecord.h"
#include "backends/engine/journal/sqlconnection.h"

namespace hermes {

/// Version of the tables that this program knows, kept in the file as PRAGMA user_version.
[[nodiscard]] int schemaVersion();

/// Brings the file to schemaVersion() in one transaction, from nothing or from any version before. A newer one is
/// refused and left as it is.
[[nodiscard]] Result<> migrate(SqlConnection &connection);

/// The refusal of a file of a newer program.
[[nodiscard]] Fault newerSchema(const QString &file, int version);

/// Bytes of its code that a list shows of a launch.
inline constexpr int CodeStartBytes = 512;
/// SQL for what is to be found of the definition of parameters `json`, itself SQL: their names and values.
[[nodiscard]] QString wordsOf(const QString &json);

/// Rows of candidates: all of a launch lie beside each other, in the order of their index.
inline constexpr int IndexBits = 20;
static_assert(MaxCandidates <= (qint64(1) << IndexBits));

[[nodiscard]] constexpr qint64 candidateKey(LaunchId launch, qint64 index)
{
    return (launch << IndexBits) | index;
}
[[nodiscard]] constexpr LaunchId launchOfKey(qint64 key)
{
    return key >> IndexBits;
}
[[nodiscard]] constexpr qint64 indexOfKey(qint64 key)
{
    return key & ((qint64(1) << IndexBits) - 1);
}

/// Bits of candidates.flags. They are in files: never change the meaning of one.
enum CandidateFlag : qint64 {
    MayHaveStarted = 1,
    OutOfMemory = 2,
    OutTruncated = 4,
    ErrTruncated = 8,
    OutSpooled = 16,
    ErrSpooled = 32,
    OutRemoved = 64,
    ErrRemoved = 128
};

/// Values of candidates.state.
enum CandidateRowState : qint64 { StartedRowState = 0, FinishedRowState = 1 };

/// Times in the journal are microseconds since 1970, UTC; an invalid one is NULL.
[[nodiscard]] QVariant toStoredTime(const QDateTime &time);
[[nodiscard]] QDateTime fromStoredTime(const QVariant &stored);

} // namespace hermes
