// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/engine/candidatequeue.h"
#include "backends/engine/journal/candidaterecord.h"
#include "backends/engine/journal/usualdurations.h"
#include "backends/engine/launch.h"
#include "backends/engine/outputreader.h"

#include <QFuture>
#include <QObject>

#include <memory>
#include <stop_token>

namespace hermes {

class SecretSource;

struct EngineOptions
{
    QString stateFolder = {}; ///< Journal, spool files, ids, locks. `$XDG_STATE_HOME/hermes-panel` for the programs.
    QString program = {};     ///< "hermesctl": named to others who wait for what this program holds.
    bool journalled = true;   ///< Off: nothing is stored; launches of a sweep are refused by the caller.
    int maxRunning = 256;     ///< Runs under way over all backends.
    std::shared_ptr<const SecretSource> secrets = {}; ///< Of launches with secrets; null: they are refused.
};

/// The one object that models and the command line talk to: launches runs, keeps them going, stores their results.
///
/// Lives on the main thread and is called there only; nothing here blocks but open() and shutdown(). Work goes on on
/// the engine's own threads however busy the main thread is. Results come as values: futures for questions,
/// signals for what happens. A candidate is reported as Finished only once it is safe in the journal.
class Engine final : public QObject
{
    Q_OBJECT

public:
    /// Opens journal and state folder. A journal that cannot be had is a Fault (Storage); the caller may then
    /// open again with `journalled` off. Things to tell the user (a damaged journal moved aside) are in notices().
    [[nodiscard]] static Result<std::unique_ptr<Engine>> open(EngineOptions options);
    ~Engine() override;

    [[nodiscard]] QStringList notices() const;
    [[nodiscard]] const EngineOptions &options() const;

    /// Registers a kind of backend; before the first launch.
    void addKind(BackendKind kind);
    [[nodiscard]] QList<BackendKind> kinds() const;
    /// By name or alias; null when there is none.
    [[nodiscard]] const BackendKind *findKind(const QString &name) const;
    /// The settings in force of every backend and profile that is configured. Those that keep things elsewhere are listed and watched with
    /// what the journal knows; backends of other settings are let go of as soon as nothing needs them.
    void setConfigured(QList<Settings> settings);
    /// What a backend of these settings is: its limits, warning and isolation. Does not connect.
    [[nodiscard]] Result<BackendInfo> describe(const Settings &settings) const;

    /// Validates, journals the intent and starts. The signals of the launch come after its ticket.
    [[nodiscard]] QFuture<Result<LaunchTicket>> launch(LaunchSpec spec);
    /// Runs what is missing of a stored sweep, cancelled candidates included, or those of it that are in `only`. Refused while
    /// its owner lives.
    [[nodiscard]] QFuture<Result<LaunchTicket>> resumeSweep(LaunchId id, std::optional<QList<CandidateQueue::Range>> only = {});
    /// Runs these candidates of a stored launch again, in a new launch that takes over the results of the others: the
    /// earlier one stays as it was. Conflict while that is under way; Usage for a sandbox, whose calls build on each other.
    [[nodiscard]] QFuture<Result<LaunchTicket>> rerun(LaunchId id, QList<CandidateQueue::Range> which);
    void cancel(LaunchId id);
    void pause(LaunchId id);
    void unpause(LaunchId id);
    void setConcurrency(LaunchId id, int concurrency);
    /// The launches that are under way in this program.
    [[nodiscard]] QList<LaunchId> active() const;

