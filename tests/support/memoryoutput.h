// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/outputreader.h"

#include <mutex>

namespace hermes {

/// Output that a test lets grow.
class MemoryOutput final : public OutputReader
{
public:
    explicit MemoryOutput(QByteArray bytes = {}, OutputExtent extent = {}) : m_bytes(std::move(bytes)), m_extent(extent) { }

    void append(const QByteArray &bytes)
    {
        const std::scoped_lock lock(m_mutex);
        m_bytes += bytes;
    }
    void setGrowing(bool growing)
    {
        const std::scoped_lock lock(m_mutex);
        m_extent.growing = growing;
    }
    [[nodiscard]] Result<OutputExtent> extent() const override
    {
        const std::scoped_lock lock(m_mutex);
        OutputExtent extent = m_extent;
        extent.kept = m_bytes.size();
        extent.total = std::max(extent.total, extent.kept);
        return extent;
    }
    [[nodiscard]] Result<QByteArray> read(qint64 from, qint64 bytes) const override
    {
        const std::scoped_lock lock(m_mutex);
        return m_bytes.mid(from, bytes);
    }

private:
    mutable std::mutex m_mutex;
    QByteArray m_bytes;
    OutputExtent m_extent;
};

} // namespace hermes
