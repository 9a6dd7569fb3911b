// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sortedrows.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>

namespace hermes {

namespace {

constexpr std::chrono::milliseconds ResortInterval {300};

bool isMissing(double key)
{
    return std::isnan(key);
}

bool isMissing(const QString &key)
{
    return key.isEmpty();
}

/// Missing values come last in both directions; equal ones keep the order of the source.
template<typename Key>
void sortBy(std::vector<int> &rows, const std::vector<Key> &keys, Qt::SortOrder order)
{
    const auto present = std::stable_partition(rows.begin(), rows.end(), [&](int row) { return !isMissing(keys[size_t(row)]); });
    const auto less = [&](int left, int right) { return keys[size_t(left)] < keys[size_t(right)]; };
    const auto greater = [&](int left, int right) { return keys[size_t(right)] < keys[size_t(left)]; };
    if (order == Qt::AscendingOrder)
        std::stable_sort(rows.begin(), present, less);
    else
        std::stable_sort(rows.begin(), present, greater);
}

} // namespace

SortedRows::SortedRows(QObject *parent) : QAbstractProxyModel(parent)
{
    m_resort.setSingleShot(true);
    m_resort.setInterval(ResortInterval);
    connect(&m_resort, &QTimer::timeout, this, &SortedRows::resort);
}

void SortedRows::setSourceModel(QAbstractItemModel *model)
{
    Q_ASSERT(dynamic_cast<SortKeySource *>(model));
    beginResetModel();
    if (sourceModel())
        disconnect(sourceModel(), nullptr, this, nullptr);
    QAbstractProxyModel::setSourceModel(model);
    connectSource();
    rebuild();
    endResetModel();
}

void SortedRows::connectSource()
{
    const QAbstractItemModel *source = sourceModel();
    connect(source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(source, &QAbstractItemModel::modelReset, this, [this] {
        m_column = -1;
        rebuild();
        endResetModel();
    });
    connect(source, &QAbstractItemModel::columnsAboutToBeInserted, this,
            [this](const QModelIndex &, int first, int last) { beginInsertColumns({}, first, last); });
    connect(source, &QAbstractItemModel::columnsInserted, this, [this] { endInsertColumns(); });
    connect(source, &QAbstractItemModel::dataChanged, this, &SortedRows::sourceChanged);
    connect(source, &QAbstractItemModel::headerDataChanged, this, &QAbstractItemModel::headerDataChanged);
}

void SortedRows::rebuild()
{
    m_sourceRows.resize(size_t(sourceModel()->rowCount()));
    m_rows.resize(m_sourceRows.size());
    std::iota(m_sourceRows.begin(), m_sourceRows.end(), 0);
    std::iota(m_rows.begin(), m_rows.end(), 0);
}

void SortedRows::sort(int column, Qt::SortOrder order)
{
    m_column = column < columnCount() ? column : -1;
    m_order = order;
    resort();
}

void SortedRows::resort()
{
    m_resort.stop();
    if (!sourceModel())
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList sources;
    sources.reserve(before.size());
    for (const QModelIndex &index : before)
        sources += mapToSource(index);
    std::iota(m_sourceRows.begin(), m_sourceRows.end(), 0);
    if (m_column >= 0) {
        const SortKeys keys = dynamic_cast<const SortKeySource *>(sourceModel())->sortKeys(m_column);
        std::visit([this](const auto &values) { sortBy(m_sourceRows, values, m_order); }, keys);
    }
    for (size_t row = 0; row < m_sourceRows.size(); ++row)
        m_rows[size_t(m_sourceRows[row])] = int(row);
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex &source : std::as_const(sources))
        after += mapFromSource(source);
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void SortedRows::sourceChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles)
{
    // Between the first and the last row that changed lie rows that did not; a view only looks at those it shows.
    const auto changed = std::span(m_rows).subspan(size_t(topLeft.row()), size_t(bottomRight.row() - topLeft.row() + 1));
    const auto [first, last] = std::ranges::minmax(changed);
    Q_EMIT dataChanged(index(first, topLeft.column()), index(last, bottomRight.column()), roles);
    if (m_column >= topLeft.column() && m_column <= bottomRight.column() && !m_resort.isActive())
        m_resort.start();
}

int SortedRows::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_sourceRows.size());
}

int SortedRows::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !sourceModel() ? 0 : sourceModel()->columnCount();
}

QModelIndex SortedRows::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex SortedRows::parent(const QModelIndex &) const
{
    return {};
}

QModelIndex SortedRows::mapToSource(const QModelIndex &proxyIndex) const
{
    if (!proxyIndex.isValid())
        return {};
    return sourceModel()->index(m_sourceRows[size_t(proxyIndex.row())], proxyIndex.column());
}

QModelIndex SortedRows::mapFromSource(const QModelIndex &sourceIndex) const
{
    return sourceIndex.isValid() ? createIndex(m_rows[size_t(sourceIndex.row())], sourceIndex.column()) : QModelIndex();
}

QVariant SortedRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (!sourceModel())
        return {};
    if (orientation == Qt::Vertical && section >= 0 && section < rowCount())
        section = m_sourceRows[size_t(section)];
    return sourceModel()->headerData(section, orientation, role);
}

} // namespace hermes