    /// Of a launch of this program, or one whose spec() was asked for; empty for others.
    [[nodiscard]] QStringList parameterNames(LaunchId id) const;
    /// The parameters of a candidate, in the order of parameterNames. Empty for an unknown launch.
    [[nodiscard]] QStringList parameters(LaunchId id, int index) const;
    /// The whole result of a finished candidate, from the journal; NotFound until it has one.
    [[nodiscard]] QFuture<Result<RunResult>> result(LaunchId id, int index);
    /// The whole results of the finished ones of `count` candidates, or of the first of them: as many as take some MiB.
    [[nodiscard]] QFuture<Result<ResultPage>> results(LaunchId id, int from, int count);
    /// The same of candidates in whatever order, at most MostChosen at once; see ChosenResults.
    static constexpr int MostChosen = 1000;
    [[nodiscard]] QFuture<Result<ChosenResults>> chosenResults(LaunchId id, QList<int> candidates);
    /// What a running candidate has written so far; nothing when it is not running.
    [[nodiscard]] std::optional<std::pair<StreamCapture, StreamCapture>> liveOutput(LaunchId id, int index) const;
    /// Reads a stream of a running candidate piece by piece; null when it is not running. Another one once it is tried again.
    /// For a finished one: outputReader() of its result.
    [[nodiscard]] std::shared_ptr<const OutputReader> liveReader(LaunchId id, int index, Stream stream) const;

    [[nodiscard]] QFuture<Result<QList<LaunchRecord>>> history(HistoryFilter filter);
    [[nodiscard]] QFuture<Result<LaunchRecord>> record(LaunchId id);
    /// Definition of a stored launch, to open it again.
    [[nodiscard]] QFuture<Result<LaunchSpec>> spec(LaunchId id);
    /// The finished ones of the range, and as Running those that were started and have no result. About two seconds for a
    /// million; whoever shows them as they come asks for some ten thousand at a time.
    [[nodiscard]] QFuture<Result<QList<CandidateSummary>>> candidates(LaunchId id, int from, int count);
    /// Removes a launch with its results, for ever. It is listed no more in some milliseconds; the future ends when its space
    /// is given back, or the engine ends: the rest then follows at the next start. Conflict while it is under way.
    [[nodiscard]] QFuture<Result<>> deleteLaunch(LaunchId id);
    /// How long runs of a snippet took in its latest launches, those that have just ended included; nothing when it was never run
    /// there.
    [[nodiscard]] QFuture<Result<std::optional<UsualDurations>>> usualDurations(DurationsWanted wanted);

    /// While anybody wants it (calls with true less calls with false), journalChanged() tells of every change.
    void watchJournal(bool wanted);

    /// While anybody wants it (as above), sessionsChanged() tells of what happens elsewhere to what sessions() lists.
    void watchSessions(bool wanted);

    /// Whether a stored launch, sandbox or session is of this profile, be it configured still or not.
    [[nodiscard]] QFuture<Result<bool>> remembersProfile(QString profile);

    /// Sandboxes and sessions: what the journal knows, joined with what each backend says is there; see SessionDirectory.
    [[nodiscard]] QFuture<Result<QList<SessionInfo>>> sessions();
    /// Closes by id; backend and profile come from the journal unless they are named. Already closed is success.
    [[nodiscard]] QFuture<Result<>> closeSession(SessionAddress address);
    [[nodiscard]] QFuture<Result<>> deleteSession(SessionAddress address);
    /// Backend::tidy() at this place, as far as it keeps things elsewhere and can be reached.
    [[nodiscard]] QFuture<Result<>> tidy(SessionAddress place);
    /// The sandboxes that this program has open elsewhere, where they go on when it ends.
    [[nodiscard]] QList<SessionAddress> keptElsewhere() const;

    /// What a backend of these settings keeps started ahead; nothing where it keeps nothing.
    [[nodiscard]] QFuture<Result<std::optional<PoolStatus>>> poolStatus(Settings settings);
    /// Starts what is missing of it; ends what is there, until it is used or filled again.
    [[nodiscard]] QFuture<Result<>> fillPool(Settings settings);
    [[nodiscard]] QFuture<Result<>> drainPool(Settings settings);

    /// Copies into a sandbox, which is created if need be; or out of one, NotFound where there is none. Both open it when it
    /// is not open in this program and end with the id of the one that it was: a spent id moves on.
    [[nodiscard]] QFuture<Result<QString>> put(SandboxName sandbox, QString localFile, QByteArray target);
    [[nodiscard]] QFuture<Result<QString>> get(SandboxName sandbox, QByteArray source, QString localFile);

