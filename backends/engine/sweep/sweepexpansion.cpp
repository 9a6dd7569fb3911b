// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sweepexpansion.h"

#include "backends/engine/sweep/excludeexpression.h"
#include "backends/engine/sweep/literal.h"

#include <QHash>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qint64 Uncountable = std::numeric_limits<qint64>::max();
/// Linux takes at most 128 KiB for one variable, name and end included.
constexpr qsizetype MaxVariableBytes = 128 * 1024 - 256;

/// The product, or Uncountable when it is beyond a qint64.
qint64 saturatingProduct(qint64 left, qint64 right)
{
    qint64 result = 0;
    return __builtin_mul_overflow(left, right, &result) ? Uncountable : result;
}

std::unexpected<Fault> tooMany(qint64 count)
{
    const QString number = count == Uncountable ? u"more than %1"_s.arg(Uncountable - 1) : QString::number(count);
    return fail(FaultKind::Usage, u"The sweep would have %1 candidates; at most %2 are possible"_s.arg(number).arg(MaxCandidates),
                u"Use coarser ranges, fewer repeats, or --zip to take the values side by side."_s);
}

Result<qint64> zippedCount(const QList<ParameterGroup> &groups)
{
    for (const ParameterGroup &group : groups) {
        const ParameterGroup &first = groups.front();
        if (group.count() != first.count())
            return fail(FaultKind::Usage,
                        u"%1 has %2 values and %3 has %4: with zip all must have the same number"_s.arg(first.origin())
                            .arg(first.count())
                            .arg(group.origin())
                            .arg(group.count()));
    }
    return groups.isEmpty() ? 1 : groups.front().count();
}

std::vector<ComparedValue> columnValues(const ParameterGroup &group, qsizetype column)
{
    std::vector<ComparedValue> values;
    values.reserve(size_t(group.count()));
    for (qint64 row = 0; row < group.count(); ++row)
        values.emplace_back(group.value(row, column));
    return values;
}

/// The values of one parameter that an exclude expression reads, and where a combination finds its own.
struct ReadColumn
{
    qsizetype name = 0;
    qsizetype group = 0;
    std::vector<ComparedValue> values = {};
};

} // namespace

Result<SweepExpansion> SweepExpansion::expand(const SweepDefinition &definition)
{
    SweepExpansion sweep;
    sweep.m_groups = definition.groups;
    sweep.m_repeat = definition.repeat;
    sweep.m_seed = definition.seed.value_or(0);
    sweep.m_hasSeed = definition.seed.has_value();
    if (sweep.m_repeat < 1)
        return fail(FaultKind::Usage, u"The number of repeats is %1; give at least 1"_s.arg(sweep.m_repeat));
    if (sweep.m_seed < 0 || sweep.m_seed > Uncountable - MaxCandidates)
        return fail(FaultKind::Usage, u"The seed is %1; give a whole number of at least 0"_s.arg(sweep.m_seed));
    if (const auto named = sweep.collectNames(); !named)
        return std::unexpected(named.error());

    return sweep.countCombinations(definition.zip)
        .and_then([&] { return sweep.checkSizes(); })
        .and_then([&] { return sweep.applyExcludes(definition.excludes); })
        .transform([&] {
            // Only now: an exclude takes away whole combinations, so it cannot name these two.
            if (sweep.m_namesRepeat)
                sweep.m_names.append(u"repeat"_s);
            if (sweep.m_namesSeed)
                sweep.m_names.append(u"seed"_s);
            return std::move(sweep);
        });
}

Result<> SweepExpansion::collectNames()
{
    QHash<QString, QString> originByUpper;
    for (const ParameterGroup &group : std::as_const(m_groups)) {
        for (const QString &name : group.names()) {
            const QString upper = name.toUpper();
            if (const auto known = originByUpper.constFind(upper); known != originByUpper.cend())
                return fail(FaultKind::Usage,
                            u"There are two parameters %1, from %2 and from %3"_s.arg(name, *known, group.origin()),
                            u"Upper and lower case count as the same; rename one."_s);
            originByUpper.insert(upper, group.origin());
            m_names.append(name);
        }
    }
    m_namesRepeat = hasRepeats() && !originByUpper.contains(u"REPEAT"_s);
    m_namesSeed = hasRepeats() && !originByUpper.contains(u"SEED"_s);
    return {};
}

Result<> SweepExpansion::countCombinations(bool zip)
{
    if (zip) {
        const auto zipped = zippedCount(m_groups);
        if (!zipped)
            return std::unexpected(zipped.error());
        m_combinations = *zipped;
        m_strides.assign(size_t(m_groups.size()), 1);
    } else {
        m_strides.resize(size_t(m_groups.size()));
        for (qsizetype group = m_groups.size() - 1; group >= 0; --group) {
            m_strides[size_t(group)] = m_combinations;
            m_combinations = saturatingProduct(m_combinations, m_groups[group].count());
        }
    }
    m_count = saturatingProduct(m_combinations, m_repeat);
    if (m_count == 0)
        return fail(FaultKind::Usage, u"A parameter has no values"_s);
    return m_count > MaxCandidates ? tooMany(m_count) : Result<>();
}

