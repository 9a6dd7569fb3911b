// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "placewatch.h"

#include "backends/core/inbackground.h"
#include "backends/core/joinedstop.h"

#include <utility>

using namespace std::chrono_literals;

namespace hermes {

namespace {
/// Many changes are told of once: who hears of them lists everything anew.
constexpr auto Coalescing = 300ms;
} // namespace

PlaceWatch::PlaceWatch(QThreadPool &pool, Backends backends, std::stop_token ending)
    : m_pool(pool), m_backends(std::move(backends)), m_ending(std::move(ending))
{
    m_later.setSingleShot(true);
    m_later.setInterval(Coalescing);
    connect(&m_later, &QTimer::timeout, this, [this] {
        m_hasNews = false;
        if (m_isActive)
            Q_EMIT changed();
    });
}

PlaceWatch::~PlaceWatch()
{
    m_stop.request_stop();
}

void PlaceWatch::setActive(bool active)
{
    if (active == std::exchange(m_isActive, active))
        return;
    if (active)
        start();
    else
        m_stop.request_stop();
}

void PlaceWatch::restart()
{
    if (!m_isActive)
        return;
    m_stop.request_stop();
    start();
}

void PlaceWatch::start()
{
    m_stop = std::stop_source();
    postTo(m_pool, [this, stop = m_stop.get_token()] {
        for (const std::shared_ptr<Backend> &backend : m_backends())
            postTo(m_pool, [this, backend, stop] { follow(backend, stop); });
    });
}

void PlaceWatch::follow(const std::shared_ptr<Backend> &backend, const std::stop_token &stop)
{
    const JoinedStop joined(stop, m_ending);
    backend->watch([this] { note(); }, joined.token());
}

void PlaceWatch::note()
{
    if (!m_hasNews.exchange(true))
        QMetaObject::invokeMethod(&m_later, qOverload<>(&QTimer::start), Qt::QueuedConnection);
}

} // namespace hermes
