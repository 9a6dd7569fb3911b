// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sweep/axis.h"
#include "models/tables/edittablemodel.h"

#include <optional>

namespace hermes {

/// One parameter as it is typed, or the table of a file.
struct ParameterRow
{
    QString name = {};
    QString values = {};
    QString file = {}; ///< Of a table: its path, or its bare name when it is no file of this machine any more.

    bool operator==(const ParameterRow &) const = default;
};

/// The same with what it means.
struct CheckedParameterRow
{
    ParameterRow row = {};
    std::optional<Result<ParameterGroup>> table = {}; ///< As it was read; nothing before it was.
    std::optional<Result<ParameterGroup>> group = {}; ///< Nothing for an empty row.

    [[nodiscard]] bool isEmpty() const { return row == ParameterRow(); }
};

/// The parameters of a sweep as the user types them: a name and its values a row, checked at every change; or a table from
/// a CSV file, whose columns are parameters that vary together.
///
/// The third column says how the values are given, the last how many there are, or what is wrong with the row. GUI thread
/// only; whoever reads the files hands their contents in.
class ParameterTableModel final : public EditedRows<CheckedParameterRow>
{
    Q_OBJECT

public:
    enum Column { NameColumn, ValuesColumn, KindColumn, CheckColumn };
    using Row = ParameterRow;

    using EditedRows::EditedRows;

    /// Rows with a file are tables whose contents have yet to come: see setTable().
    void setRows(const QList<Row> &rows);
    [[nodiscard]] QList<Row> rows() const;
    /// The rows that make these groups.
    void setGroups(const QList<ParameterGroup> &groups);
    /// Changes name and values of a row that is no table.
    void setRow(int row, const QString &name, const QString &values);

    /// What the rows mean, or the first problem. Rows without name and values do not count.
    [[nodiscard]] Result<QList<ParameterGroup>> groups() const;
    /// The first row with a problem, or with contents that have yet to come.
    [[nodiscard]] std::optional<int> problemRow() const;
    /// The names of all parameters that the rows have, right or wrong.
    [[nodiscard]] QStringList names() const;

    /// Appends the table of a file, unless it is there, and returns its row. An empty row becomes that row.
    int addTable(const QString &path);
    /// What the file holds now, or why it cannot be used.
    void setTable(const QString &path, const Result<ParameterGroup> &table);
    [[nodiscard]] bool isTable(int row) const { return !m_rows[size_t(row)].row.file.isEmpty(); }
    /// Paths, each once.
    [[nodiscard]] QStringList tableFiles() const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

protected:
    [[nodiscard]] QStringList titles() const override;
    [[nodiscard]] QString rowTitle(int number) const override;
    [[nodiscard]] bool isEditable(const QModelIndex &index) const override;
    void rowRemoved() override;

private:
    void check();
    void changed();
    [[nodiscard]] static Result<ParameterGroup> meaningOf(const CheckedParameterRow &row);
    [[nodiscard]] static QString checkText(const CheckedParameterRow &row);
    [[nodiscard]] static QString wholeText(const CheckedParameterRow &row, int column);
    [[nodiscard]] static QString toolTip(const CheckedParameterRow &row, int column);
};

} // namespace hermes
