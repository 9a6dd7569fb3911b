// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "candidatestore.h"

#include "backends/engine/journal/excerpt.h"
#include "backends/engine/journal/extra.h"
#include "backends/engine/journal/spoolfolder.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Columns of a candidate, in the order of columns(): first those that a summary is made of, whose rows are read by the million.
enum Column {
    Key,
    State,
    Reason,
    ExitCode,
    Signal,
    Flags,
    Run,
    Out,
    Err,
    Attempts,
    StartedAt,
    Queued,
    Acquire,
    OutTotal,
    ErrTotal,
    UserTime,
    SystemTime,
    MaxResident,
    Extra
};

/// Of the candidates of a range; `sql` has their lowest and their highest key as its values.
Result<Statement> rowsOf(SqlConnection &connection, const QString &sql, LaunchId launch, IndexRange range)
{
    auto rows = connection.prepare(sql);
    if (!rows)
        return rows;
    const auto done = rows->run(candidateKey(launch, range.first), candidateKey(launch, range.last));
    return done ? std::move(rows) : std::unexpected(done.error());
}

QString columns(OutputPart part)
{
    const QString first = u"key, state, reason, exit_code, signal, flags, run"_s;
    const QString rest = u", attempts, started_at, queued, acquire, out_total, err_total"_s;
    switch (part) {
        using enum OutputPart;
    case None: break;
    case Shown: return first + u", out, CASE WHEN reason = %1 THEN err END"_s.arg(int(EndReason::Infrastructure));
    case Previews: return first + u", out, err"_s + rest;
    }
    return first + u", NULL, NULL"_s + rest;
}

StoredCandidate candidateOf(const Statement &row, OutputPart part)
{
    const qint64 flags = row.integer(Flags);
    StoredCandidate candidate {.index = indexOfKey(row.integer(Key)), .finished = row.integer(State) == FinishedRowState};
    if (part != OutputPart::Shown)
        candidate.startedAt = fromStoredTime(row.value(StartedAt));
    if (!candidate.finished)
        return candidate;
    candidate.reason = EndReason(row.integer(Reason));
    candidate.exitCode = int(row.integer(ExitCode));
    candidate.signal = int(row.integer(Signal));
    candidate.mayHaveStarted = (flags & MayHaveStarted) != 0;
    candidate.outOfMemory = (flags & OutOfMemory) != 0;
    candidate.outputRemoved = (flags & (OutRemoved | ErrRemoved)) != 0;
    candidate.run = std::chrono::nanoseconds(row.integer(Run));
    if (part != OutputPart::None) {
        candidate.outPreview = row.bytes(Out);
        candidate.errPreview = row.bytes(Err);
    }
    if (part == OutputPart::Shown)
        return candidate;
    candidate.attempts = int(row.integer(Attempts));
    candidate.queued = std::chrono::nanoseconds(row.integer(Queued));
    candidate.acquire = std::chrono::nanoseconds(row.integer(Acquire));
    candidate.outTotal = row.integer(OutTotal);
    candidate.errTotal = row.integer(ErrTotal);
    return candidate;
}

StoredResult resultOf(const Statement &row)
{
    const StoredCandidate candidate = candidateOf(row, OutputPart::Previews);
    const qint64 flags = row.integer(Flags);
    StoredResult stored {.index = candidate.index, .outputRemoved = candidate.outputRemoved};
    RunResult &result = stored.result;
    result.end = {.reason = candidate.reason,
                  .exitCode = candidate.exitCode,
                  .signal = candidate.signal,
                  .mayHaveStarted = candidate.mayHaveStarted,
                  .outOfMemory = candidate.outOfMemory,
                  .acquire = candidate.acquire,
                  .run = candidate.run};
    if (!row.value(UserTime).isNull())
        result.end.use = ResourceUse {.userTime = std::chrono::microseconds(row.integer(UserTime)),
                                      .systemTime = std::chrono::microseconds(row.integer(SystemTime)),
                                      .maxResidentBytes = row.integer(MaxResident)};
    applyExtra(row.bytes(Extra), result.end);
    result.out = {.bytes = candidate.outPreview, .total = candidate.outTotal, .truncated = (flags & OutTruncated) != 0};
    result.err = {.bytes = candidate.errPreview, .total = candidate.errTotal, .truncated = (flags & ErrTruncated) != 0};
    result.startedAt = candidate.startedAt;
    result.queued = candidate.queued;
    result.attempts = candidate.attempts;
    if (candidate.outputRemoved)
        result.end.notes += u"The whole output was removed to keep the quota of stored output."_s;
    return stored;
}

