// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/worker.h"

#include "backends/runner/resident/endprocesses.h"
#include "backends/runner/resident/environment.h"
#include "backends/runner/resident/foldertree.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>

namespace hermes::resident {

using namespace protocol;
using namespace std::chrono_literals;

namespace {

/// How long a frame that is not urgent waits for others.
constexpr auto LazyDelay = 8ms;
/// All that ends with the connection is over within two seconds.
constexpr auto LongestKillDelay = 700ms;
constexpr auto EndPatience = 1600ms;
constexpr auto RemovalPatience = 200ms;
constexpr auto ReapingTurn = 20ms;
constexpr int ReapedAtOnce = 64; ///< Between two looks at the clock.

Descriptor watchSignals()
{
    sigset_t signals;
    ::sigemptyset(&signals);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&signals, signal);
    return Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

/// Removes what can be removed now; a large rest goes on in a process of its own.
void removeWhole(const std::string &path)
{
    std::string problem;
    if (!path.empty() && removeTree(path, Clock::now() + RemovalPatience, problem) == RemovalResult::OutOfTime)
        removeTreeApart(path);
}

/// A worker that starts many runs needs three descriptors for each; they themselves get the limit that was there.
std::optional<rlimit> raiseFileLimit()
{
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
        return std::nullopt;
    const rlimit raised {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
    return ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? std::optional(limit) : std::nullopt;
}

} // namespace

Worker::Worker(WorkerPlan plan)
    : m_plan(std::move(plan)),
      m_outbound(m_plan.client),
      m_transfers(m_outbound),
      m_shop {.outbound = m_outbound,
              .poller = m_poller,
              .wakeups = m_wakeups,
              .tree = m_tree,
              .scripts = m_scripts,
              .folders = m_folders,
              .interpreters = m_interpreters,
              .queues = m_queues,
              .kills = m_kills,
              .environment = m_plan.environment,
              .childFiles = raiseFileLimit()},
      m_null(::open("/dev/null", O_RDWR | O_CLOEXEC)),
      m_signals(watchSignals()),
      m_lastHeard(Clock::now())
{
    m_shop.null = m_null.get();
    m_interpreters.setEnvironment(m_shop.environment);
    m_interpreters.setCacheFolder(std::string(variableValue(m_shop.environment, "HERMES_INTERPRETER_CACHE")));
    for (const int fd : {m_plan.requests, m_plan.client})
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    m_requestsPollable = m_poller.watch(m_plan.requests, EPOLLIN, {.kind = SourceKind::Requests});
    m_poller.watch(m_signals.get(), EPOLLIN, {.kind = SourceKind::Signals});
    m_poller.watch(m_plan.guard, EPOLLIN, {.kind = SourceKind::Guard});
}

Worker::~Worker() = default;

WorkerEnd Worker::work()
{
    while (!m_end)
        turn();
    cleanUp();
    return *m_end;
}

void Worker::turn()
{
    m_tree.nextTurn();
    const auto &ready = m_poller.wait(!m_outbound.blocked(), untilNextWake());
    if (!m_requestsPollable)
        readRequests();
    for (const Source &source : ready) {
        switch (source.kind) {
        case SourceKind::Requests: readRequests(); break;
        case SourceKind::Client: m_outbound.flush(); break;
        case SourceKind::Signals: readSignals(); break;
        case SourceKind::Guard: stop(WorkerEnd::InOrder); break;
        case SourceKind::Input:
            if (Run *owner = run(source.id))
                owner->inputReady();
            break;
        case SourceKind::Output:
        case SourceKind::Discarded: break;
        }
    }
    if (m_moreDead)
        reapChildren();
    servePipes();
    wakeRuns();
    finishRuns();
    // Before the client is woken, which would compete with the new runs for the processors.
    beginWaiting();
    flush();
}

std::optional<std::chrono::nanoseconds> Worker::untilNextWake() const
{
    if (!m_requestsPollable || m_moreDead || (m_transfers.readyToSend() && !m_outbound.blocked()))
        return 0ns;
    auto next = m_wakeups.first().value_or(Clock::time_point::max());
    if (m_silenceLimit > 0ms)
        next = std::min(next, m_lastHeard + m_silenceLimit);
    if (m_lazySince != Clock::time_point::max())
        next = std::min(next, m_lazySince + LazyDelay);
    if (next == Clock::time_point::max())
        return std::nullopt;
    return std::max<std::chrono::nanoseconds>(next - Clock::now(), 0ns);
}

void Worker::readSignals()
{
    std::array<signalfd_siginfo, 16> signals;
    const ssize_t bytes = ::read(m_signals.get(), signals.data(), sizeof(signals));
    const size_t count = bytes > 0 ? static_cast<size_t>(bytes) / sizeof(signalfd_siginfo) : 0;
    for (size_t i = 0; i < count; ++i) {
        if (signals[i].ssi_signo == SIGCHLD)
            m_moreDead = true;
        else
            stop(WorkerEnd::InOrder);
    }
}

void Worker::reapChildren()
{
    struct Ended
    {
        uint32_t run;
        int status;
        rusage usage;
    };
    std::vector<Ended> mains;
    bool others = false;
    int status = 0;
    rusage usage = {};
    // Processes that fork and end all the time must not keep this loop from ending them.
    const auto turnEnd = Clock::now() + ReapingTurn;
    int reaped = 0;
    const auto hasTime = [&] { return ++reaped % ReapedAtOnce != 0 || Clock::now() < turnEnd; };
    m_moreDead = false;
    for (pid_t pid = 0; !m_moreDead && (pid = ::wait4(-1, &status, WNOHANG, &usage)) > 0; m_moreDead = !hasTime()) {
        m_tree.removeChild(pid);
        if (const auto main = m_mains.find(pid); main != m_mains.end()) {
            mains.push_back({.run = main->second, .status = status, .usage = usage});
            m_mains.erase(main);
        } else {
            others = true;
            removalEnded(pid, WIFEXITED(status) && WEXITSTATUS(status) == 0);
        }
    }
    for (const Ended &ended : mains) {
        if (Run *owner = run(ended.run))
            owner->mainEnded(ended.status, ended.usage);
    }
    for (const auto &[id, other] : m_runs) {
        if (others && other->lingers())
            other->advance();
    }
}

void Worker::removalEnded(pid_t pid, bool succeeded)
{
    const auto finished = m_folders.reaped(pid, succeeded);
    if (!finished)
        return;
    if (Run *owner = run(finished->owner))
        owner->folderRemoved(finished->gone);
    else if (m_removals.erase(finished->owner) > 0)
        answerRemoval(finished->owner, finished->gone, "not all of it could be removed");
}

void Worker::servePipes()
{
    while (!m_outbound.blocked()) {
        const auto source = m_poller.nextPipe();
        if (!source)
            break;
        if (source->kind == SourceKind::Discarded)
            serveDiscarded(static_cast<int>(source->id));
        else if (Run *owner = run(source->id))
            owner->pipeReady(static_cast<StreamId>(source->stream));
    }
    if (!m_outbound.blocked())
        m_transfers.sendOne();
}

void Worker::serveDiscarded(int fd)
{
    const auto pipe = m_discarded.find(fd);
    if (pipe == m_discarded.end())
        return;
    const ssize_t count = ::read(fd, m_readBuffer.data(), m_readBuffer.size());
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        m_discarded.erase(pipe);
}

void Worker::wakeRuns()
{
    const auto now = Clock::now();
    while (const auto id = m_wakeups.due(now)) {
        if (Run *owner = run(*id))
            owner->wake();
    }
    if (m_silenceLimit > 0ms && now >= m_lastHeard + m_silenceLimit)
        stop(WorkerEnd::Silence);
}

void Worker::flush()
{
    if (!m_outbound.hasUnsent()) {
        m_lazySince = Clock::time_point::max();
    } else if (!m_outbound.blocked()) {
        const auto now = Clock::now();
        m_lazySince = std::min(m_lazySince, now);
        if (m_outbound.urgent() || now >= m_lazySince + LazyDelay) {
            m_outbound.flush();
            m_lazySince = Clock::time_point::max();
        }
    }
    if (m_outbound.broken())
        stop(WorkerEnd::InOrder);

    if (m_outbound.blocked() != m_clientWatched) {
        m_clientWatched = m_outbound.blocked();
        if (m_clientWatched)
            m_poller.watch(m_plan.client, EPOLLOUT, {.kind = SourceKind::Client});
        else
            m_poller.unwatch(m_plan.client);
    }
    if (m_outbound.congested() == m_requestsWatched && m_requestsPollable) {
        m_requestsWatched = !m_requestsWatched;
        if (m_requestsWatched)
            m_poller.watch(m_plan.requests, EPOLLIN, {.kind = SourceKind::Requests});
        else
            m_poller.unwatch(m_plan.requests);
    }
}

void Worker::finishRuns()
{
    std::erase_if(m_runs, [this](const auto &item) {
        if (!item.second->over())
            return false;
        m_queues.ended(item.first, item.second->succeeded());
        for (Descriptor &pipe : item.second->takeKeptPipes()) {
            const int fd = pipe.get();
            m_poller.watchPipe(fd, EPOLLIN, {.kind = SourceKind::Discarded, .id = static_cast<uint32_t>(fd)});
            m_discarded[fd] = std::move(pipe);
        }
        if (RunCgroup group = item.second->takeCgroup(); !group.isEmpty())
            m_keptCgroups.push_back(std::move(group));
        return true;
    });
}

void Worker::beginWaiting()
{
    while (const auto waiting = m_end ? std::nullopt : m_queues.next()) {
        if (!begin(waiting->id, waiting->message))
            m_queues.ended(waiting->id, false);
    }
}

void Worker::stop(WorkerEnd end)
{
    if (!m_end)
        m_end = end;
}

void Worker::cleanUp()
{
    std::chrono::milliseconds killDelay = m_runs.empty() ? LongestKillDelay : 0ms;
    for (const auto &[id, run] : m_runs)
        killDelay = std::max(killDelay, std::min<std::chrono::milliseconds>(run->killDelay(), LongestKillDelay));
    endProcesses(killDelay, Clock::now() + EndPatience, m_folders.helpers());
    m_runs.clear();
    m_keptCgroups.clear();
    removeWhole(m_scripts.path());
    removeWhole(m_folders.base());
}

Run *Worker::run(uint32_t id)
{
    const auto found = m_runs.find(id);
    return found == m_runs.end() ? nullptr : found->second.get();
}

} // namespace hermes::resident
