// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/message.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>

namespace hermes::resident {

/// The runs that wait until one of the places of their queue is free. Decides, starts nothing.
class RunQueues final
{
public:
    struct Waiting
    {
        uint32_t id = 0;
        protocol::StartMessage message = {};
    };

    /// Sets the places of a queue, which goes on if it was held.
    void set(const protocol::QueuePlaces &places);
    /// `message` names a queue.
    void add(uint32_t id, protocol::StartMessage message);
    /// The run with this id waits.
    [[nodiscard]] bool isWaiting(uint32_t id) const { return m_waiting.contains(id); }
    /// Takes a waiting run out; false when none has this id.
    bool remove(uint32_t id);

    /// A run that may begin now; it takes a place until ended().
    [[nodiscard]] std::optional<Waiting> next();
    /// Frees the place of a run that next() gave out; ids of other runs are ignored.
    void ended(uint32_t id, bool succeeded);
    /// Enough runs wait behind this one that its end may be told together with others'.
    [[nodiscard]] bool hasCompany(uint32_t id) const;

private:
    struct Queue
    {
        uint32_t places = 0;
        bool holdAfterFailure = false;
        bool held = false;
        uint32_t underWay = 0;
        std::deque<Waiting> waiting = {};

        [[nodiscard]] bool mayBegin() const { return !held && !waiting.empty() && underWay < places; }
        [[nodiscard]] bool isForgotten() const { return places == 0 && underWay == 0 && waiting.empty(); }
    };

    void forgetIfEmpty(uint64_t queue);

    std::map<uint64_t, Queue> m_queues;
    std::unordered_map<uint32_t, uint64_t> m_waiting;  ///< The queue of each run that waits,
    std::unordered_map<uint32_t, uint64_t> m_underWay; ///< and of each that has a place.
};

} // namespace hermes::resident
