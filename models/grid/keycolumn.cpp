// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "keycolumn.h"

#include <cmath>
#include <limits>

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

} // namespace hermes
