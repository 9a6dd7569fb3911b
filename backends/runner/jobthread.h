// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <thread>

namespace hermes::runner {

/// Carries out jobs that block, one after another, on a thread that is started with the first of them.
class JobThread final
{
public:
    using Job = std::move_only_function<void()>;

    JobThread();
    /// Carries out what was posted, then ends. It waits for that, except on the thread itself.
    ~JobThread();
    JobThread(const JobThread &) = delete;
    JobThread &operator=(const JobThread &) = delete;

    /// Any thread but not during the destructor.
    void post(Job job);
    [[nodiscard]] bool isOwnThread() const;

private:
    struct State;

    std::shared_ptr<State> m_state;
    std::jthread m_thread;
};

} // namespace hermes::runner
