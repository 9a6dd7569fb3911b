// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plottablemodel.h"

#include "models/roles.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace hermes {

void PlotTableModel::show(PlotPoints points, const QStringList &titles)
{
    beginResetModel();
    m_points = std::move(points);
    m_titles = titles;
    endResetModel();
}

int PlotTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_points.points.size());
}

int PlotTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 1 + int(m_titles.size());
}

QVariant PlotTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const PlotPoint &point = m_points.points[size_t(index.row())];
    if (role == IndexRole)
        return point.candidate;
    const bool isText = index.column() == 3;
    if (role == Qt::TextAlignmentRole)
        return int((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    if (index.column() == 0)
        return point.candidate;
    if (isText)
        return m_points.groups.value(point.group);
    const QPointF place = m_points.valueOf(size_t(index.row()));
    const double value = index.column() == 1 ? place.x() : place.y();
    return role == SortRole ? QVariant(value) : QVariant(QString::number(value, 'g', QLocale::FloatingPointShortest));
}

QVariant PlotTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal)
        return int((section == 3 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return tr("Point %1").arg(section + 1);
    return section == 0 ? tr("Candidate") : m_titles.value(section - 1);
}

} // namespace hermes
