// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/journalreader.h"
#include "backends/engine/journal/journalwriter.h"
#include "backends/engine/journal/launchcopy.h"

#include <stop_token>

namespace hermes {

/// What was launched, what came of it, and which sandboxes and sessions there are, kept in a file.
///
/// Thread-safe. One object a program; any number of programs share a folder. Calls that return a Result of a write
/// wait for its commit (milliseconds; CallPatience at most) and must not be made on the GUI thread or in a Stored
/// callback. What a call or callback reported as stored survives a kill and a loss of power.
///
/// When rows cannot be stored (a full disk) nothing stored before is lost: they are kept in memory, their callbacks
/// get the fault (Exhausted or Storage), and they are stored as soon as that is possible: the journal tries again by
/// itself every few seconds, and once more at its end. Nobody is called a second time then. Start no new work meanwhile.
///
/// Of output up to PreviewBytes a stream lies in the journal. What is longer lies in a spool file, which the system
/// writes out on its own time: after a loss of power its last seconds may be missing, both ends of the stream are not,
/// and reading the result says so. To wait for the disk instead (fdatasync) more than doubles the time of a large
/// output and takes 2 to 20 ms for each of 20 KiB.
class Journal final
{
public:
    /// Opens or makes the journal of a folder (`$XDG_STATE_HOME/hermes-panel`). Storage when it cannot be written or
    /// is of a newer program: then a program can go on without. Blocks a few seconds at most.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> open(const QString &folder, JournalOptions options = {});
    /// Stores what was appended and waits for that.
    ~Journal();

    /// What opening it found out that the user should read.
    [[nodiscard]] const QStringList &notices() const { return m_writer->notices(); }
    [[nodiscard]] const QString &folder() const { return m_folder; }
    [[nodiscard]] QString spoolFolder() const { return spoolPath(m_folder); }
    /// This program, as it owns launches.
    [[nodiscard]] const Owner &owner() const { return m_owner; }

    /// Stores the intent; state, owner and time of creation are set here. Usage for a count out of bounds; a fault
    /// also while rows of other launches cannot be stored, and Exhausted for a sweep without space for what may come.
    [[nodiscard]] Result<LaunchId> createLaunch(LaunchRecord record);
    /// The intent of a launch that runs candidates of `record.rerunOf` again, and with it the results of its other candidates,
    /// all of it in one transaction: 100,000 of them in about a second. NotFound; Conflict while the earlier one is running.
    [[nodiscard]] Result<RerunCreated> createRerun(LaunchRecord record, IndexRanges which);
    /// Returns at once. Nobody is told when it is stored, which is within some milliseconds.
    void append(const CandidateStarted &started);
    /// Returns at once; `stored` is called once with the outcome. A later result of the same candidate replaces it.
    void append(const CandidateFinished &finished, Stored stored, Urgency urgency = Urgency::Grouped);
    /// Candidates whose positions in the order of the launch are below this one may be started once this is stored: should the
    /// program vanish, those of them of which nothing else is known count as perhaps started. Never less than before.
    void extendReach(LaunchId launch, qint64 reach, Stored stored);
    /// The same for the end of a launch, after all rows before. Its counts are taken from its rows.
    void finishLaunch(LaunchId launch, LaunchState state, Stored stored = {});
    /// Called on the writer's thread when rows cannot be stored or take the last space: nothing is to be started from then
    /// on. Replaces the one before, which is not called any more when this returns.
    void whenInTrouble(Trouble trouble) { m_writer->whenInTrouble(std::move(trouble)); }
    /// Waits until everything appended before is stored; what was kept after a failure is tried once more.
    [[nodiscard]] Result<> flush(std::chrono::milliseconds patience);
    /// Rows that were appended and are not stored.
    [[nodiscard]] qsizetype pending() const { return m_writer->pending(); }

    /// Makes this program the owner of a launch, and the launch running, to resume it or only those of `scope`, which are in
    /// order. Conflict, naming the process, while its owner lives, be it this program; NotFound.
    [[nodiscard]] Result<> takeOver(LaunchId launch, const std::optional<IndexRanges> &scope = {});
    /// Removes a launch with its results and files. With its first step, which takes milliseconds, it is gone for everybody;
    /// the rest follows in steps that let others write in between, and is finished by finishRemovals() when this is stopped
    /// or the program ends. NotFound; Conflict while the launch is running and its owner lives.
    [[nodiscard]] Result<> removeLaunch(LaunchId launch, const std::stop_token &stop = {});
    /// Goes on with what an earlier program has begun to remove. For the start of a program.
    [[nodiscard]] Result<> finishRemovals(const std::stop_token &stop);
    /// Running launches whose owner is gone become Interrupted. For the start of a program. Returns how many.
    [[nodiscard]] Result<int> markInterrupted();

    /// Adds a sandbox or session, or replaces what is known of it.
    [[nodiscard]] Result<> storeExecutor(const ExecutorRecord &record);
    /// NotFound. Any state but Open and Running lets the owner go.
    [[nodiscard]] Result<> setExecutorState(const ExecutorKey &key, SessionState state);
    /// Notes that it was used now. Returns at once; stored within a second.
    void touchExecutor(const ExecutorKey &key);
    /// Conflict ("close it first") while it is open; NotFound.
    [[nodiscard]] Result<> removeExecutor(const ExecutorKey &key);

    /// Removes spool files until all of them together take at most `bytes`: the oldest launches first, those that
    /// are running last, and of these only of candidates that have finished. Their rows are marked first. Returns the
    /// bytes that were set free. Takes a while where there are very many files.
    [[nodiscard]] Result<qint64> enforceSpoolQuota(qint64 bytes);

    /// A reader for the calling thread.
    [[nodiscard]] Result<std::unique_ptr<JournalReader>> reader() const;

private:
    Journal(QString folder, Owner owner, std::unique_ptr<JournalWriter> writer);
    [[nodiscard]] Result<> removeRest(LaunchId launch, const std::stop_token &stop);

    QString m_folder;
    Owner m_owner;
    std::unique_ptr<JournalWriter> m_writer;
};

/// Of all spool files of a user.
inline constexpr qint64 DefaultSpoolQuota = 5LL * 1024 * 1024 * 1024;

} // namespace hermes
