// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QTextCursor>

#include <optional>

namespace hermes {

/// The bracket beside a cursor and the one that belongs to it.
struct BracketMatch
{
    int bracket = 0;                   ///< Positions in the document.
    std::optional<int> partner = {}; ///< Nothing: it has none.

    bool operator==(const BracketMatch &) const = default;
};

/// How far a partner is looked for. Beyond it nothing is said of a bracket.
inline constexpr int BracketReach = 1'500'000;

/// Looks at the bracket before the cursor and else at the one behind it. Those in strings and comments, as far as the
/// text is coloured, count neither as brackets nor as partners. Nothing where there is none, or none that could be judged: in
/// shell a `)` may end a pattern of `case`.
[[nodiscard]] std::optional<BracketMatch> matchBracket(const QTextCursor &cursor, Language language);

} // namespace hermes
