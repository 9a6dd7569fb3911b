// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "edittablemodel.h"

namespace hermes {

int EditTableModel::addRow()
{
    if (const auto empty = emptyRow())
        return *empty;
    const int row = rowCount();
    beginInsertRows({}, row, row);
    appendRow();
    endInsertRows();
    return row;
}

void EditTableModel::removeRow(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    beginRemoveRows({}, row, row);
    eraseRow(row);
    endRemoveRows();
    rowRemoved();
}

int EditTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(titles().size());
}

QVariant EditTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (orientation == Qt::Vertical)
        return rowTitle(section + 1);
    const QStringList all = titles();
    return section >= 0 && section < all.size() ? QVariant(all.at(section)) : QVariant();
}

Qt::ItemFlags EditTableModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    return isEditable(index) ? flags | Qt::ItemIsEditable : flags;
}

void EditTableModel::allChanged(std::optional<int> column)
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, column.value_or(0)), index(rowCount() - 1, column.value_or(columnCount() - 1)));
}

} // namespace hermes
