// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/parametergroup.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <optional>

namespace hermes {

/// What the user asked to be swept.
struct SweepDefinition
{
    QList<ParameterGroup> groups = {}; ///< The first varies slowest.
    bool zip = false;                  ///< Rows of all groups side by side, instead of every combination.
    QStringList excludes = {};         ///< See ExcludeExpression; a combination that matches one is left out.
    qint64 repeat = 1;                 ///< Each combination that many times, one after another.
    std::optional<qint64> seed = {};
};

/// The definition as JSON, to be stored; sweepDefinitionFromJson() makes the same one of it.
[[nodiscard]] QByteArray sweepDefinitionToJson(const SweepDefinition &definition);
[[nodiscard]] Result<SweepDefinition> sweepDefinitionFromJson(const QByteArray &json);

} // namespace hermes
