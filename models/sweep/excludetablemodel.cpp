// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "excludetablemodel.h"

#include "backends/engine/sweep/excludeexpression.h"
#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/roles.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

ExcludeTableModel::ExcludeTableModel(QObject *parent) : QAbstractTableModel(parent) { }

void ExcludeTableModel::setExpressions(const QStringList &expressions)
{
    if (expressions == this->expressions() && int(expressions.size()) == rowCount())
        return;
    beginResetModel();
    m_rows.clear();
    for (const QString &text : expressions) {
        m_rows.push_back({.text = text});
        check(m_rows.back());
    }
    endResetModel();
    Q_EMIT edited();
}

QStringList ExcludeTableModel::expressions() const
{
    QStringList texts;
    for (const Row &row : m_rows) {
        if (!row.text.isEmpty())
            texts += row.text;
    }
    return texts;
}

int ExcludeTableModel::addRow()
{
    const auto empty = std::ranges::find(m_rows, QString(), &Row::text);
    if (empty != m_rows.end())
        return int(empty - m_rows.begin());
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rows.emplace_back();
    endInsertRows();
    return row;
}

void ExcludeTableModel::removeRow(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    Q_EMIT edited();
}

void ExcludeTableModel::check(Row &row) const
{
    row.fault.reset();
    row.taken.reset();
    if (row.text.isEmpty())
        return;
    if (const auto expression = ExcludeExpression::parse(row.text, m_names); !expression)
        row.fault = expression.error();
}

void ExcludeTableModel::checksChanged()
{
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, CheckColumn), index(rowCount() - 1, CheckColumn));
}

void ExcludeTableModel::setNames(const QStringList &names)
{
    m_names = names;
    for (Row &row : m_rows)
        check(row);
    checksChanged();
}

void ExcludeTableModel::setTaken(const std::optional<QList<qint64>> &taken)
{
    qsizetype expression = 0;
    for (Row &row : m_rows) {
        row.taken.reset();
        if (!row.text.isEmpty() && taken && expression < taken->size())
            row.taken = taken->at(expression++);
    }
    checksChanged();
}

void ExcludeTableModel::setFault(qsizetype expression, const Fault &fault)
{
    for (Row &row : m_rows) {
        if (!row.text.isEmpty() && expression-- == 0)
            row.fault = fault;
    }
    checksChanged();
}

std::optional<int> ExcludeTableModel::problemRow() const
{
    const auto bad = std::ranges::find_if(m_rows, [](const Row &row) { return row.fault.has_value(); });
    return bad == m_rows.cend() ? std::nullopt : std::optional(int(bad - m_rows.cbegin()));
}

const Fault *ExcludeTableModel::problem() const
{
    const auto row = problemRow();
    return row ? &*m_rows[size_t(*row)].fault : nullptr;
}

int ExcludeTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ExcludeTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ExcludeTableModel::checkText(const Row &row)
{
    if (row.fault) {
        const QString owner = u"exclude \"%1\": "_s.arg(row.text);
        return row.fault->what.startsWith(owner) ? row.fault->what.sliced(owner.size()) : row.fault->what;
    }
    if (row.text.isEmpty())
        return tr("type a condition");
    if (!row.taken)
        return {};
    return tr("leaves out %L1 candidates", nullptr, pluralForm(*row.taken)).arg(*row.taken);
}

QVariant ExcludeTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    const QString text = index.column() == ExpressionColumn ? row.text : checkText(row);
    switch (role) {
    case Qt::DisplayRole: return lineText(text);
    case Qt::EditRole: return text;
    case ProblemRole: return row.fault ? row.fault->what : QString();
    case Qt::ToolTipRole:
        if (row.fault)
            return toolTipText(toText(*row.fault));
        return index.column() == ExpressionColumn ? tr("Such as discount > 1 and model == \"small\"") : QString();
    default: return {};
    }
}

bool ExcludeTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != ExpressionColumn)
        return false;
    Row &row = m_rows[size_t(index.row())];
    const QString typed = value.toString().trimmed();
    if (row.text == typed)
        return true;
    row.text = typed;
    check(row);
    Q_EMIT dataChanged(index, this->index(index.row(), CheckColumn));
    Q_EMIT edited();
    return true;
}

QVariant ExcludeTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (orientation == Qt::Vertical)
        return tr("Condition %1").arg(section + 1);
    return section == ExpressionColumn ? tr("Leave out where") : tr("Effect");
}

Qt::ItemFlags ExcludeTableModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    return index.column() == ExpressionColumn ? flags | Qt::ItemIsEditable : flags;
}

} // namespace hermes
