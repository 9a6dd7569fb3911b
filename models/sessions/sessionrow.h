// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/fileentry.h"
#include "backends/core/sessioninfo.h"
#include "backends/engine/launch.h"

namespace hermes {

/// What a sandbox or session is known by, over all backends and for as long as it is listed.
struct SessionKey
{
    QString backend = {};
    QString profile = {};
    QString id = {};

    [[nodiscard]] SessionAddress address() const { return {.id = id, .backend = backend, .profile = profile}; }
    bool operator==(const SessionKey &) const = default;
};

[[nodiscard]] inline size_t qHash(const SessionKey &key, size_t seed = 0) noexcept
{
    return qHashMulti(seed, key.backend, key.profile, key.id);
}

[[nodiscard]] inline SessionKey keyOf(const SessionInfo &info)
{
    return {.backend = info.backend, .profile = info.profile, .id = info.id};
}

/// What this window is doing with a row, or was asked to.
enum class SessionActivity : quint8 { None, WillClose, WillDelete, Closing, Deleting, CloseFailed, DeleteFailed };

/// One line of the table.
struct SessionRow
{
    SessionInfo info = {};
    QDateTime listed = {};   ///< When its backend last told of it.
    QString unlisted = {};   ///< Why it could not be asked since, or empty.
    std::optional<Result<DiskUse>> size = {}; ///< Nothing: not asked yet.
    SessionActivity activity = SessionActivity::None;
    QString outcome = {}; ///< Why the activity failed.

    [[nodiscard]] SessionKey key() const { return keyOf(info); }
    bool operator==(const SessionRow &) const = default;
};

/// How a row is shown: as colour, picture and word.
enum class SessionStatus : quint8 { Open, Running, Stale, Lost, Closed, Waiting, Ending, Failed };

[[nodiscard]] SessionStatus sessionStatus(const SessionRow &row);

/// Nothing is under way or about to be with the row.
[[nodiscard]] bool isIdle(const SessionRow &row);
/// Can be closed: it is there, or was lost and keeps its id.
[[nodiscard]] bool canClose(const SessionRow &row);
/// Its record can be deleted.
[[nodiscard]] bool canDelete(const SessionRow &row);
/// Closing or deleting it has failed.
[[nodiscard]] bool hasFailed(const SessionRow &row);

/// "open", "lost" …, translated; what is under way with the row in its place.
[[nodiscard]] QString statusText(const SessionRow &row, std::chrono::seconds untilDone);
[[nodiscard]] QString stateText(SessionState state);
[[nodiscard]] QString kindText(SessionKind kind);
/// "< 1 min", "3 min", "2 h 05 min", "4 d 2 h": coarse, so that a table does not flicker.
[[nodiscard]] QString ageText(std::chrono::seconds age);
/// "1.5 MiB", "over 1.5 MiB", "unknown"; empty while nobody has asked.
[[nodiscard]] QString sizeText(const std::optional<Result<DiskUse>> &size);
/// Why the row is as it is, or empty: a failure, an old listing, what makes it stale.
[[nodiscard]] QString noteText(const SessionRow &row, const QDateTime &now);
/// One line for a question: name, state, place, and what would be lost with it.
[[nodiscard]] QString summaryText(const SessionRow &row);

} // namespace hermes
