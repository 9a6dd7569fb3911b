// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "parametertablemodel.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/roles.h"

#include <QFileInfo>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

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
    for (const CheckedParameterRow &checked : m_rows)
        rows += checked.row;
    return rows;
}

void ParameterTableModel::setGroups(const QList<ParameterGroup> &groups)
{
    beginResetModel();
    m_rows.clear();
    for (const ParameterGroup &group : groups) {
        if (group.isTable()) {
            m_rows.push_back({.row = {.file = group.origin()}, .table = Result<ParameterGroup>(group)});
            continue;
        }
        Axis list {.kind = AxisKind::List};
        if (const DecimalRange *range = group.asRange()) {
            m_rows.push_back({.row = {.name = group.origin(), .values = range->text()}});
        } else if (const SpacedRange *spaced = group.asSpacedRange()) {
            m_rows.push_back({.row = {.name = group.origin(), .values = spaced->text()}});
        } else {
            for (qint64 row = 0; row < group.count(); ++row)
                list.values += group.value(row, 0);
            m_rows.push_back({.row = {.name = group.origin(), .values = list.toText()}});
        }
    }
    check();
    endResetModel();
    Q_EMIT edited();
}

int ParameterTableModel::addTable(const QString &path)
{
    const auto known = std::ranges::find(m_rows, path, [](const CheckedParameterRow &checked) { return checked.row.file; });
    if (known != m_rows.end())
        return int(known - m_rows.begin());
    const int row = addRow();
    m_rows[size_t(row)].row.file = path;
    changed();
    return row;
}

void ParameterTableModel::setTable(const QString &path, const Result<ParameterGroup> &table)
{
    for (CheckedParameterRow &checked : m_rows) {
        if (checked.row.file == path)
            checked.table = table;
    }
    changed();
}

QStringList ParameterTableModel::tableFiles() const
{
    QStringList files;
    for (const CheckedParameterRow &checked : m_rows) {
        if (QFileInfo(checked.row.file).isAbsolute() && !files.contains(checked.row.file))
            files += checked.row.file;
    }
    return files;
}

void ParameterTableModel::setRow(int row, const QString &name, const QString &values)
{
    Row &changedRow = m_rows[size_t(row)].row;
    const Row wanted {.name = name.trimmed(), .values = values.trimmed()};
    if (isTable(row) || changedRow == wanted)
        return;
    changedRow = wanted;
    changed();
}

/// Whether a name is taken depends on the other rows, so all of them may be different.
void ParameterTableModel::changed()
{
    check();
    allChanged();
    Q_EMIT edited();
}

void ParameterTableModel::rowRemoved()
{
    changed();
}

Result<ParameterGroup> ParameterTableModel::meaningOf(const CheckedParameterRow &row)
{
    if (row.row.file.isEmpty())
        return parseParameter(row.row.name, row.row.values);
    if (row.table)
        return *row.table;
    return fail(FaultKind::Usage, tr("%1 is being read").arg(QFileInfo(row.row.file).fileName()));
}

void ParameterTableModel::check()
{
    QSet<QString> taken;
    for (CheckedParameterRow &checked : m_rows) {
        if (checked.isEmpty()) {
            checked.group.reset();
            continue;
        }
        checked.group = meaningOf(checked);
        const QStringList names = checked.group->has_value() ? (*checked.group)->names() : QStringList {checked.row.name};
        for (const QString &name : names) {
            if (checked.group->has_value() && taken.contains(name.toUpper()))
                checked.group = fail(FaultKind::Usage, tr("There is another parameter called %1").arg(name),
                                     tr("names differ in more than upper and lower case"));
        }
        for (const QString &name : names)
            taken.insert(name.toUpper());
    }
}

Result<QList<ParameterGroup>> ParameterTableModel::groups() const
{
    QList<ParameterGroup> groups;
    for (const CheckedParameterRow &checked : m_rows) {
        if (!checked.group)
            continue;
        if (!checked.group->has_value())
            return std::unexpected(checked.group->error());
        groups += **checked.group;
    }
    return groups;
}