/// Spool rows by key and stream, for results that were read before: one query for all of them.
Result<> addSpools(SqlConnection &connection, LaunchId launch, IndexRange range, QList<StoredResult> &results, qint64 resultBytes)
{
    auto rows = rowsOf(connection, u"SELECT key, stream, file, head, tail FROM spool WHERE key BETWEEN ? AND ? ORDER BY key"_s,
                       launch, range);
    if (!rows)
        return std::unexpected(rows.error());
    const QString folder = QFileInfo(connection.file()).absolutePath() + u"/spool/"_s;
    auto at = results.begin();
    while (rows->next()) {
        const qint64 index = indexOfKey(rows->integer(0));
        at = std::ranges::lower_bound(at, results.end(), index, {}, &StoredResult::index);
        if (at == results.end() || at->index != index)
            continue;
        const bool isOut = rows->integer(1) == qint64(Stream::Stdout);
        StreamCapture &capture = isOut ? at->result.out : at->result.err;
        capture.spoolFile = folder + rows->text(2);
        capture.spooled = rows->integer(3);
        capture.spoolTail = rows->integer(4);
        const SpoolRead read = resultBytes > PreviewBytes ? readSpool(capture, resultBytes) : SpoolRead::Whole;
        if (read == SpoolRead::Whole)
            continue;
        capture = {.bytes = capture.bytes, .total = capture.total, .truncated = true};
        const QString note = read == SpoolRead::Missing
            ? u"The file with the whole %1 is gone."_s
            : u"The file with the whole %1 is incomplete, as after a loss of power; both ends of it are kept."_s;
        at->result.end.notes += note.arg(isOut ? "stdout"_L1 : "stderr"_L1);
    }
    return rows->atEnd();
}

/// Of finished candidates between two keys.
QString resultQuery()
{
    return u"SELECT %1, user_time, system_time, max_resident, extra FROM candidates "
           u"WHERE key BETWEEN ? AND ? AND state = 1 ORDER BY key"_s.arg(columns(OutputPart::Previews));
}

qint64 shownBytes(const Statement &row, const ReadLimits &limits)
{
    return std::min(row.integer(OutTotal), limits.resultBytes) + std::min(row.integer(ErrTotal), limits.resultBytes);
}

bool isSpooled(const Statement &row)
{
    return (row.integer(Flags) & (OutSpooled | ErrSpooled)) != 0;
}

} // namespace

Result<> readCandidates(SqlConnection &connection, const CandidatesWanted &wanted,
                        const std::function<void(const StoredCandidate &)> &take)
{
    auto rows = rowsOf(connection, u"SELECT %1 FROM candidates WHERE key BETWEEN ? AND ? ORDER BY key"_s.arg(columns(wanted.part)),
                       wanted.launch, wanted.range);
    if (!rows)
        return std::unexpected(rows.error());
    while (rows->next())
        take(candidateOf(*rows, wanted.part));
    return rows->atEnd();
}

Result<ResultPage> readResults(SqlConnection &connection, LaunchId launch, IndexRange range, const ReadLimits &limits)
{
    auto rows = rowsOf(connection, resultQuery(), launch, range);
    if (!rows)
        return std::unexpected(rows.error());
    ResultPage page {.next = range.last + 1};
    bool spooled = false;
    qint64 bytes = 0;
    while (rows->next()) {
        const qint64 index = indexOfKey(rows->integer(Key));
        if (limits.pageBytes && bytes >= *limits.pageBytes) {
            page.next = index;
            break;
        }
        page.results += resultOf(*rows);
        bytes += shownBytes(*rows, limits);
        spooled = spooled || isSpooled(*rows);
    }
    if (auto read = rows->atEnd(); !read)
        return std::unexpected(read.error());
    if (spooled) {
        const IndexRange read {.first = range.first, .last = page.next - 1};
        if (auto added = addSpools(connection, launch, read, page.results, limits.resultBytes); !added)
            return std::unexpected(added.error());
    }
    return page;
}

Result<ChosenResults> readChosen(SqlConnection &connection, LaunchId launch, const QList<int> &indexes, const ReadLimits &limits)
{
    auto rows = connection.prepare(resultQuery());
    if (!rows)
        return std::unexpected(rows.error());
    ChosenResults chosen;
    qint64 bytes = 0;
    for (const int index : indexes) {
        if (limits.pageBytes && bytes >= *limits.pageBytes)
            break;
        if (auto done = rows->run(candidateKey(launch, index), candidateKey(launch, index)); !done)
            return std::unexpected(done.error());
        if (!rows->next()) {
            if (auto read = rows->atEnd(); !read)
                return std::unexpected(read.error());
            chosen.results += std::nullopt;
            continue;
        }
        QList<StoredResult> found {resultOf(*rows)};
        bytes += shownBytes(*rows, limits);
        const bool spooled = isSpooled(*rows);
        rows->finish();
        if (spooled) {
            if (auto added = addSpools(connection, launch, {index, index}, found, limits.resultBytes); !added)
                return std::unexpected(added.error());
        }
        chosen.results += std::move(found.first().result);
    }
    return chosen;
}

