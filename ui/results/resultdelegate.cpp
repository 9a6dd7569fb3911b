// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultdelegate.h"

#include "models/roles.h"
#include "ui/theme/theme.h"

namespace hermes {

void ResultDelegate::setColumns(int stateColumn, int exitCodeColumn)
{
    m_stateColumn = stateColumn;
    m_exitCodeColumn = exitCodeColumn;
}

std::optional<Glyph> ResultDelegate::glyphOf(const QModelIndex &index) const
{
    if (index.column() != m_stateColumn)
        return std::nullopt;
    return stateGlyph(RunState(index.data(StateRole).toInt()));
}

QColor ResultDelegate::inkOf(const QModelIndex &index, const QPalette &palette) const
{
    if (index.column() != m_stateColumn && index.column() != m_exitCodeColumn)
        return palette.color(QPalette::Text);
    return stateColor(RunState(index.data(StateRole).toInt()), palette);
}

void ResultDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    GlyphDelegate::initStyleOption(option, index);
    if (index.column() != m_exitCodeColumn)
        return;
    const auto state = RunState(index.data(StateRole).toInt());
    option->font.setBold(isFinished(state) && state != RunState::Ok);
}

} // namespace hermes
