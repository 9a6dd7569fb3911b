// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/plot/plotpoints.h"

#include <QAbstractTableModel>

namespace hermes {

/// The points of a plot as a table, for those who cannot see it and for those who want the numbers. GUI thread only.
class PlotTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    /// The titles are those of the columns of `points`: x, y and, where there is one, colour.
    void show(PlotPoints points, const QStringList &titles);
    [[nodiscard]] const PlotPoints &points() const { return m_points; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    PlotPoints m_points;
    QStringList m_titles;
};

} // namespace hermes
