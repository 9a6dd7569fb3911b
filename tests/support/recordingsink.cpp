// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/recordingsink.h"

#include <chrono>

namespace hermes::tests {

namespace {
constexpr std::chrono::seconds Patience {30};
} // namespace

void RecordingSink::waiting(const QString &why)
{
    const std::lock_guard lock(m_mutex);
    m_waits.append(why);
    m_changed.notify_all();
}

void RecordingSink::started()
{
    const std::lock_guard lock(m_mutex);
    m_started = true;
    m_changed.notify_all();
}

void RecordingSink::output(Stream stream, QByteArrayView bytes, Credit)
{
    const std::lock_guard lock(m_mutex);
    QByteArray &kept = stream == Stream::Stdout ? m_out : m_err;
    (stream == Stream::Stdout ? m_outTotal : m_errTotal) += bytes.size();
    kept.append(bytes.first(std::min(bytes.size(), std::max<qsizetype>(m_keptBytes - kept.size(), 0))));
    if (m_order.isEmpty() || m_order.last() != stream)
        m_order.append(stream);
    m_changed.notify_all();
}

QByteArray RecordingSink::out() const
{
    const std::lock_guard lock(m_mutex);
    return m_out;
}

QByteArray RecordingSink::err() const
{
    const std::lock_guard lock(m_mutex);
    return m_err;
}

qint64 RecordingSink::outTotal() const
{
    const std::lock_guard lock(m_mutex);
    return m_outTotal;
}

qint64 RecordingSink::errTotal() const
{
    const std::lock_guard lock(m_mutex);
    return m_errTotal;
}

QStringList RecordingSink::waits() const
{
    const std::lock_guard lock(m_mutex);
    return m_waits;
}

bool RecordingSink::hasStarted() const
{
    const std::lock_guard lock(m_mutex);
    return m_started;
}

QList<Stream> RecordingSink::order() const
{
    const std::lock_guard lock(m_mutex);
    return m_order;
}

template<typename Condition>
bool RecordingSink::waitFor(Condition condition) const
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, Patience, condition);
}

bool RecordingSink::waitForOutput(QByteArrayView text) const
{
    return waitFor([&] { return m_out.contains(text); });
}

bool RecordingSink::waitForWait() const
{
    return waitFor([&] { return !m_waits.isEmpty(); });
}

} // namespace hermes::tests
