// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <variant>
#include <vector>

namespace hermes {

/// The raw values of one column, one entry for each row: numbers where the whole column is made of numbers
/// (NaN: no value), otherwise text.
using SortKeys = std::variant<std::vector<double>, std::vector<QString>>;

/// A model that can hand out a column at once, so that sorting does not ask cell by cell.
class SortKeySource
{
public:
    virtual ~SortKeySource() = default;
    [[nodiscard]] virtual SortKeys sortKeys(int column) const = 0;
};

/// Numbers when every text is one or empty, else the texts themselves.
[[nodiscard]] SortKeys sortKeysFromTexts(std::vector<QString> texts);

} // namespace hermes
