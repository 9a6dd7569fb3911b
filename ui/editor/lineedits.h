// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QTextCursor>

namespace hermes {

// What an editor of code does with whole lines: those of the selection, or the one of the cursor. Each is one step of undo and
// leaves the same lines selected.

void indentLines(QTextCursor cursor);
void unindentLines(QTextCursor cursor);
/// Puts `# ` before every line that has text, or takes it away where all of them have it. Both languages write comments so.
void toggleComment(QTextCursor cursor);

enum class Direction { Up, Down };
/// These hand back the cursor with what is selected afterwards.
[[nodiscard]] QTextCursor duplicateLines(QTextCursor cursor);
[[nodiscard]] QTextCursor moveLines(QTextCursor cursor, Direction direction);

} // namespace hermes
