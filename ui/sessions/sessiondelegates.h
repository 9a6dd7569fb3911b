// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/widgets/glyphdelegate.h"

namespace hermes {

/// State as picture, word and colour; rows that are not up to date as of second rank.
class SessionDelegate final : public GlyphDelegate
{
    Q_OBJECT

public:
    using GlyphDelegate::GlyphDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
    [[nodiscard]] std::optional<Glyph> glyphOf(const QModelIndex &index) const override;
    [[nodiscard]] QColor inkOf(const QModelIndex &index, const QPalette &palette) const override;
};

/// Names with a picture of what they name.
class FileDelegate final : public GlyphDelegate
{
    Q_OBJECT

public:
    using GlyphDelegate::GlyphDelegate;

protected:
    [[nodiscard]] std::optional<Glyph> glyphOf(const QModelIndex &index) const override;
    [[nodiscard]] QColor inkOf(const QModelIndex &index, const QPalette &palette) const override;
};

} // namespace hermes
