// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchstore.h"

#include "backends/engine/journal/candidatestore.h"
#include "backends/engine/journal/schema.h"
#include "backends/engine/journal/startorder.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

Result<LaunchId> insertLaunch(SqlConnection &connection, const LaunchRecord &record)
{
    auto insert = connection.prepare(
        uR"(INSERT INTO launches(kind, state, name, backend, profile, language, templated, count, executor, created_at,
            owner, reach, rerun_of, order_seed, settings, spec, beginning, code, parameters, words)
            SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, parameters, %1 FROM (SELECT ? AS parameters))"_s.arg(
            wordsOf(u"parameters"_s)));
    if (!insert)
        return std::unexpected(insert.error());
    const QVariant rerunOf = record.rerunOf ? QVariant(*record.rerunOf) : QVariant();
    const QVariant orderSeed = record.orderSeed ? QVariant(*record.orderSeed) : QVariant();
    return insert
        ->run(launchKindName(record.kind), launchStateName(record.state), record.name, record.backend, record.profile,
              languageName(record.language), int(record.templated), record.count, record.executorId, toStoredTime(record.createdAt),
              ownerToText(record.owner), record.reach, rerunOf, orderSeed, record.settings, record.spec,
              record.code.first(std::min<qsizetype>(record.code.size(), CodeStartBytes)), record.code, record.parameters)
        .transform([&insert] { return insert->insertedId(); });
}

Result<> endLaunch(SqlConnection &connection, LaunchId launch, LaunchState state, const QDateTime &finishedAt)
{
    const Result<LaunchCounts> counts = countCandidates(connection, launch);
    if (!counts)
        return std::unexpected(counts.error());
    auto update = connection.prepare(
        uR"(UPDATE launches SET state = ?, finished_at = ?, succeeded = ?, failed = ?, signalled = ?, timed_out = ?,
            cancelled = ?, infrastructure = ?, lost = ?, reach = 0, scope = NULL WHERE id = ?)"_s);
    if (!update)
        return std::unexpected(update.error());
    return update->run(launchStateName(state), toStoredTime(finishedAt), counts->succeeded, counts->failed, counts->signalled,
                       counts->timedOut, counts->cancelled, counts->infrastructure, counts->lost, launch);
}

Result<> storeScope(SqlConnection &connection, LaunchId launch, const IndexRanges &scope)
{
    auto update = connection.prepare(u"UPDATE launches SET scope = ? WHERE id = ?"_s);
    return update ? update->run(rangesToText(scope), launch) : std::unexpected(update.error());
}

Result<> storeReach(SqlConnection &connection, LaunchId launch, qint64 reach)
{
    auto update = connection.prepare(u"UPDATE launches SET reach = max(reach, ?) WHERE id = ?"_s);
    return update ? update->run(reach, launch) : std::unexpected(update.error());
}

