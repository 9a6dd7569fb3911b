// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "arrangedrows.h"

#include "backends/core/inbackground.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>

namespace hermes {

namespace {

constexpr std::chrono::milliseconds ArrangeInterval {300};

/// Fewer are sorted at once.
constexpr size_t ManyRows = 5000;
/// A piece of work takes some ten to hundred microseconds.
constexpr int RowsAtOnce = 100;

} // namespace

ArrangedRows::ArrangedRows(QObject *parent) : QAbstractProxyModel(parent)
{
    m_sorter.setMaxThreadCount(1);
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &ArrangedRows::startLater);
}

void ArrangedRows::setSourceModel(QAbstractItemModel *model)
{
    Q_ASSERT(dynamic_cast<SortKeySource *>(model));
    beginResetModel();
    if (sourceModel())
        disconnect(sourceModel(), nullptr, this, nullptr);
    QAbstractProxyModel::setSourceModel(model);
    connectSource();
    rebuild();
    endResetModel();
    advance();
}

void ArrangedRows::connectSource()
{
    const QAbstractItemModel *source = sourceModel();
    connect(source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(source, &QAbstractItemModel::modelReset, this, [this] {
        m_keys.clear();
        rebuild();
        endResetModel();
        advance();
    });
    connect(source, &QAbstractItemModel::columnsAboutToBeInserted, this,
            [this](const QModelIndex &, int first, int last) { beginInsertColumns({}, first, last); });
    connect(source, &QAbstractItemModel::columnsInserted, this, [this] {
        endInsertColumns();
        // A filter may have waited for one of them.
        checkAll();
        if (m_filtered && !m_later.isActive())
            m_later.start(ArrangeInterval);
    });
    connect(source, &QAbstractItemModel::dataChanged, this, &ArrangedRows::sourceChanged);
    connect(source, &QAbstractItemModel::headerDataChanged, this, &QAbstractItemModel::headerDataChanged);
}

/// All rows in the order of the source; those that a filter lets pass come once it was asked.
void ArrangedRows::rebuild()
{
    m_later.stop();
    abandonOrder();
    m_work.stop();
    m_step = Step::None;
    m_resort = !m_keys.empty();
    m_keysChanged = false;
    m_filtered = isFiltered();
    m_since.start();
    m_rows.assign(size_t(sourceModel()->rowCount()), Hidden);
    m_order.resize(m_rows.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    m_passes.assign(m_filtered ? m_rows.size() : 0, 0);
    checkAll();
    m_sourceRows = wantedRows();
    noteRows();
}

void ArrangedRows::noteRows()
{
    std::ranges::fill(m_rows, Hidden);
    for (size_t row = 0; row < m_sourceRows.size(); ++row)
        m_rows[size_t(m_sourceRows[row])] = int(row);
}

void ArrangedRows::sort(int column, Qt::SortOrder order)
{
    m_keys.clear();
    if (column >= 0 && column < columnCount())
        m_keys.push_back({.column = column, .order = order});
    abandonOrder();
    startAsked();
}

void ArrangedRows::sortFurther(int column, Qt::SortOrder order)
{
    const auto known = std::ranges::find(m_keys, column, &SortKey::column);
    if (known != m_keys.end())
        known->order = order;
    else if (column >= 0 && column < columnCount())
        m_keys.push_back({.column = column, .order = order});
    abandonOrder();
    startAsked();
}

void ArrangedRows::setFilter(const RowFilter *filter)
{
    m_filter = filter;
    if (!sourceModel())
        return;
    m_filtered = isFiltered();
    m_passes.resize(m_filtered ? m_rows.size() : 0);
    checkAll();
    if (m_step == Step::Checking) {
        m_work.stop();
        m_step = Step::None;
    }
    startAsked();
}

void ArrangedRows::startAsked()
{
    m_asked = true;
    m_since.start();
    advance();
}

/// What changed by itself. While a user waits for something that comes with it.
void ArrangedRows::startLater()
{
    if (m_step != Step::None) {
        m_later.start(ArrangeInterval);
        return;
    }
    m_resort = m_resort || m_keysChanged;
    m_since.start();
    advance();
}

void ArrangedRows::advance()
{
    proceed();
    if (m_step == Step::None)
        m_asked = false;
    const bool busy = m_asked;
    if (std::exchange(m_busy, busy) != busy)
        Q_EMIT busyChanged(busy);
}

/// What is missing for the arrangement, one after another; each step goes on with the next one, at once or later.
void ArrangedRows::proceed()
{
    if (m_step != Step::None || !sourceModel())
        return;
    if (m_resort)
        collect();
    else if (!m_toCheck.empty())
        check();
    else
        arrange();
}

/// What is being sorted is not wanted any more.
void ArrangedRows::abandonOrder()
{
    m_resort = true;
    ++m_generation;
    if (m_step != Step::Collecting && m_step != Step::Sorting)
        return;
    m_work.stop();
    m_step = Step::None;
}

void ArrangedRows::collect()
{
    m_step = Step::Collecting;
    m_resort = m_keysChanged = false;
    auto columns = std::make_shared<std::vector<SortedBy>>();
    for (const SortKey &key : m_keys)
        columns->push_back({.order = key.order});
    auto collectSome = [this, columns, source = dynamic_cast<const SortKeySource *>(sourceModel()), key = size_t(0)]() mutable {
        if (key == columns->size())
            return false;
        SortColumn &values = columns->at(key).values;
        const auto first = int(values.size());
        const int end = std::min(first + RowsAtOnce, int(m_rows.size()));
        source->addSortValues(values, m_keys[key].column, first, end);
        if (end == int(m_rows.size()))
            ++key;
        return key < columns->size();
    };
    m_work.start(std::move(collectSome), [this, columns] { sortCollected(std::move(*columns)); });
}

void ArrangedRows::sortCollected(std::vector<SortedBy> columns)
{
    m_step = Step::Sorting;
    const size_t count = m_rows.size();
    if (columns.empty() || count < ManyRows) {
        takeOrder(rowOrder(count, std::move(columns)));
        return;
    }
    inBackground(m_sorter, [count, columns = std::move(columns)]() mutable {
        return rowOrder(count, std::move(columns));
    }).then(this, [this, generation = m_generation](std::vector<int> order) {
        if (generation == m_generation)
            takeOrder(std::move(order));
    });
}

void ArrangedRows::takeOrder(std::vector<int> order)
{
    m_order = std::move(order);
    m_step = Step::None;
    advance();
}

void ArrangedRows::checkAll()
{
    m_toCheck.clear();
    if (!m_filtered)
        return;
    m_toCheck.resize(m_rows.size());
    std::iota(m_toCheck.begin(), m_toCheck.end(), 0);
}

void ArrangedRows::check()
{
    m_step = Step::Checking;
    auto checkSome = [this, rows = std::exchange(m_toCheck, {}), next = size_t(0)]() mutable {
        const size_t end = std::min(next + RowsAtOnce, rows.size());
        for (; next < end; ++next)
            m_passes[size_t(rows[next])] = m_filter->passes(rows[next]) ? 1 : 0;
        return next < rows.size();
    };
    m_work.start(std::move(checkSome), [this] {
        m_step = Step::None;
        advance();
    });
}

std::vector<int> ArrangedRows::wantedRows() const
{
    if (!m_filtered)
        return m_order;
    std::vector<int> rows;
    std::ranges::copy_if(m_order, std::back_inserter(rows), [this](int row) { return m_passes[size_t(row)] != 0; });
    return rows;
}

/// Rows leave from the end and come in at the end, and are moved before and after: one signal each, whatever their number.
void ArrangedRows::arrange()
{
    std::vector<int> wanted = wantedRows();
    m_took = std::chrono::milliseconds(m_since.elapsed());
    if (wanted == m_sourceRows)
        return;
    Q_EMIT aboutToArrange();
    std::vector<char> isWanted(m_rows.size(), 0);
    for (const int row : wanted)
        isWanted[size_t(row)] = 1;
    takeOut(isWanted);
    putIn(wanted);
    if (wanted != m_sourceRows)
        reorder(std::move(wanted));
    Q_EMIT arranged();
}

void ArrangedRows::takeOut(const std::vector<char> &wanted)
{
    std::vector<int> rows = m_sourceRows;
    const auto leaving = std::stable_partition(rows.begin(), rows.end(), [&](int row) { return wanted[size_t(row)] != 0; });
    const auto staying = size_t(leaving - rows.begin());
    if (staying == rows.size())
        return;
    if (rows != m_sourceRows)
        reorder(rows);
    beginRemoveRows({}, int(staying), int(rows.size()) - 1);
    rows.resize(staying);
    m_sourceRows = std::move(rows);
    noteRows();
    endRemoveRows();
}

void ArrangedRows::putIn(const std::vector<int> &wanted)
{
    if (wanted.size() == m_sourceRows.size())
        return;
    beginInsertRows({}, int(m_sourceRows.size()), int(wanted.size()) - 1);
    for (const int row : wanted) {
        if (m_rows[size_t(row)] == Hidden)
            m_sourceRows.push_back(row);
    }
    noteRows();
    endInsertRows();
}

void ArrangedRows::reorder(std::vector<int> rows)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList sources;
    sources.reserve(before.size());
    for (const QModelIndex &index : before)
        sources += mapToSource(index);
    m_sourceRows = std::move(rows);
    noteRows();
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex &source : std::as_const(sources))
        after += mapFromSource(source);
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void ArrangedRows::sourceChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles)
{
    int first = int(m_sourceRows.size());
    int last = Hidden;
    for (int row = topLeft.row(); row <= bottomRight.row(); ++row) {
        const int shown = m_rows[size_t(row)];
        first = shown == Hidden ? first : std::min(first, shown);
        last = std::max(last, shown);
    }
    // Between the first and the last row that changed lie rows that did not; a view only looks at those it shows.
    if (last != Hidden)
        Q_EMIT dataChanged(index(first, topLeft.column()), index(last, bottomRight.column()), roles);
    m_keysChanged = m_keysChanged || std::ranges::any_of(m_keys, [&](const SortKey &key) {
                        return key.column >= topLeft.column() && key.column <= bottomRight.column();
                    });
    if (m_filtered) {
        for (int row = topLeft.row(); row <= bottomRight.row(); ++row)
            m_toCheck.push_back(row);
        if (m_toCheck.size() > m_rows.size())
            checkAll();
    }
    // What takes long is not done all the time.
    if ((m_keysChanged || m_filtered) && !m_later.isActive())
        m_later.start(std::max(ArrangeInterval, m_took * 3));
}

int ArrangedRows::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_sourceRows.size());
}

int ArrangedRows::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !sourceModel() ? 0 : sourceModel()->columnCount();
}

QModelIndex ArrangedRows::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex ArrangedRows::parent(const QModelIndex &) const
{
    return {};
}

QModelIndex ArrangedRows::mapToSource(const QModelIndex &proxyIndex) const
{
    if (!proxyIndex.isValid())
        return {};
    return sourceModel()->index(m_sourceRows[size_t(proxyIndex.row())], proxyIndex.column());
}

QModelIndex ArrangedRows::mapFromSource(const QModelIndex &sourceIndex) const
{
    const int row = sourceIndex.isValid() ? m_rows[size_t(sourceIndex.row())] : Hidden;
    return row == Hidden ? QModelIndex() : createIndex(row, sourceIndex.column());
}

QVariant ArrangedRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (!sourceModel())
        return {};
    if (orientation == Qt::Vertical && section >= 0 && section < rowCount())
        section = m_sourceRows[size_t(section)];
    return sourceModel()->headerData(section, orientation, role);
}

} // namespace hermes
