// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessiondirectory.h"

#include "backends/core/inbackground.h"
#include "backends/engine/journal/journal.h"
#include "backends/engine/launchjson.h"
#include "backends/engine/machineid.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Places that are asked at the same time.
constexpr int MostAtOnce = 8;
/// A program that was killed may have left something at a place that has no open record any more.
constexpr int RecentDays = 7;

bool isSame(const SessionInfo &info, const ExecutorKey &key)
{
    return info.id == key.id && info.profile == key.profile && info.backend == key.backend;
}

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
void complete(SessionInfo &info, const Result<QList<SessionInfo>> &seen, bool keepsRemote)
{
    if (!seen) {
        info.problem = toText(seen.error());
        return;
    }
    const auto found = std::ranges::find_if(
        *seen, [&](const SessionInfo &one) { return one.id == info.id && one.profile == info.profile; });
    if (found == seen->cend() || found->state == SessionState::Lost)
        info.state = SessionState::Lost;
    if (found == seen->cend()) {
        if (keepsRemote)
            info.status = u"not there any more"_s;
        return;
    }
    info.folder = found->folder;
    info.place = found->place;
    info.image = found->image;
    info.status = found->status;
    info.limits = found->limits;
    info.cpu = found->cpu;
    info.memory = found->memory;
    info.memoryLimit = found->memoryLimit;
    if (found->state != SessionState::Running)
        return;
    info.state = SessionState::Running;
    if (info.owner.isEmpty())
        info.owner = found->owner;
}

QString placeText(const QString &backend, const QString &profile)
{
    return profile.isEmpty() ? u"%1 without a profile"_s.arg(backend) : u"%1 with the profile %2"_s.arg(backend, profile);
}

Fault ambiguous(const QString &id, const QStringList &places)
{
    return {.kind = FaultKind::Usage,
            .what = u"\"%1\" exists on %2"_s.arg(id, places.join(u", "_s)),
            .advice = u"Name one with --backend and --profile; --profile \"\" is the one without a profile."_s};
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
    QStringList places;
    for (const ExecutorRecord &record : records)
        places.append(placeText(record.key.backend, record.key.profile));
    return std::unexpected(ambiguous(records.first().key.id, places));
}

} // namespace

SessionDirectory::SessionDirectory(BackendRegistry &registry, Journal *journal, SandboxShelf &sandboxes)
    : m_registry(registry), m_journal(journal), m_sandboxes(sandboxes)
{
    m_threads.setMaxThreadCount(MostAtOnce);
}

void SessionDirectory::setConfigured(QList<Settings> settings)
{
    const std::scoped_lock lock(m_mutex);
    m_configured = std::move(settings);
}

Result<QList<ExecutorRecord>> SessionDirectory::allRecords()
{
    if (!m_journal)
        return QList<ExecutorRecord>();
    return m_journal->reader().and_then([](const std::unique_ptr<JournalReader> &reader) { return reader->executors(); });
}

SessionDirectory::Asked &SessionDirectory::askedFor(Round &round, const Settings &settings)
{
    const auto backend = m_registry.backend(settings);
    const BackendInfo info = backend ? (*backend)->info() : BackendInfo();
    const std::pair place(info.kind, info.place);
    const auto lists = [&](const std::unique_ptr<Asked> &asked) {
        return backend && asked->backend && (*asked->backend == *backend || asked->isAt(place));
    };
    if (const auto known = std::ranges::find_if(round, lists); known != round.end())
        return **known;
    const BackendKind *kind = m_registry.find(settings.backend());
    round.push_back(std::make_unique<Asked>(Asked {.settings = settings,
                                                   .place = place,
                                                   .backend = backend,
                                                   .keepsRemote = kind && kind->keepsRemote,
                                                   .answer = QList<SessionInfo>()}));
    return *round.back();
}

