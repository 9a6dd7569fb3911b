// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArrayView>
#include <QString>

namespace hermes {

// Bytes as text that bash makes the same bytes of. Any thread.

/// Whether a terminal into which this is pasted, and the clipboard before it, pass it on as it is.
[[nodiscard]] bool isPlainText(QByteArrayView bytes);

/// One word of a bash command that stands for exactly these bytes: bare, in quotes, or as $'…' where it has bytes that a
/// terminal or a clipboard would not pass on.
[[nodiscard]] QString shellWord(QByteArrayView bytes);

/// A file's name or path as it is told in a line of text: as it is, or as $'…' where it is no UTF-8 or holds what would not be
/// seen. What begins with $' is always such a word, so no two names are told alike.
[[nodiscard]] QString nameInLine(QByteArrayView name);

} // namespace hermes
