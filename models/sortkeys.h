// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <variant>
#include <vector>

namespace hermes {

/// What the rows of a column are sorted by, one entry for each row: numbers (NaN: no value) or texts (empty: no value).
using SortKeys = std::variant<std::vector<double>, std::vector<QString>>;

/// The values of one column as they are collected, row after row: of each a number, a text, or nothing. A value.
class SortColumn final
{
public:
    /// NaN: the row has no value.
    void addNumber(double number);
    /// Empty: the row has no value.
    void addText(QString text);
    /// The texts are what was given, and stand for numbers where all of them do.
    void setTextsMayBeNumbers() { m_textsMayBeNumbers = true; }
    [[nodiscard]] size_t size() const { return m_numbers.size(); }

    /// Numbers come before texts where the column has both. Takes time: for a big column on any thread but the window's.
    [[nodiscard]] SortKeys takeKeys() &&;

private:
    std::vector<double> m_numbers;
    std::vector<QString> m_texts; ///< As far as a row had one.
    bool m_textsMayBeNumbers = false;
};

/// A model that can hand out a column piece by piece, so that sorting does not ask cell by cell.
class SortKeySource
{
public:
    virtual ~SortKeySource() = default;
    /// Adds the values of rows `first` to `end` - 1.
    virtual void addSortValues(SortColumn &to, int column, int first, int end) const = 0;
};

/// Numbers when every text is one or empty, else the texts themselves.
[[nodiscard]] SortKeys sortKeysFromTexts(std::vector<QString> texts);

} // namespace hermes