std::optional<int> ParameterTableModel::problemRow() const
{
    const auto bad = std::ranges::find_if(m_rows, [](const CheckedParameterRow &checked) { return checked.group && !*checked.group; });
    return bad == m_rows.cend() ? std::nullopt : std::optional(int(bad - m_rows.cbegin()));
}

QStringList ParameterTableModel::names() const
{
    QStringList names;
    for (const CheckedParameterRow &checked : m_rows) {
        if (checked.group && checked.group->has_value())
            names += (*checked.group)->names();
        else if (isParameterName(checked.row.name))
            names += checked.row.name;
    }
    return names;
}

QString ParameterTableModel::checkText(const CheckedParameterRow &row)
{
    if (!row.group)
        return tr("type a name and values");
    if (!row.group->has_value()) {
        QString problem = row.group->error().what;
        // The row says already whose problem it is.
        for (const QString &owner :
             QStringList {u"parameter %1: "_s.arg(row.row.name), QFileInfo(row.row.file).fileName() + u": "}) {
            if (problem.startsWith(owner))
                problem.remove(0, owner.size());
        }
        return problem;
    }
    const qint64 count = (*row.group)->count();
    return ((*row.group)->isTable() ? tr("%L1 rows", nullptr, pluralForm(count)) : tr("%L1 values", nullptr, pluralForm(count)))
        .arg(count);
}

QString ParameterTableModel::wholeText(const CheckedParameterRow &row, int column)
{
    const bool isTable = !row.row.file.isEmpty();
    switch (column) {
    case NameColumn: return isTable && row.table && *row.table ? (*row.table)->names().join(", "_L1) : row.row.name;
    case ValuesColumn: return isTable ? QFileInfo(row.row.file).fileName() : row.row.values;
    case KindColumn: {
        if (isTable)
            return axisKindName(AxisKind::Table);
        return row.row.values.isEmpty() ? QString() : axisKindName(axisKindOf(row.row.values));
    }
    default: return checkText(row);
    }
}

QString ParameterTableModel::toolTip(const CheckedParameterRow &row, int column)
{
    if (row.group && !row.group->has_value())
        return toolTipText(toText(row.group->error()));
    if (!row.row.file.isEmpty() && column == ValuesColumn)
        return toolTipText(row.row.file);
    if (row.group && column != NameColumn)
        return toolTipText(valuesSummary(**row.group));
    return column == ValuesColumn ? tr("A list such as 0,0.1,0.2, or a range: 1:10:1 (from, to, step), lin:0:1:11 or "
                                       "log:0.001:1:4 (from, to, count)")
                                  : QString();
}

QVariant ParameterTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const CheckedParameterRow &checked = m_rows[size_t(index.row())];
    const bool bad = checked.group && !checked.group->has_value();
    switch (role) {
    case Qt::DisplayRole: return lineText(wholeText(checked, index.column()));
    case Qt::EditRole: return wholeText(checked, index.column());
    case ProblemRole: return bad ? checked.group->error().what : QString();
    case Qt::ToolTipRole: return toolTip(checked, index.column());
    default: return {};
    }
}

bool ParameterTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    const Row row = m_rows[size_t(index.row())].row;
    const bool isName = index.column() == NameColumn;
    setRow(index.row(), isName ? value.toString() : row.name, isName ? row.values : value.toString());
    return true;
}

QStringList ParameterTableModel::titles() const
{
    return {tr("Name"), tr("Values"), tr("Kind"), tr("Check")};
}

QString ParameterTableModel::rowTitle(int number) const
{
    return tr("Parameter %1").arg(number);
}

bool ParameterTableModel::isEditable(const QModelIndex &index) const
{
    const bool isText = index.column() == NameColumn || index.column() == ValuesColumn;
    return isText && !isTable(index.row());
}

} // namespace hermes
