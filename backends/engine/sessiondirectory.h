// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/backendregistry.h"
#include "backends/engine/launch.h"
#include "backends/engine/sandboxshelf.h"

#include <QThreadPool>

namespace hermes {

class Journal;
struct ExecutorRecord;

/// Sandboxes and sessions by id: what the journal knows, joined with what the backends say. Any thread; blocks.
///
/// Asked is every backend that something open is known of, and of those that keep things elsewhere the ones that are configured or were
/// used lately: what they tell of is listed although the journal does not know it. Several at one place are asked once, different ones at once.
class SessionDirectory final
{
public:
    SessionDirectory(BackendRegistry &registry, Journal *journal, SandboxShelf &sandboxes);

    /// The settings in force of what the user has configured.
    void setConfigured(QList<Settings> settings);

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
    /// The backends that list() asks and that keep things elsewhere, one for each place.
    [[nodiscard]] QList<std::shared_ptr<Backend>> remoteBackends();

private:
    using Place = std::pair<QString, QString>; ///< The kind, and where it keeps things: BackendInfo::place.
    /// One backend that is asked.
    struct Asked
    {
        Settings settings = {};
        Place place = {};
        Result<std::shared_ptr<Backend>> backend = std::shared_ptr<Backend>();
        bool keepsRemote = false;
        Result<QList<SessionInfo>> answer = QList<SessionInfo>();

        [[nodiscard]] bool isAt(const Place &other) const { return !place.second.isEmpty() && place == other; }
    };
    /// What no record is of.
    struct Reported
    {
        Settings settings = {}; ///< Of a backend that tells of it.
        Place place = {};
        SessionInfo info = {};
    };
    using Round = std::vector<std::unique_ptr<Asked>>;

    /// None where nothing is stored.
    [[nodiscard]] Result<QList<ExecutorRecord>> allRecords();
    [[nodiscard]] Round roundFor(const QList<ExecutorRecord> &records);
    [[nodiscard]] Asked &askedFor(Round &round, const Settings &settings);
    void ask(Round &round, std::stop_token stop);
    /// What the answers tell of beside the records, or told of before they failed; kept for the next time.
    [[nodiscard]] QList<Reported> reportedIn(const Round &round, const QList<ExecutorRecord> &records);
    [[nodiscard]] Result<> closeRecord(const ExecutorRecord &record, std::stop_token stop);
    /// NotFound where no backend tells of it.
    [[nodiscard]] Result<Reported> findReported(const SessionAddress &address, std::stop_token stop);
    [[nodiscard]] Result<Reported> knownReported(const SessionAddress &address);
    void forgetReported(const SessionInfo &info);

    BackendRegistry &m_registry;
    Journal *m_journal;
    SandboxShelf &m_sandboxes;
    std::mutex m_mutex; ///< Guards the two below.
    QList<Settings> m_configured;
    QList<Reported> m_reported; ///< By the latest listing.
    QThreadPool m_threads;
};

} // namespace hermes
