// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gridfilter.h"

#include "models/resultgridmodel.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::GridFilter)
};
} // namespace

GridFilter::Check GridFilter::makeCheck(const QString &title, const ColumnCondition &condition)
{
    using enum Comparison;
    Check check {.title = title, .condition = condition};
    // The longer signs first.
    constexpr std::array signs {std::pair {"<="_L1, LessOrEqual}, std::pair {">="_L1, GreaterOrEqual}, std::pair {"!="_L1, Unequal},
                                std::pair {"<"_L1, Less},         std::pair {">"_L1, Greater},         std::pair {"="_L1, Equal}};
    const QString text = condition.text.trimmed();
    for (const auto &[sign, comparison] : signs) {
        if (!text.startsWith(sign))
            continue;
        bool isNumber = false;
        check.bound = text.sliced(sign.size()).trimmed().toDouble(&isNumber);
        check.comparison = isNumber ? comparison : None;
        break;
    }
    check.condition.text = text;
    return check;
}

void GridFilter::setCondition(const QString &column, const ColumnCondition &condition)
{
    if (condition.isEmpty())
        m_conditions.remove(column);
    else
        m_conditions.insert(column, condition);
    makeChecks();
}

void GridFilter::makeChecks()
{
    m_checks.clear();
    m_columns = -1;
    for (const auto &[title, given] : m_conditions.asKeyValueRange())
        m_checks.append(makeCheck(title, given));
}

void GridFilter::setParts(const Parts &parts)
{
    m_states = parts.states;
    m_text = parts.text.trimmed();
    m_conditions = parts.conditions;
    makeChecks();
}

void GridFilter::clear()
{
    m_states.clear();
    m_text.clear();
    m_conditions.clear();
    m_checks.clear();
}

bool GridFilter::passesAll() const
{
    return m_states.isEmpty() && m_text.isEmpty() && m_checks.isEmpty();
}

bool GridFilter::passes(int row) const
{
    if (!m_states.isEmpty() && !m_states.contains(m_grid->stateOf(row)))
        return false;
    findColumns();
    return std::ranges::all_of(m_checks, [&](const Check &check) { return holds(check, row); })
        && (m_text.isEmpty() || mentions(row, m_text));
}

/// They are looked up again when there are others than before.
void GridFilter::findColumns() const
{
    if (std::exchange(m_columns, m_grid->columnsVersion()) == m_grid->columnsVersion())
        return;
    for (Check &check : m_checks) {
        check.column = -1;
        for (int column = 0; column < m_grid->columnCount() && check.column < 0; ++column) {
            if (m_grid->headerData(column, Qt::Horizontal).toString() == check.title)
                check.column = column;
        }
    }
}

bool GridFilter::holds(const Check &check, int row) const
{
    const int column = check.column;
    if (column < 0)
        return true;
    if (check.comparison != Comparison::None) {
        const double number = m_grid->numberAt(row, column);
        switch (check.comparison) {
        case Comparison::Less: return number < check.bound;
        case Comparison::LessOrEqual: return number <= check.bound;
        case Comparison::Greater: return number > check.bound;
        case Comparison::GreaterOrEqual: return number >= check.bound;
        case Comparison::Equal: return number == check.bound;
        default: return !std::isnan(number) && number != check.bound;
        }
    }
    const QString text = m_grid->textAt(row, column);
    return (!check.condition.values || check.condition.values->contains(text))
        && (check.condition.text.isEmpty() || text.contains(check.condition.text, Qt::CaseInsensitive));
}

bool GridFilter::mentions(int row, const QString &text) const
{
    // What most rows are found by comes first; each column costs.
    if (m_grid->candidate(row).firstLine.contains(text, Qt::CaseInsensitive))
        return true;
    for (int column = 0; column < m_grid->columnCount(); ++column) {
        if (m_grid->textAt(row, column).contains(text, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

QStringList GridFilter::description() const
{
    findColumns();
    QStringList parts;
    if (m_states == failureStates()) {
        parts += Text::tr("only failures");
    } else if (!m_states.isEmpty()) {
        QList<RunState> states(m_states.cbegin(), m_states.cend());
        std::ranges::sort(states);
        QStringList words;
        for (const RunState state : std::as_const(states))
            words += stateWord(state);
        parts += Text::tr("State: %1").arg(words.join(Text::tr(" or ")));
    }
    if (!m_text.isEmpty())
        parts += Text::tr("with “%1”").arg(m_text);
    for (const Check &check : m_checks) {
        if (check.column < 0) {
            parts += Text::tr("%1 is no column here").arg(check.title);
            continue;
        }
        if (!check.condition.text.isEmpty())
            parts += check.comparison == Comparison::None ? Text::tr("%1 with “%2”").arg(check.title, check.condition.text)
                                                          : check.title + u' ' + check.condition.text;
        if (check.condition.values)
            parts += Text::tr("%1: %Ln chosen values", nullptr, int(check.condition.values->size())).arg(check.title);
    }
    return parts;
}

DistinctValues distinctValues(const ResultGridModel &grid, int column, int limit)
{
    QHash<QString, int> counts;
    for (int row = 0; row < grid.rowCount(); ++row)
        ++counts[grid.textAt(row, column)];
    DistinctValues found;
    found.values.reserve(counts.size());
    for (const auto &[text, count] : counts.asKeyValueRange())
        found.values.emplaceBack(text, count);
    std::ranges::sort(found.values,
                      [](const auto &a, const auto &b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    if (found.values.size() > limit) {
        found.values.resize(limit);
        found.complete = false;
    }
    return found;
}

} // namespace hermes
