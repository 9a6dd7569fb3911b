// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <vector>

namespace hermes {

/// A small table that the user fills: rows are added at its end, edited cell by cell and removed. A row without contents
/// counts for nothing, and there is one at most. Derive from EditedRows, which keeps the rows. GUI thread only.
class EditTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Appends an empty row, or hands back the empty one that is there already.
    int addRow();
    /// Nothing for a row that is not there.
    void removeRow(int row);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const final;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const final;

Q_SIGNALS:
    /// What the table means is different now.
    void edited();

protected:
    /// Of the columns.
    [[nodiscard]] virtual QStringList titles() const = 0;
    /// "Variable 3"; counted from 1.
    [[nodiscard]] virtual QString rowTitle(int number) const = 0;
    [[nodiscard]] virtual bool isEditable(const QModelIndex &index) const = 0;
    /// A row is gone; says edited().
    virtual void rowRemoved() { Q_EMIT edited(); }

    [[nodiscard]] virtual std::optional<int> emptyRow() const = 0;
    virtual void appendRow() = 0;
    virtual void eraseRow(int row) = 0;

    /// Tells of all cells, or of all of a column.
    void allChanged(std::optional<int> column = {});
};

/// Keeps the rows, each a `Row` that knows by isEmpty() whether it has yet to be filled.
template<typename Row>
class EditedRows : public EditTableModel
{
public:
    using EditTableModel::EditTableModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const final { return parent.isValid() ? 0 : int(m_rows.size()); }

protected:
    [[nodiscard]] std::optional<int> emptyRow() const final
    {
        const auto empty = std::ranges::find_if(m_rows, &Row::isEmpty);
        return empty == m_rows.cend() ? std::nullopt : std::optional(int(empty - m_rows.cbegin()));
    }
    void appendRow() final { m_rows.emplace_back(); }
    void eraseRow(int row) final { m_rows.erase(m_rows.begin() + row); }

    std::vector<Row> m_rows;
};

} // namespace hermes
