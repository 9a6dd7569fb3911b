// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "executorstore.h"

#include "backends/engine/journal/schema.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

Fault unknownExecutor(const ExecutorKey &key)
{
    return {.kind = FaultKind::NotFound,
            .what = u"There is no sandbox or session %1 of %2 in the journal"_s.arg(key.id, key.backend),
            .advice = u"\"hermesctl list -s\" lists those that there are."_s};
}

ExecutorRecord recordOf(const Statement &row)
{
    return {.key = {.backend = row.text(0), .profile = row.text(1), .id = row.text(2)},
            .kind = sessionKindFromName(row.text(3)).value_or(SessionKind::Sandbox),
            .state = sessionStateFromName(row.text(4)).value_or(SessionState::Lost),
            .created = fromStoredTime(row.value(5)),
            .lastUsed = fromStoredTime(row.value(6)),
            .folder = row.text(7),
            .settings = row.bytes(8),
            .owner = ownerFromText(row.text(9))};
}

/// NULL would never be equal to itself, and so not be found again.
QString present(const QString &text)
{
    return text.isNull() ? u""_s : text;
}

} // namespace

Result<> storeExecutor(SqlConnection &connection, const ExecutorRecord &record)
{
    auto insert = connection.prepare(
        uR"(INSERT OR REPLACE INTO executors(backend, profile, id, kind, state, created, last_used, folder, settings,
            owner) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?))"_s);
    if (!insert)
        return std::unexpected(insert.error());
    return insert->run(present(record.key.backend), present(record.key.profile), present(record.key.id),
                       sessionKindName(record.kind), sessionStateName(record.state), toStoredTime(record.created),
                       toStoredTime(record.lastUsed), record.folder, record.settings,
                       record.owner ? QVariant(ownerToText(*record.owner)) : QVariant());
}

Result<> storeExecutorState(SqlConnection &connection, const ExecutorKey &key, SessionState state)
{
    const bool held = state == SessionState::Open || state == SessionState::Running;
    auto update = connection.prepare(u"UPDATE executors SET state = ?%1 WHERE backend = ? AND profile = ? AND id = ?"_s.arg(
        held ? QString() : u", owner = NULL"_s));
    if (!update)
        return std::unexpected(update.error());
    if (auto done = update->run(sessionStateName(state), present(key.backend), present(key.profile), present(key.id)); !done)
        return done;
    if (update->changedRows() == 0)
        return std::unexpected(unknownExecutor(key));
    return {};
}

Result<> storeExecutorUse(SqlConnection &connection, const ExecutorKey &key, const QDateTime &lastUsed)
{
    auto update = connection.prepare(u"UPDATE executors SET last_used = ? WHERE backend = ? AND profile = ? AND id = ?"_s);
    if (!update)
        return std::unexpected(update.error());
    return update->run(toStoredTime(lastUsed), present(key.backend), present(key.profile), present(key.id));
}

Result<> removeExecutor(SqlConnection &connection, const ExecutorKey &key)
{
    auto found = connection.prepare(u"SELECT state FROM executors WHERE backend = ? AND profile = ? AND id = ?"_s);
    auto remove = connection.prepare(u"DELETE FROM executors WHERE backend = ? AND profile = ? AND id = ?"_s);
    if (!found || !remove)
        return std::unexpected((found ? remove : found).error());
    if (auto done = found->run(present(key.backend), present(key.profile), present(key.id)); !done)
        return done;
    if (!found->next())
        return std::unexpected(unknownExecutor(key));
    const auto state = sessionStateFromName(found->text(0));
    found->finish();
    if (state == SessionState::Open || state == SessionState::Running)
        return fail(FaultKind::Conflict, u"%1 is still open"_s.arg(key.id), u"Close it first."_s);
    if (auto done = remove->run(present(key.backend), present(key.profile), present(key.id)); !done)
        return done;
    auto spend = connection.prepare(u"INSERT OR IGNORE INTO spent_ids(backend, profile, id) VALUES(?, ?, ?)"_s);
    if (!spend)
        return std::unexpected(spend.error());
    return spend->run(present(key.backend), present(key.profile), present(key.id));
}

Result<QList<ExecutorKey>> readSpentIds(SqlConnection &connection)
{
    auto rows = connection.prepare(u"SELECT backend, profile, id FROM executors WHERE state = ? "
                                   "UNION ALL SELECT backend, profile, id FROM spent_ids"_s);
    if (!rows)
        return std::unexpected(rows.error());
    if (auto done = rows->run(sessionStateName(SessionState::Closed)); !done)
        return std::unexpected(done.error());
    QList<ExecutorKey> keys;
    while (rows->next())
        keys.append({.backend = rows->text(0), .profile = rows->text(1), .id = rows->text(2)});
    return rows->atEnd().transform([&keys] { return std::move(keys); });
}

Result<QList<ExecutorRecord>> readExecutors(SqlConnection &connection, const QString &id)
{
    auto rows = connection.prepare(
        u"SELECT backend, profile, id, kind, state, created, last_used, folder, settings, owner FROM executors%1 "
        u"ORDER BY created"_s.arg(id.isEmpty() ? QString() : u" WHERE id = ?"_s));
    if (!rows)
        return std::unexpected(rows.error());
    if (auto done = id.isEmpty() ? rows->run() : rows->run(id); !done)
        return std::unexpected(done.error());
    QList<ExecutorRecord> records;
    while (rows->next())
        records += recordOf(*rows);
    return rows->atEnd().transform([&records] { return std::move(records); });
}

} // namespace hermes
