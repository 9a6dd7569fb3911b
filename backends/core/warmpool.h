// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QThreadPool>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace hermes {

/// An executor that was started ahead. Destroyed on a thread where that may block.
class WarmMember
{
public:
    WarmMember() = default;
    WarmMember(const WarmMember &) = delete;
    WarmMember &operator=(const WarmMember &) = delete;
    virtual ~WarmMember() = default;
    /// Whether it would still answer. Does not block; any thread.
    [[nodiscard]] virtual bool isAlive() const = 0;
    /// Bytes that it takes up, as far as that is known.
    [[nodiscard]] virtual qint64 memory() const { return 0; }
};

/// What a warm pool is doing now.
struct PoolStatus
{
    int wanted = 0;   ///< How many it is to keep ready.
    int ready = 0;
    int starting = 0;
    int taken = 0;    ///< Given away and still in use.
    qint64 hits = 0;  ///< Since it was made: taken at once.
    qint64 misses = 0;
    qint64 memory = 0; ///< Bytes of those that are ready.
    QString problem = {}; ///< Why it is not full, when that is no matter of time.

    bool operator==(const PoolStatus &) const = default;
};

/// Keeps executors started ahead, gives each away once, and replaces it in the background. Any thread; nothing but drain() and
/// the destructor blocks.
///
/// After a failed start it waits (1 s, doubled each time up to a minute) before the next.
class WarmPool final
{
public:
    struct Plan
    {
        int size = 0;
        qint64 memoryBound = 0; ///< Bytes; 0: none.
        int startsAtOnce = 2;
        std::function<Result<std::unique_ptr<WarmMember>>(std::stop_token)> start = {};
    };

    explicit WarmPool(Plan plan);
    /// As drain().
    ~WarmPool();
    WarmPool(const WarmPool &) = delete;
    WarmPool &operator=(const WarmPool &) = delete;

    /// Begins to fill it; again after drain().
    void fill();
    /// One that is ready, or null; counted as a hit or a miss.
    [[nodiscard]] std::unique_ptr<WarmMember> take();
    /// What was taken is of no more use.
    void giveUp();
    /// Destroys those that are ready, and starts others in their place: they were made by what is out of date.
    void renew();
    /// Destroys those that are ready, waits for those that are starting, and starts none any more. Blocks.
    void drain();
    [[nodiscard]] PoolStatus status();

private:
    void startMore(std::unique_lock<std::mutex> &lock);
    void startOne();
    void discardLater(std::deque<std::unique_ptr<WarmMember>> members);
    void dropDead(std::unique_lock<std::mutex> &lock);
    [[nodiscard]] bool isWithinMemory() const;

    Plan m_plan;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<std::unique_ptr<WarmMember>> m_ready;
    PoolStatus m_status; ///< Without the figures of those that are ready.
    std::stop_source m_stop;
    bool m_isFilling = false;
    std::chrono::milliseconds m_pause {0};
    uint64_t m_generation = 0; ///< Of what is up to date.
    QThreadPool m_threads; ///< The last member: its work uses the others.
};

} // namespace hermes
