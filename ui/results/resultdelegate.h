// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/widgets/glyphdelegate.h"

namespace hermes {

/// Shows State as picture, word and colour, and the exit code in the colour and weight of its state.
///
/// Needs the roles of ResultGridModel, also through proxies.
class ResultDelegate final : public GlyphDelegate
{
    Q_OBJECT

public:
    using GlyphDelegate::GlyphDelegate;

    /// The column kinds of one table: which of its columns are drawn specially.
    void setColumns(int stateColumn, int exitCodeColumn);

protected:
    [[nodiscard]] std::optional<Glyph> glyphOf(const QModelIndex &index) const override;
    [[nodiscard]] QColor inkOf(const QModelIndex &index, const QPalette &palette) const override;
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    int m_stateColumn = -1;
    int m_exitCodeColumn = -1;
};

} // namespace hermes
