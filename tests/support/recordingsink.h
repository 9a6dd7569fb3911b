// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/outputsink.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <condition_variable>
#include <mutex>

namespace hermes::tests {

/// Keeps what one run writes, up to a limit a stream; any thread may look.
class RecordingSink final : public OutputSink
{
public:
    explicit RecordingSink(qsizetype keptBytes = 64 * 1024 * 1024) : m_keptBytes(keptBytes) { }

    void waiting(const QString &why) override;
    void started() override;
    void output(Stream stream, QByteArrayView bytes, Credit credit) override;

    [[nodiscard]] QByteArray out() const;
    [[nodiscard]] QByteArray err() const;
    [[nodiscard]] qint64 outTotal() const;
    [[nodiscard]] qint64 errTotal() const;
    [[nodiscard]] QStringList waits() const;
    [[nodiscard]] bool hasStarted() const;
    /// The streams in the order of their chunks, equal neighbours joined.
    [[nodiscard]] QList<Stream> order() const;

    /// Waits until stdout has `text`; false when that does not happen within 30 seconds.
    [[nodiscard]] bool waitForOutput(QByteArrayView text) const;
    [[nodiscard]] bool waitForWait() const;

private:
    template<typename Condition>
    [[nodiscard]] bool waitFor(Condition condition) const;

    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed;
    qsizetype m_keptBytes;
    QByteArray m_out;
    QByteArray m_err;
    qint64 m_outTotal = 0;
    qint64 m_errTotal = 0;
    QList<Stream> m_order;
    QStringList m_waits;
    bool m_started = false;
};

} // namespace hermes::tests
