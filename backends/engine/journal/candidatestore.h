// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/candidaterecord.h"
#include "backends/engine/journal/indexranges.h"
#include "backends/engine/journal/schema.h"

#include <functional>

namespace hermes {

/// What a started candidate becomes in the table.
struct StartedRow
{
    qint64 key = 0;
    QVariant startedAt = {};
};

/// Where the rest of a stream lies.
struct SpoolRow
{
    QString file = {}; ///< Its name in the spool folder; empty: there is none.
    qint64 head = 0;
    qint64 tail = 0;
};

/// What a finished candidate becomes in the tables: small, and independent of the large buffers of its result.
struct FinishedRow
{
    qint64 key = 0;
    qint64 reason = 0;
    qint64 exitCode = 0;
    qint64 signal = 0;
    qint64 flags = 0;
    qint64 attempts = 1;
    QVariant startedAt = {};
    qint64 queued = 0;
    qint64 acquire = 0;
    qint64 run = 0;
    std::optional<ResourceUse> use = {};
    qint64 outTotal = 0;
    qint64 errTotal = 0;
    QByteArray extra = {};
    QByteArray out = {};
    QByteArray err = {};
    SpoolRow outSpool = {};
    SpoolRow errSpool = {};
};

[[nodiscard]] StartedRow toRow(const CandidateStarted &started);
[[nodiscard]] FinishedRow toRow(const CandidateFinished &finished);

/// Writes rows of candidates by statements that are prepared once. Within a transaction of its caller.
class CandidateStore final
{
public:
    [[nodiscard]] static Result<std::unique_ptr<CandidateStore>> create(SqlConnection &connection);

    /// A result that is there already stays, marked as possibly started once more.
    [[nodiscard]] Result<> store(const StartedRow &row);
    /// Replaces what is there.
    [[nodiscard]] Result<> store(const FinishedRow &row);

private:
    CandidateStore(Statement started, Statement finished, Statement spool)
        : m_started(std::move(started)), m_finished(std::move(finished)), m_spool(std::move(spool))
    { }
    [[nodiscard]] Result<> storeSpool(qint64 key, Stream stream, const SpoolRow &row);

    Statement m_started;
    Statement m_finished;
    Statement m_spool;
};

/// Which columns of the output a list is to have.
enum class OutputPart {
    None,
    Shown, ///< What a summary is made of and nothing else: stdout, and stderr of an infrastructure failure.
    Previews
};

struct CandidatesWanted
{
    LaunchId launch = 0;
    IndexRange range = {};
    OutputPart part = OutputPart::None;
};
[[nodiscard]] Result<> readCandidates(SqlConnection &connection, const CandidatesWanted &wanted,
                                      const std::function<void(const StoredCandidate &)> &take);
/// Finished ones of the range, or of the first part of it.
[[nodiscard]] Result<ResultPage> readResults(SqlConnection &connection, LaunchId launch, IndexRange range,
                                             const ReadLimits &limits);
/// These candidates in their order, or the first part of them.
[[nodiscard]] Result<ChosenResults> readChosen(SqlConnection &connection, LaunchId launch, const QList<int> &indexes,
                                               const ReadLimits &limits);
/// Only those of `only`, which are in order; nothing: all.
[[nodiscard]] Result<MissingCandidates> readMissing(SqlConnection &connection, LaunchId launch,
                                                    const std::optional<IndexRanges> &only = {});
[[nodiscard]] Result<LaunchCounts> countCandidates(SqlConnection &connection, LaunchId launch);

/// Marks the streams of these spool files as removed and forgets the files. Within a transaction of its caller.
struct SpoolEntry;
[[nodiscard]] Result<> markRemoved(SqlConnection &connection, const QList<SpoolEntry> &entries);
/// Names of the spool files of finished candidates of a launch.
[[nodiscard]] Result<QStringList> readSpoolFiles(SqlConnection &connection, LaunchId launch);

} // namespace hermes
