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

// The numbers are in files.
static_assert(int(EndReason::Exited) == 0 && int(EndReason::Signalled) == 1 && int(EndReason::TimedOut) == 2
              && int(EndReason::Cancelled) == 3 && int(EndReason::Infrastructure) == 4);

SpoolRow spoolRow(const StreamCapture &capture)
{
    if (capture.spoolFile.isEmpty())
        return {};
    return {.file = QFileInfo(capture.spoolFile).fileName(), .head = capture.spooled, .tail = capture.spoolTail};
}

/// What the table itself keeps of a stream: all there is where no file could take it.
QByteArray inlinePart(const StreamCapture &capture)
{
    return capture.spoolFile.isEmpty() ? capture.bytes : shortened(capture.bytes, capture.total, PreviewBytes);
}

qint64 flagsOf(const RunResult &result, const FinishedRow &row)
{
    const auto when = [](bool holds, CandidateFlag flag) { return holds ? qint64(flag) : 0; };
    const auto isPart = [](const StreamCapture &capture, const QByteArray &preview) {
        return capture.truncated || preview.size() != capture.bytes.size();
    };
    return when(result.end.mayHaveStarted, MayHaveStarted) | when(result.end.outOfMemory, OutOfMemory)
        | when(isPart(result.out, row.out), OutTruncated) | when(isPart(result.err, row.err), ErrTruncated)
        | when(!row.outSpool.file.isEmpty(), OutSpooled) | when(!row.errSpool.file.isEmpty(), ErrSpooled);
}

} // namespace

StartedRow toRow(const CandidateStarted &started)
{
    return {.key = candidateKey(started.launch, started.index), .startedAt = toStoredTime(started.startedAt)};
}

FinishedRow toRow(const CandidateFinished &finished)
{
    const RunResult &result = finished.result;
    FinishedRow row {
        .key = candidateKey(finished.launch, finished.index),
        .reason = qint64(result.end.reason),
        .exitCode = result.end.exitCode,
        .signal = result.end.signal,
        .attempts = result.attempts,
        .startedAt = toStoredTime(result.startedAt),
        .queued = result.queued.count(),
        .acquire = result.end.acquire.count(),
        .run = result.end.run.count(),
        .use = result.end.use,
        .outTotal = result.out.total,
        .errTotal = result.err.total,
        .extra = toExtra(result.end),
        .out = inlinePart(result.out),
        .err = inlinePart(result.err),
        .outSpool = spoolRow(result.out),
        .errSpool = spoolRow(result.err),
    };
    row.flags = flagsOf(result, row);
    return row;
}

Result<std::unique_ptr<CandidateStore>> CandidateStore::create(SqlConnection &connection)
{
    auto started = connection.prepare(uR"(INSERT INTO candidates(key, state, started_at, flags) VALUES(?, 0, ?, 1)
            ON CONFLICT(key) DO UPDATE SET flags = flags | 1)"_s);
    auto finished = connection.prepare(
        uR"(INSERT OR REPLACE INTO candidates(key, state, reason, exit_code, signal, flags, attempts, started_at,
            queued, acquire, run, user_time, system_time, max_resident, out_total, err_total, extra, out, err)
            VALUES(?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))"_s);
    auto spool = connection.prepare(u"INSERT OR REPLACE INTO spool(key, stream, file, head, tail) VALUES(?, ?, ?, ?, ?)"_s);
    for (const auto *statement : {&started, &finished, &spool}) {
        if (!*statement)
            return std::unexpected(statement->error());
    }
    return std::unique_ptr<CandidateStore>(new CandidateStore(std::move(*started), std::move(*finished), std::move(*spool)));
}

Result<> CandidateStore::store(const StartedRow &row)
{
    return m_started.run(row.key, row.startedAt);
}

Result<> CandidateStore::store(const FinishedRow &row)
{
    const auto used = [&row](auto member) { return row.use ? QVariant(qint64(member(*row.use))) : QVariant(); };
    auto stored = m_finished.run(row.key, row.reason, row.exitCode, row.signal, row.flags, row.attempts, row.startedAt, row.queued,
                                 row.acquire, row.run, used([](const ResourceUse &use) { return use.userTime.count(); }),
                                 used([](const ResourceUse &use) { return use.systemTime.count(); }),
                                 used([](const ResourceUse &use) { return use.maxResidentBytes; }), row.outTotal, row.errTotal,
                                 row.extra, row.out, row.err);
    if (stored && (row.flags & OutSpooled) != 0)
        stored = storeSpool(row.key, Stream::Stdout, row.outSpool);
    if (stored && (row.flags & ErrSpooled) != 0)
        stored = storeSpool(row.key, Stream::Stderr, row.errSpool);
    return stored;
}

Result<> CandidateStore::storeSpool(qint64 key, Stream stream, const SpoolRow &row)
{
    return m_spool.run(key, qint64(stream), row.file, row.head, row.tail);
}

} // namespace hermes
