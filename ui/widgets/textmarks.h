// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QTextEdit>

class QPlainTextEdit;

namespace hermes {

/// Who marks something in a text. They do not know of each other; the later one lies above the earlier one.
enum class MarkLayer { Brackets = 1, Matches, Problems };

/// Replaces the marks of one layer and leaves the others as they are.
void setMarks(QPlainTextEdit *view, MarkLayer layer, QList<QTextEdit::ExtraSelection> marks);

} // namespace hermes
