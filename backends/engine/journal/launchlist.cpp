// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchstore.h"

#include "backends/engine/journal/candidatestore.h"
#include "backends/engine/journal/schema.h"

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
    RerunOf,
    Code,
    Settings,
    Parameters,
    Spec,
    OrderSeed
};

QString listColumns(const QString &code)
{
    return u"id, kind, state, name, backend, profile, language, templated, count, executor, created_at, finished_at, "
           u"owner, succeeded, failed, signalled, timed_out, cancelled, infrastructure, lost, rerun_of, "_s
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
        .rerunOf = row.value(RerunOf).isNull() ? std::nullopt : std::optional(row.integer(RerunOf)),
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
    return conditions;
}

/// Each of the words must be somewhere in what was written by the user.
Conditions wordConditions(const QString &text)
{
    Conditions conditions;
    for (const QString &word : text.simplified().split(u' ', Qt::SkipEmptyParts))
        conditions.add(uR"((ifnull(name, '') || ' ' || id || ' ' || ifnull(executor, '') || ' ' || ifnull(profile, '') || ' '
                          || ifnull(words, '') || ' ' || substr(CAST(code AS TEXT), 1, 65536)) LIKE ? ESCAPE '\')"_s,
                       likePattern(word));
    return conditions;
}

} // namespace

Result<LaunchRecord> readLaunch(SqlConnection &connection, LaunchId launch)
{
    auto row = connection.prepare(
        u"SELECT %1, settings, parameters, spec, order_seed FROM launches WHERE id = ?"_s.arg(listColumns(u"code"_s)));
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
    if (const QVariant seed = row->value(OrderSeed); !seed.isNull())
        record.orderSeed = seed.toLongLong();
    row->finish();
    return countRunning(connection, record).transform([&record] { return std::move(record); });
}

Result<QList<LaunchRecord>> readLaunches(SqlConnection &connection, const HistoryFilter &filter)
{
    const Conditions narrow = conditionsOf(filter);
    const Conditions words = wordConditions(filter.text);
    // The narrow index is gone through in the order of the list until there are enough; only rows that are shown or searched
    // for words are touched themselves.
    QString ids = u"SELECT id FROM launches INDEXED BY launches_listed"_s;
    if (!narrow.sql.isEmpty())
        ids += u" WHERE "_s + narrow.sql.join(u" AND "_s);
    ids += u" ORDER BY id DESC"_s;
    if (words.sql.isEmpty())
        ids += u" LIMIT ?"_s;
    QString sql = u"SELECT %1 FROM (%2) JOIN launches USING (id)"_s.arg(listColumns(u"beginning"_s), ids);
    if (!words.sql.isEmpty())
        sql += u" WHERE "_s + words.sql.join(u" AND "_s);
    sql += u" ORDER BY id DESC LIMIT ?"_s;
    QVariantList values = narrow.values;
    if (words.sql.isEmpty())
        values += filter.limit;
    values += words.values;
    values += filter.limit;
    auto rows = connection.prepare(sql);
    if (!rows)
        return std::unexpected(rows.error());
    if (auto done = rows->runList(values); !done)
        return std::unexpected(done.error());
    QList<LaunchRecord> records;
    while (rows->next())
        records += recordOf(*rows);
    if (auto read = rows->atEnd(); !read)
        return std::unexpected(read.error());
    for (LaunchRecord &record : records) {
        if (filter.uncounted.contains(record.id))
            continue;
        if (auto counted = countRunning(connection, record); !counted)
            return std::unexpected(counted.error());
    }
    return records;
}

} // namespace hermes
