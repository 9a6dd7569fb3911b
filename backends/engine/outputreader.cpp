// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputreader.h"

#include <QFile>

#include <algorithm>
#include <mutex>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

class BytesReader final : public OutputReader
{
public:
    explicit BytesReader(const StreamCapture &capture) : m_capture(capture) { }

    [[nodiscard]] Result<OutputExtent> extent() const override
    {
        return OutputExtent {.kept = m_capture.bytes.size(), .total = m_capture.total, .excerpt = m_capture.truncated};
    }
    [[nodiscard]] Result<QByteArray> read(qint64 from, qint64 bytes) const override { return m_capture.bytes.mid(from, bytes); }

private:
    StreamCapture m_capture;
};

class SpoolReader final : public OutputReader
{
public:
    explicit SpoolReader(const StreamCapture &capture) : m_capture(capture), m_file(capture.spoolFile) { }

    [[nodiscard]] Result<OutputExtent> extent() const override
    {
        OutputExtent extent {.kept = m_capture.spooled + m_capture.spoolTail, .total = m_capture.total};
        if (extent.kept < extent.total)
            extent.gap = m_capture.spooled;
        return extent;
    }
    [[nodiscard]] Result<QByteArray> read(qint64 from, qint64 bytes) const override
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_file.isOpen() && !m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return fault();
        const qint64 wanted = std::clamp<qint64>(m_capture.spooled + m_capture.spoolTail - from, 0, bytes);
        QByteArray read = m_file.seek(from) ? m_file.read(wanted) : QByteArray();
        if (read.size() != wanted)
            return fault();
        return read;
    }

private:
    [[nodiscard]] std::unexpected<Fault> fault() const
    {
        return fail(FaultKind::Storage, u"%1 could not be read: %2"_s.arg(m_file.fileName(), m_file.errorString()));
    }

    StreamCapture m_capture;
    mutable std::mutex m_mutex;
    mutable QFile m_file;
};

} // namespace

std::shared_ptr<const OutputReader> outputReader(const StreamCapture &capture)
{
    if (capture.spoolFile.isEmpty())
        return std::make_shared<BytesReader>(capture);
    return std::make_shared<SpoolReader>(capture);
}

} // namespace hermes
