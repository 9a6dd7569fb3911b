// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalreader.h"

#include "backends/engine/journal/executorstore.h"
#include "backends/engine/journal/journalfile.h"
#include "backends/engine/journal/launchstore.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace hermes {

Result<std::unique_ptr<JournalReader>> JournalReader::open(const QString &folder)
{
    const QString file = journalPath(folder);
    // SQLite would make an empty one.
    if (!QFile::exists(file))
        return fail(FaultKind::Storage, u"There is no journal in %1"_s.arg(folder));
    return SqlConnection::open(file, SqlConnection::Access::QueryOnly).transform([](auto connection) {
        return std::unique_ptr<JournalReader>(new JournalReader(std::move(connection)));
    });
}

Result<LaunchRecord> JournalReader::launch(LaunchId id)
{
    return readLaunch(*m_connection, id);
}

Result<QList<LaunchRecord>> JournalReader::launches(const HistoryFilter &filter)
{
    return readLaunches(*m_connection, filter);
}

Result<QList<StoredCandidate>> JournalReader::candidates(LaunchId launch, IndexRange range, OutputPart part)
{
    QList<StoredCandidate> candidates;
    return readCandidates(*m_connection, {launch, range, part}, [&](const StoredCandidate &each) { candidates += each; })
        .transform([&candidates] { return std::move(candidates); });
}

Result<> JournalReader::forEachCandidate(LaunchId launch, IndexRange range,
                                         const std::function<void(const StoredCandidate &)> &take)
{
    return readCandidates(*m_connection, {launch, range, OutputPart::Shown}, take);
}

Result<StoredResult> JournalReader::result(LaunchId launch, qint64 index, qint64 resultBytes)
{
    Result<ResultPage> found = results(launch, {.first = index, .last = index}, {.resultBytes = resultBytes});
    if (!found)
        return std::unexpected(found.error());
    if (found->results.isEmpty())
        return fail(FaultKind::NotFound, u"Candidate %1 of launch %2 has no result"_s.arg(index).arg(launch));
    return found->results.takeFirst();
}

Result<ResultPage> JournalReader::results(LaunchId launch, IndexRange range, const ReadLimits &limits)
{
    return readResults(*m_connection, launch, range, limits);
}

Result<ChosenResults> JournalReader::chosenResults(LaunchId launch, const QList<int> &indexes, const ReadLimits &limits)
{
    return readChosen(*m_connection, launch, indexes, limits);
}

Result<MissingCandidates> JournalReader::missing(LaunchId launch, const std::optional<IndexRanges> &only)
{
    return readMissing(*m_connection, launch, only);
}

Result<std::optional<UsualDurations>> JournalReader::usualDurations(const DurationsWanted &wanted)
{
    return readUsualDurations(*m_connection, wanted);
}

Result<QList<ExecutorRecord>> JournalReader::executors()
{
    return readExecutors(*m_connection, {});
}

Result<QList<ExecutorRecord>> JournalReader::executors(const QString &id)
{
    if (id.isEmpty())
        return QList<ExecutorRecord>();
    return readExecutors(*m_connection, id);
}

Result<QList<ExecutorKey>> JournalReader::spentIds()
{
    return readSpentIds(*m_connection);
}

Result<qint64> JournalReader::dataVersion()
{
    return m_connection->value(u"PRAGMA data_version"_s).transform([](const QVariant &value) { return value.toLongLong(); });
}

} // namespace hermes
