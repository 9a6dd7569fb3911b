// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal.h"

#include "backends/engine/journal/executorstore.h"
#include "backends/engine/journal/launchremoval.h"
#include "backends/engine/journal/launchstore.h"
#include "backends/engine/journal/spoolfolder.h"

#include <QFile>
#include <QSet>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Which files have to go, in the order in which they do.
Result<QList<SpoolEntry>> chooseVictims(SqlConnection &connection, const QList<SpoolEntry> &entries, qint64 excess)
{
    const Result<QList<LaunchId>> running = readRunning(connection);
    if (!running)
        return std::unexpected(running.error());
    const QSet<LaunchId> isRunning(running->begin(), running->end());
    QList<SpoolEntry> victims;
    const auto take = [&](const SpoolEntry &entry) {
        victims += entry;
        excess -= entry.bytes;
    };
    for (const SpoolEntry &entry : entries) {
        if (excess > 0 && !isRunning.contains(entry.launch))
            take(entry);
    }
    LaunchId known = 0;
    QSet<QString> complete;
    for (const SpoolEntry &entry : entries) {
        if (excess <= 0)
            break;
        if (!isRunning.contains(entry.launch))
            continue;
        if (entry.launch != known) {
            const Result<QStringList> files = readSpoolFiles(connection, entry.launch);
            if (!files)
                return std::unexpected(files.error());
            complete = QSet<QString>(files->begin(), files->end());
            known = entry.launch;
        }
        if (complete.contains(entry.name))
            take(entry);
    }
    return victims;
}

void begin(LaunchRecord &record, const Owner &owner)
{
    record.state = LaunchState::Running;
    record.owner = owner;
    record.createdAt = QDateTime::currentDateTimeUtc();
}

} // namespace

Journal::Journal(QString folder, Owner owner, std::unique_ptr<JournalWriter> writer)
    : m_folder(std::move(folder)), m_owner(std::move(owner)), m_writer(std::move(writer))
{ }

Journal::~Journal() = default;

Result<std::unique_ptr<Journal>> Journal::open(const QString &folder, JournalOptions options)
{
    Owner owner = currentOwner(options.program);
    return JournalWriter::start(folder, std::move(options)).transform([&](auto writer) {
        return std::unique_ptr<Journal>(new Journal(folder, std::move(owner), std::move(writer)));
    });
}

Result<LaunchId> Journal::createLaunch(LaunchRecord record)
{
    if (record.count < 1 || record.count > MaxCandidates)
        return fail(FaultKind::Usage, u"%1 candidates were asked for; 1 to %2 are possible"_s.arg(record.count).arg(MaxCandidates));
    begin(record, m_owner);
    const bool isSweep = record.kind == LaunchKind::Sweep;
    const auto ready = isSweep ? m_writer->recover(JournalWriter::CallPatience) : m_writer->flush(JournalWriter::CallPatience);
    return ready.and_then([&] {
        return m_writer->call<LaunchId>(
            [record = std::move(record)](SqlConnection &connection) { return insertLaunch(connection, record); });
    });
}

Result<RerunCreated> Journal::createRerun(LaunchRecord record, IndexRanges which)
{
    constexpr std::chrono::minutes CopyPatience {10};
    begin(record, m_owner);
    Rerun rerun {.record = std::move(record), .which = std::move(which), .spoolFolder = spoolFolder()};
    // Shared with the writer, which goes on with it when this does not wait any longer.
    const auto links = std::make_shared<QStringList>();
    auto created = m_writer->recover(JournalWriter::CallPatience).and_then([&] {
        return m_writer->call<RerunCreated>(
            [rerun, links](SqlConnection &connection) { return hermes::createRerun(connection, rerun, *links); }, CopyPatience);
    });
    if (!created && created.error().kind != FaultKind::TimedOut) {
        for (const QString &name : std::as_const(*links))
            QFile::remove(rerun.spoolFolder + u'/' + name);
    }
    return created;
}

void Journal::append(const CandidateStarted &started)
{
    m_writer->append(toRow(started), {});
}

void Journal::append(const CandidateFinished &finished, Stored stored, Urgency urgency)
{
    m_writer->append(toRow(finished), std::move(stored), urgency);
}

void Journal::extendReach(LaunchId launch, qint64 reach, Stored stored)
{
    m_writer->append(JournalWriter::LaunchReach {.launch = launch, .reach = reach}, std::move(stored));
}

