// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runrequest.h"
#include "backends/engine/sweep/decimalrange.h"
#include "backends/engine/sweep/spacedrange.h"

#include <QByteArrayView>
#include <QList>
#include <QString>
#include <QStringList>

#include <variant>

namespace hermes {

/// One or more parameters that vary together: a list or a range has one name, a table one for each column.
///
/// A value; any thread. Rows are counted from 0.
class ParameterGroup final
{
public:
    [[nodiscard]] static ParameterGroup list(QString name, QStringList values);
    [[nodiscard]] static ParameterGroup range(QString name, const DecimalRange &range);
    [[nodiscard]] static ParameterGroup range(QString name, const SpacedRange &range);
    /// Every row has as many values as there are names.
    [[nodiscard]] static ParameterGroup table(QString origin, QStringList names, QList<QStringList> rows);

    [[nodiscard]] const QStringList &names() const { return m_names; }
    /// What the user calls it: the parameter's name or the table's file.
    [[nodiscard]] const QString &origin() const { return m_origin; }
    [[nodiscard]] qint64 count() const;
    [[nodiscard]] QString value(qint64 row, qsizetype column) const;
    /// Null for a list, a table, and a range of the other sort.
    [[nodiscard]] const DecimalRange *asRange() const { return std::get_if<DecimalRange>(&m_values); }
    [[nodiscard]] const SpacedRange *asSpacedRange() const { return std::get_if<SpacedRange>(&m_values); }
    [[nodiscard]] bool isTable() const { return std::holds_alternative<QList<QStringList>>(m_values); }
    /// The length of the longest value of the column in UTF-16 units; an upper bound for a range.
    [[nodiscard]] qsizetype longestValue(qsizetype column) const;

private:
    QString m_origin;
    QStringList m_names;
    std::variant<QStringList, DecimalRange, SpacedRange, QList<QStringList>> m_values;
};

/// `[A-Za-z_][A-Za-z0-9_]*`
[[nodiscard]] bool isParameterName(QStringView name);

/// Reads the values of a parameter: a range `a:b` or `a:b:step` (see DecimalRange), `lin:a:b:count` or `log:a:b:count`
/// (see SpacedRange), or a list `0,0.1,0.2`.
///
/// List values stay as written; spaces around a value do not belong to it unless it is in quotes. Quotes are CSV's:
/// `"a,b",c`; also `""` for the empty text and `"1:2"` for a text that looks like a range. Anything that begins
/// with a number and a colon, also behind `lin:` or `log:`, and has no comma is taken as a range, so that a typing error in
/// one is reported.
[[nodiscard]] Result<ParameterGroup> parseParameter(const QString &name, const QString &values);
/// Reads `NAME=VALUES`, the argument of --param.
[[nodiscard]] Result<ParameterGroup> parseParameterArgument(const QString &argument);
/// Reads a CSV table with names in its first line, UTF-8 with or without a byte order mark. `origin` is its file's name
/// for messages, which give the line. Cells are kept as written.
[[nodiscard]] Result<ParameterGroup> parseParameterTable(const QString &origin, QByteArrayView utf8);

} // namespace hermes
