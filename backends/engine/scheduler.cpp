// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "scheduler.h"

#include "backends/core/inbackground.h"
#include "backends/engine/candidatesummary.h"
#include "backends/engine/journal/journal.h"
#include "backends/engine/runsink.h"

#include <QPointer>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

using namespace std::chrono_literals;

namespace {
constexpr auto PublicationInterval = 33ms;
constexpr auto AgeingInterval = 1s;
/// Batches that may be on their way to the receiver: a busy receiver gets fewer and larger ones.
constexpr int MaxUnacknowledged = 2;

} // namespace

Scheduler::Scheduler(SchedulerParts parts)
    : m_parts(std::move(parts)), m_inbox(this, [this](std::vector<Message> &&messages) { receive(std::move(messages)); })
{
    m_publication.setParent(this);
    m_publication.setSingleShot(true);
    connect(&m_publication, &QTimer::timeout, this, &Scheduler::publish);
    if (m_parts.journal)
        m_parts.journal->whenInTrouble([this](const Fault &fault) { m_inbox.post(JournalTrouble {fault}); });
}

Scheduler::~Scheduler()
{
    if (m_parts.journal)
        m_parts.journal->whenInTrouble({});
    // Ends what still runs, whose ends are posted to the inbox: it must go last.
    m_launches.clear();
}

ActiveLaunch *Scheduler::find(LaunchId id)
{
    const auto found = m_launches.find(id);
    return found == m_launches.end() ? nullptr : found->second.get();
}

void Scheduler::adopt(PreparedLaunch prepared)
{
    const LaunchId id = prepared.id;
    ActiveLaunch &launch = *m_launches.emplace(id, std::make_unique<ActiveLaunch>(std::move(prepared))).first->second;
    Q_EMIT progressChanged(id, launch.progress());
    if (launch.queue.isEmpty()) {
        finishIfOver(id);
        return;
    }
    extendReach(launch);
    open(launch);
}

/// Sandboxes of one id take their launches in turn: the one with the lowest id holds it until it is over.
bool Scheduler::isTurnOf(const ActiveLaunch &launch) const
{
    if (launch.plan().spec().kind != LaunchKind::Sandbox)
        return true;
    return std::ranges::none_of(m_launches, [&](const auto &entry) {
        const ActiveLaunch &other = *entry.second;
        return other.id() < launch.id() && other.plan().spec().kind == LaunchKind::Sandbox
            && other.executorName() == launch.executorName() && other.backend() == launch.backend();
    });
}

void Scheduler::open(ActiveLaunch &launch)
{
    if (launch.opening || launch.executor || launch.cancelled || !isTurnOf(launch))
        return;
    launch.opening = true;
    postTo(*m_parts.pool,
           [this, id = launch.id(), backend = launch.backend(), name = launch.executorName(), onceOpen = launch.onceOpen(),
            isSandbox = launch.plan().spec().kind == LaunchKind::Sandbox, concurrency = launch.concurrency,
            stop = launch.openStop.get_token()] {
               Result<std::shared_ptr<Executor>> executor;
               if (isSandbox) {
                   const auto tell = [&](const QString &waitsFor) { m_inbox.post(OpeningTold {id, waitsFor}); };
                   executor = m_parts.sandboxes->open(backend, name, stop, tell)
                                  .transform([](std::shared_ptr<Sandbox> sandbox) -> std::shared_ptr<Executor> { return sandbox; });
                   if (executor && onceOpen && m_parts.journal)
                       std::ignore = m_parts.journal->storeExecutor(*onceOpen);
               } else {
                   executor = backend->openSession({.name = name, .concurrency = concurrency}, stop)
                                  .transform([](std::unique_ptr<Executor> session) {
                                      return std::shared_ptr<Executor>(std::move(session));
                                  });
               }
               m_inbox.post(Opened {id, std::move(executor)});
           });
}

void Scheduler::receive(std::vector<Message> &&messages)
{
    for (Message &message : messages)
        std::visit([this](auto &known) { on(known); }, message);
    pump();
    schedulePublication();
}

void Scheduler::on(Opened &message)
{
    ActiveLaunch *launch = find(message.launch);
    if (!launch)
        return;
    launch->opening = false;
    launch->waitingFor.clear();
    if (message.executor) {
        launch->executor = std::move(*message.executor);
        launch->updatePlaces();
    } else if (!launch->cancelled) {
        RunEnd end = RunEnd::infrastructure(message.executor.error(), false);
        if (const auto delay = launch->retryDelay(-1, end)) {
            QTimer::singleShot(*delay, this, [this, id = launch->id()] {
                if (ActiveLaunch *again = find(id))
                    open(*again);
            });
            return;
        }
        endUnstarted(*launch, end);
    }
    finishIfOver(message.launch);
}

