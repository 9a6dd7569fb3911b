// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyledItemDelegate>

namespace hermes {

/// Rows of a table into which the user types: what is wrong with a row stands beside it in the last column, in colour and
/// with a picture, and in the room of the columns before that are not typed.
class ParameterDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// What the editor of a column is called, and what it shows while it is empty.
    struct Field
    {
        QString name = {};
        QString example = {};
    };

    /// One field for each column that can be edited, from the first one on.
    explicit ParameterDelegate(QList<Field> fields, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintPicture(QPainter *painter, QStyleOptionViewItem &item, const QModelIndex &index) const;

    QList<Field> m_fields;
};

} // namespace hermes
