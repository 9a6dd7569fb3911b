// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/launchrecord.h"
#include "backends/engine/sweep/sweepexpansion.h"
#include "models/runstate.h"

#include <QList>
#include <QStringList>

#include <optional>
#include <vector>

namespace hermes {

/// A key of the JSON objects that two candidates printed, where its values are not the same.
struct KeyChange
{
    int key = 0; ///< In Comparison::keys.
    std::optional<QString> before = {}; ///< Nothing: only the other one has it.
    std::optional<QString> after = {};

    bool operator==(const KeyChange &) const = default;
};

/// A candidate of one launch beside the one of the other that had the same values.
struct ComparedRow
{
    int first = -1; ///< Its index; -1: only the other launch has it.
    int second = -1;
    RunState before = RunState::NotRun;
    RunState after = RunState::NotRun;
    std::optional<int> exitBefore = {};
    std::optional<int> exitAfter = {};
    QList<KeyChange> keys = {};

    bool operator==(const ComparedRow &) const = default;
    [[nodiscard]] bool isPair() const { return first >= 0 && second >= 0; }
    [[nodiscard]] bool isChanged() const { return !isPair() || before != after || exitBefore != exitAfter || !keys.isEmpty(); }
};

/// What two launches differ in. A value.
struct Comparison
{
    /// Changed keys beyond these have no column; more nobody can read.
    static constexpr int MostKeys = 100;

    LaunchRecord first = {};
    LaunchRecord second = {};
    QStringList differences = {}; ///< What they were told differently; see launchDifferences().
    bool byValues = false; ///< Candidates were joined by their parameters' values; else by their indexes.
    std::optional<SweepExpansion> firstParameters = {};
    std::optional<SweepExpansion> secondParameters = {};
    std::vector<ComparedRow> rows = {}; ///< In the order of the first launch, then those that only the second has.
    QStringList keys = {};              ///< That changed anywhere, in the order in which they were met.
    int pairs = 0;
    int changed = 0; ///< Of the pairs.
    int onlyFirst = 0;
    int onlySecond = 0;
    bool keysLeftOut = false; ///< There are more than MostKeys.
    int notCompared = 0;      ///< Pairs whose objects were not compared, since both together would not fit the memory.

    [[nodiscard]] QStringList parameterNames() const { return firstParameters ? firstParameters->names() : QStringList(); }
    /// In the order of parameterNames().
    [[nodiscard]] QStringList parametersOf(const ComparedRow &row) const;
};

/// Values in the order of `names`, which are those of the expansion in any order.
[[nodiscard]] QStringList valuesInOrder(const SweepExpansion &expansion, int index, const QStringList &names);

} // namespace hermes
