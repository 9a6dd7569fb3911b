// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/connectionsource.h"

#include "backends/core/stoppablelock.h"

using namespace Qt::StringLiterals;

namespace hermes::runner {

std::shared_ptr<Connection> ConnectionSource::current() const
{
    const std::lock_guard lock(m_mutex);
    return m_connection && m_connection->isUsable() ? m_connection : nullptr;
}

Result<std::shared_ptr<Connection>> ConnectionSource::get(std::stop_token stop)
{
    const auto opening = lockUnlessStopped(m_opening, stop);
    if (!opening)
        return fail(FaultKind::Cancelled, u"Connecting was cancelled"_s);
    if (auto connection = current())
        return connection;
    return m_opener(std::move(stop)).transform([this](std::shared_ptr<Connection> connection) {
        // What is left of the lost one goes after the lock, since its end is waited for.
        const std::shared_ptr<Connection> lost = [&] {
            const std::lock_guard lock(m_mutex);
            return std::exchange(m_connection, connection);
        }();
        return connection;
    });
}

} // namespace hermes::runner
