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
    setText(parts.text);
    m_conditions = parts.conditions;
    makeChecks();
}

void GridFilter::clear()
{
    m_states.clear();
    setText({});
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
        && (m_text.isEmpty() || mentions(row));
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

bool GridFilter::mentions(int row) const
{
    const CandidateSummary &candidate = m_grid->candidate(row);
    // What most rows are found by comes first; each column costs, and those of the keys cost most.
    if (candidate.firstLine.contains(m_text, Qt::CaseInsensitive))
        return true;
    const int firstKey = m_grid->columnOf(ResultGridModel::ColumnKind::Key);
    const int end = mayBeIn(candidate.lastObject) ? m_grid->columnCount() : firstKey;
    for (int column = 0; column < end; ++column) {
        if (m_grid->textAt(row, column).contains(m_text, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

/// False only where none of the values has it, which most objects tell without being taken apart.
bool GridFilter::mayBeIn(QByteArrayView object) const
{
    const auto needsCare = [](char c) { return c == '\\' || static_cast<unsigned char>(c) >= 0x80; };
    if (m_plainText.isEmpty() || std::ranges::any_of(object, needsCare))
        return !object.isEmpty();
    const auto same = [](char mine, char lower) { return (mine >= 'A' && mine <= 'Z' ? char(mine + ('a' - 'A')) : mine) == lower; };
    return !std::ranges::search(object, m_plainText, same).empty();
}

void GridFilter::setText(const QString &text)
{
    m_text = text.trimmed();
    const auto isPlain = [](QChar c) {
        return (c < QChar(0x80) && c.isLetterOrNumber()) || c == u'.' || c == u'_' || c == u'-' || c == u'+';
    };
    m_plainText = std::ranges::all_of(m_text, isPlain) ? m_text.toLower().toLatin1() : QByteArray();
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

} // namespace hermes
