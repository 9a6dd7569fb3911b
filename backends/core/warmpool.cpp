// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/warmpool.h"

#include "backends/core/inbackground.h"

#include <algorithm>
#include <utility>

namespace hermes {

namespace {
constexpr std::chrono::milliseconds FirstPause {1'000};
constexpr std::chrono::milliseconds LongestPause {60'000};
/// Threads for the removal of members beside those that start some.
constexpr int RemovalThreads = 2;
} // namespace

WarmPool::WarmPool(Plan plan) : m_plan(std::move(plan))
{
    m_status.wanted = m_plan.size;
    m_threads.setMaxThreadCount(m_plan.startsAtOnce + RemovalThreads);
}

WarmPool::~WarmPool()
{
    drain();
}

void WarmPool::fill()
{
    std::unique_lock lock(m_mutex);
    if (m_stop.stop_requested())
        m_stop = std::stop_source();
    m_isFilling = true;
    startMore(lock);
}

std::unique_ptr<WarmMember> WarmPool::take()
{
    std::unique_lock lock(m_mutex);
    dropDead(lock);
    std::unique_ptr<WarmMember> member;
    if (!m_ready.empty()) {
        member = std::move(m_ready.front());
        m_ready.pop_front();
    }
    ++(member ? m_status.hits : m_status.misses);
    m_status.taken += member ? 1 : 0;
    startMore(lock);
    return member;
}

void WarmPool::giveUp()
{
    const std::scoped_lock lock(m_mutex);
    --m_status.taken;
}

void WarmPool::renew()
{
    std::unique_lock lock(m_mutex);
    ++m_generation;
    discardLater(std::exchange(m_ready, {}));
    startMore(lock);
}

void WarmPool::drain()
{
    std::deque<std::unique_ptr<WarmMember>> ready;
    {
        const std::scoped_lock lock(m_mutex);
        m_isFilling = false;
        m_stop.request_stop();
        m_wake.notify_all();
        ready = std::exchange(m_ready, {});
    }
    discardLater(std::move(ready));
    m_threads.waitForDone();
}

PoolStatus WarmPool::status()
{
    std::unique_lock lock(m_mutex);
    dropDead(lock);
    startMore(lock);
    PoolStatus status = m_status;
    status.ready = int(m_ready.size());
    for (const auto &member : m_ready)
        status.memory += member->memory();
    if (status.ready + status.starting >= status.wanted)
        status.problem.clear();
    return status;
}

void WarmPool::dropDead(std::unique_lock<std::mutex> &)
{
    std::deque<std::unique_ptr<WarmMember>> dead;
    for (auto member = m_ready.begin(); member != m_ready.end();) {
        if ((*member)->isAlive()) {
            ++member;
            continue;
        }
        dead.push_back(std::move(*member));
        member = m_ready.erase(member);
    }
    discardLater(std::move(dead));
}

void WarmPool::discardLater(std::deque<std::unique_ptr<WarmMember>> members)
{
    for (auto &member : members)
        postTo(m_threads, [member = std::move(member)]() mutable { member.reset(); });
}

bool WarmPool::isWithinMemory() const
{
    if (m_plan.memoryBound <= 0 || m_ready.empty())
        return true;
    qint64 used = 0;
    for (const auto &member : m_ready)
        used += member->memory();
    // The next one will take about as much as each of these.
    return used + used / qint64(m_ready.size()) <= m_plan.memoryBound;
}

void WarmPool::startMore(std::unique_lock<std::mutex> &)
{
    while (m_isFilling && int(m_ready.size()) + m_status.starting < m_plan.size && m_status.starting < m_plan.startsAtOnce) {
        if (!isWithinMemory()) {
            m_status.problem = QStringLiteral("more would take more memory than is set for warm ones");
            return;
        }
        ++m_status.starting;
        postTo(m_threads, [this] { startOne(); });
    }
}

void WarmPool::startOne()
{
    std::unique_lock lock(m_mutex);
    const std::stop_token stop = m_stop.get_token();
    if (m_pause.count() > 0)
        m_wake.wait_for(lock, stop, m_pause, [] { return false; });
    const uint64_t generation = m_generation;
    lock.unlock();
    std::unique_ptr<WarmMember> member;
    QString problem;
    if (!stop.stop_requested()) {
        auto started = m_plan.start(stop);
        if (started)
            member = std::move(*started);
        else
            problem = toText(started.error());
    }
    lock.lock();
    --m_status.starting;
    m_pause = problem.isEmpty() ? std::chrono::milliseconds(0) : std::clamp(2 * m_pause, FirstPause, LongestPause);
    m_status.problem = problem;
    if (member && m_isFilling && generation == m_generation)
        m_ready.push_back(std::move(member));
    startMore(lock);
    // One that is not wanted any more goes without the lock: that may take its time.
    lock.unlock();
    member.reset();
}

} // namespace hermes