Result<> SweepExpansion::checkSizes() const
{
    qsizetype total = 0;
    QString widest;
    qsizetype widestBytes = 0;
    for (const ParameterGroup &group : m_groups) {
        for (qsizetype column = 0; column < group.names().size(); ++column) {
            // A UTF-16 unit takes at most 6 bytes in JSON; counted exactly only where that bound does not already do.
            qsizetype bytes = 6 * group.longestValue(column);
            if (bytes > MaxVariableBytes / 64) {
                bytes = 0;
                for (qint64 row = 0; row < group.count(); ++row) {
                    QByteArray json;
                    appendJsonValue(json, group.value(row, column));
                    bytes = std::max(bytes, json.size());
                }
            }
            total += bytes + group.names()[column].size() + 4;
            if (bytes > widestBytes) {
                widestBytes = bytes;
                widest = group.names()[column];
            }
        }
    }
    if (total <= MaxVariableBytes)
        return {};
    return fail(
        FaultKind::Usage,
        u"The values of one candidate can take %1 bytes; at most %2 fit into its environment (the longest are of %3)"_s.arg(total)
            .arg(MaxVariableBytes)
            .arg(widest),
        u"Put long data into files and sweep over their names."_s);
}

qint64 SweepExpansion::rowOf(qint64 combination, qsizetype group) const
{
    return combination / m_strides[size_t(group)] % m_groups[group].count();
}

namespace {

/// The first expression that matches; their number when none does.
Result<size_t> firstMatch(const std::vector<ExcludeExpression> &expressions, std::span<const ComparedValue *const> values)
{
    for (size_t i = 0; i < expressions.size(); ++i) {
        const Result<bool> matched = expressions[i].matches(values);
        if (!matched)
            return std::unexpected(matched.error());
        if (*matched)
            return i;
    }
    return expressions.size();
}

} // namespace

Result<> SweepExpansion::applyExcludes(const QStringList &excludes)
{
    if (excludes.isEmpty())
        return {};
    std::vector<ExcludeExpression> expressions;
    std::vector<bool> read(size_t(m_names.size()), false);
    for (const QString &text : excludes) {
        auto expression = ExcludeExpression::parse(text, m_names);
        if (!expression)
            return std::unexpected(expression.error());
        for (const qsizetype column : expression->columns())
            read[size_t(column)] = true;
        expressions.push_back(*std::move(expression));
    }
    std::vector<ReadColumn> columns;
    qsizetype name = 0;
    for (qsizetype group = 0; group < m_groups.size(); ++group) {
        for (qsizetype column = 0; column < m_groups[group].names().size(); ++column, ++name) {
            if (read[size_t(name)])
                columns.push_back({name, group, columnValues(m_groups[group], column)});
        }
    }
    m_excludedBy.resize(excludes.size());
    QList<quint32> kept;
    std::vector<const ComparedValue *> values(size_t(m_names.size()), nullptr);
    for (qint64 combination = 0; combination < m_combinations; ++combination) {
        for (const ReadColumn &each : columns)
            values[size_t(each.name)] = &each.values[size_t(rowOf(combination, each.group))];
        const Result<size_t> matched = firstMatch(expressions, values);
        if (!matched)
            return std::unexpected(matched.error());
        if (*matched == expressions.size())
            kept.append(quint32(combination));
        else
            m_excludedBy[qsizetype(*matched)] += m_repeat;
    }
    if (kept.isEmpty())
        return fail(FaultKind::Usage, u"All %1 candidates are excluded"_s.arg(m_count));
    m_excluded = m_count - kept.size() * m_repeat;
    m_count = kept.size() * m_repeat;
    m_kept = std::move(kept);
    return {};
}

QStringList SweepExpansion::at(qint64 index) const
{
    Q_ASSERT(index >= 0 && index < m_count);
    const qint64 position = index / m_repeat;
    const qint64 combination = m_kept ? qint64(m_kept->at(position)) : position;
    QStringList values;
    values.reserve(m_names.size() + 2);
    for (qsizetype group = 0; group < m_groups.size(); ++group) {
        const qint64 row = rowOf(combination, group);
        for (qsizetype column = 0; column < m_groups[group].names().size(); ++column)
            values.append(m_groups[group].value(row, column));
    }
    if (m_namesRepeat)
        values.append(QString::number(index % m_repeat));
    if (m_namesSeed)
        values.append(QString::number(m_seed + index % m_repeat));
    return values;
}

QList<EnvironmentVariable> SweepExpansion::environment(qint64 index) const
{
    QList<EnvironmentVariable> variables = parameterEnvironment(m_names, at(index));
    if (hasRepeats()) {
        variables.append({u"HERMES_REPEAT"_s, QByteArray::number(index % m_repeat)});
        variables.append({u"HERMES_SEED"_s, QByteArray::number(m_seed + index % m_repeat)});
    }
    return variables;
}

QList<EnvironmentVariable> parameterEnvironment(const QStringList &names, const QStringList &values)
{
    Q_ASSERT(names.size() == values.size());
    QList<EnvironmentVariable> variables;
    variables.reserve(names.size() + 3);
    QByteArray json = "{"_ba;
    for (qsizetype i = 0; i < names.size(); ++i) {
        variables.append({u"HERMES_PARAM_"_s + names[i].toUpper(), values[i].toUtf8()});
        if (i > 0)
            json += ',';
        appendJsonString(json, names[i].toUtf8());
        json += ':';
        appendJsonValue(json, values[i]);
    }
    json += '}';
    variables.append({u"HERMES_PARAMS"_s, json});
    return variables;
}

} // namespace hermes
