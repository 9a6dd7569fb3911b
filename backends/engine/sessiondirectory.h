// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/backendregistry.h"
#include "backends/engine/launch.h"
#include "backends/engine/sandboxshelf.h"

namespace hermes {

class Journal;
struct ExecutorRecord;

/// Sandboxes and sessions by id: what the journal knows, joined with what the backends say. Any thread; blocks.
class SessionDirectory final
{
public:
    SessionDirectory(BackendRegistry &registry, Journal *journal, SandboxShelf &sandboxes);

    /// What a backend that cannot be asked has is listed as it was known last, with the problem.
    [[nodiscard]] Result<QList<SessionInfo>> list(std::stop_token stop);
    /// Already closed is success; unknown is NotFound; an id in several places is Usage and lists them.
    [[nodiscard]] Result<> close(const SessionAddress &address, std::stop_token stop);
    /// Removes the record of a closed one; Conflict for an open one.
    [[nodiscard]] Result<> remove(const SessionAddress &address);

    /// NotFound, and Usage for an id in several places.
    [[nodiscard]] Result<ExecutorRecord> find(const SessionAddress &address);
    /// The open sandbox at a place that an id has come to: the id itself, or the one behind those that are spent.
    [[nodiscard]] Result<ExecutorRecord> findOpen(const SessionAddress &place, const QString &id);

private:
    /// None where nothing is stored.
    [[nodiscard]] Result<QList<ExecutorRecord>> allRecords();

    BackendRegistry &m_registry;
    Journal *m_journal;
    SandboxShelf &m_sandboxes;
};

} // namespace hermes
