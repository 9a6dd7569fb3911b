// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engineprivate.h"

#include "backends/engine/machineid.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr int PoolThreads = 64;

/// What cannot be removed now is tried again at the next start.
void tidyUp(Journal &journal, const std::stop_token &stop)
{
    std::ignore = journal.finishRemovals(stop);
    std::ignore = journal.enforceSpoolQuota(DefaultSpoolQuota);
}
} // namespace

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
    d->machine = machineId(d->options.stateFolder);
    d->preparation = std::make_unique<LaunchPreparation>(
        d->registry, d->journal.get(), d->machine,
        LaunchPreparation::Secrets {.source = d->options.secrets, .stop = d->stop.get_token()});
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
        d->retireBackends();
        Q_EMIT launchFinished(id, progress);
    });
    connect(d->scheduler, &Scheduler::idle, d->scheduler, [this] { d->idle.release(); }, Qt::DirectConnection);
    d->places = std::make_unique<PlaceWatch>(
        d->pool, [d = d.get()] { return d->directory->remoteBackends(); }, d->stop.get_token());
    connect(d->places.get(), &PlaceWatch::changed, this, &Engine::sessionsChanged);
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

std::optional<std::pair<StreamCapture, StreamCapture>> Engine::liveOutput(LaunchId id, int index) const
{
    return d->live.snapshot(id, index);
}

std::shared_ptr<const OutputReader> Engine::liveReader(LaunchId id, int index, Stream stream) const
{
    return d->live.reader(id, index, stream);
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

void Engine::watchSessions(bool wanted)
{
    d->placeWatchers += wanted ? 1 : -1;
    if (!d->closed)
        d->places->setActive(d->placeWatchers > 0);
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
    d->places.reset();
    d->scheduler = nullptr;
    d->sandboxes.clear();
    d->registry.clear();
    d->journal.reset();
    return clean;
}

} // namespace hermes
