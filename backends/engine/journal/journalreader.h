// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/candidatestore.h"
#include "backends/engine/journal/executorrecord.h"
#include "backends/engine/journal/launchrecord.h"
#include "backends/engine/journal/usualdurations.h"

#include <functional>
#include <memory>

namespace hermes {

/// Reads the journal over a connection of its own. Made, used and destroyed on one thread, whichever that is;
/// any number of readers and writers, of this and of other programs, work at once.
///
/// Every call sees all that was committed before it. They block: milliseconds for lists and single results, half a
/// second to two for all rows of a launch of a million, depending on how much of a row is wanted.
class JournalReader final
{
public:
    /// Of a folder in which a Journal was opened before; Storage when there is none.
    [[nodiscard]] static Result<std::unique_ptr<JournalReader>> open(const QString &folder);

    /// Counts of a running launch are those of now. NotFound.
    [[nodiscard]] Result<LaunchRecord> launch(LaunchId id);
    /// Newest first. Settings, parameters and spec are left out, and of the code only the first CodeStartBytes are there.
    [[nodiscard]] Result<QList<LaunchRecord>> launches(const HistoryFilter &filter);

    /// Those that were started, in order.
    [[nodiscard]] Result<QList<StoredCandidate>> candidates(LaunchId launch, IndexRange range, OutputPart part);
    /// Hands over those that were started, in order, with the output that a summary is made of.
    [[nodiscard]] Result<> forEachCandidate(LaunchId launch, IndexRange range,
                                            const std::function<void(const StoredCandidate &)> &take);
    /// One finished candidate; NotFound until it is. `resultBytes` as in CaptureLimits.
    [[nodiscard]] Result<StoredResult> result(LaunchId launch, qint64 index, qint64 resultBytes);
    /// The finished ones of a range, or of the first part of it.
    [[nodiscard]] Result<ResultPage> results(LaunchId launch, IndexRange range, const ReadLimits &limits);
    /// These candidates in their order, or the first part of them; some ten microseconds each.
    [[nodiscard]] Result<ChosenResults> chosenResults(LaunchId launch, const QList<int> &indexes, const ReadLimits &limits);
    /// What a resume has to run: what has no result, and what was cancelled or ended as infrastructure; of `only`, when they
    /// are given. NotFound.
    [[nodiscard]] Result<MissingCandidates> missing(LaunchId launch, const std::optional<IndexRanges> &only = {});
    /// How long runs of a snippet took in the latest launches of it; nothing when there are none. Milliseconds.
    [[nodiscard]] Result<std::optional<UsualDurations>> usualDurations(const DurationsWanted &wanted);

    /// Oldest first.
    [[nodiscard]] Result<QList<ExecutorRecord>> executors();
    /// Those of an id, over all backends and profiles.
    [[nodiscard]] Result<QList<ExecutorRecord>> executors(const QString &id);
    /// The ids that name nothing new any more: those of closed ones, whether their records are still there or not.
    [[nodiscard]] Result<QList<ExecutorKey>> spentIds();

    /// Another number than before when anybody else has changed the journal since. Only to be compared with earlier
    /// answers of the same reader.
    [[nodiscard]] Result<qint64> dataVersion();

private:
    explicit JournalReader(std::unique_ptr<SqlConnection> connection) : m_connection(std::move(connection)) { }

    std::unique_ptr<SqlConnection> m_connection;
};

} // namespace hermes
