// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/parametergroup.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace hermes {

/// The parameters of a sweep as the user types them: a name and its values a row, checked at every change.
///
/// The third column says how many values there are, or what is wrong with the row. GUI thread only.
class ParameterTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, ValuesColumn, CheckColumn, ColumnCount };

    struct Row
    {
        QString name = {};
        QString values = {};

        bool operator==(const Row &) const = default;
    };

    explicit ParameterTableModel(QObject *parent = nullptr);

    void setRows(const QList<Row> &rows);
    [[nodiscard]] QList<Row> rows() const;
    /// Appends an empty row, or hands back the empty one that is there already.
    int addRow();
    void removeRow(int row);

    /// What the rows mean, or the first problem. Rows without name and values do not count.
    [[nodiscard]] Result<QList<ParameterGroup>> groups() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    /// Something about the parameters is different now.
    void edited();

private:
    struct CheckedRow
    {
        Row row = {};
        std::optional<Result<ParameterGroup>> group = {}; ///< Nothing for an empty row.
    };
    void check();
    [[nodiscard]] static QString checkText(const CheckedRow &row);
    [[nodiscard]] static QString wholeText(const CheckedRow &row, int column);

    std::vector<CheckedRow> m_rows;
};

} // namespace hermes
