// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/sweepoptions.h"

#include "app/cli/snippetoptions.h"
#include "backends/engine/journal/startorder.h"

#include <QFileInfo>

#include <limits>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int MaxCount = 1'000'000;
constexpr int MaxSeed = std::numeric_limits<int>::max();

Result<SweepDefinition> definitionFrom(const Arguments &arguments)
{
    SweepDefinition sweep {.zip = arguments.has(u"--zip"_s), .excludes = arguments.texts(u"--exclude"_s)};
    for (const QString &argument : arguments.texts(u"--param"_s)) {
        auto group = parseParameterArgument(argument);
        if (!group)
            return std::unexpected(inContext(u"--param %1"_s.arg(argument), std::move(group).error()));
        sweep.groups.append(*std::move(group));
    }
    for (const QString &fileName : arguments.texts(u"--params"_s)) {
        const auto table = readNamedFile(u"--params"_s, fileName);
        if (!table)
            return std::unexpected(table.error());
        auto group = parseParameterTable(QFileInfo(fileName).fileName(), *table);
        if (!group)
            return std::unexpected(inContext(u"--params"_s, std::move(group).error()));
        sweep.groups.append(*std::move(group));
    }
    const auto repeat = arguments.integer(u"--repeat"_s, 1, MaxCount);
    if (!repeat)
        return std::unexpected(repeat.error());
    sweep.repeat = repeat->value_or(1);
    const auto seed = arguments.integer(u"--seed"_s, 0, MaxSeed);
    if (!seed)
        return std::unexpected(seed.error());
    if (const std::optional<int> given = *seed)
        sweep.seed = *given;
    return sweep;
}

Result<std::optional<qint64>> orderSeedFrom(const Arguments &arguments)
{
    constexpr auto Flag = "--order"_L1;
    if (!arguments.has(Flag))
        return std::nullopt;
    auto seed = orderSeedFromText(arguments.text(Flag));
    if (!seed)
        return std::unexpected(inContext(Flag, std::move(seed).error()));
    return seed;
}

Result<StopPolicy> policyFrom(const Arguments &arguments)
{
    StopPolicy policy;
    const auto failures = arguments.integer(u"--stop-after"_s, 1, MaxCount);
    if (!failures)
        return std::unexpected(failures.error());
    policy.afterFailures = *failures;
    if (constexpr auto Flag = "--stop-over"_L1; arguments.has(Flag)) {
        QString percent = arguments.text(Flag);
        if (percent.endsWith(u'%'))
            percent.chop(1);
        const Setting setting {.key = Flag, .type = SettingType::Number, .minimum = 0, .maximum = 100};
        const auto checked = checkSetting(setting, percent, Flag);
        if (!checked)
            return std::unexpected(checked.error());
        policy.overPercent = checked->toDouble();
    }
    return policy;
}

} // namespace

QList<OptionSpec> sweepOptions()
{
    const QString group = u"Sweep"_s;
    return {
        {u"--param"_s, u"NAME=VALUES"_s,
         u"A parameter: a list 0,0.1,0.2, a range 1:10 or 0:1:0.25, both ends included, or a number of values: lin:0:1:11 at the "
         "same distance, log:1e-4:1:5 at the same ratio. The first parameter varies slowest."_s,
         true, group},
        {u"--params"_s, u"FILE.csv"_s, u"A table of parameters with their names in its first line; a row is a combination."_s, true,
         group},
        {u"--zip"_s, {}, u"The n-th values of all parameters together, instead of every combination."_s, false, group},
        {u"--exclude"_s, u"EXPR"_s, u"Leaves out the combinations that match, such as 'discount > 1 and model == \"small\"'."_s,
         true, group},
        {u"--repeat"_s, u"N"_s, u"Each combination N times."_s, false, group},
        {u"--seed"_s, u"N"_s, u"The first repetition's HERMES_SEED, from 0 to %1; the next ones count up."_s.arg(MaxSeed), false,
         group},
        {u"--order"_s, u"ORDER"_s,
         u"In which order candidates are started: index (the default), or random, which is the same each time; random:SEED is "
         "another one for each seed. They keep their numbers."_s,
         false, group},
        {u"--no-template"_s, {}, u"Leaves {{name}} in the code as it stands."_s, false, group},
        {u"--concurrency"_s, u"N"_s, u"How many run at once. Default: the backend's own."_s, false, group},
        {u"--stop-after"_s, u"K"_s, u"Starts no more once K candidates have failed."_s, false, group},
        {u"--stop-over"_s, u"PERCENT"_s, u"Starts no more once this share of all candidates has failed."_s, false, group},
        {u"--name"_s, u"NAME"_s, u"What history calls it."_s, false, group},
        {u"--out"_s, u"FILE"_s, u"Writes the results as results.csv or results.json; a row a candidate, in order."_s, false, group},
        {u"--table"_s, {}, u"Prints the grid also when --out is given."_s, false, group},
        {u"--resume"_s, u"ID"_s, u"Runs what a stored sweep is still missing."_s, false, group},
        {u"--rerun"_s, u"ID"_s,
         u"Runs a stored sweep again under a new number. The earlier one stays; what is not run again keeps its results."_s, false,
         group},
        {u"--only"_s, u"WHICH"_s,
         u"With --rerun: only failed, infrastructure or missing candidates, or indexes such as 3,7-9; several parted by commas."_s,
         false, group},
    };
}

Result<LaunchSpec> readSweep(const Arguments &arguments, const QList<BackendKind> &kinds)
{
    auto sweep = definitionFrom(arguments);
    if (!sweep)
        return std::unexpected(std::move(sweep).error());
    const auto policy = policyFrom(arguments);
    if (!policy)
        return std::unexpected(policy.error());
    const auto orderSeed = orderSeedFrom(arguments);
    if (!orderSeed)
        return std::unexpected(orderSeed.error());
    return readLaunch(arguments, kinds, LaunchKind::Sweep).transform([&](LaunchSpec spec) {
        spec.sweep = *std::move(sweep);
        spec.orderSeed = *orderSeed;
        spec.policy = *policy;
        spec.name = arguments.text(u"--name"_s);
        spec.templated = !arguments.has(u"--no-template"_s);
        return spec;
    });
}

Result<LaunchId> readStored(const Arguments &arguments, const QString &flag)
{
    QStringList alongside {flag, u"--out"_s, u"--table"_s, u"--json"_s, u"--concurrency"_s, u"--profile"_s};
    if (flag == "--rerun"_L1)
        alongside.append(u"--only"_s);
    for (const QString &given : arguments.names()) {
        if (!alongside.contains(given))
            return fail(FaultKind::Usage, u"%1 does not go with %2"_s.arg(given == "-"_L1 ? u"Code"_s : given, flag),
                        u"A sweep goes on as it was launched; only --out, --table, --json and --concurrency may be given."_s);
    }
    return arguments.integer(flag, 0, std::numeric_limits<int>::max()).and_then([&](std::optional<int> id) -> Result<LaunchId> {
        if (!id)
            return fail(FaultKind::Usage, u"%1 is missing"_s.arg(flag));
        return LaunchId(*id);
    });
}

} // namespace hermes
