// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema.h"

#include <QTimeZone>

#include <array>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Statement lists by the version that they lead to; only ever appended to.
/// Wide columns come last, so that what lists need is on a row's first page.
const std::array Migrations {
    QStringList {
        uR"(CREATE TABLE launches (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, state TEXT, name TEXT, backend TEXT, profile TEXT,
            language TEXT, templated INTEGER, count INTEGER, executor TEXT, created_at INTEGER, finished_at INTEGER,
            owner TEXT, succeeded INTEGER DEFAULT 0, failed INTEGER DEFAULT 0, signalled INTEGER DEFAULT 0,
            timed_out INTEGER DEFAULT 0, cancelled INTEGER DEFAULT 0, infrastructure INTEGER DEFAULT 0,
            settings BLOB, parameters BLOB, spec BLOB, code BLOB))"_s,
        u"CREATE INDEX launches_running ON launches(state) WHERE state = 'running'"_s,
        uR"(CREATE TABLE candidates (
            key INTEGER PRIMARY KEY, state INTEGER, reason INTEGER, exit_code INTEGER, signal INTEGER, flags INTEGER,
            attempts INTEGER, started_at INTEGER, queued INTEGER, acquire INTEGER, run INTEGER, user_time INTEGER,
            system_time INTEGER, max_resident INTEGER, out_total INTEGER, err_total INTEGER, extra BLOB, out BLOB,
            err BLOB))"_s,
        uR"(CREATE TABLE spool (
            key INTEGER, stream INTEGER, file TEXT, head INTEGER, tail INTEGER,
            PRIMARY KEY (key, stream)) WITHOUT ROWID)"_s,
        uR"(CREATE TABLE executors (
            backend TEXT, profile TEXT, id TEXT, kind TEXT, state TEXT, created INTEGER, last_used INTEGER,
            folder TEXT, owner TEXT, settings BLOB, PRIMARY KEY (backend, profile, id)))"_s,
        u"CREATE INDEX executors_id ON executors(id)"_s,
        u"CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT)"_s,
    },
    QStringList {
        u"ALTER TABLE launches ADD COLUMN lost INTEGER DEFAULT 0"_s,
        u"ALTER TABLE launches ADD COLUMN reach INTEGER DEFAULT 0"_s,
        uR"(UPDATE launches SET lost = (SELECT count(*) FROM candidates
            WHERE key BETWEEN launches.id << 20 AND (launches.id << 20) + 1048575 AND candidates.state = 0))"_s,
    },
    // The table is made anew, so that all that lists need comes before the first wide column again. Ids that were given out
    // stay so: the sequence goes along.
    QStringList {
        uR"(CREATE TABLE launches_new (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, state TEXT, name TEXT, backend TEXT, profile TEXT,
            language TEXT, templated INTEGER, count INTEGER, executor TEXT, created_at INTEGER, finished_at INTEGER,
            owner TEXT, succeeded INTEGER DEFAULT 0, failed INTEGER DEFAULT 0, signalled INTEGER DEFAULT 0,
            timed_out INTEGER DEFAULT 0, cancelled INTEGER DEFAULT 0, infrastructure INTEGER DEFAULT 0,
            lost INTEGER DEFAULT 0, reach INTEGER DEFAULT 0, rerun_of INTEGER, beginning BLOB, code BLOB, words TEXT,
            settings BLOB, spec BLOB, parameters BLOB, scope TEXT))"_s,
        uR"(INSERT INTO launches_new(id, kind, state, name, backend, profile, language, templated, count, executor,
            created_at, finished_at, owner, succeeded, failed, signalled, timed_out, cancelled, infrastructure, lost, reach,
            beginning, code, words, settings, spec, parameters)
            SELECT id, kind, state, name, backend, profile, language, templated, count, executor, created_at, finished_at,
            owner, succeeded, failed, signalled, timed_out, cancelled, infrastructure, lost, reach, substr(code, 1, %1), code,
            %2, settings, spec, parameters FROM launches)"_s.arg(CodeStartBytes)
            .arg(wordsOf(u"parameters"_s)),
        u"DELETE FROM sqlite_sequence WHERE name = 'launches_new'"_s,
        uR"(INSERT INTO sqlite_sequence(name, seq)
            SELECT 'launches_new', seq FROM sqlite_sequence WHERE name = 'launches')"_s,
        u"DROP TABLE launches"_s,
        u"ALTER TABLE launches_new RENAME TO launches"_s,
        u"CREATE INDEX launches_running ON launches(state) WHERE state = 'running'"_s,
        // All that lists are filtered by but texts: so narrow that to go through all of it costs milliseconds.
        u"CREATE INDEX launches_listed ON launches(id, kind, state, backend, profile, created_at)"_s,
        u"CREATE INDEX launches_code ON launches(length(code), backend, ifnull(profile, ''))"_s,
        u"CREATE TABLE removals (launch INTEGER PRIMARY KEY)"_s,
    },
    // What `reach` counts is another thing where there is one: no program that does not know of it may go on with a launch.
    QStringList {u"ALTER TABLE launches ADD COLUMN order_seed INTEGER"_s},
    // The ids of deleted records. Who names one again must not get a new, empty sandbox in place of the one that it came to.
    QStringList {uR"(CREATE TABLE spent_ids (
        backend TEXT, profile TEXT, id TEXT, PRIMARY KEY (backend, profile, id)) WITHOUT ROWID)"_s},
};

