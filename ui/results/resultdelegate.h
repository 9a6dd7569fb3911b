// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyledItemDelegate>

namespace hermes {

/// Shows State as picture, word and colour, and the exit code in the colour and weight of its state.
///
/// Needs the roles of ResultGridModel, also through proxies.
class ResultDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// The column kinds of one table: which of its columns are drawn specially.
    void setColumns(int stateColumn, int exitCodeColumn);

private:
    /// What is drawn, and so what is measured.
    [[nodiscard]] QStyleOptionViewItem itemOf(const QStyleOptionViewItem &option, const QModelIndex &index) const;

    int m_stateColumn = -1;
    int m_exitCodeColumn = -1;
};

} // namespace hermes
