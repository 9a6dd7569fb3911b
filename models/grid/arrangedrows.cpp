// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "arrangedrows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace hermes {

namespace {

constexpr std::chrono::milliseconds ArrangeInterval {300};

bool isMissing(double key)
{
    return std::isnan(key);
}

/// Missing values come last in both directions; equal ones keep their order.
template<typename Keys>
void sortBy(std::vector<int> &rows, const Keys &keys, Qt::SortOrder order)
{
    const auto present = std::stable_partition(rows.begin(), rows.end(), [&](int row) { return !isMissing(keys[size_t(row)]); });
    const auto less = [&](int left, int right) { return keys[size_t(left)] < keys[size_t(right)]; };
    const auto greater = [&](int left, int right) { return keys[size_t(right)] < keys[size_t(left)]; };
    if (order == Qt::AscendingOrder)
        std::stable_sort(rows.begin(), present, less);
    else
        std::stable_sort(rows.begin(), present, greater);
}

/// How many characters all texts begin with alike; empty ones do not count.
qsizetype commonBeginning(const std::vector<QString> &texts)
{
    const auto first = std::ranges::find_if_not(texts, &QString::isEmpty);
    if (first == texts.end())
        return 0;
    qsizetype length = first->size();
    for (const QString &text : texts) {
        if (text.isEmpty())
            continue;
        const auto differs = std::ranges::mismatch(QStringView(*first).first(length), text);
        length = differs.in1 - first->cbegin();
    }
    return length;
}

/// A text with the characters by which most others differ as one number, since texts lie all over the memory.
struct TextKey
{
    quint64 beginning = 0;
    const QString *text = nullptr;

    bool operator<(const TextKey &other) const
    {
        return beginning != other.beginning ? beginning < other.beginning : *text < *other.text;
    }
};

bool isMissing(const TextKey &key)
{
    return key.text->isEmpty();
}

std::vector<TextKey> textKeys(const std::vector<QString> &texts)
{
    constexpr qsizetype Characters = sizeof(quint64) / sizeof(QChar);
    const qsizetype common = commonBeginning(texts);
    std::vector<TextKey> keys;
    keys.reserve(texts.size());
    for (const QString &text : texts) {
        TextKey key {.text = &text};
        for (qsizetype at = common; at < common + Characters; ++at)
            key.beginning = key.beginning << 16 | (at < text.size() ? text.at(at).unicode() : 0);
        keys.push_back(key);
    }
    return keys;
}

void sortByKeys(std::vector<int> &rows, const std::vector<double> &keys, Qt::SortOrder order)
{
    sortBy(rows, keys, order);
}

void sortByKeys(std::vector<int> &rows, const std::vector<QString> &texts, Qt::SortOrder order)
{
    sortBy(rows, textKeys(texts), order);
}

} // namespace

ArrangedRows::ArrangedRows(QObject *parent) : QAbstractProxyModel(parent)
{
    m_later.setSingleShot(true);
    m_later.setInterval(ArrangeInterval);
    connect(&m_later, &QTimer::timeout, this, &ArrangedRows::arrange);
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
}

void ArrangedRows::connectSource()
{
    const QAbstractItemModel *source = sourceModel();
    connect(source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(source, &QAbstractItemModel::modelReset, this, [this] {
        m_keys.clear();
        rebuild();
        endResetModel();
    });
    connect(source, &QAbstractItemModel::columnsAboutToBeInserted, this,
            [this](const QModelIndex &, int first, int last) { beginInsertColumns({}, first, last); });
    connect(source, &QAbstractItemModel::columnsInserted, this, [this] { endInsertColumns(); });
    connect(source, &QAbstractItemModel::dataChanged, this, &ArrangedRows::sourceChanged);
    connect(source, &QAbstractItemModel::headerDataChanged, this, &QAbstractItemModel::headerDataChanged);
}

void ArrangedRows::rebuild()
{
    m_later.stop();
    m_rows.assign(size_t(sourceModel()->rowCount()), Hidden);
    m_order.clear();
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
    m_order.clear();
    if (column >= 0 && column < columnCount())
        m_keys.push_back({.column = column, .order = order});
    arrange();
}

void ArrangedRows::sortFurther(int column, Qt::SortOrder order)
{
    m_order.clear();
    const auto known = std::ranges::find(m_keys, column, &SortKey::column);
    if (known != m_keys.end())
        known->order = order;
    else if (column >= 0 && column < columnCount())
        m_keys.push_back({.column = column, .order = order});
    arrange();
}

void ArrangedRows::setFilter(const RowFilter *filter)
{
    m_filter = filter;
    if (sourceModel())
        arrange();
}

void ArrangedRows::sortAll()
{
    m_order.resize(m_rows.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    const auto *source = dynamic_cast<const SortKeySource *>(sourceModel());
    for (auto key = m_keys.crbegin(); key != m_keys.crend(); ++key)
        std::visit([&](const auto &values) { sortByKeys(m_order, values, key->order); }, source->sortKeys(key->column));
}

/// A filter that changes leaves the order as it was: it is sorted again only when values have changed.
std::vector<int> ArrangedRows::wantedRows()
{
    if (m_order.size() != m_rows.size())
        sortAll();
    if (!isFiltered())
        return m_order;
    std::vector<int> rows;
    std::ranges::copy_if(m_order, std::back_inserter(rows), [this](int row) { return m_filter->passes(row); });
    return rows;
}

/// Rows leave from the end and come in at the end, and are moved before and after: one signal each, whatever their number.
void ArrangedRows::arrange()
{
    m_later.stop();
    if (!sourceModel())
        return;
    std::vector<int> wanted = wantedRows();
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
    const bool reordered = std::ranges::any_of(
        m_keys, [&](const SortKey &key) { return key.column >= topLeft.column() && key.column <= bottomRight.column(); });
    if (reordered)
        m_order.clear();
    if ((reordered || isFiltered()) && !m_later.isActive())
        m_later.start();
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