namespace {

struct Reached
{
    qint64 reach = 0;
    QVariant scope = {};
    std::optional<qint64> orderSeed = {};
    qint64 count = 0;
};

Result<Reached> readReach(SqlConnection &connection, LaunchId launch)
{
    auto reached = connection.prepare(u"SELECT reach, scope, order_seed, count FROM launches WHERE id = ?"_s);
    if (!reached)
        return std::unexpected(reached.error());
    if (auto done = reached->run(launch); !done)
        return std::unexpected(done.error());
    Reached read;
    if (reached->next()) {
        const QVariant seed = reached->value(2);
        read = {.reach = reached->integer(0),
                .scope = reached->value(1),
                .orderSeed = seed.isNull() ? std::nullopt : std::optional(seed.toLongLong()),
                .count = reached->integer(3)};
    }
    return reached->atEnd().transform([&read] { return read; });
}

/// Of the candidates that were given out the last ones, at most so many.
IndexRanges lastGiven(const Reached &reached, qint64 most)
{
    const IndexRanges scope = reached.scope.isNull() ? complement({}, reached.count) : rangesFromText(reached.scope.toString());
    if (!reached.orderSeed)
        return lastOf(intersection(scope, complement({}, reached.reach)), most);
    const StartOrder order = StartOrder::shuffled(int(reached.count), *reached.orderSeed);
    IndexRanges given;
    for (qint64 position = std::min(reached.reach, reached.count) - 1; position >= 0 && given.size() < most; --position) {
        const qint64 index = order.indexAt(int(position));
        const auto behind = std::ranges::upper_bound(scope, index, {}, &IndexRange::first);
        if (behind != scope.cbegin() && std::prev(behind)->last >= index)
            given += IndexRange {.first = index, .last = index};
    }
    return given;
}

/// The program of the launch is gone: what it may have started and noted nowhere else is noted as started.
Result<> noteReached(SqlConnection &connection, LaunchId launch)
{
    // Candidates are given out in order and those that began are noted within moments: what is unknown is near the end.
    constexpr qint64 MostUnknown = 4096;
    const Result<Reached> reached = readReach(connection, launch);
    if (!reached)
        return std::unexpected(reached.error());
    auto insert = connection.prepare(uR"(WITH RECURSIVE numbers(key) AS
            (SELECT ? UNION ALL SELECT key + 1 FROM numbers WHERE key < ?)
            INSERT OR IGNORE INTO candidates(key, state, flags) SELECT key, ?, ? FROM numbers)"_s);
    if (!insert)
        return std::unexpected(insert.error());
    for (const IndexRange &range : lastGiven(*reached, MostUnknown)) {
        auto done = insert->run(candidateKey(launch, range.first), candidateKey(launch, range.last), qint64(StartedRowState),
                                qint64(MayHaveStarted));
        if (!done)
            return done;
    }
    return {};
}

Result<> interrupt(SqlConnection &connection, LaunchId launch)
{
    return noteReached(connection, launch).and_then([&] { return endLaunch(connection, launch, LaunchState::Interrupted, {}); });
}

} // namespace

Result<> refuseLiving(const LaunchRecord &record)
{
    if (record.state != LaunchState::Running || !isAlive(record.owner))
        return {};
    return fail(FaultKind::Conflict, u"Launch %1 is under way in %2"_s.arg(record.id).arg(describe(record.owner)),
                u"Wait for it, or cancel it there."_s);
}

Result<> settleOrphan(SqlConnection &connection, const LaunchRecord &record)
{
    return record.state == LaunchState::Running ? interrupt(connection, record.id) : Result<>();
}

Result<> takeOverLaunch(SqlConnection &connection, LaunchId launch, const Takeover &takeover)
{
    const Result<LaunchRecord> record = readLaunch(connection, launch);
    if (!record)
        return std::unexpected(record.error());
    const auto ready = refuseLiving(*record).and_then(
        [&] { return record->state == LaunchState::Running ? noteReached(connection, launch) : Result<>(); });
    if (!ready)
        return ready;
    auto update = connection.prepare(
        u"UPDATE launches SET state = ?, owner = ?, finished_at = NULL, reach = 0, scope = ? WHERE id = ?"_s);
    if (!update)
        return std::unexpected(update.error());
    return update->run(launchStateName(LaunchState::Running), ownerToText(takeover.owner),
                       takeover.scope ? QVariant(rangesToText(*takeover.scope)) : QVariant(), launch);
}

Result<int> interruptOrphans(SqlConnection &connection)
{
    auto rows = connection.prepare(u"SELECT id, owner FROM launches WHERE state = 'running'"_s);
    if (!rows)
        return std::unexpected(rows.error());
    if (auto done = rows->run(); !done)
        return std::unexpected(done.error());
    QList<LaunchId> orphans;
    while (rows->next()) {
        if (!isAlive(ownerFromText(rows->text(1)).value_or(Owner())))
            orphans += rows->integer(0);
    }
    if (auto read = rows->atEnd(); !read)
        return std::unexpected(read.error());
    for (const LaunchId launch : orphans) {
        if (auto done = interrupt(connection, launch); !done)
            return std::unexpected(done.error());
    }
    return int(orphans.size());
}

Result<QList<LaunchId>> readRunning(SqlConnection &connection)
{
    return connection.integers(u"SELECT id FROM launches WHERE state = 'running'"_s);
}

} // namespace hermes
