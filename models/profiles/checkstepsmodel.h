// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/connectiontests.h"

#include <QAbstractTableModel>

#include <vector>

namespace hermes {

/// The steps of a connection test as they come in, and behind them the one that is under way. GUI thread only.
class CheckStepsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { StepColumn, TimeColumn, FoundColumn, ColumnCount };
    enum class StepState { Passed, Failed, Running, Cancelled };
    enum Role {
        StepStateRole = Qt::UserRole + 1 ///< StepState as int, in every column.
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows this test. What is there already of the same test stays in place.
    void show(const ConnectionTest &test);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        QString name = {};
        QString time = {};
        QString found = {};
        StepState state = StepState::Running;

        bool operator==(const Row &) const = default;
    };
    [[nodiscard]] static Row rowOf(const CheckStep &step);

    std::vector<Row> m_rows;
};

} // namespace hermes
