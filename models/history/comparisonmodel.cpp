// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "comparisonmodel.h"

#include "models/displaytext.h"
#include "models/roles.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString changeText(const QString &before, const QString &after)
{
    return before == after ? before : ComparisonModel::tr("%1 → %2").arg(before, after);
}

QString exitText(const std::optional<int> &code)
{
    return code ? QString::number(*code) : u"–"_s;
}

std::optional<double> numberIn(const std::optional<QString> &text)
{
    bool isNumber = false;
    const double number = text ? text->toDouble(&isNumber) : 0;
    return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// With its sign; the digits that doubles do not really have are left out.
QString signedNumber(double number, int digits)
{
    const double size = std::abs(number);
    // As many digits before the point as there are, and no exponent where it can be read without.
    const bool isLong = size >= std::pow(10, digits) && size < 1e9;
    const QString text = isLong ? QLocale::c().toString(size, 'f', 0) : QLocale::c().toString(size, 'g', digits);
    return (number < 0 ? u"−"_s : u"+"_s) + QString(text).remove(u',');
}

QString wholeText(const std::optional<QString> &text)
{
    return text ? lineText(*text, 80) : ComparisonModel::tr("nothing");
}

} // namespace

QString keyChangeText(const KeyChange &change)
{
    QString both = changeText(wholeText(change.before), wholeText(change.after));
    const auto before = numberIn(change.before);
    const auto after = numberIn(change.after);
    if (!before || !after)
        return both;
    const double difference = *after - *before;
    if (*before == 0)
        return ComparisonModel::tr("%1 (%2)").arg(both, signedNumber(difference, 6));
    return ComparisonModel::tr("%1 (%2, %3 %)")
        .arg(both, signedNumber(difference, 6), signedNumber(100 * difference / std::abs(*before), 3));
}

QString comparisonText(const Comparison &comparison)
{
    const QLocale locale;
    QStringList parts {
        ComparisonModel::tr("%1 of %Ln candidates changed", nullptr, comparison.pairs).arg(locale.toString(comparison.changed))};
    const auto addOnly = [&](int count, LaunchId launch) {
        if (count > 0)
            parts += ComparisonModel::tr("%1 only in launch %2").arg(locale.toString(count)).arg(launch);
    };
    addOnly(comparison.onlyFirst, comparison.first.id);
    addOnly(comparison.onlySecond, comparison.second.id);
    parts += comparison.byValues ? ComparisonModel::tr("compared by the values of their parameters")
                                 : ComparisonModel::tr("compared by index");
    if (comparison.keysLeftOut)
        parts += ComparisonModel::tr("only the first %1 keys that changed are shown").arg(Comparison::MostKeys);
    if (comparison.notCompared > 0)
        parts += ComparisonModel::tr("the objects of %1 were too large to be compared")
                     .arg(locale.toString(comparison.notCompared));
    return parts.join(u" · "_s);
}

void ComparisonModel::setComparison(std::shared_ptr<const Comparison> comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_names = m_comparison ? m_comparison->parameterNames() : QStringList();
    rebuild();
    endResetModel();
}

void ComparisonModel::setRows(Rows rows)
{
    if (m_rows == rows)
        return;
    beginResetModel();
    m_rows = rows;
    rebuild();
    endResetModel();
}

void ComparisonModel::rebuild()
{
    m_shown.clear();
    for (size_t row = 0; m_comparison && row < m_comparison->rows.size(); ++row) {
        if (m_rows == Rows::All || m_comparison->rows[row].isChanged())
            m_shown.push_back(row);
    }
}

int ComparisonModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

int ComparisonModel::columnCount(const QModelIndex &parent) const
{
    const int keys = m_comparison ? int(m_comparison->keys.size()) : 0;
    return parent.isValid() ? 0 : 1 + int(m_names.size()) + FixedCount + keys;
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ComparedRow &shown = row(index.row());
    switch (role) {
    case Qt::DisplayRole: return lineText(text(shown, index.column()));
    case Qt::ToolTipRole: return toolTipText(text(shown, index.column()));
    case SortRole: return rawValue(shown, index.column());
    case StateRole: return int(shown.second >= 0 ? shown.after : shown.before);
    case IndexRole: return shown.first >= 0 ? shown.first : shown.second;
    case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
    default: return {};
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole && section >= 0 && section < rowCount() ? tr("Candidate %1").arg(text(row(section), 0))
                                                                               : QVariant();
    if (role == Qt::TextAlignmentRole)
        return int((section == 0 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole || section < 0 || section >= columnCount())
        return {};
    if (section == 0)
        return tr("Candidate");
    if (section <= m_names.size())
        return lineText(m_names[section - 1]);
    switch (section - stateColumn()) {
    case State: return tr("State");
    case ExitCode: return tr("Exit code");
    case Difference: return tr("Difference");
    default: return lineText(m_comparison->keys[section - stateColumn() - FixedCount]);
    }
}

QString ComparisonModel::text(const ComparedRow &row, int column) const
{
    if (column == 0)
        return row.isPair() && row.first != row.second ? tr("%1 → %2").arg(row.first).arg(row.second)
                                                       : QString::number(std::max(row.first, row.second));
    if (column <= m_names.size())
        return m_comparison->parametersOf(row).value(column - 1);
    switch (column - stateColumn()) {
    case State:
        if (row.isPair())
            return changeText(stateWord(row.before), stateWord(row.after));
        return stateWord(row.first >= 0 ? row.before : row.after);
    case ExitCode:
        if (row.isPair())
            return changeText(exitText(row.exitBefore), exitText(row.exitAfter));
        return exitText(row.first >= 0 ? row.exitBefore : row.exitAfter);
    case Difference:
        if (!row.isPair())
            return tr("only in launch %1").arg(row.first >= 0 ? m_comparison->first.id : m_comparison->second.id);
        if (row.before != row.after)
            return tr("other state");
        if (row.exitBefore != row.exitAfter)
            return tr("other exit code");
        if (row.keys.isEmpty())
            return tr("the same");
        return tr("%n other values", nullptr, int(row.keys.size()));
    default: break;
    }
    const auto found = std::ranges::find(row.keys, column - stateColumn() - FixedCount, &KeyChange::key);
    return found == row.keys.end() ? QString() : keyChangeText(*found);
}

QVariant ComparisonModel::rawValue(const ComparedRow &row, int column) const
{
    if (column == 0)
        return row.first >= 0 ? row.first : row.second;
    const int key = column - stateColumn() - FixedCount;
    if (key < 0)
        return text(row, column);
    const auto found = std::ranges::find(row.keys, key, &KeyChange::key);
    if (found == row.keys.end())
        return {};
    const auto before = numberIn(found->before);
    const auto after = numberIn(found->after);
    return before && after ? QVariant(*after - *before) : QVariant(keyChangeText(*found));
}

} // namespace hermes
