// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storedsecretsmodel.h"

#include "backends/profiles/secretuse.h"
#include "models/displaytext.h"

#include <algorithm>

namespace hermes {

StoredSecretsModel::StoredSecretsModel(QList<BackendKind> kinds, SecretTasks *tasks, ProfileStore *profiles, QObject *parent)
    : QAbstractTableModel(parent), m_kinds(std::move(kinds)), m_tasks(tasks), m_profiles(profiles)
{
    connect(tasks, &SecretTasks::changed, this, &StoredSecretsModel::refresh);
    connect(profiles, &ProfileStore::changed, this, &StoredSecretsModel::refresh);
    refresh();
}

void StoredSecretsModel::refresh()
{
    QList<Row> rows;
    for (const QString &name : m_tasks->names())
        rows.append({.name = name, .use = secretUse(name, m_kinds, m_profiles->profiles())});
    if (rows == m_rows)
        return;
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int StoredSecretsModel::rowOf(const QString &name) const
{
    const auto found = std::ranges::find(m_rows, name, &Row::name);
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int StoredSecretsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int StoredSecretsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StoredSecretsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const Row &row = m_rows.at(index.row());
    const QString &text = index.column() == NameColumn ? row.name : row.use;
    return role == Qt::ToolTipRole ? toolTipText(text) : lineText(text, 200);
}

QVariant StoredSecretsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Name") : tr("Used by");
}

} // namespace hermes
