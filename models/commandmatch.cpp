// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "commandmatch.h"

namespace hermes {

namespace {
constexpr int InARow = 4;
constexpr int AtWordBegin = 8;
constexpr int AtTextBegin = 6;

bool beginsWord(const QString &text, qsizetype at)
{
    return at == 0 || !text.at(at - 1).isLetterOrNumber();
}

/// The best that the rest of the query can reach from here on: a letter is looked for at every place where it stands.
std::optional<int> bestFrom(const QString &text, const QString &query, qsizetype from, qsizetype letter)
{
    if (letter == query.size())
        return 0;
    std::optional<int> best;
    // A word's begin and the very next letter are the only places that can be better than the first one.
    bool triedPlain = false;
    for (qsizetype at = text.indexOf(query.at(letter), from); at >= 0; at = text.indexOf(query.at(letter), at + 1)) {
        const bool next = at == from && letter > 0;
        const bool word = beginsWord(text, at);
        if (!next && !word && std::exchange(triedPlain, true))
            continue;
        const std::optional<int> rest = bestFrom(text, query, at + 1, letter + 1);
        if (!rest)
            break; // nor will it fit further on
        const int here = 1 + (next ? InARow : 0) + (word ? AtWordBegin : 0) + (at == 0 ? AtTextBegin : 0);
        best = std::max(best.value_or(0), here + *rest);
    }
    return best;
}

} // namespace

std::optional<int> commandMatch(const QString &text, const QString &query)
{
    constexpr qsizetype LongestQuery = 24;
    const QString letters = query.toCaseFolded().remove(u' ');
    if (letters.size() > LongestQuery)
        return text.contains(query, Qt::CaseInsensitive) ? std::optional(1) : std::nullopt;
    return bestFrom(text.toCaseFolded(), letters, 0, 0);
}

} // namespace hermes
