// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine.h"

#include "backends/core/inbackground.h"
#include "backends/core/joinedstop.h"
#include "backends/engine/backendregistry.h"
#include "backends/engine/candidatesummary.h"
#include "backends/engine/journal/excerpt.h"
#include "backends/engine/journal/journal.h"
#include "backends/engine/journalwatch.h"
#include "backends/engine/launchjson.h"
#include "backends/engine/launchpreparation.h"
#include "backends/engine/machineid.h"
#include "backends/engine/sandboxfiles.h"
#include "backends/engine/scheduler.h"
#include "backends/engine/sessiondirectory.h"

#include <QDir>
#include <QFile>
#include <QPromise>
#include <QSemaphore>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace hermes {

using namespace std::chrono_literals;

namespace {
constexpr int PoolThreads = 64;
/// Of output in one answer; a reader asks for the next one while it deals with this one.
constexpr qint64 PageBytes = 8LL * 1024 * 1024;

/// What cannot be removed now is tried again at the next start.
void tidyUp(Journal &journal, const std::stop_token &stop)
{
    std::ignore = journal.finishRemovals(stop);
    std::ignore = journal.enforceSpoolQuota(DefaultSpoolQuota);
}
} // namespace

struct Engine::Private
{
    EngineOptions options;
    QStringList notices;
    BackendRegistry registry;
    std::unique_ptr<Journal> journal;
    LiveOutputs live;
    SandboxShelf sandboxes;
    std::unique_ptr<LaunchPreparation> preparation;
    std::unique_ptr<SessionDirectory> directory;
    std::unique_ptr<SandboxFiles> files;
    std::stop_source stop; ///< Of questions that are being answered.
    QThreadPool pool;
    QThread thread;
    QThread watchThread;
    JournalWatch *watch = nullptr; ///< Null before anybody wants it; deleted by its thread when that ends.
    int watchers = 0;
    Scheduler *scheduler = nullptr; ///< Deleted by its thread when that ends.
    QSemaphore idle;
    bool closed = false;
    QHash<LaunchId, LaunchProgress> progress; ///< The latest of those that are under way here.

    mutable std::mutex mutex; ///< Guards the three below.
    QHash<LaunchId, std::shared_ptr<const LaunchPlan>> plans;
    QHash<LaunchId, qint64> resultBytes; ///< Of launches without a plan here.
    QList<LaunchId> active;

    /// Answers on a worker thread.
    template<typename Question>
    [[nodiscard]] auto ask(Question question) -> QFuture<std::invoke_result_t<Question &>>
    {
        return inBackground(pool, std::move(question));
    }

    /// The same for a question that its asker may stop.
    template<typename Question>
    [[nodiscard]] auto askStoppable(std::stop_token asker, Question question)
        -> QFuture<std::invoke_result_t<Question, std::stop_token>>
    {
        return ask([this, asker = std::move(asker), question = std::move(question)] {
            const JoinedStop joined(asker, stop.get_token());
            return question(joined.token());
        });
    }

    /// Calls a function of the scheduler on its thread; nothing after the shutdown.
    template<typename Call>
    void tell(Call call)
    {
        if (answering)
            afterAnswer.emplace_back(std::move(call));
        else if (scheduler)
            QMetaObject::invokeMethod(
                scheduler, [this, call = std::move(call)]() mutable { call(*scheduler); }, Qt::QueuedConnection);
    }

    [[nodiscard]] std::shared_ptr<const LaunchPlan> plan(LaunchId id) const
    {
        const std::scoped_lock lock(mutex);
        return plans.value(id);
    }

    /// Asks the journal; on a worker thread.
    template<typename Question>
    [[nodiscard]] auto read(const Question &question) -> std::invoke_result_t<const Question &, JournalReader &>
    {
        if (!journal)
            return notStored();
        const Result<std::unique_ptr<JournalReader>> reader = journal->reader();
        if (!reader)
            return std::unexpected(reader.error());
        return question(**reader);
    }

    bool answering = false; ///< A ticket is being handed out whose launch the scheduler does not know yet.
    std::vector<std::move_only_function<void(Scheduler &)>> afterAnswer;

