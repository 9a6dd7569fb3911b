// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sortkeys.h"

#include <QAbstractTableModel>
#include <QTimer>

#include <vector>

namespace hermes {

class ResultGridModel;

/// The results of a grid taken together over the repeats of each combination of parameters: how many have ended and how
/// many with exit code 0, and mean, standard deviation and median of the durations and of every key with numbers.
///
/// Counts only runs that ended with exit code 0, as what others printed is no measurement. The standard deviation is that
/// of a sample (n − 1); empty for fewer than two. Nothing is kept: a cell is calculated when it is shown. GUI thread only.
class RepeatSummaryModel final : public QAbstractTableModel, public SortKeySource
{
    Q_OBJECT

public:
    /// The grid must outlive the model.
    explicit RepeatSummaryModel(const ResultGridModel *grid, QObject *parent = nullptr);

    /// The first candidate of the combination; its repeats follow it.
    [[nodiscard]] int firstCandidate(int row) const;
    void addSortValues(SortColumn &to, int column, int first, int end) const override;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    enum class Statistic : quint8 { Value, Ended, Ok, Mean, Deviation, Median };
    struct Column
    {
        Statistic statistic = Statistic::Value;
        int source = 0; ///< The grid's column.
    };
    void findColumns();
    [[nodiscard]] int numericKeys() const;
    void rowsChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight);
    [[nodiscard]] double calculate(int row, const Column &column) const;
    [[nodiscard]] QString textOf(int row, const Column &column) const;

    const ResultGridModel *m_grid;
    std::vector<Column> m_columns;
    int m_numericKeys = 0; ///< Of the grid, when the columns were chosen.
    int m_rows = 0;
};

} // namespace hermes
