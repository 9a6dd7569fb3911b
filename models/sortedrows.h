// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sortkeys.h"

#include <QAbstractProxyModel>
#include <QTimer>

#include <vector>

namespace hermes {

/// The rows of a table in an order of their own, by an index that is sorted by value.
///
/// Several times as fast as QSortFilterProxyModel, whose comparisons ask the model for each cell. While rows change,
/// the order is brought up to date a few times a second and not at every change, so that rows do not jump about.
/// The source must be a flat table and a SortKeySource; its rows may change only by reset. Empty values come last.
class SortedRows final : public QAbstractProxyModel
{
    Q_OBJECT

public:
    explicit SortedRows(QObject *parent = nullptr);

    /// The source, which must be a SortKeySource too.
    void setSourceModel(QAbstractItemModel *model) override;
    /// Column -1: the order of the source.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    [[nodiscard]] int sortColumn() const { return m_column; }
    [[nodiscard]] Qt::SortOrder sortOrder() const { return m_order; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] QModelIndex mapToSource(const QModelIndex &proxyIndex) const override;
    [[nodiscard]] QModelIndex mapFromSource(const QModelIndex &sourceIndex) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void connectSource();
    void rebuild();
    void resort();
    void sourceChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles);

    std::vector<int> m_sourceRows; ///< By row here.
    std::vector<int> m_rows;       ///< By row of the source.
    int m_column = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    QTimer m_resort;
};

} // namespace hermes
