// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/backendregistry.h"
#include "backends/engine/journal/executorrecord.h"
#include "backends/engine/launch.h"
#include "backends/engine/sandboxshelf.h"

namespace hermes {

class Journal;
class SessionDirectory;

/// The files of sandboxes that are there, by their ids. Nothing here makes a sandbox, or one again that was lost, and looking
/// is no use of one: neither its owner nor its idle time changes by it. Any thread; blocks.
class SandboxFiles final
{
public:
    SandboxFiles(BackendRegistry &registry, Journal *journal, SessionDirectory &directory, SandboxShelf &shelf);

    /// `asked`: settings that its user takes it to have, beside those that it was opened with; a fault where they do not fit.
    [[nodiscard]] Result<FolderContent> list(const SessionAddress &address, const QByteArray &folder,
                                             const std::optional<Settings> &asked, std::stop_token stop);
    [[nodiscard]] Result<> put(const SessionAddress &address, const QString &localFile, const QByteArray &target,
                               std::stop_token stop);
    [[nodiscard]] Result<> get(const SessionAddress &address, const QByteArray &source, const QString &localFile,
                               std::stop_token stop);
    [[nodiscard]] Result<DiskUse> diskUse(const SessionAddress &address, std::stop_token stop);

private:
    struct Place
    {
        std::shared_ptr<Backend> backend = {};
        ExecutorKey key = {};
    };

    /// NotFound unless it is an open sandbox.
    [[nodiscard]] Result<Place> find(const SessionAddress &address, std::optional<Settings> asked = {});
    [[nodiscard]] Result<std::shared_ptr<Sandbox>> open(const Place &place, std::stop_token stop);

    BackendRegistry &m_registry;
    Journal *m_journal;
    SessionDirectory &m_directory;
    SandboxShelf &m_shelf;
};

} // namespace hermes
