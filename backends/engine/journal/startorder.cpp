// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "startorder.h"

#include <limits>
#include <numeric>
#include <random>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr auto AsNumbered = "index"_L1;
constexpr auto Random = "random"_L1;

/// From 0 to count - 1, each as likely as the others. Those of the standard library may differ from one to the next.
quint64 drawBelow(quint64 count, std::mt19937_64 &random)
{
    constexpr quint64 Most = std::numeric_limits<quint64>::max();
    const quint64 limit = Most - Most % count;
    quint64 drawn = random();
    while (drawn >= limit)
        drawn = random();
    return drawn % count;
}

} // namespace

StartOrder StartOrder::shuffled(int count, qint64 seed)
{
    auto indexes = std::make_shared<std::vector<int>>(size_t(count));
    std::iota(indexes->begin(), indexes->end(), 0);
    std::mt19937_64 random {quint64(seed)};
    for (size_t left = indexes->size(); left > 1; --left)
        std::swap((*indexes)[left - 1], (*indexes)[drawBelow(left, random)]);
    StartOrder order;
    order.m_indexes = std::move(indexes);
    return order;
}

Result<std::optional<qint64>> orderSeedFromText(const QString &text)
{
    if (text == AsNumbered)
        return std::nullopt;
    if (text == Random)
        return std::optional<qint64>(0);
    bool isNumber = false;
    const bool hasSeed = text.startsWith(Random + u':');
    const qint64 seed = hasSeed ? text.sliced(Random.size() + 1).toLongLong(&isNumber) : 0;
    if (isNumber && seed >= 0)
        return std::optional(seed);
    return fail(FaultKind::Usage, u"The order is \"%1\""_s.arg(text),
                u"Give index, random, or random:SEED with a whole number of at least 0."_s);
}

QString orderText(std::optional<qint64> seed)
{
    if (!seed)
        return AsNumbered;
    return *seed == 0 ? QString(Random) : Random + u':' + QString::number(*seed);
}

} // namespace hermes