void Journal::finishLaunch(LaunchId launch, LaunchState state, Stored stored)
{
    m_writer->append(JournalWriter::LaunchEnd {.launch = launch, .state = state, .finishedAt = QDateTime::currentDateTimeUtc()},
                     std::move(stored));
}

Result<> Journal::flush(std::chrono::milliseconds patience)
{
    return m_writer->flush(patience);
}

Result<> Journal::takeOver(LaunchId launch, const std::optional<IndexRanges> &scope)
{
    return m_writer->recover(JournalWriter::CallPatience).and_then([&] {
        return m_writer->call<void>([launch, takeover = Takeover {.owner = m_owner, .scope = scope}](SqlConnection &connection) {
            return takeOverLaunch(connection, launch, takeover);
        });
    });
}

Result<> Journal::removeLaunch(LaunchId launch, const std::stop_token &stop)
{
    return m_writer->call<void>([launch](SqlConnection &connection) { return beginRemoval(connection, launch); }).and_then([&] {
        return removeRest(launch, stop);
    });
}

/// Others write in between: a step is as large as takes about the time that rows wait for each other anyway.
Result<> Journal::removeRest(LaunchId launch, const std::stop_token &stop)
{
    constexpr auto StepTime = std::chrono::milliseconds(3);
    constexpr qint64 MostAtOnce = 4096;
    removeSpoolOf(spoolFolder(), launch);
    qint64 atOnce = 128;
    while (!stop.stop_requested()) {
        const auto took = std::make_shared<std::chrono::steady_clock::duration>();
        const Result<qint64> removed = m_writer->call<qint64>([launch, atOnce, took](SqlConnection &connection) {
            const auto before = std::chrono::steady_clock::now();
            auto count = removeCandidates(connection, launch, atOnce);
            *took = std::chrono::steady_clock::now() - before;
            return count;
        });
        if (!removed)
            return std::unexpected(removed.error());
        if (*removed == 0)
            return m_writer->call<void>([launch](SqlConnection &connection) { return endRemoval(connection, launch); });
        atOnce = std::clamp(*took > StepTime ? atOnce / 2 : atOnce * 2, qint64(16), MostAtOnce);
    }
    return {};
}

Result<> Journal::finishRemovals(const std::stop_token &stop)
{
    const Result<QList<LaunchId>> launches = m_writer->call<QList<LaunchId>>(readRemovals);
    if (!launches)
        return std::unexpected(launches.error());
    for (const LaunchId launch : *launches) {
        if (auto done = removeRest(launch, stop); !done)
            return done;
    }
    return {};
}

Result<int> Journal::markInterrupted()
{
    return m_writer->call<int>([](SqlConnection &connection) { return interruptOrphans(connection); });
}

Result<> Journal::storeExecutor(const ExecutorRecord &record)
{
    return m_writer->call<void>([record](SqlConnection &connection) { return hermes::storeExecutor(connection, record); });
}

Result<> Journal::setExecutorState(const ExecutorKey &key, SessionState state)
{
    return m_writer->call<void>([key, state](SqlConnection &connection) { return storeExecutorState(connection, key, state); });
}

void Journal::touchExecutor(const ExecutorKey &key)
{
    m_writer->append(JournalWriter::ExecutorUse {.key = key, .lastUsed = QDateTime::currentDateTimeUtc()}, {});
}

Result<> Journal::removeExecutor(const ExecutorKey &key)
{
    return m_writer->call<void>([key](SqlConnection &connection) { return hermes::removeExecutor(connection, key); });
}

Result<qint64> Journal::enforceSpoolQuota(qint64 bytes)
{
    const QList<SpoolEntry> entries = spoolEntries(spoolFolder());
    qint64 used = 0;
    for (const SpoolEntry &entry : entries)
        used += entry.bytes;
    if (used <= bytes)
        return 0;
    // Marked before they go: a row must never promise a file that is not there.
    auto victims = m_writer->call<QList<SpoolEntry>>([entries, excess = used - bytes](SqlConnection &connection) {
        return chooseVictims(connection, entries, excess).and_then([&connection](QList<SpoolEntry> chosen) {
            return markRemoved(connection, chosen).transform([&chosen] { return std::move(chosen); });
        });
    });
    if (!victims)
        return std::unexpected(victims.error());
    qint64 freed = 0;
    for (const SpoolEntry &entry : *victims) {
        if (QFile::remove(spoolFolder() + u'/' + entry.name))
            freed += entry.bytes;
    }
    return freed;
}

Result<std::unique_ptr<JournalReader>> Journal::reader() const
{
    return JournalReader::open(m_folder);
}

} // namespace hermes
