// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/runrequest.h"
#include "backends/engine/sweep/sweepdefinition.h"

#include <QList>
#include <QStringList>

#include <optional>
#include <vector>

namespace hermes {

/// The candidates of a sweep, computed when asked for. A value; any thread.
///
/// With `repeat` above 1 or a seed, repetition r (from 0) of every combination gets HERMES_REPEAT=r and
/// HERMES_SEED=seed+r (the seed is 0 if not given), the same ones for all combinations so that they compare pairwise;
/// the two are also parameters `repeat` and `seed`, behind the others, each unless the user has one of that name.
class SweepExpansion final
{
public:
    /// Checks the definition. A count above MaxCandidates (also before excludes) is refused with the number.
    [[nodiscard]] static Result<SweepExpansion> expand(const SweepDefinition &definition);

    /// The parameters in the order of values.
    [[nodiscard]] const QStringList &names() const { return m_names; }
    [[nodiscard]] qint64 count() const { return m_count; }
    /// How many candidates the excludes took away.
    [[nodiscard]] qint64 excluded() const { return m_excluded; }
    /// How many of them each expression took away that those before it had left; in the order of the definition.
    [[nodiscard]] const QList<qint64> &excludedBy() const { return m_excludedBy; }
    /// How often each combination is there.
    [[nodiscard]] qint64 repeat() const { return m_repeat; }
    /// The values of a candidate, 0 to count() - 1, in the order of names().
    [[nodiscard]] QStringList at(qint64 index) const;
    /// The variables of a candidate: parameterEnvironment() and, where they apply, HERMES_REPEAT and HERMES_SEED.
    [[nodiscard]] QList<EnvironmentVariable> environment(qint64 index) const;

private:
    [[nodiscard]] Result<> countCombinations(bool zip);
    [[nodiscard]] Result<> applyExcludes(const QStringList &excludes);
    [[nodiscard]] Result<> collectNames();
    [[nodiscard]] Result<> checkSizes() const;
    [[nodiscard]] qint64 rowOf(qint64 combination, qsizetype group) const;
    [[nodiscard]] bool hasRepeats() const { return m_repeat > 1 || m_hasSeed; }

    QList<ParameterGroup> m_groups;
    QStringList m_names;
    std::vector<qint64> m_strides; ///< One for each group: combinations until its row changes; 1 in a zip.
    std::optional<QList<quint32>> m_kept; ///< Combinations that are left, where there are excludes.
    qint64 m_combinations = 1;
    qint64 m_count = 0;
    qint64 m_excluded = 0;
    QList<qint64> m_excludedBy;
    qint64 m_repeat = 1;
    qint64 m_seed = 0;
    bool m_hasSeed = false;
    bool m_namesRepeat = false;
    bool m_namesSeed = false;
};

/// HERMES_PARAM_<NAME> for each parameter, and HERMES_PARAMS with all of them as a JSON object in the order of names:
/// numbers where they are JSON numbers, as written, and else strings.
[[nodiscard]] QList<EnvironmentVariable> parameterEnvironment(const QStringList &names, const QStringList &values);

} // namespace hermes
