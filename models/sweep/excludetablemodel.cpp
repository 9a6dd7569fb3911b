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
    for (const ExcludeRow &row : m_rows) {
        if (!row.text.isEmpty())
            texts += row.text;
    }
    return texts;
}

void ExcludeTableModel::check(ExcludeRow &row) const
{
    row.fault.reset();
    row.taken.reset();
    if (row.text.isEmpty())
        return;
    if (const auto expression = ExcludeExpression::parse(row.text, m_names); !expression)
        row.fault = expression.error();
}

void ExcludeTableModel::setNames(const QStringList &names)
{
    m_names = names;
    for (ExcludeRow &row : m_rows)
        check(row);
    allChanged(CheckColumn);
}

void ExcludeTableModel::setTaken(const std::optional<QList<qint64>> &taken)
{
    qsizetype expression = 0;
    for (ExcludeRow &row : m_rows) {
        row.taken.reset();
        if (!row.text.isEmpty() && taken && expression < taken->size())
            row.taken = taken->at(expression++);
    }
    allChanged(CheckColumn);
}

void ExcludeTableModel::setFault(qsizetype expression, const Fault &fault)
{
    for (ExcludeRow &row : m_rows) {
        if (!row.text.isEmpty() && expression-- == 0)
            row.fault = fault;
    }
    allChanged(CheckColumn);
}

std::optional<int> ExcludeTableModel::problemRow() const
{
    const auto bad = std::ranges::find_if(m_rows, [](const ExcludeRow &row) { return row.fault.has_value(); });
    return bad == m_rows.cend() ? std::nullopt : std::optional(int(bad - m_rows.cbegin()));
}

const Fault *ExcludeTableModel::problem() const
{
    for (const ExcludeRow &row : m_rows) {
        if (row.fault)
            return &*row.fault;
    }
    return nullptr;
}

QString ExcludeTableModel::checkText(const ExcludeRow &row)
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
    const ExcludeRow &row = m_rows[size_t(index.row())];
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
    ExcludeRow &row = m_rows[size_t(index.row())];
    const QString typed = value.toString().trimmed();
    if (row.text == typed)
        return true;
    row.text = typed;
    check(row);
    Q_EMIT dataChanged(index, this->index(index.row(), CheckColumn));
    Q_EMIT edited();
    return true;
}

QStringList ExcludeTableModel::titles() const
{
    return {tr("Leave out where"), tr("Effect")};
}

QString ExcludeTableModel::rowTitle(int number) const
{
    return tr("Condition %1").arg(number);
}

bool ExcludeTableModel::isEditable(const QModelIndex &index) const
{
    return index.column() == ExpressionColumn;
}

} // namespace hermes
