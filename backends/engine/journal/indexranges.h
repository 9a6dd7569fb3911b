// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/candidaterecord.h"

#include <QString>

namespace hermes {

/// Sets of indexes of candidates. What is said to be in order is ascending, without overlaps and without empty ranges.
using IndexRanges = QList<IndexRange>;

/// The same indexes in order, without those that are not below `count`.
[[nodiscard]] IndexRanges inOrder(IndexRanges ranges, qint64 count);
/// Those that are in both; both in order.
[[nodiscard]] IndexRanges intersection(const IndexRanges &one, const IndexRanges &other);
/// Those below `count` that are not in `ranges`, which are in order.
[[nodiscard]] IndexRanges complement(const IndexRanges &ranges, qint64 count);
/// The last `count` of them.
[[nodiscard]] IndexRanges lastOf(const IndexRanges &ranges, qint64 count);
[[nodiscard]] qint64 sizeOf(const IndexRanges &ranges);

/// "0-4,7-7", as the journal stores them. What is no range in it is left out.
[[nodiscard]] QString rangesToText(const IndexRanges &ranges);
[[nodiscard]] IndexRanges rangesFromText(const QString &text);

} // namespace hermes
