// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/warmpool.h"

#include "backends/core/inbackground.h"

#include <algorithm>
#include <utility>

namespace hermes {

namespace {
/// Threads beside those that start some: for the removal of members, and the one that waits for the end of use.
constexpr int OtherThreads = 3;
} // namespace

WarmPool::WarmPool(Plan plan) : m_plan(std::move(plan))
{
    m_status.wanted = m_plan.size;
    m_threads.setMaxThreadCount(m_plan.startsAtOnce + OtherThreads);
}

WarmPool::~WarmPool()
{
    drain();
    m_threads.waitForDone();
}

void WarmPool::fill()
{
    const std::scoped_lock lock(m_mutex);
    m_lastUse = std::chrono::steady_clock::now();
    beginFilling();
    startMore();
}

void WarmPool::beginFilling()
{
    m_isResting = false;
    if (std::exchange(m_isFilling, true) || m_plan.size == 0)
        return;
    m_stop = std::stop_source();
    m_pause = {};
    postTo(m_threads, [this, stop = m_stop.get_token()] { watchIdle(stop); });
}

void WarmPool::watchIdle(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        const auto end = m_lastUse + m_plan.idleLimit;
        if (std::chrono::steady_clock::now() >= end) {
            discardLater(stopFilling());
            m_isResting = true;
            return;
        }
        m_wake.wait_until(lock, stop, end, [] { return false; });
    }
}

std::deque<std::unique_ptr<WarmMember>> WarmPool::stopFilling()
{
    m_isFilling = false;
    m_isResting = false;
    m_status.problem.clear();
    m_stop.request_stop();
    return std::exchange(m_ready, {});
}

std::unique_ptr<WarmMember> WarmPool::take()
{
    const std::scoped_lock lock(m_mutex);
    m_lastUse = std::chrono::steady_clock::now();
    dropDead();
    std::unique_ptr<WarmMember> member;
    if (!m_ready.empty()) {
        member = std::move(m_ready.front());
        m_ready.pop_front();
    }
    ++(member ? m_status.hits : m_status.misses);
    m_status.taken += member ? 1 : 0;
    if (m_isResting)
        beginFilling();
    startMore();
    return member;
}

void WarmPool::giveUp()
{
    const std::scoped_lock lock(m_mutex);
    --m_status.taken;
}

void WarmPool::renew()
{
    const std::scoped_lock lock(m_mutex);
    ++m_generation;
    discardLater(std::exchange(m_ready, {}));
    startMore();
}

void WarmPool::drain()
{
    std::unique_lock lock(m_mutex);
    discardLater(stopFilling());
    m_wake.wait(lock, [this] { return m_isFilling || (m_status.starting == 0 && m_removing == 0); });
}

PoolStatus WarmPool::status()
{
    const std::scoped_lock lock(m_mutex);
    dropDead();
    startMore();
    PoolStatus status = m_status;
    status.ready = int(m_ready.size());
    status.isFilling = m_isFilling;
    for (const auto &member : m_ready)
        status.memory += member->memory();
    if (status.ready >= status.wanted)
        status.problem.clear();
    return status;
}

void WarmPool::dropDead()
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
    for (auto &member : members) {
        ++m_removing;
        postTo(m_threads, [this, member = std::move(member)]() mutable {
            member.reset();
            const std::scoped_lock lock(m_mutex);
            --m_removing;
            m_wake.notify_all();
        });
    }
}

bool WarmPool::isWithinMemory() const
{
    if (m_plan.memoryBound <= 0)
        return true;
    // How much one takes is known once there is one.
    if (m_ready.empty())
        return m_status.starting == 0;
    qint64 used = 0;
    for (const auto &member : m_ready)
        used += member->memory();
    const qint64 each = used / qint64(m_ready.size());
    return used + each * (m_status.starting + 1) <= m_plan.memoryBound;
}

void WarmPool::startMore()
{
    while (m_isFilling && int(m_ready.size()) + m_status.starting < m_plan.size && m_status.starting < m_plan.startsAtOnce) {
        if (!isWithinMemory()) {
            if (!m_ready.empty() && m_status.problem.isEmpty())
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
    auto started = stop.stop_requested() ? Result<std::unique_ptr<WarmMember>>(fail(FaultKind::Cancelled, {})) : m_plan.start(stop);
    lock.lock();
    if (started && m_isFilling && !stop.stop_requested() && generation == m_generation)
        m_ready.push_back(std::move(*started));
    // What was cancelled says nothing of the next one.
    if (!stop.stop_requested()) {
        m_pause = started ? std::chrono::milliseconds(0) : std::clamp(2 * m_pause, m_plan.firstPause, m_plan.longestPause);
        m_status.problem = started ? QString() : toText(started.error());
    }
    // One that is not wanted any more goes without the lock: that may take its time.
    lock.unlock();
    started = fail(FaultKind::Cancelled, {});
    lock.lock();
    --m_status.starting;
    startMore();
    m_wake.notify_all();
}

} // namespace hermes