/// Those of open records, then, of what keeps things elsewhere, those that were used lately and those that are configured.
SessionDirectory::Round SessionDirectory::roundFor(const QList<ExecutorRecord> &records)
{
    Round round;
    for (const ExecutorRecord &record : records) {
        if (record.state != SessionState::Closed)
            std::ignore = askedFor(round, settingsFromJson(record.key.backend, record.settings));
    }
    const QDateTime lately = QDateTime::currentDateTimeUtc().addDays(-RecentDays);
    for (const ExecutorRecord &record : records) {
        const BackendKind *kind = m_registry.find(record.key.backend);
        if (record.state == SessionState::Closed && record.lastUsed > lately && kind && kind->keepsRemote)
            std::ignore = askedFor(round, settingsFromJson(record.key.backend, record.settings));
    }
    QList<Settings> configured;
    {
        const std::scoped_lock lock(m_mutex);
        configured = m_configured;
    }
    for (const Settings &settings : std::as_const(configured)) {
        const BackendKind *kind = m_registry.find(settings.backend());
        if (kind && kind->keepsRemote)
            std::ignore = askedFor(round, settings);
    }
    return round;
}

void SessionDirectory::ask(Round &round, std::stop_token stop)
{
    QList<QFuture<bool>> asking;
    for (const std::unique_ptr<Asked> &asked : round) {
        asking.append(inBackground(m_threads, [asked = asked.get(), stop] {
            asked->answer = asked->backend.and_then([&](const std::shared_ptr<Backend> &backend) { return backend->list(stop); });
            return true;
        }));
    }
    for (QFuture<bool> &one : asking)
        one.waitForFinished();
}

QList<SessionDirectory::Reported> SessionDirectory::reportedIn(const Round &round, const QList<ExecutorRecord> &records)
{
    const std::scoped_lock lock(m_mutex);
    QList<Reported> reported;
    const auto add = [&](const Asked &asked, const SessionInfo &info) {
        const auto isOf = [&](const ExecutorRecord &record) {
            return record.state != SessionState::Closed && isSame(info, record.key);
        };
        const auto isListed = [&](const Reported &one) {
            return one.info.id == info.id && one.info.profile == info.profile && one.info.backend == info.backend;
        };
        if (std::ranges::none_of(records, isOf) && std::ranges::none_of(reported, isListed))
            reported.append({.settings = asked.settings, .place = asked.place, .info = info});
    };
    for (const std::unique_ptr<Asked> &asked : round) {
        if (!asked->keepsRemote)
            continue;
        for (const SessionInfo &info : asked->answer.value_or(QList<SessionInfo>()))
            add(*asked, info);
        if (asked->answer)
            continue;
        for (const Reported &before : std::as_const(m_reported)) {
            if (!asked->isAt(before.place))
                continue;
            SessionInfo info = before.info;
            info.problem = toText(asked->answer.error());
            info.cpu.reset();
            info.memory.reset();
            add(*asked, info);
        }
    }
    m_reported = reported;
    return reported;
}

Result<QList<SessionInfo>> SessionDirectory::list(std::stop_token stop)
{
    const Result<QList<ExecutorRecord>> records = allRecords();
    if (!records)
        return std::unexpected(records.error());
    Round round = roundFor(*records);
    ask(round, stop);
    const QList<Reported> reported = reportedIn(round, *records);
    QList<SessionInfo> list;
    for (const ExecutorRecord &record : *records) {
        // What is there although its record says that it was closed counts more than the record.
        if (std::ranges::any_of(reported, [&](const Reported &one) { return isSame(one.info, record.key); }))
            continue;
        SessionInfo info = toInfo(record, m_journal->owner());
        if (info.state != SessionState::Closed && info.kind == SessionKind::Sandbox) {
            const Asked &asked = askedFor(round, settingsFromJson(record.key.backend, record.settings));
            complete(info, asked.answer, asked.keepsRemote);
        }
        list.append(info);
    }
    std::ranges::transform(reported, std::back_inserter(list), &Reported::info);
    return list;
}

