// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "parametertablemodel.h"

#include "models/displaytext.h"
#include "models/roles.h"

#include <QLocale>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

ParameterTableModel::ParameterTableModel(QObject *parent) : QAbstractTableModel(parent) { }

void ParameterTableModel::setRows(const QList<Row> &rows)
{
    beginResetModel();
    m_rows.clear();
    for (const Row &row : rows)
        m_rows.push_back({.row = row});
    check();
    endResetModel();
    Q_EMIT edited();
}

QList<ParameterTableModel::Row> ParameterTableModel::rows() const
{
    QList<Row> rows;
    for (const CheckedRow &checked : m_rows)
        rows += checked.row;
    return rows;
}

int ParameterTableModel::addRow()
{
    const auto empty = std::ranges::find(m_rows, Row {}, &CheckedRow::row);
    if (empty != m_rows.end())
        return int(empty - m_rows.begin());
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rows.emplace_back();
    endInsertRows();
    return row;
}

void ParameterTableModel::removeRow(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    check();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, CheckColumn), index(rowCount() - 1, CheckColumn));
    Q_EMIT edited();
}

void ParameterTableModel::check()
{
    QSet<QString> names;
    for (CheckedRow &checked : m_rows) {
        if (checked.row == Row {}) {
            checked.group.reset();
            continue;
        }
        checked.group = parseParameter(checked.row.name, checked.row.values);
        const QString upper = checked.row.name.toUpper();
        if (checked.group->has_value() && names.contains(upper))
            checked.group = fail(FaultKind::Usage, tr("There is another parameter called %1").arg(checked.row.name),
                                 tr("names differ in more than upper and lower case"));
        names.insert(upper);
    }
}

Result<QList<ParameterGroup>> ParameterTableModel::groups() const
{
    QList<ParameterGroup> groups;
    for (const CheckedRow &checked : m_rows) {
        if (!checked.group)
            continue;
        if (!checked.group->has_value())
            return std::unexpected(checked.group->error());
        groups += **checked.group;
    }
    return groups;
}

int ParameterTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ParameterTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ParameterTableModel::checkText(const CheckedRow &row)
{
    if (!row.group)
        return tr("type a name and values");
    if (!row.group->has_value())
        return QString(row.group->error().what).remove(u"parameter %1: "_s.arg(row.row.name));
    const qint64 count = (*row.group)->count();
    return count == 1 ? tr("1 value") : tr("%1 values").arg(QLocale().toString(count));
}

QString ParameterTableModel::wholeText(const CheckedRow &row, int column)
{
    switch (column) {
    case NameColumn: return row.row.name;
    case ValuesColumn: return row.row.values;
    default: return checkText(row);
    }
}

QVariant ParameterTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const CheckedRow &checked = m_rows[size_t(index.row())];
    const bool bad = checked.group && !checked.group->has_value();
    switch (role) {
    case Qt::DisplayRole: return lineText(wholeText(checked, index.column()));
    case Qt::EditRole: return wholeText(checked, index.column());
    case ProblemRole: return bad ? checked.group->error().what : QString();
    case Qt::ToolTipRole:
        if (bad)
            return toolTipText(toText(checked.group->error()));
        return index.column() == ValuesColumn ? tr("A list such as 0,0.1,0.2 or a range such as 1:10:1 (from, to, step)")
                                              : QString();
    default: return {};
    }
}

bool ParameterTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() == CheckColumn)
        return false;
    Row &row = m_rows[size_t(index.row())].row;
    QString &text = index.column() == NameColumn ? row.name : row.values;
    const QString typed = value.toString().trimmed();
    if (text == typed)
        return true;
    text = typed;
    check();
    // Whether a name is taken depends on the other rows, so all of them may have changed.
    Q_EMIT dataChanged(this->index(0, 0), this->index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT edited();
    return true;
}

QVariant ParameterTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (orientation == Qt::Vertical)
        return tr("Parameter %1").arg(section + 1);
    switch (section) {
    case NameColumn: return tr("Name");
    case ValuesColumn: return tr("Values");
    case CheckColumn: return tr("Check");
    default: return {};
    }
}

Qt::ItemFlags ParameterTableModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    return index.column() == CheckColumn ? flags : flags | Qt::ItemIsEditable;
}

} // namespace hermes
