// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/grid/rowfilter.h"
#include "models/runstate.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <optional>

namespace hermes {

class ResultGridModel;

/// What the values of one column must be like.
struct ColumnCondition
{
    /// Part of the text, whatever the case; or a comparison: "> 0.5", "<=3", "=7", "!= 1".
    QString text = {};
    std::optional<QSet<QString>> values = {}; ///< One of these; nothing: any.

    bool operator==(const ColumnCondition &) const = default;
    [[nodiscard]] bool isEmpty() const { return text.trimmed().isEmpty() && !values; }
};

/// Which candidates of a grid are shown: by state, by a text in any column, by conditions on single columns. All must hold.
/// Columns go by their titles, so that a condition outlives columns that come later and launches that have no such column:
/// there it holds for all. GUI thread only.
class GridFilter final : public RowFilter
{
public:
    /// What it asks for, without the grid.
    struct Parts
    {
        QSet<RunState> states = {};
        QString text = {};
        QHash<QString, ColumnCondition> conditions = {}; ///< By the titles of the columns.

        bool operator==(const Parts &) const = default;
    };

    /// The grid must outlive the filter.
    explicit GridFilter(const ResultGridModel *grid) : m_grid(grid) { }

    /// Empty: all.
    void setStates(const QSet<RunState> &states) { m_states = states; }
    [[nodiscard]] const QSet<RunState> &states() const { return m_states; }
    void setText(const QString &text);
    [[nodiscard]] const QString &text() const { return m_text; }
    /// An empty condition is none.
    void setCondition(const QString &column, const ColumnCondition &condition);
    [[nodiscard]] ColumnCondition condition(const QString &column) const { return m_conditions.value(column); }
    void clear();
    [[nodiscard]] Parts parts() const { return {.states = m_states, .text = m_text, .conditions = m_conditions}; }
    void setParts(const Parts &parts);

    [[nodiscard]] bool passes(int row) const override;
    [[nodiscard]] bool passesAll() const override;
    /// "n > 3", "State: failed or timed out": one line for each part that filters.
    [[nodiscard]] QStringList description() const;

private:
    enum class Comparison : quint8 { None, Less, LessOrEqual, Greater, GreaterOrEqual, Equal, Unequal };
    struct Check
    {
        QString title = {};
        ColumnCondition condition = {};
        Comparison comparison = Comparison::None;
        double bound = 0;
        int column = -1;
    };
    [[nodiscard]] static Check makeCheck(const QString &title, const ColumnCondition &condition);
    [[nodiscard]] bool holds(const Check &check, int row) const;
    [[nodiscard]] bool mentions(int row) const;
    [[nodiscard]] bool mayBeIn(QByteArrayView object) const;
    void makeChecks();
    void findColumns() const;

    const ResultGridModel *m_grid;
    QSet<RunState> m_states;
    QString m_text;
    QByteArray m_plainText; ///< The same in lower case, where it is such that JSON has it as it is.
    QHash<QString, ColumnCondition> m_conditions;
    mutable QList<Check> m_checks; ///< What the conditions come to, with their columns.
    mutable int m_columns = -1;    ///< Their version, when those of the checks were looked up.
};

} // namespace hermes
