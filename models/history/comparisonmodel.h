// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/history/comparison.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace hermes {

/// The rows of a comparison: Candidate, the parameters, State, Exit code, Difference in words, and a column for each JSON
/// key that changed anywhere, with both values and how far they are apart. GUI thread only.
class ComparisonModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Rows { Changed, All };

    using QAbstractTableModel::QAbstractTableModel;

    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setRows(Rows rows);
    /// Null before there is one.
    [[nodiscard]] const Comparison *comparison() const { return m_comparison.get(); }
    [[nodiscard]] const ComparedRow &row(int row) const { return m_comparison->rows[m_shown[size_t(row)]]; }
    [[nodiscard]] int stateColumn() const { return 1 + int(m_names.size()); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    enum FixedColumn { State, ExitCode, Difference, FixedCount };

    void rebuild();
    [[nodiscard]] QString text(const ComparedRow &row, int column) const;
    [[nodiscard]] QVariant rawValue(const ComparedRow &row, int column) const;

    std::shared_ptr<const Comparison> m_comparison;
    QStringList m_names;
    std::vector<size_t> m_shown;
    Rows m_rows = Rows::Changed;
};

/// "160.0 → 140.0 (−20, −12.5 %)": numbers with how far they are apart, both ways.
[[nodiscard]] QString keyChangeText(const KeyChange &change);
/// "12 of 400 candidates changed · 3 only in launch 7", one sentence on all of it.
[[nodiscard]] QString comparisonText(const Comparison &comparison);

} // namespace hermes
