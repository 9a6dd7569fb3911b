// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyledItemDelegate>

namespace hermes {

/// A backend as a card: its name, its kind with how it isolates, and how its last test ended or why it cannot be used.
///
/// Needs the roles of BackendListModel.
class BackendDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    static void paintField(QPainter *painter, const QStyleOptionViewItem &option, const QRect &field);
    static void paintState(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &line);
};

} // namespace hermes