    [[nodiscard]] Result<qint64> resultBytesOf(LaunchId id, JournalReader &reader);
    template<typename T>
    [[nodiscard]] QFuture<Result<T>> fromStore(std::function<Result<T>(JournalReader &)> stored,
                                               std::function<Result<T>(const Scheduler &)> kept);
    [[nodiscard]] QFuture<Result<QString>> copy(SandboxName name, Unknown unknown,
                                                std::function<Result<>(Sandbox &, std::stop_token)> work);
    void adopt(Result<Preparation> preparation, QPromise<Result<LaunchTicket>> &promise);
    template<typename Prepare>
    [[nodiscard]] QFuture<Result<LaunchTicket>> launch(Engine *engine, Prepare prepare);
    void startWatch(Engine *engine);
    [[nodiscard]] std::unexpected<Fault> notStored() const
    {
        return fail(FaultKind::Storage, u"Nothing is stored in this run of the program"_s,
                    u"Make %1 writable."_s.arg(options.stateFolder));
    }
};

/// How much of a stream a result of this launch holds.
Result<qint64> Engine::Private::resultBytesOf(LaunchId id, JournalReader &reader)
{
    {
        const std::scoped_lock lock(mutex);
        if (const auto plan = plans.value(id))
            return plan->spec().capture.resultBytes;
        if (const auto known = resultBytes.constFind(id); known != resultBytes.cend())
            return *known;
    }
    return reader.launch(id).transform([&](const LaunchRecord &record) {
        const std::scoped_lock lock(mutex);
        return *resultBytes.insert(id, captureFrom(record).resultBytes);
    });
}

/// Where nothing is stored the scheduler keeps the results.
template<typename T>
QFuture<Result<T>> Engine::Private::fromStore(std::function<Result<T>(JournalReader &)> stored,
                                              std::function<Result<T>(const Scheduler &)> kept)
{
    if (journal)
        return ask([this, stored = std::move(stored)] { return read(stored); });
    QPromise<Result<T>> promise;
    auto future = promise.future();
    promise.start();
    tell([promise = std::move(promise), kept = std::move(kept)](Scheduler &scheduler) mutable {
        promise.addResult(kept(scheduler));
        promise.finish();
    });
    return future;
}

QFuture<Result<QString>> Engine::Private::copy(SandboxName name, Unknown unknown,
                                               std::function<Result<>(Sandbox &, std::stop_token)> work)
{
    return ask([this, name = std::move(name), unknown, work = std::move(work)] {
        return preparation->nameSandbox(name, unknown).and_then([&](const NamedSandbox &found) {
            return sandboxes.open(found.backend, found.name, stop.get_token())
                .and_then([&](const std::shared_ptr<Sandbox> &open) { return work(*open, stop.get_token()); })
                .transform([&] { return found.name.id; });
        });
    });
}

/// Answers with the ticket first and only then lets the scheduler begin: what follows a future may be called by way of
/// the event queue, where a signal that was sent before the answer would overtake it.
void Engine::Private::adopt(Result<Preparation> preparation, QPromise<Result<LaunchTicket>> &promise)
{
    const auto answer = [&promise](Result<LaunchTicket> ticket) {
        promise.addResult(std::move(ticket));
        promise.finish();
    };
    if (!preparation)
        return answer(std::unexpected(std::move(preparation.error())));
    if (stop.stop_requested())
        return answer(fail(FaultKind::Cancelled, u"The program is ending"_s));
    {
        const std::scoped_lock lock(mutex);
        plans.insert(preparation->launch.id, preparation->launch.plan);
        active.append(preparation->launch.id);
    }
    answering = true;
    answer(std::move(preparation->ticket));
    answering = false;
    tell([launch = std::move(preparation->launch)](Scheduler &scheduler) mutable { scheduler.adopt(std::move(launch)); });
    // Who waits for the ticket may be called by the answer itself: a cancel must not come before what it is to cancel.
    for (auto &call : std::exchange(afterAnswer, {}))
        tell(std::move(call));
}

/// Prepares on a worker thread and adopts on the main thread.
template<typename Prepare>
QFuture<Result<LaunchTicket>> Engine::Private::launch(Engine *engine, Prepare prepare)
{
    QPromise<Result<LaunchTicket>> promise;
    auto future = promise.future();
    promise.start();
    postTo(pool, [this, engine, promise = std::move(promise), prepare = std::move(prepare)]() mutable {
        QMetaObject::invokeMethod(
            engine,
            [this, promise = std::move(promise), preparation = prepare()]() mutable { adopt(std::move(preparation), promise); },
            Qt::QueuedConnection);
    });
    return future;
}

