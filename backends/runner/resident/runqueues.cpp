// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/runqueues.h"

#include <algorithm>

namespace hermes::resident {

using namespace protocol;

void RunQueues::set(const QueuePlaces &places)
{
    Queue &queue = m_queues[places.queue];
    queue.places = places.places;
    queue.holdAfterFailure = places.holdAfterFailure;
    queue.held = false;
    forgetIfEmpty(places.queue);
}

void RunQueues::add(uint32_t id, StartMessage message)
{
    const QueuePlaces places = message.queue.value_or(QueuePlaces());
    const auto [at, isNew] = m_queues.try_emplace(places.queue);
    if (isNew) {
        at->second.places = places.places;
        at->second.holdAfterFailure = places.holdAfterFailure;
    }
    at->second.waiting.push_back({.id = id, .message = std::move(message)});
    m_waiting[id] = places.queue;
}

bool RunQueues::remove(uint32_t id)
{
    const auto node = m_waiting.extract(id);
    if (node.empty())
        return false;
    std::erase_if(m_queues[node.mapped()].waiting, [id](const Waiting &waiting) { return waiting.id == id; });
    forgetIfEmpty(node.mapped());
    return true;
}

std::optional<RunQueues::Waiting> RunQueues::next()
{
    const auto at = std::ranges::find_if(m_queues, [](const auto &item) { return item.second.mayBegin(); });
    if (at == m_queues.end())
        return std::nullopt;
    Queue &queue = at->second;
    Waiting first = std::move(queue.waiting.front());
    queue.waiting.pop_front();
    ++queue.underWay;
    m_waiting.erase(first.id);
    m_underWay[first.id] = at->first;
    return first;
}

void RunQueues::ended(uint32_t id, bool succeeded)
{
    const auto node = m_underWay.extract(id);
    if (node.empty())
        return;
    Queue &queue = m_queues[node.mapped()];
    --queue.underWay;
    queue.held = queue.held || (queue.holdAfterFailure && !succeeded);
    forgetIfEmpty(node.mapped());
}

bool RunQueues::hasCompany(uint32_t id) const
{
    const auto at = m_underWay.find(id);
    if (at == m_underWay.end())
        return false;
    const Queue &queue = m_queues.at(at->second);
    return !queue.held && !queue.holdAfterFailure && queue.waiting.size() > queue.places;
}

void RunQueues::forgetIfEmpty(uint64_t queue)
{
    if (const auto at = m_queues.find(queue); at != m_queues.end() && at->second.isForgotten())
        m_queues.erase(at);
}

} // namespace hermes::resident
