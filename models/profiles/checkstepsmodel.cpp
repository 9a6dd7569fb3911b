// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "checkstepsmodel.h"

#include "models/displaytext.h"
#include "models/formatting.h"

namespace hermes {

CheckStepsModel::Row CheckStepsModel::rowOf(const CheckStep &step)
{
    const bool cancelled = !step.outcome && step.outcome.error().kind == FaultKind::Cancelled;
    return {.name = lineText(step.name),
            .time = durationText(step.took),
            .found = step.outcome ? *step.outcome : toText(step.outcome.error()),
            .state = step.outcome ? StepState::Passed
                : cancelled       ? StepState::Cancelled
                                  : StepState::Failed};
}

void CheckStepsModel::show(const ConnectionTest &test)
{
    std::vector<Row> rows;
    for (const CheckStep &step : test.steps)
        rows.push_back(rowOf(step));
    if (test.state == ConnectionTest::State::Running)
        rows.push_back({.name = tr("testing…")});
    else if (test.state == ConnectionTest::State::Stopping)
        rows.push_back({.name = tr("stopping…")});

    const size_t common = std::min(rows.size(), m_rows.size());
    if (rows.size() < m_rows.size()) {
        beginRemoveRows({}, int(rows.size()), int(m_rows.size()) - 1);
        m_rows.resize(rows.size());
        endRemoveRows();
    }
    for (size_t row = 0; row < common; ++row) {
        if (m_rows[row] == rows[row])
            continue;
        m_rows[row] = rows[row];
        Q_EMIT dataChanged(index(int(row), 0), index(int(row), ColumnCount - 1));
    }
    if (rows.size() > m_rows.size()) {
        beginInsertRows({}, int(m_rows.size()), int(rows.size()) - 1);
        m_rows = std::move(rows);
        endInsertRows();
    }
}

int CheckStepsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int CheckStepsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CheckStepsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    if (role == StepStateRole)
        return int(row.state);
    if (role == Qt::ToolTipRole && index.column() == FoundColumn && !row.found.isEmpty())
        return toolTipText(row.found);
    if (role == Qt::AccessibleTextRole && index.column() == StepColumn) {
        switch (row.state) {
        case StepState::Passed: return tr("%1: passed").arg(row.name);
        case StepState::Failed: return tr("%1: failed").arg(row.name);
        case StepState::Cancelled: return tr("%1: cancelled").arg(row.name);
        case StepState::Running: break;
        }
        return row.name;
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case StepColumn: return row.name;
    case TimeColumn: return row.time;
    default: return lineText(row.found);
    }
}

QVariant CheckStepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case StepColumn: return tr("Step");
    case TimeColumn: return tr("Time");
    default: return tr("Found");
    }
}

} // namespace hermes
