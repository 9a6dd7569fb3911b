// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/grid/rowfilter.h"
#include "models/grid/roworder.h"
#include "models/slicedwork.h"
#include "models/sortkeys.h"

#include <QAbstractProxyModel>
#include <QElapsedTimer>
#include <QThreadPool>
#include <QTimer>

#include <span>
#include <vector>

namespace hermes {

/// Those rows of a table that pass a filter, in an order of their own, by an index that is sorted by value.
///
/// Several times as fast as QSortFilterProxyModel, whose comparisons ask the model for each cell. Rows are looked at a slice
/// at a time and many are sorted on a thread: a small table is arranged when a call returns, a big one a while later, and
/// shows what it showed before until then. While rows change, the order is brought up to date a few times a second and not at
/// every change, so that rows do not jump about. However many rows come and go at once, views get four signals at most: what
/// selection models hold on to stays.
/// The source must be a flat table and a SortKeySource; its rows may change only by reset. Empty values come last.
class ArrangedRows final : public QAbstractProxyModel
{
    Q_OBJECT

public:
    struct SortKey
    {
        int column = -1;
        Qt::SortOrder order = Qt::AscendingOrder;

        bool operator==(const SortKey &) const = default;
    };

    explicit ArrangedRows(QObject *parent = nullptr);

    /// The source, which must be a SortKeySource too.
    void setSourceModel(QAbstractItemModel *model) override;
    /// Column -1: the order of the source.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    /// Sorts by one more column where those before are equal; by the same one again: turns it round.
    void sortFurther(int column, Qt::SortOrder order);
    [[nodiscard]] const std::vector<SortKey> &sortKeys() const { return m_keys; }

    /// Not owned; null: every row is shown. To be called again whenever the filter decides otherwise than before.
    void setFilter(const RowFilter *filter);
    /// Rows of the source that are shown, in their order.
    [[nodiscard]] std::span<const int> sourceRows() const { return m_sourceRows; }
    /// What sort() or setFilter() asked for is not shown yet.
    [[nodiscard]] bool isBusy() const { return m_busy; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] QModelIndex mapToSource(const QModelIndex &proxyIndex) const override;
    /// Invalid for a row that is not shown.
    [[nodiscard]] QModelIndex mapFromSource(const QModelIndex &sourceIndex) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    /// Around every change of which rows there are and of their order, so that views can stay where they are.
    void aboutToArrange();
    void arranged();
    void busyChanged(bool busy);

private:
    /// What is under way, and goes on by itself.
    enum class Step : quint8 { None, Collecting, Sorting, Checking };

    void connectSource();
    void rebuild();
    void startAsked();
    void startLater();
    void advance();
    void proceed();
    void abandonOrder();
    void collect();
    void sortCollected(std::vector<SortedBy> columns);
    void takeOrder(std::vector<int> order);
    void check();
    void checkAll();
    void arrange();
    [[nodiscard]] std::vector<int> wantedRows() const;
    void takeOut(const std::vector<char> &wanted);
    void putIn(const std::vector<int> &wanted);
    void reorder(std::vector<int> rows);
    void noteRows();
    void sourceChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles);
    [[nodiscard]] bool isFiltered() const { return m_filter && !m_filter->passesAll(); }

    static constexpr int Hidden = -1;

    std::vector<int> m_sourceRows; ///< By row here.
    std::vector<int> m_rows;       ///< By row of the source; or Hidden.
    std::vector<SortKey> m_keys;   ///< The first weighs most.
    std::vector<int> m_order;      ///< All rows of the source as the keys order them.
    const RowFilter *m_filter = nullptr;
    bool m_filtered = false;     ///< It left out rows when it was set.
    std::vector<char> m_passes;  ///< By row of the source, where it does.
    std::vector<int> m_toCheck;  ///< Rows of the source that the filter may see otherwise than m_passes has it.
    bool m_resort = false;       ///< The order is to be made anew.
    bool m_keysChanged = false;  ///< It is out of date, and made anew after a while.
    Step m_step = Step::None;
    int m_generation = 0; ///< Orders that were asked for earlier are dropped.
    bool m_asked = false; ///< By a user, who waits for it.
    bool m_busy = false;
    QElapsedTimer m_since;               ///< Since what is under way was begun.
    std::chrono::milliseconds m_took {0}; ///< What was last under way.
    QTimer m_later;
    SlicedWork m_work;
    QThreadPool m_sorter;
};

} // namespace hermes