    /// The sandbox of this machine that is open at a place, whose id is left empty: the one that is used where none is named.
    /// NotFound where there is none, Usage where there are several.
    [[nodiscard]] QFuture<Result<SessionAddress>> defaultSandbox(SessionAddress place);

    /// The files of a sandbox that is there, named as for closeSession(); see SandboxFiles. NotFound for one that is unknown,
    /// closed or lost: none is made. A request to stop ends them as Cancelled.
    [[nodiscard]] QFuture<Result<FolderContent>> listFiles(SessionAddress sandbox, QByteArray folder, std::stop_token stop,
                                                           std::optional<Settings> asked = {});
    [[nodiscard]] QFuture<Result<>> putFile(SessionAddress sandbox, QString localFile, QByteArray target, std::stop_token stop);
    [[nodiscard]] QFuture<Result<>> getFile(SessionAddress sandbox, QByteArray source, QString localFile, std::stop_token stop);
    /// The space that its files take up; a fault where that is not known.
    [[nodiscard]] QFuture<Result<DiskUse>> sessionSize(SessionAddress sandbox, std::stop_token stop);

    /// Tests the connection; `report` is called on the main thread. The future ends with whether all steps passed; after a
    /// stop request soon, with a step that was cancelled.
    [[nodiscard]] QFuture<bool> check(Settings settings, std::function<void(const CheckStep &)> report, std::stop_token stop = {});

    // The images of a backend, see ImageStore; Usage for one that has none. `report` is called on the main thread, for the last
    // time before the future ends. A request to stop ends them as Cancelled.

    [[nodiscard]] QFuture<Result<QList<ImageEntry>>> images(Settings settings, std::stop_token stop);
    [[nodiscard]] QFuture<Result<>> pullImage(Settings settings, QString image, ImageReporter report, std::stop_token stop);
    [[nodiscard]] QFuture<Result<QString>> buildImage(Settings settings, ImageBuild build, ImageReporter report,
                                                      std::stop_token stop);
    [[nodiscard]] QFuture<Result<>> tagImage(Settings settings, QString image, QString name, std::stop_token stop);
    [[nodiscard]] QFuture<Result<>> removeImage(Settings settings, QString image, std::stop_token stop);
    [[nodiscard]] QFuture<Result<>> exportImage(Settings settings, QString image, QString file, ImageReporter report,
                                                std::stop_token stop);
    [[nodiscard]] QFuture<Result<QStringList>> importImages(Settings settings, QString file, ImageReporter report,
                                                            std::stop_token stop);
    [[nodiscard]] QFuture<Result<>> pushImage(Settings settings, QString image, ImageReporter report, std::stop_token stop);
    [[nodiscard]] QFuture<Result<ImageScan>> scanImage(Settings settings, QString image, ImageReporter report,
                                                       std::stop_token stop);
    [[nodiscard]] QFuture<Result<std::optional<ImageScan>>> lastImageScan(Settings settings, QString imageId, std::stop_token stop);

    /// Refuses new launches, cancels what runs, waits until it is gone and stored (at most `patience`), lets go of
    /// sandboxes, ends the threads. Blocks; the destructor calls it. False: something was still there at the end.
    bool shutdown(std::chrono::milliseconds patience = std::chrono::seconds(5));

Q_SIGNALS:
    void candidatesChanged(hermes::LaunchId id, const QList<hermes::CandidateSummary> &candidates);
    void progressChanged(hermes::LaunchId id, const hermes::LaunchProgress &progress);
    /// The last signal of a launch.
    void launchFinished(hermes::LaunchId id, const hermes::LaunchProgress &progress);
    /// The journal was changed, by this program or another one; about once a second at most.
    void journalChanged();
    /// Something that is kept elsewhere was made, has ended or was changed, or can no longer be asked; some times a second at most.
    void sessionsChanged();
    /// Something the user should read that belongs to no launch.
    void noticed(const QString &text);

private:
    struct Private;
    explicit Engine(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace hermes
