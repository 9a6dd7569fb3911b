// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sortkeys.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace hermes {

namespace {

constexpr double NoNumber = std::numeric_limits<double>::quiet_NaN();

/// The place of each row in their order instead of its value; equal values have the same one.
std::vector<double> ranksOf(const std::vector<double> &numbers, const std::vector<QString> &texts)
{
    std::vector<int> rows(numbers.size());
    std::iota(rows.begin(), rows.end(), 0);
    const auto isNumber = [&](int row) { return !std::isnan(numbers[size_t(row)]); };
    const auto firstText = std::stable_partition(rows.begin(), rows.end(), isNumber);
    std::stable_sort(rows.begin(), firstText, [&](int a, int b) { return numbers[size_t(a)] < numbers[size_t(b)]; });
    std::stable_sort(firstText, rows.end(), [&](int a, int b) { return texts[size_t(a)] < texts[size_t(b)]; });
    std::vector<double> ranks(numbers.size(), NoNumber);
    double rank = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const auto row = size_t(rows[i]);
        if (!isNumber(rows[i]) && texts[row].isEmpty())
            continue;
        const bool same = i > 0 && isNumber(rows[i]) == isNumber(rows[i - 1])
            && (isNumber(rows[i]) ? numbers[row] == numbers[size_t(rows[i - 1])] : texts[row] == texts[size_t(rows[i - 1])]);
        ranks[row] = same ? rank : ++rank;
    }
    return ranks;
}

} // namespace

void SortColumn::addNumber(double number)
{
    m_numbers.push_back(number);
}

void SortColumn::addText(QString text)
{
    if (!text.isEmpty()) {
        m_texts.resize(m_numbers.size());
        m_texts.push_back(std::move(text));
    }
    m_numbers.push_back(NoNumber);
}

SortKeys SortColumn::takeKeys() &&
{
    if (m_texts.empty())
        return std::move(m_numbers);
    m_texts.resize(m_numbers.size());
    const bool anyNumber = !std::ranges::all_of(m_numbers, [](double number) { return std::isnan(number); });
    if (anyNumber)
        return ranksOf(m_numbers, m_texts);
    return m_textsMayBeNumbers ? sortKeysFromTexts(std::move(m_texts)) : SortKeys(std::move(m_texts));
}

SortKeys sortKeysFromTexts(std::vector<QString> texts)
{
    std::vector<double> numbers;
    numbers.reserve(texts.size());
    for (const QString &text : texts) {
        bool isNumber = true;
        const double number = text.isEmpty() ? NoNumber : text.toDouble(&isNumber);
        if (!isNumber)
            return texts;
        numbers.push_back(number);
    }
    return numbers;
}

} // namespace hermes
