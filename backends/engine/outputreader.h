// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"

#include <memory>
#include <optional>

namespace hermes {

/// How much of a stream can be read, and what is missing.
struct OutputExtent
{
    qint64 kept = 0;  ///< Bytes that can be read: positions 0 to `kept`.
    qint64 total = 0; ///< Bytes that the run wrote.
    /// The position before which `total - kept` bytes were dropped, where more was written than the spool limit allows.
    std::optional<qint64> gap = {};
    /// The whole was never spooled, or is gone: what can be read are both ends with one line of notice between.
    bool excerpt = false;
    /// The run goes on. What is over `kept` then is out of reach until it has ended.
    bool growing = false;

    bool operator==(const OutputExtent &) const = default;
};

/// Reads what a run wrote to one of its streams piece by piece, however big it is.
///
/// The calls block on the disk: not for the GUI thread. Thread-safe. A reader holds its file open, so what it tells can
/// be read as long as it lives, even if the file is removed to keep the quota.
class OutputReader
{
public:
    virtual ~OutputReader() = default;

    [[nodiscard]] virtual Result<OutputExtent> extent() const = 0;
    /// At most `bytes` bytes from a position; fewer at the end. Storage.
    [[nodiscard]] virtual Result<QByteArray> read(qint64 from, qint64 bytes) const = 0;
};

/// Of a stream of a finished run: its spool file where it has one, else the bytes that are in the result.
[[nodiscard]] std::shared_ptr<const OutputReader> outputReader(const StreamCapture &capture);

} // namespace hermes
