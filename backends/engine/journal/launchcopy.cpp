// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchcopy.h"

#include "backends/engine/journal/candidatestore.h"
#include "backends/engine/journal/launchstore.h"
#include "backends/engine/journal/schema.h"
#include "backends/engine/journal/spoolfolder.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// SQLite puts what is copied within a table aside first: in pieces that takes little memory.
constexpr qint64 RowsAtOnce = 4096;

Result<> copyRows(SqlConnection &connection, LaunchId from, LaunchId to, const IndexRanges &ranges)
{
    auto copy = connection.prepare(
        uR"(INSERT INTO candidates(key, state, reason, exit_code, signal, flags, attempts, started_at, queued, acquire, run,
            user_time, system_time, max_resident, out_total, err_total, extra, out, err)
            SELECT key + ?, state, reason, exit_code, signal, flags, attempts, started_at, queued, acquire, run,
            user_time, system_time, max_resident, out_total, err_total, extra, out, err
            FROM candidates WHERE key BETWEEN ? AND ? AND state = ?)"_s);
    if (!copy)
        return std::unexpected(copy.error());
    const qint64 distance = candidateKey(to, 0) - candidateKey(from, 0);
    for (const IndexRange &range : ranges) {
        for (qint64 first = range.first; first <= range.last; first += RowsAtOnce) {
            const qint64 last = std::min(range.last, first + RowsAtOnce - 1);
            auto done = copy->run(distance, candidateKey(from, first), candidateKey(from, last), qint64(FinishedRowState));
            if (!done)
                return done;
        }
    }
    return {};
}

struct SpoolFile
{
    qint64 index = 0;
    Stream stream = Stream::Stdout;
    SpoolRow row = {};
};

Result<QList<SpoolFile>> readSpool(SqlConnection &connection, LaunchId launch, const IndexRanges &ranges)
{
    auto rows = connection.prepare(u"SELECT key, stream, file, head, tail FROM spool WHERE key BETWEEN ? AND ?"_s);
    if (!rows)
        return std::unexpected(rows.error());
    QList<SpoolFile> files;
    for (const IndexRange &range : ranges) {
        if (auto done = rows->run(candidateKey(launch, range.first), candidateKey(launch, range.last)); !done)
            return std::unexpected(done.error());
        while (rows->next())
            files += SpoolFile {.index = indexOfKey(rows->integer(0)),
                                .stream = Stream(rows->integer(1)),
                                .row = {.file = rows->text(2), .head = rows->integer(3), .tail = rows->integer(4)}};
        if (auto read = rows->atEnd(); !read)
            return std::unexpected(read.error());
    }
    return files;
}

Result<> shareSpool(SqlConnection &connection, const Rerun &rerun, LaunchId from, LaunchId to, QStringList &links)
{
    const IndexRanges kept = complement(rerun.which, rerun.record.count);
    const Result<QList<SpoolFile>> files = readSpool(connection, from, kept);
    if (!files)
        return std::unexpected(files.error());
    auto insert = connection.prepare(u"INSERT INTO spool(key, stream, file, head, tail) VALUES(?, ?, ?, ?, ?)"_s);
    if (!insert)
        return std::unexpected(insert.error());
    QList<SpoolEntry> gone;
    for (const SpoolFile &file : *files) {
        const QString name = spoolName(to, file.index, file.stream);
        const Result<bool> shared = shareSpoolFile(rerun.spoolFolder, file.row.file, name);
        if (!shared)
            return std::unexpected(shared.error());
        if (*shared)
            links += name;
        else
            gone += SpoolEntry {.name = name, .launch = to, .index = file.index, .stream = file.stream};
        // Also of one that is gone: it is marked as removed by its row.
        auto done = insert->run(candidateKey(to, file.index), qint64(file.stream), name, file.row.head, file.row.tail);
        if (!done)
            return done;
    }
    if (!links.isEmpty())
        syncFolder(rerun.spoolFolder);
    return markRemoved(connection, gone);
}

/// Those that ended by themselves are run again on purpose; what may be still under way, or was cut short, is another matter.
Result<qint64> countStarted(SqlConnection &connection, LaunchId launch, const IndexRanges &ranges)
{
    auto rows = connection.prepare(u"SELECT count(*) FROM candidates WHERE key BETWEEN ? AND ? AND flags & ?"
                                   " AND (state <> ? OR reason IN (?, ?))"_s);
    if (!rows)
        return std::unexpected(rows.error());
    qint64 started = 0;
    for (const IndexRange &range : ranges) {
        auto done = rows->run(candidateKey(launch, range.first), candidateKey(launch, range.last), qint64(MayHaveStarted),
                              qint64(FinishedRowState), qint64(EndReason::Cancelled), qint64(EndReason::Infrastructure));
        if (done && rows->next())
            started += rows->integer(0);
        if (done)
            done = rows->atEnd();
        if (!done)
            return std::unexpected(done.error());
    }
    return started;
}

/// What is carried over must not change meanwhile.
Result<> refuseWhileRunning(SqlConnection &connection, LaunchId launch)
{
    const Result<LaunchRecord> record = readLaunch(connection, launch);
    if (!record)
        return std::unexpected(record.error());
    if (auto over = refuseLiving(*record); !over)
        return over;
    return settleOrphan(connection, *record);
}

} // namespace

Result<RerunCreated> createRerun(SqlConnection &connection, const Rerun &rerun, QStringList &links)
{
    const LaunchId earlier = rerun.record.rerunOf.value_or(0);
    if (auto ready = refuseWhileRunning(connection, earlier); !ready)
        return std::unexpected(ready.error());
    const Result<LaunchId> id = insertLaunch(connection, rerun.record);
    if (!id)
        return std::unexpected(id.error());
    const Result<qint64> started = countStarted(connection, earlier, rerun.which);
    if (!started)
        return std::unexpected(started.error());
    const auto copied = storeScope(connection, *id, rerun.which)
                            .and_then(
                                [&] { return copyRows(connection, earlier, *id, complement(rerun.which, rerun.record.count)); })
                            .and_then([&] { return shareSpool(connection, rerun, earlier, *id, links); });
    if (!copied)
        return std::unexpected(copied.error());
    return countCandidates(connection, *id).transform([&](const LaunchCounts &carried) {
        return RerunCreated {.id = *id, .carried = carried, .mayRunTwice = *started};
    });
}

} // namespace hermes
