// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/diff/diffmodel.h"

#include <QStyledItemDelegate>
#include <QTableView>

class QScrollBar;

namespace hermes {

/// Paints the cells of a DiffModel: the kind of a line by colour and sign, and what changed within it.
class DiffDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// How far both texts are scrolled to the side, in pixels.
    void setOffset(int offset) { m_offset = offset; }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    int m_offset = 0;
};

/// The table of a comparison. Both texts are scrolled to the side together, so that the same columns stand side by side.
class DiffTable final : public QTableView
{
    Q_OBJECT

public:
    /// The model must outlive the table.
    explicit DiffTable(DiffModel *model, QWidget *parent = nullptr);

    /// Scrolls the texts; goes below the table.
    [[nodiscard]] QScrollBar *sideBar() const { return m_sideBar; }
    /// Makes this difference the current one and shows it.
    void showHunk(int hunk);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void layOutColumns();
    void copySelection() const;

    DiffModel *m_model;
    DiffDelegate *m_delegate;
    QScrollBar *m_sideBar;
};

} // namespace hermes
