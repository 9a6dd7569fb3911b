// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "environmenttablemodel.h"

#include "backends/core/settings.h"
#include "backends/engine/sweep/parametergroup.h"
#include "models/displaytext.h"
#include "models/roles.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr qsizetype Dots = 8; ///< Whatever the length of what they stand for.
}

void EnvironmentTableModel::setVariables(const QList<EnvironmentVariable> &variables)
{
    beginResetModel();
    m_rows.clear();
    for (const EnvironmentVariable &variable : variables)
        m_rows.push_back({.name = variable.name, .value = variable.value});
    endResetModel();
    Q_EMIT edited();
}

Result<QList<EnvironmentVariable>> EnvironmentTableModel::variables() const
{
    QList<EnvironmentVariable> variables;
    for (size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].isEmpty())
            continue;
        if (auto problem = problemOf(row))
            return std::unexpected(*std::move(problem));
        const QByteArray own = m_rows[row].name.toUtf8();
        variables.append({m_rows[row].name, m_rows[row].value.value_or(qgetenv(own.constData()))});
    }
    return variables;
}

std::optional<Fault> EnvironmentTableModel::problemOf(size_t row) const
{
    const EnvironmentRow &checked = m_rows[row];
    const auto fault = [](const QString &what, const QString &advice) {
        return Fault {.kind = FaultKind::Usage, .what = what, .advice = advice};
    };
    // What parameters may be called and what variables may be called is the same.
    if (!isParameterName(checked.name))
        return fault(tr("\"%1\" cannot be the name of a variable").arg(checked.name),
                     tr("Use letters, digits and _, and no digit first."));
    if (std::ranges::count(m_rows, checked.name, &EnvironmentRow::name) > 1)
        return fault(tr("%1 is there twice").arg(checked.name), tr("Remove one of the two."));
    if (!checked.value && !qEnvironmentVariableIsSet(checked.name.toUtf8().constData()))
        return fault(tr("The value of %1 was not kept").arg(checked.name), tr("Type it again: its name speaks of a secret."));
    return std::nullopt;
}

QByteArray EnvironmentTableModel::toJson() const
{
    QJsonArray list;
    for (const EnvironmentRow &row : m_rows) {
        if (row.isEmpty())
            continue;
        QJsonObject entry {{u"name"_s, row.name}};
        if (row.value && !speaksOfSecret(row.name))
            entry.insert(u"value"_s, QString::fromUtf8(*row.value));
        list.append(entry);
    }
    return QJsonDocument(list).toJson(QJsonDocument::Compact);
}

void EnvironmentTableModel::fromJson(const QByteArray &json)
{
    beginResetModel();
    m_rows.clear();
    for (const QJsonValue entry : QJsonDocument::fromJson(json).array()) {
        const QJsonValue value = entry["value"_L1];
        m_rows.push_back({.name = entry["name"_L1].toString(),
                          .value = value.isString() ? std::optional(value.toString().toUtf8()) : std::nullopt});
    }
    endResetModel();
    Q_EMIT edited();
}

QString EnvironmentTableModel::shownText(int row, int column) const
{
    const EnvironmentRow &shown = m_rows[size_t(row)];
    if (column == NameColumn)
        return shown.name;
    const bool isSecret = speaksOfSecret(shown.name);
    if (column == ValueColumn) {
        if (isSecret)
            return shown.value && !shown.value->isEmpty() ? QString(Dots, u'•') : QString();
        return QString::fromUtf8(shown.value.value_or(QByteArray()));
    }
    if (shown.isEmpty())
        return tr("type a name and a value");
    if (const auto problem = problemOf(size_t(row)))
        return problem->what;
    if (!shown.value)
        return tr("from this program's environment");
    return isSecret ? tr("secret: not stored") : QString();
}

QVariant EnvironmentTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const EnvironmentRow &row = m_rows[size_t(index.row())];
    const auto problem = row.isEmpty() ? std::nullopt : problemOf(size_t(index.row()));
    switch (role) {
    case Qt::DisplayRole: return lineText(shownText(index.row(), index.column()));
    case Qt::EditRole:
        return index.column() == ValueColumn ? QString::fromUtf8(row.value.value_or(QByteArray()))
                                             : shownText(index.row(), index.column());
    case ProblemRole: return problem ? problem->what : QString();
    case Qt::ToolTipRole: return problem ? toolTipText(toText(*problem)) : QString();
    default: return {};
    }
}

bool EnvironmentTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() == CheckColumn)
        return false;
    EnvironmentRow &row = m_rows[size_t(index.row())];
    const EnvironmentRow before = row;
    if (index.column() == NameColumn)
        row.name = value.toString().trimmed();
    else if (const QByteArray typed = value.toString().toUtf8(); row.value || !typed.isEmpty())
        row.value = typed;
    if (row == before)
        return true;
    // Whether a name is there twice depends on the other rows.
    allChanged();
    Q_EMIT edited();
    return true;
}

QStringList EnvironmentTableModel::titles() const
{
    return {tr("Name"), tr("Value"), tr("Check")};
}

QString EnvironmentTableModel::rowTitle(int number) const
{
    return tr("Variable %1").arg(number);
}

bool EnvironmentTableModel::isEditable(const QModelIndex &index) const
{
    return index.column() != CheckColumn;
}

} // namespace hermes
