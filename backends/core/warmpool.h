// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/poolstatus.h"

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

/// Keeps executors started ahead, gives each away once, and replaces it in the background. Any thread; nothing but drain() and
/// the destructor blocks.
///
/// After a failed start it waits before the next, twice as long each time. When none was taken for a while it lets go of those that it has;
/// the next one that is wanted fills it again. The memory bound is kept by what those that are ready take up: one there may always be.
class WarmPool final
{
public:
    struct Plan
    {
        int size = 0;
        qint64 memoryBound = 0; ///< Bytes; 0: none.
        int startsAtOnce = 2;
        std::chrono::milliseconds firstPause = std::chrono::seconds(1);
        std::chrono::milliseconds longestPause = std::chrono::minutes(1);
        std::chrono::milliseconds idleLimit = std::chrono::minutes(10);
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
    /// Destroys those that are ready, waits for those that are starting, and starts none any more. Blocks until that is done, or somebody
    /// fills it again.
    void drain();
    [[nodiscard]] PoolStatus status();

private:
    void beginFilling();
    void startMore();
    void startOne();
    void watchIdle(const std::stop_token &stop);
    [[nodiscard]] std::deque<std::unique_ptr<WarmMember>> stopFilling();
    void discardLater(std::deque<std::unique_ptr<WarmMember>> members);
    void dropDead();
    [[nodiscard]] bool isWithinMemory() const;

    Plan m_plan;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<std::unique_ptr<WarmMember>> m_ready;
    PoolStatus m_status; ///< Without the figures of those that are ready.
    std::stop_source m_stop;
    bool m_isFilling = false;
    int m_removing = 0;
    bool m_isResting = false; ///< It is empty since nobody wanted one.
    std::chrono::steady_clock::time_point m_lastUse;
    std::chrono::milliseconds m_pause {0};
    uint64_t m_generation = 0; ///< Of what is up to date.
    QThreadPool m_threads; ///< The last member: its work uses the others.
};

} // namespace hermes
