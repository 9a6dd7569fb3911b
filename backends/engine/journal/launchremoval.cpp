// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchremoval.h"

#include "backends/engine/journal/launchstore.h"
#include "backends/engine/journal/schema.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

Result<> runWith(SqlConnection &connection, const QString &sql, const QVariantList &values)
{
    auto statement = connection.prepare(sql);
    return statement ? statement->runList(values) : std::unexpected(statement.error());
}

constexpr qint64 LastIndex = (qint64(1) << IndexBits) - 1;

} // namespace

Result<> beginRemoval(SqlConnection &connection, LaunchId launch)
{
    const Result<LaunchRecord> record = readLaunch(connection, launch);
    if (!record)
        return std::unexpected(record.error());
    return refuseLiving(*record)
        .and_then([&] { return runWith(connection, u"INSERT INTO removals(launch) VALUES(?)"_s, {launch}); })
        .and_then([&] { return runWith(connection, u"DELETE FROM launches WHERE id = ?"_s, {launch}); });
}

Result<qint64> removeCandidates(SqlConnection &connection, LaunchId launch, qint64 most)
{
    auto last = connection.prepare(
        u"SELECT max(key), count(*) FROM (SELECT key FROM candidates WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ?)"_s);
    if (!last)
        return std::unexpected(last.error());
    if (auto done = last->run(candidateKey(launch, 0), candidateKey(launch, LastIndex), most); !done)
        return std::unexpected(done.error());
    const bool found = last->next();
    const qint64 count = found ? last->integer(1) : 0;
    const QVariantList range {candidateKey(launch, 0), count > 0 ? last->integer(0) : candidateKey(launch, LastIndex)};
    if (auto read = last->atEnd(); !read)
        return std::unexpected(read.error());
    return runWith(connection, u"DELETE FROM candidates WHERE key BETWEEN ? AND ?"_s, range)
        .and_then([&] { return runWith(connection, u"DELETE FROM spool WHERE key BETWEEN ? AND ?"_s, range); })
        .transform([&] { return count; });
}

Result<> endRemoval(SqlConnection &connection, LaunchId launch)
{
    return runWith(connection, u"DELETE FROM removals WHERE launch = ?"_s, {launch});
}

Result<QList<LaunchId>> readRemovals(SqlConnection &connection)
{
    return connection.integers(u"SELECT launch FROM removals"_s);
}

} // namespace hermes
