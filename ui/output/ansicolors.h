// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/output/ansi.h"

#include <QPalette>
#include <QTextCharFormat>

namespace hermes {

/// A colour of a terminal on this palette: the sixteen named ones follow light and dark, the others are what they are.
[[nodiscard]] QColor ansiColor(const AnsiColor &color, const QPalette &palette);

/// How text of this style is written. Made legible on its background whatever the sequences asked for.
[[nodiscard]] QTextCharFormat ansiFormat(const AnsiStyle &style, const QPalette &palette);

} // namespace hermes
