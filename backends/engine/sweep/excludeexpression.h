// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <span>
#include <vector>

namespace hermes {

/// A value as expressions compare it: as a number where it is one (isJsonNumber), else as text.
struct ComparedValue
{
    explicit ComparedValue(QString value);

    QString text;
    std::optional<double> number = {};
    std::optional<qint64> whole = {}; ///< Beside the number: it is exact.
    bool quoted = false; ///< Meant as text, whatever it looks like.
};

/// A condition over the parameters of a candidate, such as `discount >= 1 and model in ("small", "large")`.
///
///     expression := conjunction { "or" conjunction }
///     conjunction := negation { "and" negation }
///     negation := "not" negation | "(" expression ")" | comparison
///     comparison := operand ("==" | "!=" | "<" | "<=" | ">" | ">=") operand
///                 | operand ["not"] "in" "(" operand { "," operand } ")"
///     operand := parameter name | number | 'text' | "text"
///
/// Two numbers compare as numbers, anything else as text by code points; a quoted operand is text. A number and a text that
/// is not in quotes are different, and neither is less than the other: to ask for that is a fault. In quotes a backslash
/// takes the next character as it is. A value; matches() may be called by several threads.
class ExcludeExpression final
{
public:
    /// Faults give the column (from 1) and what was expected; a name that is not in `names` is one.
    [[nodiscard]] static Result<ExcludeExpression> parse(const QString &text, const QStringList &names);

    /// Indexes into `names` of the parameters that the expression reads.
    [[nodiscard]] const QList<qsizetype> &columns() const { return m_columns; }
    /// `values` has one entry for each name; those of columns() are not null. Faults are Usage and name both values.
    [[nodiscard]] Result<bool> matches(std::span<const ComparedValue *const> values) const;

private:
    friend class ExcludeParser;

    enum class Kind { Or, And, Not, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, In };
    struct Operand
    {
        qsizetype column = -1; ///< Below 0: the constant.
        std::optional<ComparedValue> constant = {};
    };
    struct Node
    {
        Kind kind = Kind::Or;
        size_t left = 0; ///< Node index, for Or, And and Not.
        size_t right = 0;
        Operand subject = {};
        std::vector<Operand> objects = {}; ///< One, or the list of In.
    };

    class Evaluation;

    QString m_source;
    std::vector<Node> m_nodes;
    size_t m_root = 0;
    QList<qsizetype> m_columns;
};

} // namespace hermes
