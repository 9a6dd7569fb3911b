// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sweepcheck.h"

#include <algorithm>
#include <utility>

namespace hermes {

namespace {

/// The first expression that cannot be used whatever the others are; nothing where the trouble is elsewhere.
std::optional<qsizetype> wrongExclude(SweepDefinition definition)
{
    const QStringList excludes = std::exchange(definition.excludes, {});
    if (!SweepExpansion::expand(definition))
        return std::nullopt;
    for (qsizetype i = 0; i < excludes.size(); ++i) {
        definition.excludes = {excludes.at(i)};
        if (!SweepExpansion::expand(definition))
            return i;
    }
    return std::nullopt;
}

} // namespace

SweepAnswer checkSweep(const SweepQuestion &question)
{
    SweepAnswer answer;
    auto expansion = SweepExpansion::expand(question.definition);
    if (!expansion) {
        answer.fault = expansion.error();
        if (!question.definition.excludes.isEmpty())
            answer.wrongExclude = wrongExclude(question.definition);
        return answer;
    }
    if (question.templated) {
        auto code = SnippetTemplate::parse(question.snippet.language, question.snippet.code, expansion->names());
        if (code)
            answer.code = *std::move(code);
        else
            answer.fault = code.error();
    }
    answer.expansion = *std::move(expansion);
    return answer;
}

bool isQuicklyChecked(const SweepQuestion &question)
{
    constexpr qint64 FewValues = 50'000;
    constexpr qint64 FewCombinations = 5'000;
    constexpr qsizetype ShortCode = 256LL * 1024;
    qint64 values = 0;
    qint64 combinations = 1;
    for (const ParameterGroup &group : question.definition.groups) {
        const bool isStored = !group.asRange() && !group.asSpacedRange();
        values += isStored ? group.count() * group.names().size() : 0;
        combinations = std::min(FewCombinations + 1, combinations) * std::min(FewCombinations + 1, group.count());
    }
    const bool looksAtEach = !question.definition.excludes.isEmpty();
    return values <= FewValues && (!looksAtEach || combinations <= FewCombinations) && question.snippet.code.size() <= ShortCode;
}

} // namespace hermes
