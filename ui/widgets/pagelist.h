// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/theme/glyphs.h"

class QListWidget;
class QWidget;

namespace hermes {

/// The sidebar *Pages*.
[[nodiscard]] QListWidget *makePageList(QWidget *parent);
void addPage(QListWidget *list, const QString &title, Glyph glyph);

/// As wide as its entries, or as their pictures, which then have the titles as tool tips.
enum class PageListWidth { Titles, Pictures };
[[nodiscard]] int pageListWidth(const QListWidget *list, PageListWidth width);
void setPageListWidth(QListWidget *list, PageListWidth width);

} // namespace hermes
