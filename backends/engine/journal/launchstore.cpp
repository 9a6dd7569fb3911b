// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchstore.h"

#include "backends/engine/journal/candidatestore.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

enum Column {
    Id,
    Kind,
    State,
    Name,
    Backend,
    Profile,
    LanguageName,
    Templated,
    Count,
    Executor,
    CreatedAt,
    FinishedAt,
    OwnerText,
    Succeeded,
    Failed,
    Signalled,
    TimedOut,
    Cancelled,
    Infrastructure,
    Lost,
    Code,
    Settings,
    Parameters,
    Spec
};

QString listColumns(const QString &code)
{
    return u"id, kind, state, name, backend, profile, language, templated, count, executor, created_at, finished_at, "
           u"owner, succeeded, failed, signalled, timed_out, cancelled, infrastructure, lost, "_s
        + code;
}

LaunchRecord recordOf(const Statement &row)
{
    return {
        .id = row.integer(Id),
        .kind = launchKindFromName(row.text(Kind)).value_or(LaunchKind::Run),
        .name = row.text(Name),
        .backend = row.text(Backend),
        .profile = row.text(Profile),
        .language = languageFromName(row.text(LanguageName)).value_or(Language::Shell),
        .code = row.bytes(Code),
        .templated = row.integer(Templated) != 0,
        .count = row.integer(Count),
        .executorId = row.text(Executor),
        .createdAt = fromStoredTime(row.value(CreatedAt)),
        .finishedAt = fromStoredTime(row.value(FinishedAt)),
        .state = launchStateFromName(row.text(State)).value_or(LaunchState::Interrupted),
        .owner = ownerFromText(row.text(OwnerText)).value_or(Owner()),
        .counts = {.succeeded = row.integer(Succeeded),
                   .failed = row.integer(Failed),
                   .signalled = row.integer(Signalled),
                   .timedOut = row.integer(TimedOut),
                   .cancelled = row.integer(Cancelled),
                   .infrastructure = row.integer(Infrastructure),
                   .lost = row.integer(Lost)},
    };
}

/// The stored counts are of the last end of a launch; while it runs, its rows are counted.
Result<> countRunning(SqlConnection &connection, LaunchRecord &record)
{
    if (record.state != LaunchState::Running)
        return {};
    return countCandidates(connection, record.id).transform([&record](const LaunchCounts &counts) { record.counts = counts; });
}

struct Conditions
{
    QStringList sql = {};
    QVariantList values = {};

    void add(const QString &condition, const QVariant &value)
    {
        sql += condition;
        values += value;
    }
};

QString likePattern(QString text)
{
    text.replace(u'\\', u"\\\\"_s).replace(u'%', u"\\%"_s).replace(u'_', u"\\_"_s);
    return u'%' + text + u'%';
}

Conditions conditionsOf(const HistoryFilter &filter)
{
    Conditions conditions;
    if (filter.before)
        conditions.add(u"id < ?"_s, *filter.before);
    if (!filter.backend.isEmpty())
        conditions.add(u"backend = ?"_s, filter.backend);
    if (filter.profile)
        conditions.add(u"ifnull(profile, '') = ?"_s, filter.profile->isEmpty() ? u""_s : *filter.profile);
    if (!filter.executorId.isEmpty())
        conditions.add(u"executor = ?"_s, filter.executorId);
    if (filter.kind)
        conditions.add(u"kind = ?"_s, launchKindName(*filter.kind));
    if (filter.state)
        conditions.add(u"state = ?"_s, launchStateName(*filter.state));
    if (filter.since.isValid())
        conditions.add(u"created_at >= ?"_s, toStoredTime(filter.since));
    if (filter.until.isValid())
        conditions.add(u"created_at < ?"_s, toStoredTime(filter.until));
    const QString words = filter.text.trimmed();
    if (!words.isEmpty())
        conditions.add(uR"((ifnull(name, '') || ' ' || id || ' ' || ifnull(executor, '') || ' ' || ifnull(profile, '')
                          || ' ' || substr(CAST(code AS TEXT), 1, 65536)) LIKE ? ESCAPE '\')"_s,
                       likePattern(words));
    return conditions;
}

} // namespace

Result<LaunchId> insertLaunch(SqlConnection &connection, const LaunchRecord &record)
{
    auto insert = connection.prepare(
        uR"(INSERT INTO launches(kind, state, name, backend, profile, language, templated, count, executor, created_at,
            owner, reach, settings, parameters, spec, code) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))"_s);
    if (!insert)
        return std::unexpected(insert.error());
    return insert
        ->run(launchKindName(record.kind), launchStateName(record.state), record.name, record.backend, record.profile,
              languageName(record.language), int(record.templated), record.count, record.executorId, toStoredTime(record.createdAt),
              ownerToText(record.owner), record.reach, record.settings, record.parameters, record.spec, record.code)
        .transform([&insert] { return insert->insertedId(); });
}

Result<> endLaunch(SqlConnection &connection, LaunchId launch, LaunchState state, const QDateTime &finishedAt)
{
    const Result<LaunchCounts> counts = countCandidates(connection, launch);
    if (!counts)
        return std::unexpected(counts.error());
    auto update = connection.prepare(
        uR"(UPDATE launches SET state = ?, finished_at = ?, succeeded = ?, failed = ?, signalled = ?, timed_out = ?,
            cancelled = ?, infrastructure = ?, lost = ?, reach = 0 WHERE id = ?)"_s);
    if (!update)
        return std::unexpected(update.error());
    return update->run(launchStateName(state), toStoredTime(finishedAt), counts->succeeded, counts->failed, counts->signalled,
                       counts->timedOut, counts->cancelled, counts->infrastructure, counts->lost, launch);
}

