// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "poolsource.h"

#include "backends/engine/engine.h"
#include "models/formatting.h"

#include <QCoreApplication>
#include <QLocale>

#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {
constexpr auto Interval = 1s;

/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::WarmPool)
};
} // namespace

PoolSource::PoolSource(Engine *engine, QObject *parent) : QObject(parent), m_engine(engine)
{
    m_poll.setSingleShot(true);
    m_poll.setInterval(Interval);
    connect(&m_poll, &QTimer::timeout, this, &PoolSource::ask);
}

void PoolSource::show(const std::optional<Settings> &settings)
{
    m_settings = settings;
    if (std::exchange(m_status, std::nullopt))
        Q_EMIT changed();
    ask();
}

void PoolSource::setWatched(bool watched)
{
    if (watched == std::exchange(m_isWatched, watched))
        return;
    if (watched)
        ask();
    else
        m_poll.stop();
}

void PoolSource::ask()
{
    const int request = ++m_request;
    m_poll.stop();
    if (!m_isWatched || !m_settings)
        return;
    m_engine->poolStatus(*m_settings).then(this, [this, request](const Result<std::optional<PoolStatus>> &status) {
        if (request == m_request)
            take(status.value_or(std::nullopt));
    });
}

void PoolSource::take(const std::optional<PoolStatus> &status)
{
    if (std::exchange(m_status, status) != status)
        Q_EMIT changed();
    // What keeps nothing does not begin to.
    if (status && m_isWatched)
        m_poll.start();
}

void PoolSource::askAfter(QFuture<Result<>> done)
{
    done.then(this, [this](const Result<> &) { ask(); });
}

void PoolSource::fill()
{
    if (m_settings)
        askAfter(m_engine->fillPool(*m_settings));
}

void PoolSource::drain()
{
    if (m_settings)
        askAfter(m_engine->drainPool(*m_settings));
}

QString poolStateText(const PoolStatus &status)
{
    QStringList parts {Text::tr("%1 of %2 ready").arg(status.ready).arg(status.wanted)};
    if (status.starting > 0)
        parts.append(Text::tr("%1 starting").arg(status.starting));
    if (status.taken > 0)
        parts.append(Text::tr("%1 in use").arg(status.taken));
    if (!status.isFilling)
        parts.append(Text::tr("filled when a run needs one"));
    return parts.join(u", "_s);
}

QString poolFiguresText(const PoolStatus &status)
{
    QStringList parts;
    if (const qint64 all = status.hits + status.misses; all > 0)
        parts.append(Text::tr("%L1 of %L2 runs began at once (%3 %)").arg(status.hits).arg(all).arg(100 * status.hits / all));
    if (status.memory > 0)
        parts.append(Text::tr("%1 of memory").arg(byteCountText(status.memory)));
    return parts.join(u", "_s);
}

} // namespace hermes
