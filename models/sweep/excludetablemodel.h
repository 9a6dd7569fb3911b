// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <vector>

namespace hermes {

/// The conditions under which candidates are left out, one a row, each with how many it takes away or what is wrong with it.
///
/// GUI thread only.
class ExcludeTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { ExpressionColumn, CheckColumn, ColumnCount };

    explicit ExcludeTableModel(QObject *parent = nullptr);

    void setExpressions(const QStringList &expressions);
    /// Empty rows do not count.
    [[nodiscard]] QStringList expressions() const;
    /// Appends an empty row, or hands back the empty one that is there already.
    int addRow();
    void removeRow(int row);

    /// The parameters that there are; expressions that name others are wrong.
    void setNames(const QStringList &names);
    /// How many candidates each of expressions() takes away; nothing: not known.
    void setTaken(const std::optional<QList<qint64>> &taken);
    /// What showed only when one of expressions() was used.
    void setFault(qsizetype expression, const Fault &fault);
    /// The first row with a problem.
    [[nodiscard]] std::optional<int> problemRow() const;
    [[nodiscard]] const Fault *problem() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void edited();

private:
    struct Row
    {
        QString text = {};
        std::optional<Fault> fault = {};
        std::optional<qint64> taken = {};
    };
    void check(Row &row) const;
    void checksChanged();
    [[nodiscard]] static QString checkText(const Row &row);

    std::vector<Row> m_rows;
    QStringList m_names;
};

} // namespace hermes