void Scheduler::pump()
{
    while (ActiveLaunch *launch = nextToServe()) {
        m_lastServed = launch->id();
        if (const auto index = launch->queue.take())
            start(*launch, *index);
    }
    for (const auto &[id, launch] : m_launches)
        extendReach(*launch);
}

/// The launch behind the one served last that can use a place now: launches share the places fairly.
ActiveLaunch *Scheduler::nextToServe()
{
    if (m_running >= m_parts.maxRunning)
        return nullptr;
    auto at = m_launches.upper_bound(m_lastServed);
    for (size_t seen = 0; seen < m_launches.size(); ++seen, ++at) {
        if (at == m_launches.end())
            at = m_launches.begin();
        ActiveLaunch &launch = *at->second;
        if (launch.mayStart(m_launches.size() == 1)
            && m_runningByBackend.value(launch.backend().get()) < launch.info().maxConcurrent)
            return &launch;
    }
    return nullptr;
}

void Scheduler::start(ActiveLaunch &launch, int index)
{
    const LaunchId id = launch.id();
    const LaunchSpec &spec = launch.plan().spec();
    ActiveRun run;
    run.recorder = std::make_shared<OutputRecorder>(
        spec.capture, SpoolPlace {.folder = m_parts.spoolFolder, .launch = id, .index = index}, spec.tap);
    run.startedAt = QDateTime::currentDateTimeUtc();
    run.began = !launch.executorQueues;
    m_parts.live->insert(id, index, run.recorder);
    ++m_running;
    ++m_runningByBackend[launch.backend().get()];
    if (run.began)
        noteStart(launch, index, run);
    const std::stop_token stop = run.stop.get_token();
    const auto sink = std::make_shared<RunSink>(
        run.recorder, launch.executorQueues,
        [this, id, index](std::optional<QString> waitsFor) { m_inbox.post(RunTold {id, index, std::move(waitsFor)}); });
    launch.running.insert(index, run);
    launch.executor->start(launch.plan().request(index), sink, stop,
                           [this, id, index](RunEnd end) { m_inbox.post(RunEnded {id, index, std::move(end)}); });
}

void Scheduler::noteStart(ActiveLaunch &launch, int index, const ActiveRun &run)
{
    if (m_parts.journal)
        m_parts.journal->append(CandidateStarted {.launch = launch.id(), .index = index, .startedAt = run.startedAt});
    if (!run.stop.stop_requested())
        launch.publish({.index = index, .state = CandidateState::Running});
}

void Scheduler::on(OpeningTold &message)
{
    if (ActiveLaunch *launch = find(message.launch))
        launch->waitingFor = std::move(message.waitsFor);
}

void Scheduler::on(RunTold &message)
{
    ActiveLaunch *launch = find(message.launch);
    const auto run = launch ? launch->running.find(message.index) : QHash<int, ActiveRun>::iterator();
    if (!launch || run == launch->running.end())
        return;
    launch->waitingFor = message.waitsFor.value_or(QString());
    if (message.waitsFor || run->began)
        return;
    run->startedAt = QDateTime::currentDateTimeUtc();
    run->began = true;
    run->since = ActiveLaunch::Clock::now();
    noteStart(*launch, message.index, *run);
}

void Scheduler::on(RunEnded &message)
{
    ActiveLaunch *launch = find(message.launch);
    if (!launch || !launch->running.contains(message.index))
        return;
    ActiveRun run = launch->running.take(message.index);
    m_parts.live->remove(message.launch, message.index);
    --m_running;
    --m_runningByBackend[launch->backend().get()];
    launch->waitingFor.clear();
    launch->noteDuration(message.end);
    if (const auto delay = launch->retryDelay(message.index, message.end)) {
        launch->goOnAfter(message.end);
        retryLater(*launch, message.index, *delay);
        return;
    }
    if (launch->breaksPolicy(message.end) && !launch->cancelled) {
        launch->stoppedByPolicy = true;
        launch->queue.clear();
        launch->withdraw();
    }
    if (!launch->stoppedByPolicy)
        launch->goOnAfter(message.end);
    // A candidate that was taken back before it began stays missing, like all that were never given out.
    const bool takenBack = !run.began && !message.end.mayHaveStarted && message.end.reason == EndReason::Cancelled;
    if (takenBack && launch->plan().spec().kind == LaunchKind::Sweep) {
        launch->publish({.index = message.index, .state = CandidateState::Queued});
        finishIfOver(message.launch);
        return;
    }
    // Nobody has cancelled what was taken back for the journal's sake just as it began.
    if (message.end.reason == EndReason::Cancelled && launch->fault && !launch->cancelled)
        message.end = RunEnd::infrastructure(*launch->fault, true);
    store(*launch, message.index, resultOf(run, std::move(message.end)));
}

