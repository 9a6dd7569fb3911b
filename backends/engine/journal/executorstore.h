// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/executorrecord.h"
#include "backends/engine/journal/sqlconnection.h"

#include <QList>

namespace hermes {

/// The table of sandboxes and sessions. What writes needs a transaction of its caller.

[[nodiscard]] Result<> storeExecutor(SqlConnection &connection, const ExecutorRecord &record);
/// NotFound when the journal does not know it. Any state but Open and Running lets the owner go.
[[nodiscard]] Result<> storeExecutorState(SqlConnection &connection, const ExecutorKey &key, SessionState state);
/// One that is not known is no fault.
[[nodiscard]] Result<> storeExecutorUse(SqlConnection &connection, const ExecutorKey &key, const QDateTime &lastUsed);
/// Its id stays spent. Conflict unless it is closed or lost; NotFound.
[[nodiscard]] Result<> removeExecutor(SqlConnection &connection, const ExecutorKey &key);

/// The ids of closed and of removed ones.
[[nodiscard]] Result<QList<ExecutorKey>> readSpentIds(SqlConnection &connection);

/// Oldest first; only those of `id` when it is not empty, whatever their backend and profile.
[[nodiscard]] Result<QList<ExecutorRecord>> readExecutors(SqlConnection &connection, const QString &id);

} // namespace hermes
