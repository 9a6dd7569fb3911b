// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/backendregistry.h"
#include "backends/engine/sandboxshelf.h"

namespace hermes {

class Journal;
struct ExecutorRecord;

/// Sandboxes and sessions by id: what the journal knows, joined with what the backends say. Any thread; blocks.
class SessionDirectory final
{
public:
    SessionDirectory(BackendRegistry &registry, Journal *journal, SandboxShelf &sandboxes);

    /// A backend that cannot be asked is a fault, never an empty list.
    [[nodiscard]] Result<QList<SessionInfo>> list(std::stop_token stop);
    /// Already closed is success; unknown is NotFound; an id on several backends is Usage and lists them.
    [[nodiscard]] Result<> close(const QString &id, const QString &backend, std::stop_token stop);
    /// Removes the record of a closed one; Conflict for an open one.
    [[nodiscard]] Result<> remove(const QString &id, const QString &backend);

private:
    [[nodiscard]] Result<ExecutorRecord> find(const QString &id, const QString &backend);

    BackendRegistry &m_registry;
    Journal *m_journal;
    SandboxShelf &m_sandboxes;
};

} // namespace hermes
