// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/containersurvey.h"

#include "backends/core/inbackground.h"
#include "backends/core/joinedstop.h"

#include <QSet>

#include <condition_variable>

using namespace std::chrono_literals;

namespace hermes::docker {

namespace {
constexpr auto Limit = 2s;
/// As many as connections are kept.
constexpr int AtOnce = 8;
/// A shorter time says little of a CPU.
constexpr auto ShortestSample = 200ms;
/// A sample is replaced by a newer one only then, so that listings in quick succession have one to compare with.
constexpr auto SampleAge = 1s;

bool hasProcesses(const ContainerInfo &container)
{
    return container.state == ContainerState::Running || container.state == ContainerState::Paused;
}

double busyCpus(const ContainerUsage &before, const ContainerUsage &now, std::chrono::nanoseconds passed)
{
    const auto used = double(std::max<qint64>(now.cpuNanos - before.cpuNanos, 0));
    // By the daemon's own clock where it has one: answers take their time. What it calls the use of the whole system is idle time and all
    // with Docker, and busy time alone with Podman.
    if (before.sampledNanos > 0 && now.sampledNanos > before.sampledNanos)
        return used / double(now.sampledNanos - before.sampledNanos);
    return used / double(passed.count());
}
} // namespace

/// Questions that are under way, up to a point in time.
class ContainerSurvey::Round
{
public:
    Round(QThreadPool &threads, Clock::time_point deadline, std::stop_token stop)
        : m_threads(threads), m_deadline(deadline), m_stop(std::move(stop), m_late.get_token())
    { }

    template<typename Work>
    void add(Work work)
    {
        {
            const std::scoped_lock lock(m_mutex);
            ++m_open;
        }
        postTo(m_threads, [this, work = std::move(work)] {
            if (!m_stop.token().stop_requested())
                work(m_stop.token());
            const std::scoped_lock lock(m_mutex);
            --m_open;
            m_changed.notify_all();
        });
    }

    /// Returns when all have ended, which those that are late do at once.
    void finish()
    {
        std::unique_lock lock(m_mutex);
        const auto none = [this] { return m_open == 0; };
        if (m_changed.wait_until(lock, m_deadline, none))
            return;
        lock.unlock();
        m_late.request_stop();
        lock.lock();
        m_changed.wait(lock, none);
    }

    /// False: there is no time for it any more.
    [[nodiscard]] bool pause(std::chrono::milliseconds time)
    {
        if (Clock::now() + time >= m_deadline)
            return false;
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, m_stop.token(), time, [] { return false; });
        return !m_stop.token().stop_requested();
    }

private:
    QThreadPool &m_threads;
    Clock::time_point m_deadline;
    std::stop_source m_late;
    JoinedStop m_stop;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::condition_variable_any m_wake;
    int m_open = 0;
};

ContainerSurvey::ContainerSurvey(Containers containers) : m_containers(std::move(containers))
{
    m_threads.setMaxThreadCount(AtOnce);
}

ContainerSurvey::~ContainerSurvey()
{
    m_threads.waitForDone();
}

QList<SurveyedContainer> ContainerSurvey::look(const QList<ContainerInfo> &containers, std::stop_token stop)
{
    forgetOthers(containers);
    QList<SurveyedContainer> list;
    for (const ContainerInfo &container : containers)
        list.append({.info = container});
    Round round(m_threads, Clock::now() + Limit, std::move(stop));
    for (SurveyedContainer &container : list)
        round.add([this, &container](const std::stop_token &token) { look(container, token); });
    round.finish();
    const auto lacksCpu = [](const SurveyedContainer &container) { return container.usage && !container.cpu; };
    if (std::ranges::any_of(list, lacksCpu) && round.pause(ShortestSample)) {
        for (SurveyedContainer &container : list) {
            if (lacksCpu(container))
                round.add([this, &container](const std::stop_token &token) { sample(container, token); });
        }
        round.finish();
    }
    return list;
}

void ContainerSurvey::forgetOthers(const QList<ContainerInfo> &containers)
{
    QSet<QString> there;
    for (const ContainerInfo &container : containers)
        there.insert(container.id);
    const std::scoped_lock lock(m_mutex);
    m_known.removeIf([&](const auto &known) { return !there.contains(known.key()); });
}

void ContainerSurvey::look(SurveyedContainer &container, std::stop_token stop)
{
    const QString &id = container.info.id;
    {
        const std::scoped_lock lock(m_mutex);
        const auto known = m_known.constFind(id);
        if (known != m_known.cend() && known->details.info.state == container.info.state
            && container.info.state != ContainerState::Created)
            container.details = known->details;
    }
    if (!container.details) {
        if (auto details = m_containers.inspect(id, stop)) {
            container.details = std::move(*details);
            const std::scoped_lock lock(m_mutex);
            m_known[id].details = *container.details;
        }
    }
    if (hasProcesses(container.info))
        sample(container, std::move(stop));
}

void ContainerSurvey::sample(SurveyedContainer &container, std::stop_token stop)
{
    if (const auto usage = m_containers.usage(container.info.id, std::move(stop)))
        note(container, *usage);
}

void ContainerSurvey::note(SurveyedContainer &container, const ContainerUsage &usage)
{
    container.usage = usage;
    const auto now = Clock::now();
    const std::scoped_lock lock(m_mutex);
    Known &known = m_known[container.info.id];
    const bool hasSample = known.sampled != Clock::time_point();
    const auto age = now - known.sampled;
    if (hasSample && age >= ShortestSample)
        known.cpu = busyCpus(known.sample, usage, age);
    container.cpu = known.cpu;
    if (!hasSample || age >= SampleAge) {
        known.sample = usage;
        known.sampled = now;
    }
}

} // namespace hermes::docker
