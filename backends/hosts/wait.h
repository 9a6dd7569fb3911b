// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"
#include "backends/core/fault.h"
#include "backends/hosts/bytestream.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace hermes::hosts {

/// How long one call waits for the other side: at most until a deadline, and until a stop is requested.
///
/// One thread, on whose stack it lives for the time of the call.
class Wait final
{
public:
    /// Without a limit it ends by the stop request alone.
    Wait(std::optional<std::chrono::milliseconds> limit, std::stop_token stop);
    Wait(const Wait &) = delete;
    Wait &operator=(const Wait &) = delete;

    /// Sleeps until something can be read (or written, where that is wanted). A fault (TimedOut or Cancelled) has no text:
    /// the caller knows what was waited for.
    [[nodiscard]] Result<Readiness> forStream(ByteStream &stream, bool wantWrite);
    /// The same for a descriptor and the events of poll(2).
    [[nodiscard]] Result<> forDescriptor(int fd, short events);
    /// The same for whatever comes first of several, which get their answers.
    [[nodiscard]] Result<> forAny(std::vector<pollfd> &fds);
    /// The fault once there is no more waiting.
    [[nodiscard]] Result<> mayGoOn() const;
    /// The whole limit again, from now.
    void restart();

private:
    std::optional<std::chrono::milliseconds> m_limit;
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_deadline;
    Descriptor m_wake;
    std::stop_callback<std::function<void()>> m_onStop;
};

} // namespace hermes::hosts