void Scheduler::retryLater(ActiveLaunch &launch, int index, std::chrono::milliseconds delay)
{
    ++launch.waitingToRetry;
    launch.publish({.index = index, .state = CandidateState::Queued});
    QTimer::singleShot(delay, this, [this, id = launch.id(), index] {
        ActiveLaunch *again = find(id);
        if (!again)
            return;
        --again->waitingToRetry;
        if (again->goesOn())
            again->queue.putBack(index);
        pump();
        finishIfOver(id);
    });
}

std::vector<LaunchId> Scheduler::launchIds() const
{
    std::vector<LaunchId> ids;
    ids.reserve(m_launches.size());
    for (const auto &[id, launch] : m_launches)
        ids.push_back(id);
    return ids;
}

void Scheduler::cancel(LaunchId id)
{
    ActiveLaunch *launch = find(id);
    if (!launch || launch->cancelled)
        return;
    launch->cancelled = true;
    launch->openStop.request_stop();
    launch->updatePlaces();
    // What a sweep has not started stays missing, so that it can be resumed; a list of snippets gets an answer for each.
    if (launch->plan().spec().kind == LaunchKind::Sweep)
        launch->queue.clear();
    else
        endUnstarted(*launch, RunEnd::cancelledBeforeStart());
    for (auto run = launch->running.begin(); run != launch->running.end(); ++run) {
        launch->publish({.index = run.key(), .state = CandidateState::Stopping});
        run->stop.request_stop();
    }
    publishLaunch(*launch);
    finishIfOver(id);
}

void Scheduler::cancelAll()
{
    for (const LaunchId id : launchIds())
        cancel(id);
    if (m_launches.empty())
        Q_EMIT idle();
}

void Scheduler::setPaused(LaunchId id, bool paused)
{
    ActiveLaunch *launch = find(id);
    if (!launch)
        return;
    launch->paused = paused;
    launch->updatePlaces();
    pump();
    publishLaunch(*launch);
}

void Scheduler::setConcurrency(LaunchId id, int concurrency)
{
    ActiveLaunch *launch = find(id);
    if (!launch || launch->plan().spec().kind == LaunchKind::Sandbox)
        return;
    launch->concurrency = std::clamp(concurrency, 1, launch->info().maxConcurrent);
    launch->updatePlaces();
    pump();
    publishLaunch(*launch);
}

void Scheduler::finishIfOver(LaunchId id)
{
    ActiveLaunch *launch = find(id);
    if (!launch || !launch->isOver())
        return;
    LaunchProgress progress = launch->progress();
    progress.state = launch->finalState();
    progress.remaining.reset();
    if (m_parts.journal)
        m_parts.journal->finishLaunch(id, progress.state);
    const QList<CandidateSummary> changes = launch->takeChanges();
    letGo(*launch);
    m_launches.erase(id);
    if (!changes.isEmpty())
        Q_EMIT candidatesChanged(id, changes);
    Q_EMIT launchFinished(id, progress);
    for (const auto &[otherId, other] : m_launches)
        open(*other);
    if (m_launches.empty())
        Q_EMIT idle();
}

/// The last reference may block while processes end: never on this thread.
void Scheduler::letGo(ActiveLaunch &launch)
{
    if (launch.executor)
        postTo(*m_parts.pool, [executor = std::exchange(launch.executor, nullptr)]() mutable { executor.reset(); });
}

void Scheduler::schedulePublication()
{
    const bool isSoon = m_publication.isActive() && m_publication.intervalAsDuration() <= PublicationInterval;
    if (!isSoon && !m_launches.empty())
        m_publication.start(PublicationInterval);
}

void Scheduler::publish()
{
    if (m_unacknowledged.load() >= MaxUnacknowledged) {
        schedulePublication();
        return;
    }
    bool runs = false;
    for (const auto &[id, launch] : m_launches) {
        publishLaunch(*launch);
        runs |= !launch->running.isEmpty();
    }
    // What runs gets older without any message, and with it what is said of the time that is left.
    if (runs && !m_publication.isActive())
        m_publication.start(AgeingInterval);
}

void Scheduler::publishLaunch(ActiveLaunch &launch)
{
    if (const QList<CandidateSummary> changes = launch.takeChanges(); !changes.isEmpty()) {
        m_unacknowledged.fetch_add(1);
        Q_EMIT candidatesChanged(launch.id(), changes);
    }
    Q_EMIT progressChanged(launch.id(), launch.progress());
}

} // namespace hermes