QList<std::shared_ptr<Backend>> SessionDirectory::remoteBackends()
{
    QList<std::shared_ptr<Backend>> backends;
    for (const std::unique_ptr<Asked> &asked : roundFor(allRecords().value_or(QList<ExecutorRecord>()))) {
        if (asked->keepsRemote && asked->backend)
            backends.append(*asked->backend);
    }
    return backends;
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
    const auto spentIds = m_journal ? m_journal->reader().and_then([](const auto &reader) { return reader->spentIds(); })
                                    : Result<QList<ExecutorKey>>();
    if (!spentIds)
        return std::unexpected(spentIds.error());
    QList<ExecutorRecord> open;
    for (const ExecutorRecord &record : *records) {
        const auto isSpent = [&](const QString &spent) {
            return spentIds->contains(ExecutorKey {.backend = record.key.backend, .profile = record.key.profile, .id = spent});
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

Result<> SessionDirectory::closeRecord(const ExecutorRecord &record, std::stop_token stop)
{
    const auto target = m_registry.backend(settingsFromJson(record.key.backend, record.settings));
    if (!target)
        return std::unexpected(target.error());
    const ProfiledId name = record.key.name();
    m_sandboxes.remove(*target, name);
    if (Result<> closed = (*target)->close(name, std::move(stop)); !closed)
        return closed;
    return m_journal->setExecutorState(record.key, SessionState::Closed);
}

Result<SessionDirectory::Reported> SessionDirectory::knownReported(const SessionAddress &address)
{
    const std::scoped_lock lock(m_mutex);
    QList<Reported> found;
    std::ranges::copy_if(m_reported, std::back_inserter(found), [&](const Reported &one) {
        return one.info.id == address.id && address.isAt(one.info.backend, one.info.profile);
    });
    if (found.isEmpty())
        return fail(FaultKind::NotFound, u"There is no sandbox or session \"%1\""_s.arg(address.id), listAdvice());
    if (found.size() == 1)
        return found.first();
    QStringList places;
    for (const Reported &one : std::as_const(found))
        places.append(placeText(one.info.backend, one.info.profile));
    return std::unexpected(ambiguous(address.id, places));
}

Result<SessionDirectory::Reported> SessionDirectory::findReported(const SessionAddress &address, std::stop_token stop)
{
    auto known = knownReported(address);
    if (known || known.error().kind != FaultKind::NotFound)
        return known;
    const auto records = allRecords();
    if (!records)
        return std::unexpected(records.error());
    Round round = roundFor(*records);
    ask(round, std::move(stop));
    std::ignore = reportedIn(round, *records);
    known = knownReported(address);
    for (const std::unique_ptr<Asked> &asked : round) {
        // It may be there.
        if (!known && asked->keepsRemote && !asked->answer)
            return std::unexpected(inContext(known.error().what, asked->answer.error()));
    }
    return known;
}

void SessionDirectory::forgetReported(const SessionInfo &info)
{
    const std::scoped_lock lock(m_mutex);
    m_reported.removeIf([&](const Reported &one) {
        return one.info.id == info.id && one.info.profile == info.profile && one.info.backend == info.backend;
    });
}

Result<> SessionDirectory::close(const SessionAddress &address, std::stop_token stop)
{
    const Result<ExecutorRecord> record = find(address);
    if (!record && record.error().kind != FaultKind::NotFound)
        return std::unexpected(record.error());
    if (record && record->state != SessionState::Closed)
        return closeRecord(*record, std::move(stop));
    const auto reported = record ? knownReported(address) : findReported(address, stop);
    if (!reported)
        return record ? Result<>() : std::unexpected(reported.error());
    const auto target = m_registry.backend(reported->settings);
    if (!target)
        return std::unexpected(target.error());
    const ProfiledId name {.id = reported->info.id, .profile = reported->info.profile};
    m_sandboxes.remove(*target, name);
    return (*target)->close(name, std::move(stop)).transform([&] { forgetReported(reported->info); });
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
