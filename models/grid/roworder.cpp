// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "roworder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hermes {

namespace {

bool isMissing(double key)
{
    return std::isnan(key);
}

/// Missing values come last in both directions; equal ones keep their order.
template<typename Keys>
void sortBy(std::vector<int> &rows, const Keys &keys, Qt::SortOrder order)
{
    const auto present = std::stable_partition(rows.begin(), rows.end(), [&](int row) { return !isMissing(keys[size_t(row)]); });
    const auto less = [&](int left, int right) { return keys[size_t(left)] < keys[size_t(right)]; };
    const auto greater = [&](int left, int right) { return keys[size_t(right)] < keys[size_t(left)]; };
    if (order == Qt::AscendingOrder)
        std::stable_sort(rows.begin(), present, less);
    else
        std::stable_sort(rows.begin(), present, greater);
}

/// How many characters all texts begin with alike; empty ones do not count.
qsizetype commonBeginning(const std::vector<QString> &texts)
{
    const auto first = std::ranges::find_if_not(texts, &QString::isEmpty);
    if (first == texts.end())
        return 0;
    qsizetype length = first->size();
    for (const QString &text : texts) {
        if (text.isEmpty())
            continue;
        const auto differs = std::ranges::mismatch(QStringView(*first).first(length), text);
        length = differs.in1 - first->cbegin();
    }
    return length;
}

/// A text with the characters by which most others differ as one number, since texts lie all over the memory.
struct TextKey
{
    quint64 beginning = 0;
    const QString *text = nullptr;

    bool operator<(const TextKey &other) const
    {
        return beginning != other.beginning ? beginning < other.beginning : *text < *other.text;
    }
};

bool isMissing(const TextKey &key)
{
    return key.text->isEmpty();
}

std::vector<TextKey> textKeys(const std::vector<QString> &texts)
{
    constexpr qsizetype Characters = sizeof(quint64) / sizeof(QChar);
    const qsizetype common = commonBeginning(texts);
    std::vector<TextKey> keys;
    keys.reserve(texts.size());
    for (const QString &text : texts) {
        TextKey key {.text = &text};
        for (qsizetype at = common; at < common + Characters; ++at)
            key.beginning = key.beginning << 16 | (at < text.size() ? text.at(at).unicode() : 0);
        keys.push_back(key);
    }
    return keys;
}

void sortByKeys(std::vector<int> &rows, const std::vector<double> &keys, Qt::SortOrder order)
{
    sortBy(rows, keys, order);
}

void sortByKeys(std::vector<int> &rows, const std::vector<QString> &texts, Qt::SortOrder order)
{
    sortBy(rows, textKeys(texts), order);
}

} // namespace

std::vector<int> rowOrder(size_t count, std::vector<SortedBy> columns)
{
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (auto column = columns.rbegin(); column != columns.rend(); ++column)
        std::visit([&](const auto &keys) { sortByKeys(order, keys, column->order); }, std::move(column->values).takeKeys());
    return order;
}

} // namespace hermes