Result<> storeReach(SqlConnection &connection, LaunchId launch, qint64 reach)
{
    auto update = connection.prepare(u"UPDATE launches SET reach = max(reach, ?) WHERE id = ?"_s);
    return update ? update->run(reach, launch) : std::unexpected(update.error());
}

namespace {

/// The program of the launch is gone: what it may have started and noted nowhere else is noted as started.
Result<> noteReached(SqlConnection &connection, LaunchId launch)
{
    // Candidates are given out in order and those that began are noted within moments: what is unknown is near the end.
    constexpr qint64 MostUnknown = 4096;
    auto reached = connection.prepare(u"SELECT reach FROM launches WHERE id = ?"_s);
    if (!reached)
        return std::unexpected(reached.error());
    if (auto done = reached->run(launch); !done)
        return done;
    const qint64 reach = reached->next() ? reached->integer(0) : 0;
    reached->finish();
    if (reach == 0)
        return {};
    auto insert = connection.prepare(uR"(WITH RECURSIVE numbers(key) AS
            (SELECT ? UNION ALL SELECT key + 1 FROM numbers WHERE key < ?)
            INSERT OR IGNORE INTO candidates(key, state, flags) SELECT key, ?, ? FROM numbers)"_s);
    if (!insert)
        return std::unexpected(insert.error());
    return insert->run(candidateKey(launch, std::max<qint64>(0, reach - MostUnknown)), candidateKey(launch, reach - 1),
                       qint64(StartedRowState), qint64(MayHaveStarted));
}

} // namespace

Result<> takeOverLaunch(SqlConnection &connection, LaunchId launch, const Owner &owner)
{
    const Result<LaunchRecord> record = readLaunch(connection, launch);
    if (!record)
        return std::unexpected(record.error());
    if (record->state == LaunchState::Running && isAlive(record->owner))
        return fail(FaultKind::Conflict, u"Launch %1 is under way in %2"_s.arg(launch).arg(describe(record->owner)),
                    u"Wait for it, or cancel it there."_s);
    if (record->state == LaunchState::Running) {
        if (auto noted = noteReached(connection, launch); !noted)
            return noted;
    }
    auto update = connection.prepare(u"UPDATE launches SET state = ?, owner = ?, finished_at = NULL, reach = 0 WHERE id = ?"_s);
    if (!update)
        return std::unexpected(update.error());
    return update->run(launchStateName(LaunchState::Running), ownerToText(owner), launch);
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
        const auto done = noteReached(connection, launch).and_then([&] {
            return endLaunch(connection, launch, LaunchState::Interrupted, {});
        });
        if (!done)
            return std::unexpected(done.error());
    }
    return int(orphans.size());
}

Result<LaunchRecord> readLaunch(SqlConnection &connection, LaunchId launch)
{
    auto row = connection.prepare(
        u"SELECT %1, settings, parameters, spec FROM launches WHERE id = ?"_s.arg(listColumns(u"code"_s)));
    if (!row)
        return std::unexpected(row.error());
    if (auto done = row->run(launch); !done)
        return std::unexpected(done.error());
    if (!row->next()) {
        if (auto read = row->atEnd(); !read)
            return std::unexpected(read.error());
        return fail(FaultKind::NotFound, u"There is no launch %1 in the journal"_s.arg(launch),
                    u"\"hermesctl history\" lists those that there are."_s);
    }
    LaunchRecord record = recordOf(*row);
    record.settings = row->bytes(Settings);
    record.parameters = row->bytes(Parameters);
    record.spec = row->bytes(Spec);
    row->finish();
    return countRunning(connection, record).transform([&record] { return std::move(record); });
}

Result<QList<LaunchRecord>> readLaunches(SqlConnection &connection, const HistoryFilter &filter)
{
    Conditions conditions = conditionsOf(filter);
    QString sql = u"SELECT %1 FROM launches "_s.arg(listColumns(u"substr(code, 1, %1)"_s.arg(CodeStartBytes)));
    if (!conditions.sql.isEmpty())
        sql += u"WHERE "_s + conditions.sql.join(u" AND "_s);
    sql += u" ORDER BY id DESC LIMIT ?"_s;
    conditions.values += filter.limit;
    auto rows = connection.prepare(sql);
    if (!rows)
        return std::unexpected(rows.error());
    if (auto done = rows->runList(conditions.values); !done)
        return std::unexpected(done.error());
    QList<LaunchRecord> records;
    while (rows->next())
        records += recordOf(*rows);
    if (auto read = rows->atEnd(); !read)
        return std::unexpected(read.error());
    for (LaunchRecord &record : records) {
        if (auto counted = countRunning(connection, record); !counted)
            return std::unexpected(counted.error());
    }
    return records;
}

Result<QList<LaunchId>> readRunning(SqlConnection &connection)
{
    auto rows = connection.prepare(u"SELECT id FROM launches WHERE state = 'running'"_s);
    if (!rows)
        return std::unexpected(rows.error());
    if (auto done = rows->run(); !done)
        return std::unexpected(done.error());
    QList<LaunchId> launches;
    while (rows->next())
        launches += rows->integer(0);
    return rows->atEnd().transform([&launches] { return std::move(launches); });
}

} // namespace hermes
