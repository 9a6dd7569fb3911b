// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/connection.h"

#include <functional>
#include <memory>
#include <mutex>

namespace hermes::runner {

/// One connection that several executors use: opened when it is first needed and again when it was lost. Any thread.
class ConnectionSource final
{
public:
    using Opener = std::function<Result<std::shared_ptr<Connection>>(std::stop_token)>;

    /// `open`: the first one, where there is one already.
    explicit ConnectionSource(Opener opener, std::shared_ptr<Connection> open = {})
        : m_opener(std::move(opener)), m_connection(std::move(open))
    { }

    /// The connection, if there is a usable one. Does not block.
    [[nodiscard]] std::shared_ptr<Connection> current() const;
    /// The same, opened if need be. Blocks; only one thread opens at a time.
    [[nodiscard]] Result<std::shared_ptr<Connection>> get(std::stop_token stop);

private:
    Opener m_opener;
    std::timed_mutex m_opening;
    mutable std::mutex m_mutex;
    std::shared_ptr<Connection> m_connection;
};

} // namespace hermes::runner
