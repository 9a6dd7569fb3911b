// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/engine/sweep/resultcolumns.h"

#include <QByteArray>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>

class QIODevice;

namespace hermes {

/// One candidate in a table of results.
struct ResultRow
{
    qint64 index = 0;
    QStringList parameters = {};
    std::optional<int> exitCode = {}; ///< This, reason and time stay unset for a candidate that has no result.
    QString reason = {};
    std::optional<std::chrono::nanoseconds> time = {};
    QByteArray out = {};
    QByteArray err = {};
};

/// Writes a table of results to a device, one row at a time, so that no more than one is in memory.
///
/// All columns must be known before: go through the results once for ResultColumns, then again for the rows. The
/// device must be open and outlive the writer; a failed write is a Storage fault with its error text.
class ResultWriter
{
public:
    virtual ~ResultWriter() = default;

    [[nodiscard]] virtual Result<> begin() = 0;
    [[nodiscard]] virtual Result<> write(const ResultRow &row) = 0;
    [[nodiscard]] virtual Result<> end() = 0;
};

/// RFC 4180 with CR LF, UTF-8; invalid bytes become U+FFFD, everything else is as it was printed.
[[nodiscard]] std::unique_ptr<ResultWriter> csvResultWriter(QIODevice &device, ResultColumns columns);
/// An array with one object a line. Keys of JSON objects keep their types; NaN and infinities become strings, since JSON
/// has none, and what a candidate does not have is null.
[[nodiscard]] std::unique_ptr<ResultWriter> jsonResultWriter(QIODevice &device, ResultColumns columns);
/// The same objects, one a line and nothing around them.
[[nodiscard]] std::unique_ptr<ResultWriter> jsonLinesResultWriter(QIODevice &device, ResultColumns columns);

} // namespace hermes
