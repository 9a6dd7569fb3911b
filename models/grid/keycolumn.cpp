// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "keycolumn.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr double NoNumber = std::numeric_limits<double>::quiet_NaN();

/// Infinities are numbers here too; NaN counts as no value.
double numberOf(const JsonField &field)
{
    if (field.text == "Infinity"_L1)
        return std::numeric_limits<double>::infinity();
    if (field.text == "-Infinity"_L1)
        return -std::numeric_limits<double>::infinity();
    bool isNumber = false;
    const double number = field.text.toDouble(&isNumber);
    return isNumber ? number : NoNumber;
}

} // namespace

void KeyColumn::set(int row, const JsonField &field)
{
    clear(row);
    if (field.type != JsonType::Number) {
        if (field.type != JsonType::Null)
            m_others.insert(row, field.text);
        return;
    }
    if (size_t(row) >= m_numbers.size())
        m_numbers.resize(size_t(row) + 1, NoNumber);
    m_numbers[size_t(row)] = numberOf(field);
    m_numberCount += std::isnan(m_numbers[size_t(row)]) ? 0 : 1;
}

void KeyColumn::clear(int row)
{
    m_others.remove(row);
    if (std::isnan(number(row)))
        return;
    m_numbers[size_t(row)] = NoNumber;
    --m_numberCount;
}

double KeyColumn::number(int row) const
{
    return size_t(row) < m_numbers.size() ? m_numbers[size_t(row)] : NoNumber;
}

SortKeys KeyColumn::sortKeys(int count) const
{
    const auto size = size_t(count);
    std::vector<double> numbers(size, NoNumber);
    std::ranges::copy_n(m_numbers.cbegin(), std::ptrdiff_t(std::min(numbers.size(), m_numbers.size())), numbers.begin());
    if (m_others.isEmpty())
        return numbers;
    std::vector<QString> texts(size);
    for (const auto &[row, text] : m_others.asKeyValueRange()) {
        if (row < count)
            texts[size_t(row)] = text;
    }
    if (m_numberCount == 0)
        return texts;
    // Ranks instead of values: those of the numbers first.
    std::vector<int> rows(size);
    std::iota(rows.begin(), rows.end(), 0);
    const auto isNumber = [&](int row) { return !std::isnan(numbers[size_t(row)]); };
    const auto firstText = std::stable_partition(rows.begin(), rows.end(), isNumber);
    std::stable_sort(rows.begin(), firstText, [&](int a, int b) { return numbers[size_t(a)] < numbers[size_t(b)]; });
    std::stable_sort(firstText, rows.end(), [&](int a, int b) { return texts[size_t(a)] < texts[size_t(b)]; });
    std::vector<double> ranks(size, NoNumber);
    double rank = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const auto row = size_t(rows[i]);
        const bool given = isNumber(rows[i]) || !texts[row].isEmpty();
        if (!given)
            continue;
        const bool same = i > 0 && isNumber(rows[i]) == isNumber(rows[i - 1])
            && (isNumber(rows[i]) ? numbers[row] == numbers[size_t(rows[i - 1])] : texts[row] == texts[size_t(rows[i - 1])]);
        ranks[row] = same ? rank : ++rank;
    }
    return ranks;
}

} // namespace hermes
