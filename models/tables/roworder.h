// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace hermes {

/// The rows' places in the order of `isSooner`, each by its present one; empty when they are in order already.
template<typename Row, typename IsSooner>
[[nodiscard]] std::vector<int> orderOf(const std::vector<Row> &rows, IsSooner isSooner)
{
    std::vector<int> from(rows.size());
    std::iota(from.begin(), from.end(), 0);
    const auto isSoonerRow = [&](int left, int right) { return isSooner(rows[size_t(left)], rows[size_t(right)]); };
    if (std::ranges::is_sorted(from, isSoonerRow))
        return {};
    std::ranges::sort(from, isSoonerRow);
    return from;
}

/// Brings the rows into that order; returns the new place of each by its old one, for persistent indexes.
template<typename Row>
[[nodiscard]] std::vector<int> reorder(std::vector<Row> &rows, const std::vector<int> &from)
{
    std::vector<int> to(rows.size());
    std::vector<Row> sorted;
    sorted.reserve(rows.size());
    for (size_t row = 0; row < from.size(); ++row) {
        to[size_t(from[row])] = int(row);
        sorted.push_back(std::move(rows[size_t(from[row])]));
    }
    rows = std::move(sorted);
    return to;
}

} // namespace hermes
