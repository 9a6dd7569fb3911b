// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/theme/glyphs.h"

class QListWidget;
class QWidget;

namespace hermes {

/// The sidebar *Pages*; as wide as its longest entry.
[[nodiscard]] QListWidget *makePageList(QWidget *parent);
void addPage(QListWidget *list, const QString &title, Glyph glyph);

} // namespace hermes
