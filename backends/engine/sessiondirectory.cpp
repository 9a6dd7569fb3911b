// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessiondirectory.h"

#include "backends/engine/journal/journal.h"
#include "backends/engine/launchjson.h"
#include "backends/engine/machineid.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

SessionInfo toInfo(const ExecutorRecord &record, const Owner &self)
{
    SessionInfo info;
    info.backend = record.key.backend;
    info.profile = record.key.profile;
    info.id = record.key.id;
    info.kind = record.kind;
    info.state = record.state;
    info.created = record.created;
    info.lastUsed = record.lastUsed;
    info.folder = record.folder;
    if (record.owner && isAlive(*record.owner))
        info.owner = describe(*record.owner);
    info.isOwn = record.owner == self;
    // Its executors were of its program; a sandbox is its files.
    info.stale = record.kind == SessionKind::Session && record.state != SessionState::Closed && info.owner.isEmpty();
    if (info.stale)
        info.staleReason = u"its program has ended"_s;
    return info;
}

/// Adds what the backend says to what the journal knows.
void complete(SessionInfo &info, const Result<QList<SessionInfo>> &seen)
{
    if (!seen) {
        info.problem = toText(seen.error());
        return;
    }
    const auto found = std::ranges::find_if(
        *seen, [&](const SessionInfo &one) { return one.id == info.id && one.profile == info.profile; });
    if (found == seen->cend() || found->state == SessionState::Lost)
        info.state = SessionState::Lost;
    if (found == seen->cend())
        return;
    info.folder = found->folder;
    if (found->state != SessionState::Running)
        return;
    info.state = SessionState::Running;
    if (info.owner.isEmpty())
        info.owner = found->owner;
}

QStringList placesOf(const QList<ExecutorRecord> &records)
{
    QStringList places;
    for (const ExecutorRecord &record : records)
        places.append(record.key.profile.isEmpty() ? u"%1 without a profile"_s.arg(record.key.backend)
                                                   : u"%1 with the profile %2"_s.arg(record.key.backend, record.key.profile));
    return places;
}

/// With what is not there.
QString listAdvice()
{
    return u"hermesctl list -s shows what there is."_s;
}

Result<ExecutorRecord> onlyOne(const QList<ExecutorRecord> &records)
{
    if (records.size() == 1)
        return records.first();
    return fail(FaultKind::Usage, u"\"%1\" exists on %2"_s.arg(records.first().key.id, placesOf(records).join(u", "_s)),
                u"Name one with --backend and --profile; --profile \"\" is the one without a profile."_s);
}

} // namespace

SessionDirectory::SessionDirectory(BackendRegistry &registry, Journal *journal, SandboxShelf &sandboxes)
    : m_registry(registry), m_journal(journal), m_sandboxes(sandboxes)
{ }

Result<QList<ExecutorRecord>> SessionDirectory::allRecords()
{
    if (!m_journal)
        return QList<ExecutorRecord>();
    return m_journal->reader().and_then([](const std::unique_ptr<JournalReader> &reader) { return reader->executors(); });
}

Result<QList<SessionInfo>> SessionDirectory::list(std::stop_token stop)
{
    const Result<QList<ExecutorRecord>> records = allRecords();
    if (!records)
        return std::unexpected(records.error());
    // Each backend that has something open is asked once.
    std::map<std::pair<QString, QByteArray>, Result<QList<SessionInfo>>> there;
    for (const ExecutorRecord &record : *records) {
        const auto place = std::pair(record.key.backend, record.settings);
        if (record.state == SessionState::Closed || there.contains(place))
            continue;
        there.emplace(place,
                      m_registry.backend(settingsFromJson(record.key.backend, record.settings))
                          .and_then([&](const std::shared_ptr<Backend> &backend) { return backend->list(stop); }));
    }
    QList<SessionInfo> list;
    for (const ExecutorRecord &record : *records) {
        SessionInfo info = toInfo(record, m_journal->owner());
        if (info.state != SessionState::Closed && info.kind == SessionKind::Sandbox) {
            complete(info, there.at({record.key.backend, record.settings}));
        }
        list.append(info);
    }
    return list;
}

Result<ExecutorRecord> SessionDirectory::find(const SessionAddress &address)
{
    const QString &id = address.id;
    if (!m_journal)
        return fail(FaultKind::NotFound, u"There is no \"%1\": nothing is stored in this run of the program"_s.arg(id));
    Result<QList<ExecutorRecord>> records = m_journal->reader().and_then(
        [&](const std::unique_ptr<JournalReader> &reader) { return reader->executors(id); });
    if (!records)
        return std::unexpected(std::move(records.error()));
    records->removeIf([&](const ExecutorRecord &record) { return !address.isAt(record.key.backend, record.key.profile); });
    if (records->isEmpty())
        return fail(FaultKind::NotFound, u"There is no sandbox or session \"%1\""_s.arg(id), listAdvice());
    return onlyOne(*records);
}

Result<ExecutorRecord> SessionDirectory::findOpen(const SessionAddress &place, const QString &id)
{
    const Result<QList<ExecutorRecord>> records = allRecords();
    if (!records)
        return std::unexpected(records.error());
    QList<ExecutorRecord> open;
    for (const ExecutorRecord &record : *records) {
        const auto isSpent = [&](const QString &spent) {
            const ExecutorKey key {.backend = record.key.backend, .profile = record.key.profile, .id = spent};
            const auto found = std::ranges::find(*records, key, &ExecutorRecord::key);
            return found != records->cend() && found->state == SessionState::Closed;
        };
        const bool isThere = record.kind == SessionKind::Sandbox && record.state != SessionState::Closed
            && place.isAt(record.key.backend, record.key.profile);
        if (isThere && record.key.id == firstUnspentId(id, isSpent))
            open.append(record);
    }
    if (open.isEmpty())
        return fail(FaultKind::NotFound, u"There is no open sandbox \"%1\""_s.arg(id), listAdvice());
    return onlyOne(open);
}

Result<> SessionDirectory::close(const SessionAddress &address, std::stop_token stop)
{
    const Result<ExecutorRecord> record = find(address);
    if (!record)
        return std::unexpected(record.error());
    if (record->state == SessionState::Closed)
        return {};
    const auto target = m_registry.backend(settingsFromJson(record->key.backend, record->settings));
    if (!target)
        return std::unexpected(target.error());
    const ProfiledId name = record->key.name();
    m_sandboxes.remove(*target, name);
    if (Result<> closed = (*target)->close(name, std::move(stop)); !closed)
        return closed;
    return m_journal->setExecutorState(record->key, SessionState::Closed);
}

Result<> SessionDirectory::remove(const SessionAddress &address)
{
    const Result<ExecutorRecord> record = find(address);
    if (!record)
        return std::unexpected(record.error());
    if (record->state != SessionState::Closed)
        return fail(FaultKind::Conflict, u"\"%1\" is %2"_s.arg(address.id, sessionStateName(record->state)), u"Close first."_s);
    return m_journal->removeExecutor(record->key);
}

} // namespace hermes