void Engine::Private::startWatch(Engine *engine)
{
    watch = new JournalWatch([this]() -> std::unique_ptr<JournalReader> {
        auto reader = journal->reader();
        return reader ? std::move(*reader) : nullptr;
    });
    watch->moveToThread(&watchThread);
    connect(&watchThread, &QThread::finished, watch, &QObject::deleteLater);
    connect(watch, &JournalWatch::changed, engine, &Engine::journalChanged);
    watchThread.setObjectName(u"journal watch"_s);
    watchThread.start();
}

Result<std::unique_ptr<Engine>> Engine::open(EngineOptions options)
{
    auto d = std::make_unique<Private>();
    d->options = std::move(options);
    if (d->options.journalled) {
        auto journal = Journal::open(d->options.stateFolder, {.program = d->options.program});
        if (!journal)
            return std::unexpected(std::move(journal.error()));
        d->journal = std::move(*journal);
        d->notices += d->journal->notices();
        if (const Result<int> marked = d->journal->markInterrupted(); !marked)
            return std::unexpected(marked.error());
    }
    return std::unique_ptr<Engine>(new Engine(std::move(d)));
}

Engine::Engine(std::unique_ptr<Private> p) : d(std::move(p))
{
    qRegisterMetaType<LaunchId>("hermes::LaunchId");
    qRegisterMetaType<QList<CandidateSummary>>();
    qRegisterMetaType<LaunchProgress>();
    d->pool.setMaxThreadCount(PoolThreads);
    const QString machine = machineId(d->options.stateFolder);
    d->preparation = std::make_unique<LaunchPreparation>(d->registry, d->journal.get(), machine);
    d->directory = std::make_unique<SessionDirectory>(d->registry, d->journal.get(), d->sandboxes);
    d->files = std::make_unique<SandboxFiles>(d->registry, d->journal.get(), *d->directory, d->sandboxes);
    d->scheduler = new Scheduler(SchedulerParts {.journal = d->journal.get(),
                                                 .pool = &d->pool,
                                                 .live = &d->live,
                                                 .sandboxes = &d->sandboxes,
                                                 .spoolFolder = d->journal ? d->journal->spoolFolder() : QString(),
                                                 .maxRunning = d->options.maxRunning});
    d->scheduler->moveToThread(&d->thread);
    connect(&d->thread, &QThread::finished, d->scheduler, &QObject::deleteLater);
    connect(d->scheduler, &Scheduler::candidatesChanged, this, [this](LaunchId id, const QList<CandidateSummary> &candidates) {
        if (d->scheduler)
            d->scheduler->acknowledge();
        Q_EMIT candidatesChanged(id, candidates);
    });
    connect(d->scheduler, &Scheduler::progressChanged, this, [this](LaunchId id, const LaunchProgress &progress) {
        d->progress.insert(id, progress);
        Q_EMIT progressChanged(id, progress);
    });
    connect(d->scheduler, &Scheduler::launchFinished, this, [this](LaunchId id, const LaunchProgress &progress) {
        {
            const std::scoped_lock lock(d->mutex);
            d->active.removeOne(id);
        }
        d->progress.remove(id);
        Q_EMIT launchFinished(id, progress);
    });
    connect(d->scheduler, &Scheduler::idle, d->scheduler, [this] { d->idle.release(); }, Qt::DirectConnection);
    if (d->journal)
        postTo(d->pool, [d = d.get()] { tidyUp(*d->journal, d->stop.get_token()); });
    d->thread.setObjectName(u"scheduler"_s);
    d->thread.start();
}

Engine::~Engine()
{
    shutdown();
}

QStringList Engine::notices() const
{
    return d->notices;
}

const EngineOptions &Engine::options() const
{
    return d->options;
}

void Engine::addKind(BackendKind kind)
{
    d->registry.add(std::move(kind));
}

QList<BackendKind> Engine::kinds() const
{
    return d->registry.kinds();
}

const BackendKind *Engine::findKind(const QString &name) const
{
    return d->registry.find(name);
}

