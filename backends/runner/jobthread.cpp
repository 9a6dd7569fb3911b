// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/jobthread.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace hermes::runner {

struct JobThread::State
{
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Job> jobs;
    std::thread::id thread;
    bool finishing = false;

    void work()
    {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return finishing || !jobs.empty(); });
            if (jobs.empty())
                return;
            Job job = std::move(jobs.front());
            jobs.pop_front();
            lock.unlock();
            job();
            job = nullptr;
            lock.lock();
        }
    }
};

JobThread::JobThread() : m_state(std::make_shared<State>()) { }

JobThread::~JobThread()
{
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->finishing = true;
    }
    m_state->changed.notify_all();
    if (isOwnThread())
        m_thread.detach();
}

void JobThread::post(Job job)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->jobs.push_back(std::move(job));
    m_state->changed.notify_one();
    if (!m_thread.joinable()) {
        m_thread = std::jthread([state = m_state] { state->work(); });
        m_state->thread = m_thread.get_id();
    }
}

bool JobThread::isOwnThread() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->thread == std::this_thread::get_id();
}

} // namespace hermes::runner
