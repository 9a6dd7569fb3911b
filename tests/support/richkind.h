// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"

#include <condition_variable>
#include <mutex>

namespace hermes::test {

/// What connection tests of the rich kind do; shared by the backends and the test. Any thread.
class RichWorld final
{
public:
    /// Steps are held back until they are let go, or until the test is cancelled.
    void hold();
    void letGo();
    /// False: a stop was requested.
    bool waitUntilLetGo(const std::stop_token &stop);

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_held = false;
};

/// A kind "rich" with a setting of every type, some with range, unit, choices and vendor variables, one advanced of each
/// half, and a secret. Its connection test has the steps "reach" and "log in", which fails for the host "nowhere".
[[nodiscard]] BackendKind richKind(std::shared_ptr<RichWorld> world = std::make_shared<RichWorld>());

} // namespace hermes::test