Result<BackendInfo> Engine::describe(const Settings &settings) const
{
    return d->registry.backend(settings).transform([](const std::shared_ptr<Backend> &backend) { return backend->info(); });
}

QFuture<Result<LaunchTicket>> Engine::launch(LaunchSpec spec)
{
    return d->launch(this, [d = d.get(), spec = std::move(spec)]() mutable { return d->preparation->prepare(std::move(spec)); });
}

QFuture<Result<LaunchTicket>> Engine::resumeSweep(LaunchId id, std::optional<QList<CandidateQueue::Range>> only)
{
    return d->launch(this, [d = d.get(), id, only = std::move(only)] { return d->preparation->prepareResume(id, only); });
}

QFuture<Result<LaunchTicket>> Engine::rerun(LaunchId id, QList<CandidateQueue::Range> which)
{
    return d->launch(this, [d = d.get(), id, which = std::move(which)] { return d->preparation->prepareRerun(id, which); });
}

void Engine::cancel(LaunchId id)
{
    d->tell([id](Scheduler &scheduler) { scheduler.cancel(id); });
}

void Engine::pause(LaunchId id)
{
    d->tell([id](Scheduler &scheduler) { scheduler.setPaused(id, true); });
}

void Engine::unpause(LaunchId id)
{
    d->tell([id](Scheduler &scheduler) { scheduler.setPaused(id, false); });
}

void Engine::setConcurrency(LaunchId id, int concurrency)
{
    d->tell([id, concurrency](Scheduler &scheduler) { scheduler.setConcurrency(id, concurrency); });
}

QList<LaunchId> Engine::active() const
{
    const std::scoped_lock lock(d->mutex);
    return d->active;
}

QStringList Engine::parameterNames(LaunchId id) const
{
    const std::shared_ptr<const LaunchPlan> plan = d->plan(id);
    return plan ? plan->parameterNames() : QStringList();
}

QStringList Engine::parameters(LaunchId id, int index) const
{
    const std::shared_ptr<const LaunchPlan> plan = d->plan(id);
    return plan && index >= 0 && index < plan->total() ? plan->parameters(index) : QStringList();
}

QFuture<Result<RunResult>> Engine::result(LaunchId id, int index)
{
    const auto stored = [d = d.get(), id, index](JournalReader &reader) {
        return d->resultBytesOf(id, reader)
            .and_then([&](qint64 bytes) { return reader.result(id, index, bytes); })
            .transform([](StoredResult result) { return std::move(result.result); });
    };
    const auto kept = [id, index](const Scheduler &scheduler) -> Result<RunResult> {
        ResultPage page = scheduler.keptResults(id, {.first = index, .last = index});
        if (page.results.isEmpty())
            return fail(FaultKind::NotFound, u"Candidate %1 of %2 has no result yet"_s.arg(index).arg(id));
        return std::move(page.results.first().result);
    };
    return d->fromStore<RunResult>(stored, kept);
}

QFuture<Result<ResultPage>> Engine::results(LaunchId id, int from, int count)
{
    constexpr int MostAtOnce = 1000;
    const IndexRange range {.first = from, .last = from + std::min(count, MostAtOnce) - 1};
    const auto stored = [d = d.get(), id, range](JournalReader &reader) {
        return d->resultBytesOf(id, reader).and_then([&](qint64 bytes) {
            return reader.results(id, range, {.resultBytes = bytes, .pageBytes = PageBytes});
        });
    };
    return d->fromStore<ResultPage>(stored, [id, range](const Scheduler &scheduler) { return scheduler.keptResults(id, range); });
}

std::optional<std::pair<StreamCapture, StreamCapture>> Engine::liveOutput(LaunchId id, int index) const
{
    return d->live.snapshot(id, index);
}

std::shared_ptr<const OutputReader> Engine::liveReader(LaunchId id, int index, Stream stream) const
{
    return d->live.reader(id, index, stream);
}

