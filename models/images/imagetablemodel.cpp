// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "imagetablemodel.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/roles.h"
#include "models/tables/roworder.h"

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr qsizetype ShortId = 12;

/// The three-way answer of what a column is sorted by.
template<typename T>
int compared(const T &left, const T &right)
{
    return left < right ? -1 : right < left ? 1 : 0;
}
} // namespace

std::vector<ImageTableModel::Row> ImageTableModel::rowsOf(const ImageEntry &image)
{
    std::vector<Row> rows;
    for (const QString &name : image.names) {
        Row row {.name = name, .reference = name, .image = image};
        const qsizetype at = name.indexOf(u'@');
        // A colon before a slash is that of a port.
        const qsizetype end = at >= 0 ? at : name.lastIndexOf(u':');
        if (end > name.lastIndexOf(u'/')) {
            row.name = name.first(end);
            row.tag = name.sliced(end + 1);
        }
        rows.push_back(std::move(row));
    }
    if (rows.empty())
        rows.push_back({.reference = image.id, .image = image});
    return rows;
}

void ImageTableModel::setImages(const QList<ImageEntry> &images)
{
    std::vector<Row> wanted;
    for (const ImageEntry &image : images)
        std::ranges::move(rowsOf(image), std::back_inserter(wanted));
    const auto find = [](std::vector<Row> &rows, const QString &reference) {
        return std::ranges::find(rows, reference, &Row::reference);
    };
    for (int at = rowCount() - 1; at >= 0; --at) {
        const auto now = find(wanted, row(at).reference);
        if (now == wanted.end()) {
            beginRemoveRows({}, at, at);
            m_rows.erase(m_rows.begin() + at);
            endRemoveRows();
            continue;
        }
        if (*now != row(at)) {
            m_rows[size_t(at)] = *now;
            Q_EMIT dataChanged(index(at, 0), index(at, ColumnCount - 1));
        }
        wanted.erase(now);
    }
    if (!wanted.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + int(wanted.size()) - 1);
        std::ranges::move(wanted, std::back_inserter(m_rows));
        endInsertRows();
    }
    sort(m_sortColumn, m_sortOrder);
}

int ImageTableModel::rowOf(const QString &reference) const
{
    const auto found = std::ranges::find(m_rows, reference, &Row::reference);
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

bool ImageTableModel::isBefore(const Row &left, const Row &right) const
{
    const Row &first = m_sortOrder == Qt::AscendingOrder ? left : right;
    const Row &second = m_sortOrder == Qt::AscendingOrder ? right : left;
    int order = 0;
    switch (m_sortColumn) {
    case Tag: order = compared(first.tag, second.tag); break;
    case Id: order = compared(first.image.id, second.image.id); break;
    case Size: order = compared(first.image.bytes, second.image.bytes); break;
    case Created: order = compared(first.image.created, second.image.created); break;
    case InUse: order = compared(first.image.usedBy.size(), second.image.usedBy.size()); break;
    default: order = compared(first.name, second.name); break;
    }
    return order != 0 ? order < 0 : first.reference < second.reference;
}

void ImageTableModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column < 0 ? int(Name) : column;
    m_sortOrder = order;
    const std::vector<int> from = orderOf(m_rows, [this](const Row &left, const Row &right) { return isBefore(left, right); });
    if (from.empty())
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const std::vector<int> to = reorder(m_rows, from);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex &index : before)
        after.append(this->index(to[size_t(index.row())], index.column()));
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

int ImageTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ImageTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ImageTableModel::text(const Row &row, int column) const
{
    switch (column) {
    case Name: return row.name.isEmpty() ? tr("(no name)") : lineText(row.name);
    case Tag: return lineText(row.tag);
    case Id: return row.image.id.section(u':', -1).left(ShortId);
    case Size: return byteCountText(row.image.bytes);
    case Created:
        return row.image.created.isValid() ? QLocale().toString(row.image.created.toLocalTime(), QLocale::ShortFormat) : QString();
    case InUse: return row.image.usedBy.isEmpty() ? QString() : lineText(row.image.usedBy.join(u", "_s));
    default: return {};
    }
}

QVariant ImageTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole:
        return toolTipText(index.column() == Id                                ? row.image.id
                               : index.column() == Name && !row.name.isEmpty() ? row.reference
                                                                               : text(row, index.column()));
    case Qt::TextAlignmentRole: return int((index.column() == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole: return index.column() == Size ? QVariant(row.image.bytes) : QVariant(text(row, index.column()));
    default: return {};
    }
}

QVariant ImageTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole && section < rowCount() ? QVariant(row(section).reference) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return int((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Name");
    case Tag: return tr("Tag");
    case Id: return tr("Id");
    case Size: return tr("Size");
    case Created: return tr("Created");
    case InUse: return tr("In use");
    default: return {};
    }
}

} // namespace hermes
