// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/storedlaunch.h"

#include "app/cli/launchwait.h"
#include "backends/engine/sweep/literal.h"

#include <cmath>

namespace hermes {

namespace {

QJsonValue valueOf(const QString &text)
{
    if (!isJsonNumber(text))
        return text;
    bool whole = false;
    if (const qint64 number = text.toLongLong(&whole); whole)
        return number;
    const double number = text.toDouble();
    return std::isfinite(number) ? QJsonValue(number) : QJsonValue(text);
}

} // namespace

Result<StoredLaunch> StoredLaunch::read(Engine &engine, LaunchId id)
{
    auto record = await(engine.record(id));
    if (!record)
        return std::unexpected(std::move(record).error());
    StoredLaunch stored;
    stored.m_record = *std::move(record);
    if (stored.m_record.kind != LaunchKind::Sweep)
        return stored;
    // Not the whole spec: that needs the values of variables which were not kept.
    auto expansion = sweepDefinitionFromJson(stored.m_record.parameters).and_then(SweepExpansion::expand);
    if (!expansion)
        return std::unexpected(std::move(expansion).error());
    stored.m_expansion = *std::move(expansion);
    return stored;
}

QJsonObject StoredLaunch::parametersObject(int index) const
{
    const QStringList names = parameterNames();
    const QStringList values = parameters(index);
    QJsonObject object;
    for (qsizetype i = 0; i < names.size(); ++i)
        object[names.at(i)] = valueOf(values.at(i));
    return object;
}

Result<> StoredLaunch::forEachCandidate(Engine &engine, const std::function<void(const CandidateSummary &)> &take) const
{
    constexpr int PageSize = 10'000;
    for (int from = 0; from < count(); from += PageSize) {
        const auto page = await(engine.candidates(m_record.id, from, std::min(PageSize, count() - from)));
        if (!page)
            return std::unexpected(page.error());
        // Only those that were started are stored.
        int next = from;
        for (const CandidateSummary &candidate : *page) {
            for (; next < candidate.index; ++next)
                take({.index = next});
            take(candidate);
            next = candidate.index + 1;
        }
        for (; next < std::min(from + PageSize, count()); ++next)
            take({.index = next});
    }
    return {};
}

} // namespace hermes
