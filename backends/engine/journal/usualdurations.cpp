// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "usualdurations.h"

#include "backends/core/runresult.h"
#include "backends/engine/journal/schema.h"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr int MostLaunches = 5;
/// Other code of the same length, which has to be compared.
constexpr int MostCompared = 500;
constexpr qint64 RunsOfALaunch = 400;

struct LaunchOfCode
{
    LaunchId id = 0;
    qint64 count = 0;
};

Result<QList<LaunchOfCode>> latestOf(SqlConnection &connection, const DurationsWanted &wanted)
{
    auto rows = connection.prepare(uR"(SELECT launches.id, count FROM launches JOIN
            (SELECT id FROM launches WHERE length(code) = ? AND backend = ? AND ifnull(profile, '') = ?
             ORDER BY id DESC LIMIT ?) AS alike ON alike.id = launches.id
            WHERE code = ? AND state <> 'running' AND succeeded + failed > 0 ORDER BY launches.id DESC LIMIT ?)"_s);
    if (!rows)
        return std::unexpected(rows.error());
    const QString profile = wanted.profile.isEmpty() ? u""_s : wanted.profile;
    if (auto done = rows->run(wanted.code.size(), wanted.backend, profile, MostCompared, wanted.code, MostLaunches); !done)
        return std::unexpected(done.error());
    QList<LaunchOfCode> launches;
    while (rows->next())
        launches += LaunchOfCode {.id = rows->integer(0), .count = rows->integer(1)};
    return rows->atEnd().transform([&launches] { return std::move(launches); });
}

struct Sample
{
    std::vector<qint64> runs = {};
    qint64 overhead = 0;
};

/// Evenly over all candidates: the first parameter varies slowest, so those at the beginning are not like the rest.
Result<> addRuns(SqlConnection &connection, const LaunchOfCode &launch, Sample &sample)
{
    auto rows = connection.prepare(uR"(WITH RECURSIVE keys(key) AS
            (SELECT ? UNION ALL SELECT key + ? FROM keys WHERE key + ? < ?)
            SELECT run, queued + acquire FROM keys JOIN candidates USING (key) WHERE state = ? AND reason = ?)"_s);
    if (!rows)
        return std::unexpected(rows.error());
    const qint64 step = std::max<qint64>(1, launch.count / RunsOfALaunch);
    auto done = rows->run(candidateKey(launch.id, 0), step, step, candidateKey(launch.id, launch.count), qint64(FinishedRowState),
                          qint64(EndReason::Exited));
    while (done && rows->next()) {
        sample.runs.push_back(rows->integer(0));
        sample.overhead += rows->integer(1);
    }
    return done ? rows->atEnd() : done;
}

} // namespace

Result<std::optional<UsualDurations>> readUsualDurations(SqlConnection &connection, const DurationsWanted &wanted)
{
    const Result<QList<LaunchOfCode>> launches = latestOf(connection, wanted);
    if (!launches)
        return std::unexpected(launches.error());
    Sample sample;
    for (const LaunchOfCode &launch : *launches) {
        if (auto added = addRuns(connection, launch, sample); !added)
            return std::unexpected(added.error());
    }
    if (sample.runs.empty())
        return std::optional<UsualDurations>();
    const auto count = qint64(sample.runs.size());
    const auto middle = sample.runs.begin() + count / 2;
    std::ranges::nth_element(sample.runs, middle);
    return UsualDurations {.mean = 1ns * (std::accumulate(sample.runs.begin(), sample.runs.end(), 0LL) / count),
                           .median = 1ns * *middle,
                           .overhead = 1ns * (sample.overhead / count),
                           .runs = count,
                           .launches = int(launches->size())};
}

} // namespace hermes