namespace {

Result<qint64> readCount(SqlConnection &connection, LaunchId launch)
{
    auto counted = connection.prepare(u"SELECT count FROM launches WHERE id = ?"_s);
    if (!counted)
        return std::unexpected(counted.error());
    if (auto done = counted->run(launch); !done)
        return std::unexpected(done.error());
    if (!counted->next())
        return fail(FaultKind::NotFound, u"There is no launch %1 in the journal"_s.arg(launch));
    const qint64 count = counted->integer(0);
    counted->finish();
    return count;
}

/// Whether indexes that come in ascending order are in ranges that are in order.
class Membership final
{
public:
    explicit Membership(const IndexRanges &ranges) : m_at(ranges.cbegin()), m_end(ranges.cend()) { }
    [[nodiscard]] bool contains(qint64 index)
    {
        while (m_at != m_end && m_at->last < index)
            ++m_at;
        return m_at != m_end && m_at->first <= index;
    }

private:
    IndexRanges::const_iterator m_at;
    IndexRanges::const_iterator m_end;
};

} // namespace

Result<MissingCandidates> readMissing(SqlConnection &connection, LaunchId launch, const std::optional<IndexRanges> &only)
{
    const Result<qint64> count = readCount(connection, launch);
    if (!count)
        return std::unexpected(count.error());
    auto rows = rowsOf(connection, u"SELECT key, state, reason, flags FROM candidates WHERE key BETWEEN ? AND ? ORDER BY key"_s,
                       launch, {.first = 0, .last = *count - 1});
    if (!rows)
        return std::unexpected(rows.error());
    const IndexRanges chosen = only ? inOrder(*only, *count) : complement({}, *count);
    Membership isChosen(chosen);
    MissingCandidates missing;
    IndexRanges kept;
    while (rows->next()) {
        const qint64 index = indexOfKey(rows->integer(0));
        const bool finished = rows->integer(1) == FinishedRowState;
        const auto reason = EndReason(rows->integer(2));
        const bool again = !finished || reason == EndReason::Cancelled || reason == EndReason::Infrastructure;
        if (!again) {
            if (!kept.isEmpty() && kept.last().last == index - 1)
                kept.last().last = index;
            else
                kept += IndexRange {.first = index, .last = index};
        } else if (isChosen.contains(index)) {
            missing.mayRunTwice += rows->integer(3) & MayHaveStarted;
            missing.cancelled += finished && reason == EndReason::Cancelled ? 1 : 0;
            missing.infrastructure += finished && reason == EndReason::Infrastructure ? 1 : 0;
        }
    }
    missing.ranges = intersection(complement(kept, *count), chosen);
    missing.count = sizeOf(missing.ranges);
    return rows->atEnd().transform([&missing] { return std::move(missing); });
}

Result<LaunchCounts> countCandidates(SqlConnection &connection, LaunchId launch)
{
    auto rows = rowsOf(connection,
                       u"SELECT reason, exit_code = 0, count(*), state FROM candidates "
                       u"WHERE key BETWEEN ? AND ? GROUP BY 1, 2, 4"_s,
                       launch, {.first = 0, .last = MaxCandidates});
    if (!rows)
        return std::unexpected(rows.error());
    LaunchCounts counts;
    while (rows->next()) {
        const qint64 number = rows->integer(2);
        if (rows->integer(3) != FinishedRowState) {
            counts.lost += number;
            continue;
        }
        switch (EndReason(rows->integer(0))) {
            using enum EndReason;
        case Exited: (rows->integer(1) != 0 ? counts.succeeded : counts.failed) += number; break;
        case Signalled: counts.signalled += number; break;
        case TimedOut: counts.timedOut += number; break;
        case Cancelled: counts.cancelled += number; break;
        case Infrastructure: counts.infrastructure += number; break;
        }
    }
    return rows->atEnd().transform([&counts] { return counts; });
}

Result<> markRemoved(SqlConnection &connection, const QList<SpoolEntry> &entries)
{
    auto forget = connection.prepare(u"DELETE FROM spool WHERE key = ? AND stream = ?"_s);
    auto mark = connection.prepare(u"UPDATE candidates SET flags = (flags & ~?) | ? WHERE key = ?"_s);
    if (!forget || !mark)
        return std::unexpected((forget ? mark : forget).error());
    for (const SpoolEntry &entry : entries) {
        const qint64 key = candidateKey(entry.launch, entry.index);
        const bool isOut = entry.stream == Stream::Stdout;
        auto done = forget->run(key, qint64(entry.stream));
        if (done && forget->changedRows() > 0) // Others are left over from runs without a result.
            done = mark->run(qint64(isOut ? OutSpooled : ErrSpooled), qint64(isOut ? OutRemoved : ErrRemoved), key);
        if (!done)
            return done;
    }
    return {};
}

Result<QStringList> readSpoolFiles(SqlConnection &connection, LaunchId launch)
{
    auto rows = rowsOf(connection, u"SELECT file FROM spool WHERE key BETWEEN ? AND ?"_s, launch,
                       {.first = 0, .last = MaxCandidates});
    if (!rows)
        return std::unexpected(rows.error());
    QStringList files;
    while (rows->next())
        files += rows->text(0);
    return rows->atEnd().transform([&files] { return std::move(files); });
}

} // namespace hermes
