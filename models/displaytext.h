// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QString>

namespace hermes {

// Text that snippets and users made, before a widget gets it. It may be of any length and hold any character; none of
// it may hide something, turn other text around, be taken for markup, or hold up the window.

/// Control characters but tab and line ends as signs ("␛", "␀"), those that turn the direction of text by their number
/// ("‹U+202E›").
[[nodiscard]] QString visibleText(const QString &text);
/// Visible, on one line, with an ellipsis in place of what is over `maxCharacters`: for cells, headings, list entries.
[[nodiscard]] QString lineText(const QString &text, qsizetype maxCharacters = 500);
/// Visible, with an ellipsis in place of what does not fit a message: some hundred characters, a few lines.
[[nodiscard]] QString messageText(const QString &text);
/// What a fault says, as a message that begins like a sentence.
[[nodiscard]] QString messageText(const Fault &fault);
/// As messageText, and never taken for markup by a tool tip.
[[nodiscard]] QString toolTipText(const QString &text);

} // namespace hermes
