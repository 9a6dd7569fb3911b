// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <mutex>
#include <stop_token>

namespace hermes {

/// Takes a mutex that somebody may hold for long. Waits for it until a stop request: then the lock does not own it.
[[nodiscard]] inline std::unique_lock<std::timed_mutex> lockUnlessStopped(std::timed_mutex &mutex, const std::stop_token &stop)
{
    constexpr std::chrono::milliseconds StopCheck {50};
    std::unique_lock lock(mutex, std::defer_lock);
    while (!lock.try_lock_for(StopCheck) && !stop.stop_requested()) { }
    return lock;
}

} // namespace hermes