QFuture<Result<QList<LaunchRecord>>> Engine::history(HistoryFilter filter)
{
    // To count the rows of a large sweep while it runs takes longer than all the rest.
    filter.uncounted = d->progress.keys();
    return d->ask([d = d.get(), filter = std::move(filter), known = d->progress]() -> Result<QList<LaunchRecord>> {
        return d->read([&](JournalReader &reader) {
            return reader.launches(filter).transform([&known](QList<LaunchRecord> records) {
                for (LaunchRecord &record : records) {
                    if (const auto here = known.constFind(record.id); here != known.cend() && record.state == LaunchState::Running)
                        record.counts = countsOf(*here);
                }
                return records;
            });
        });
    });
}

QFuture<Result<LaunchRecord>> Engine::record(LaunchId id)
{
    return d->ask(
        [d = d.get(), id]() -> Result<LaunchRecord> { return d->read([&](JournalReader &reader) { return reader.launch(id); }); });
}

QFuture<Result<LaunchSpec>> Engine::spec(LaunchId id)
{
    return d->ask([d = d.get(), id]() -> Result<LaunchSpec> {
        const Result<std::shared_ptr<const LaunchPlan>> plan = d->preparation->storedPlan(id);
        if (!plan)
            return std::unexpected(plan.error());
        const std::scoped_lock lock(d->mutex);
        d->plans.insert(id, *plan);
        return (*plan)->spec();
    });
}

QFuture<Result<QList<CandidateSummary>>> Engine::candidates(LaunchId id, int from, int count)
{
    const IndexRange range {.first = from, .last = from + count - 1};
    return d->ask([d = d.get(), id, range]() -> Result<QList<CandidateSummary>> {
        return d->read([&](JournalReader &reader) -> Result<QList<CandidateSummary>> {
            QList<CandidateSummary> list;
            return reader.forEachCandidate(id, range, [&list](const StoredCandidate &stored) { list.append(summarize(stored)); })
                .transform([&list] { return std::move(list); });
        });
    });
}

QFuture<Result<>> Engine::deleteLaunch(LaunchId id)
{
    return d->ask([d = d.get(), id]() -> Result<> {
        if (!d->journal)
            return d->notStored();
        const Result<> removed = d->journal->removeLaunch(id, d->stop.get_token());
        if (removed) {
            const std::scoped_lock lock(d->mutex);
            d->plans.remove(id);
            d->resultBytes.remove(id);
        }
        return removed;
    });
}

QFuture<Result<std::optional<UsualDurations>>> Engine::usualDurations(DurationsWanted wanted)
{
    if (const BackendKind *kind = findKind(wanted.backend))
        wanted.backend = kind->kind;
    return d->ask([d = d.get(), wanted = std::move(wanted)]() -> Result<std::optional<UsualDurations>> {
        return d->read([&](JournalReader &reader) { return reader.usualDurations(wanted); });
    });
}

void Engine::watchJournal(bool wanted)
{
    d->watchers += wanted ? 1 : -1;
    if (!d->journal || d->closed)
        return;
    if (!d->watch && wanted)
        d->startWatch(this);
    if (d->watch)
        QMetaObject::invokeMethod(
            d->watch, [watch = d->watch, active = d->watchers > 0] { watch->setActive(active); }, Qt::QueuedConnection);
}

QFuture<Result<bool>> Engine::remembersProfile(QString profile)
{
    return d->ask([d = d.get(), profile = std::move(profile)]() -> Result<bool> {
        return d->read([&](JournalReader &reader) -> Result<bool> {
            const Result<QList<LaunchRecord>> launches = reader.launches({.profile = profile, .limit = 1});
            const Result<QList<ExecutorRecord>> executors = reader.executors();
            if (!launches || !executors)
                return std::unexpected(launches ? executors.error() : launches.error());
            const auto isOfProfile = [&](const ExecutorRecord &record) { return record.key.profile == profile; };
            return !launches->isEmpty() || std::ranges::any_of(*executors, isOfProfile);
        });
    });
}

QFuture<Result<QList<SessionInfo>>> Engine::sessions()
{
    return d->ask([d = d.get()] { return d->directory->list(d->stop.get_token()); });
}

QFuture<Result<>> Engine::closeSession(SessionAddress address)
{
    return d->ask([d = d.get(), address = std::move(address)] { return d->directory->close(address, d->stop.get_token()); });
}

QFuture<Result<>> Engine::deleteSession(SessionAddress address)
{
    return d->ask([d = d.get(), address = std::move(address)] { return d->directory->remove(address); });
}

