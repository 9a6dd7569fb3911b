// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessionfiltermodel.h"

#include "models/sessions/sessionroles.h"

#include <algorithm>
#include <utility>

namespace hermes {

bool SessionFilter::accepts(const SessionRow &row) const
{
    const SessionInfo &info = row.info;
    const bool isOwned = !info.owner.isEmpty();
    if ((state && info.state != *state) || (kind && info.kind != *kind) || (isStaleOnly && !info.stale)
        || (!backend.isEmpty() && info.backend != backend))
        return false;
    switch (owner) {
    case Ownership::Any: break;
    case Ownership::Mine:
        if (!isOwned || !info.isOwn)
            return false;
        break;
    case Ownership::Others:
        if (!isOwned || info.isOwn)
            return false;
        break;
    case Ownership::Nobody:
        if (isOwned)
            return false;
        break;
    }
    const auto holds = [this](const QString &field) { return field.contains(text, Qt::CaseInsensitive); };
    return text.isEmpty() || holds(info.id) || holds(info.backend) || holds(info.profile) || holds(info.owner) || holds(info.image)
        || holds(info.status) || holds(info.place) || holds(info.staleReason) || holds(row.unlisted) || holds(row.outcome);
}

SessionFilterModel::SessionFilterModel(SessionTableModel *table, QObject *parent) : QSortFilterProxyModel(parent), m_table(table)
{
    setSortRole(SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setSourceModel(table);
}

void SessionFilterModel::setFilter(SessionFilter filter)
{
    if (filter == m_filter)
        return;
    m_filter = std::move(filter);
    invalidateRowsFilter();
}

const SessionRow &SessionFilterModel::rowAt(const QModelIndex &index) const
{
    return m_table->row(mapToSource(index).row());
}

QModelIndex SessionFilterModel::indexOf(const SessionKey &key) const
{
    const int row = m_table->indexOf(key);
    return row < 0 ? QModelIndex() : mapFromSource(m_table->index(row, 0));
}

bool SessionFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex &) const
{
    return m_filter.accepts(m_table->row(sourceRow));
}

bool SessionFilterModel::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const bool isKnown = left.data(SortRole).isValid();
    if (isKnown != right.data(SortRole).isValid())
        return isKnown == (sortOrder() == Qt::AscendingOrder);
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace hermes
