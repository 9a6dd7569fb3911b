// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/theme/glyphs.h"

#include <QStyledItemDelegate>

#include <optional>

namespace hermes {

/// Puts a picture before the text of some cells, in the colour of the text, which the cell decides.
class GlyphDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    /// Nothing: the cell has text only.
    [[nodiscard]] virtual std::optional<Glyph> glyphOf(const QModelIndex &index) const = 0;
    [[nodiscard]] virtual QColor inkOf(const QModelIndex &index, const QPalette &palette) const = 0;

private:
    [[nodiscard]] QStyleOptionViewItem itemOf(const QStyleOptionViewItem &option, const QModelIndex &index) const;
};

} // namespace hermes
