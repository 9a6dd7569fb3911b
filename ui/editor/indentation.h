// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QString>

namespace hermes {

inline constexpr int IndentColumns = 4;

/// The blanks that a line begins with.
[[nodiscard]] QString indentOf(const QString &line);

/// What the line after `line` begins with: one step further after what opens a block (`:` in Python; then, do, { in shell),
/// one step back after what ends one (return, pass, ;;).
[[nodiscard]] QString indentAfter(Language language, const QString &line);

/// Whether the line, as it is just being typed behind `before`, closes a block or begins the other branch of one (else:,
/// fi, done) and has still the indent of the block's inside.
[[nodiscard]] bool belongsOutside(Language language, const QString &line, const QString &before);

} // namespace hermes
