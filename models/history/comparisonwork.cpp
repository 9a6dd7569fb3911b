// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "comparisonwork.h"

#include "backends/engine/sweep/stdoutline.h"
#include "models/history/launchdifferences.h"

#include <algorithm>
#include <utility>

namespace hermes {

namespace {

LaunchStage stageOf(const LaunchRecord &record)
{
    return record.state == LaunchState::Running ? LaunchStage::UnderWay : LaunchStage::Over;
}

Result<std::optional<SweepExpansion>> expansionOf(const LaunchRecord &record)
{
    if (record.kind != LaunchKind::Sweep)
        return std::optional<SweepExpansion>();
    return sweepDefinitionFromJson(record.parameters).and_then(SweepExpansion::expand).transform([](SweepExpansion expansion) {
        return std::optional(std::move(expansion));
    });
}

bool isSame(const JsonField &one, const JsonField &other)
{
    if (one.type != other.type)
        return false;
    if (one.text == other.text)
        return true;
    // 160 and 160.0 are the same number.
    return one.type == JsonType::Number && one.text.toDouble() == other.text.toDouble();
}

QStringList sorted(QStringList names)
{
    names.sort();
    return names;
}

} // namespace

QStringList valuesInOrder(const SweepExpansion &expansion, int index, const QStringList &names)
{
    QStringList values = expansion.at(index);
    if (expansion.names() == names)
        return values;
    QStringList ordered;
    for (const QString &name : names)
        ordered += values.value(expansion.names().indexOf(name));
    return ordered;
}

QStringList Comparison::parametersOf(const ComparedRow &row) const
{
    if (row.first >= 0 && firstParameters)
        return firstParameters->at(row.first);
    return byValues && secondParameters ? valuesInOrder(*secondParameters, row.second, parameterNames()) : QStringList();
}

Result<> ComparisonWork::begin(const LaunchRecord &first, const LaunchRecord &second)
{
    m_comparison.first = first;
    m_comparison.second = second;
    auto one = expansionOf(first);
    auto other = expansionOf(second);
    if (!one || !other)
        return std::unexpected(one ? other.error() : one.error());
    m_comparison.firstParameters = *std::move(one);
    m_comparison.secondParameters = *std::move(other);
    const auto &here = m_comparison.firstParameters;
    const auto &there = m_comparison.secondParameters;
    m_comparison.byValues = here && there && !here->names().isEmpty() && sorted(here->names()) == sorted(there->names());
    m_aligned = !m_comparison.byValues || first.parameters == second.parameters;
    if (there && !m_aligned)
        joinByValues(*there);
    m_comparison.differences = launchDifferences(first, second);
    m_comparison.rows.reserve(size_t(std::max(first.count, second.count)));
    return {};
}

QByteArray ComparisonWork::keyOf(const SweepExpansion &expansion, int index) const
{
    return valuesInOrder(expansion, index, m_comparison.parameterNames()).join(QChar::Null).toUtf8();
}

void ComparisonWork::joinByValues(const SweepExpansion &expansion)
{
    m_secondByValues.reserve(m_comparison.second.count);
    // Of equal ones the last that was inserted is found first.
    for (int index = int(m_comparison.second.count) - 1; index >= 0; --index)
        m_secondByValues.insert(keyOf(expansion, index), index);
}

ComparisonWork::Side ComparisonWork::sideOf(const CandidateSummary *candidate, const LaunchRecord &record) const
{
    const CandidateSummary none;
    const CandidateSummary &shown = candidate ? *candidate : none;
    Side side {.state = runState(shown, stageOf(record))};
    if (shown.state == CandidateState::Finished) {
        side.exitCode = shown.exitCode;
        side.object = shown.lastObject;
    }
    return side;
}

ComparisonWork::Side ComparisonWork::secondSide(int index) const
{
    const auto found = m_second.constFind(index);
    return found != m_second.cend() ? *found : sideOf(nullptr, m_comparison.second);
}

void ComparisonWork::takeSecond(const QList<CandidateSummary> &candidates)
{
    if (m_aligned) {
        m_second.clear();
        m_objectBytes = 0;
    }
    for (const CandidateSummary &candidate : candidates) {
        Side side = sideOf(&candidate, m_comparison.second);
        m_objectBytes += side.object.size();
        if (m_objectBytes > MostObjectBytes) {
            m_objectBytes -= side.object.size();
            side.objectDropped = !side.object.isEmpty();
            side.object.clear();
        }
        m_second.emplace(candidate.index, std::move(side));
    }
}

int ComparisonWork::partnerOf(int index)
{
    if (m_aligned)
        return index < m_comparison.second.count ? index : -1;
    if (!m_comparison.firstParameters || m_secondByValues.isEmpty())
        return -1;
    const auto found = m_secondByValues.find(keyOf(*m_comparison.firstParameters, index));
    if (found == m_secondByValues.end())
        return -1;
    const int partner = *found;
    m_secondByValues.erase(found);
    return partner;
}

void ComparisonWork::takeFirst(int from, int end, const QList<CandidateSummary> &candidates)
{
    auto candidate = candidates.cbegin();
    for (int index = from; index < end; ++index) {
        while (candidate != candidates.cend() && candidate->index < index)
            ++candidate;
        const bool there = candidate != candidates.cend() && candidate->index == index;
        addRow(index, sideOf(there ? &*candidate : nullptr, m_comparison.first));
    }
}

void ComparisonWork::addRow(int index, const Side &before)
{
    ComparedRow row {.first = index, .second = partnerOf(index), .before = before.state, .exitBefore = before.exitCode};
    if (row.second < 0) {
        ++m_comparison.onlyFirst;
        m_comparison.rows.push_back(std::move(row));
        return;
    }
    const Side after = secondSide(row.second);
    row.after = after.state;
    row.exitAfter = after.exitCode;
    if (after.objectDropped)
        ++m_comparison.notCompared;
    else if (before.object != after.object)
        compareObjects(row, before.object, after.object);
    ++m_comparison.pairs;
    m_comparison.changed += row.isChanged() ? 1 : 0;
    m_comparison.rows.push_back(std::move(row));
}

std::optional<int> ComparisonWork::numberOfKey(const QString &key)
{
    if (const auto known = m_keyNumbers.constFind(key); known != m_keyNumbers.cend())
        return *known;
    if (m_keyNumbers.size() == Comparison::MostKeys) {
        m_comparison.keysLeftOut = true;
        return std::nullopt;
    }
    m_keyNumbers.insert(key, int(m_comparison.keys.size()));
    m_comparison.keys += key;
    return int(m_comparison.keys.size()) - 1;
}

void ComparisonWork::compareObjects(ComparedRow &row, const QByteArray &before, const QByteArray &after)
{
    const QList<JsonField> one = lastLineJson(before).value_or(QList<JsonField>());
    QList<JsonField> other = lastLineJson(after).value_or(QList<JsonField>());
    const auto add = [&](const QString &key, std::optional<QString> was, std::optional<QString> is) {
        if (const auto number = numberOfKey(key))
            row.keys.append({.key = *number, .before = std::move(was), .after = std::move(is)});
    };
    for (const JsonField &field : one) {
        const auto found = std::ranges::find(other, field.key, &JsonField::key);
        if (found == other.end()) {
            add(field.key, field.text, std::nullopt);
            continue;
        }
        if (!isSame(field, *found))
            add(field.key, field.text, found->text);
        other.erase(found);
    }
    for (const JsonField &field : std::as_const(other))
        add(field.key, std::nullopt, field.text);
}

Comparison ComparisonWork::take()
{
    QList<int> left;
    if (!m_aligned)
        left = m_secondByValues.values();
    else
        for (qint64 index = m_comparison.first.count; index < m_comparison.second.count; ++index)
            left += int(index);
    std::ranges::sort(left);
    for (const int index : std::as_const(left)) {
        const Side after = secondSide(index);
        m_comparison.rows.push_back({.second = index, .after = after.state, .exitAfter = after.exitCode});
    }
    m_comparison.onlySecond = int(left.size());
    m_second.clear();
    return std::move(m_comparison);
}

} // namespace hermes