Result<int> storedVersion(SqlConnection &connection)
{
    return connection.value(u"PRAGMA user_version"_s).transform([](const QVariant &value) { return value.toInt(); });
}

} // namespace

int schemaVersion()
{
    return int(Migrations.size());
}

QString wordsOf(const QString &json)
{
    // Whoever searches in a table of a million rows will not miss its end.
    constexpr int MostWords = 64 * 1024;
    constexpr int MostJson = 1024 * 1024;
    return uR"(CASE WHEN length(%1) > %2 THEN substr(CAST(%1 AS TEXT), 1, %3)
                    WHEN json_valid(CAST(%1 AS TEXT)) THEN
                    (SELECT substr(group_concat(atom, ' '), 1, %3) FROM json_tree(CAST(%1 AS TEXT)) WHERE type = 'text') END)"_s
        .arg(json)
        .arg(MostJson)
        .arg(MostWords);
}

Fault newerSchema(const QString &file, int version)
{
    return {.kind = FaultKind::Storage,
            .what = u"Journal %1 was written by a newer Hermes Panel (version %2 of its tables; this program knows %3)"_s.arg(file)
                        .arg(version)
                        .arg(schemaVersion()),
            .advice = u"Update this program, or set XDG_STATE_HOME to another folder; the file was left as it is."_s};
}

Result<> migrate(SqlConnection &connection)
{
    const Result<int> before = storedVersion(connection);
    if (!before)
        return std::unexpected(before.error());
    if (*before == schemaVersion())
        return {};
    return connection.transaction([&connection]() -> Result<> {
        // Again, now that nobody else can write: another program may have been faster.
        const Result<int> version = storedVersion(connection);
        if (!version)
            return std::unexpected(version.error());
        if (*version > schemaVersion() || *version < 0)
            return std::unexpected(newerSchema(connection.file(), *version));
        for (const QStringList &step : std::span(Migrations).subspan(size_t(*version))) {
            for (const QString &sql : step) {
                if (auto done = connection.run(sql); !done)
                    return done;
            }
        }
        return connection.run(u"PRAGMA user_version = %1"_s.arg(schemaVersion()));
    });
}

QVariant toStoredTime(const QDateTime &time)
{
    return time.isValid() ? QVariant(time.toMSecsSinceEpoch() * 1000) : QVariant();
}

QDateTime fromStoredTime(const QVariant &stored)
{
    return stored.isNull() ? QDateTime() : QDateTime::fromMSecsSinceEpoch(stored.toLongLong() / 1000, QTimeZone::UTC);
}

} // namespace hermes
