// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>

namespace hermes {

/// Follows what happens at the places of backends while somebody wants to know, and tells of it a few times a second at most.
/// While nobody does, no thread waits and no timer runs.
///
/// Main thread. What follows runs on threads of the pool, one a place; it ends soon after `ending`, and the pool must have ended it
/// before this object goes.
class PlaceWatch final : public QObject
{
    Q_OBJECT

public:
    using Backends = std::function<QList<std::shared_ptr<Backend>>()>;

    /// `backends` is asked on a thread of the pool.
    PlaceWatch(QThreadPool &pool, Backends backends, std::stop_token ending);
    ~PlaceWatch() override;

    void setActive(bool active);
    /// There are other backends now.
    void restart();

Q_SIGNALS:
    void changed();

private:
    void start();
    void follow(const std::shared_ptr<Backend> &backend, const std::stop_token &stop);
    void note();

    QThreadPool &m_pool;
    Backends m_backends;
    std::stop_token m_ending;
    std::stop_source m_stop; ///< Of what follows now.
    bool m_isActive = false;
    std::atomic<bool> m_hasNews = false; ///< They are on their way.
    QTimer m_later;
};

} // namespace hermes
