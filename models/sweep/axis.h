// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/parametergroup.h"

#include <QString>
#include <QStringList>

namespace hermes {

/// How the values of a parameter are given.
enum class AxisKind { List, StepRange, CountRange, LogRange, Table };

/// "List", "Range (step)" …, translated.
[[nodiscard]] QString axisKindName(AxisKind kind);
/// Recognised from values as they are typed, right or wrong; never Table.
[[nodiscard]] AxisKind axisKindOf(const QString &values);
/// "11 values: 0, 0.1, 0.2, … 1": how many there are, the first ones and the last.
[[nodiscard]] QString valuesSummary(const ParameterGroup &group);

/// The values of one parameter taken apart into the fields of an editor. A value.
struct Axis
{
    AxisKind kind = AxisKind::List;
    QString from = {};
    QString to = {};
    QString step = {};
    QString count = {};
    QStringList values = {}; ///< Of a list.

    bool operator==(const Axis &) const = default;
    /// Of a list that cannot be read, the entries between its commas.
    [[nodiscard]] static Axis fromText(const QString &text);
    /// As it is typed into the table. Values of a list are put in quotes where they must.
    [[nodiscard]] QString toText() const;
    /// The same values as another kind, or what comes near them; where there is nothing to start from, an example.
    [[nodiscard]] Axis as(AxisKind other) const;
};

} // namespace hermes