QFuture<Result<QString>> Engine::put(SandboxName sandbox, QString localFile, QString target)
{
    return d->copy(std::move(sandbox), Unknown::Created,
                   [localFile = std::move(localFile), target = std::move(target)](Sandbox &open, std::stop_token stop) {
                       return open.put(localFile, QFile::encodeName(target), std::move(stop));
                   });
}

QFuture<Result<QString>> Engine::get(SandboxName sandbox, QString source, QString localFile)
{
    return d->copy(std::move(sandbox), Unknown::Refused,
                   [source = std::move(source), localFile = std::move(localFile)](Sandbox &open, std::stop_token stop) {
                       return open.get(QFile::encodeName(source), localFile, std::move(stop));
                   });
}

QFuture<Result<FolderContent>> Engine::listFiles(SessionAddress sandbox, QByteArray folder, std::stop_token stop)
{
    return d->askStoppable(std::move(stop),
                           [files = d->files.get(), sandbox = std::move(sandbox), folder = std::move(folder)](
                               std::stop_token joined) { return files->list(sandbox, folder, std::move(joined)); });
}

QFuture<Result<>> Engine::putFile(SessionAddress sandbox, QString localFile, QByteArray target, std::stop_token stop)
{
    return d->askStoppable(
        std::move(stop),
        [files = d->files.get(), sandbox = std::move(sandbox), localFile = std::move(localFile),
         target = std::move(target)](std::stop_token joined) { return files->put(sandbox, localFile, target, std::move(joined)); });
}

QFuture<Result<>> Engine::getFile(SessionAddress sandbox, QByteArray source, QString localFile, std::stop_token stop)
{
    return d->askStoppable(std::move(stop),
                           [files = d->files.get(), sandbox = std::move(sandbox), source = std::move(source),
                            localFile = std::move(localFile)](std::stop_token joined) {
                               return files->get(sandbox, source, localFile, std::move(joined));
                           });
}

QFuture<Result<DiskUse>> Engine::sessionSize(SessionAddress sandbox, std::stop_token stop)
{
    return d->askStoppable(std::move(stop), [files = d->files.get(), sandbox = std::move(sandbox)](std::stop_token joined) {
        return files->diskUse(sandbox, std::move(joined));
    });
}

QFuture<bool> Engine::check(Settings settings, std::function<void(const CheckStep &)> report, std::stop_token stop)
{
    const auto promise = std::make_shared<QPromise<bool>>();
    promise->start();
    postTo(d->pool, [this, promise, settings = std::move(settings), report = std::move(report), stop = std::move(stop)] {
        std::stop_source either;
        const auto end = [&either] { either.request_stop(); };
        const std::stop_callback onStop(stop, end);
        const std::stop_callback onShutdown(d->stop.get_token(), end);
        bool passed = true;
        const auto pass = [&](const CheckStep &step) {
            passed = passed && step.outcome.has_value();
            QMetaObject::invokeMethod(this, [report, step] { report(step); }, Qt::QueuedConnection);
        };
        const Result<std::shared_ptr<Backend>> backend = d->registry.backend(settings);
        if (backend)
            (*backend)->check(pass, either.get_token());
        else
            pass({.name = u"settings"_s, .outcome = std::unexpected(backend.error())});
        // By the same way as the steps, so that it cannot overtake them.
        const auto finish = [promise, passed] {
            promise->addResult(passed);
            promise->finish();
        };
        QMetaObject::invokeMethod(this, finish, Qt::QueuedConnection);
    });
    return promise->future();
}

bool Engine::shutdown(std::chrono::milliseconds patience)
{
    if (std::exchange(d->closed, true))
        return true;
    d->stop.request_stop();
    while (d->idle.tryAcquire())
        continue;
    d->tell([](Scheduler &scheduler) { scheduler.cancelAll(); });
    const bool clean = d->idle.tryAcquire(1, int(patience.count()));
    // Workers may still have something to tell the scheduler.
    d->pool.waitForDone();
    for (QThread *thread : {&d->thread, &d->watchThread}) {
        thread->quit();
        thread->wait();
    }
    d->watch = nullptr;
    d->scheduler = nullptr;
    d->sandboxes.clear();
    d->registry.clear();
    d->journal.reset();
    return clean;
}

} // namespace hermes
