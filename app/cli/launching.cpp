// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/launching.h"

#include "app/cli/resultjson.h"
#include "app/composition.h"

#include <QJsonArray>

#include <deque>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr auto ProgramName = "hermesctl"_L1;

/// Enough to keep the journal's reader busy, few enough that a result's output may be large.
constexpr int ResultsAskedAtOnce = 16;

} // namespace

Result<std::unique_ptr<Engine>> openEngineFor(CommandContext &context, JournalNeed need)
{
    auto engine = openEngine(ProgramName, true);
    if (!engine && engine.error().kind == FaultKind::Storage && need == JournalNeed::Wanted) {
        context.output.message(u"warning: nothing of this is stored. "_s + toText(engine.error()));
        engine = openEngine(ProgramName, false);
    }
    if (!engine)
        return engine;
    for (const QString &notice : (*engine)->notices())
        context.output.message(notice);
    return engine;
}

int exitCodeOf(const LaunchProgress &progress)
{
    if (progress.state == LaunchState::Cancelled)
        return exitcode::Cancelled;
    if (progress.infrastructure > 0 || progress.state == LaunchState::Failed)
        return exitcode::Infrastructure;
    return progress.state == LaunchState::Stopped ? exitcode::Negative : exitcode::Success;
}

void fetchResults(Engine &engine, LaunchId id, int count, const std::function<bool(int, const Result<RunResult> &)> &take)
{
    std::deque<QFuture<Result<RunResult>>> asked;
    int nextToAsk = 0;
    for (int index = 0; index < count; ++index) {
        while (nextToAsk < count && nextToAsk < index + ResultsAskedAtOnce)
            asked.push_back(engine.result(id, nextToAsk++));
        const auto result = await(std::move(asked.front()));
        asked.pop_front();
        if (!take(index, result))
            return;
    }
}

Result<int> launchForResults(LaunchSpec spec, CommandContext &context)
{
    const bool one = spec.kind != LaunchKind::Session && spec.codes.size() == 1;
    const JournalNeed need = spec.kind == LaunchKind::Sandbox ? JournalNeed::Required : JournalNeed::Wanted;
    const auto engine = openEngineFor(context, need);
    if (!engine)
        return std::unexpected(engine.error());
    LaunchWait waiting(**engine);
    waiting.onTicket([&](const LaunchTicket &ticket) {
        for (const QString &notice : ticket.notices)
            context.output.message(notice);
    });
    waiting.onProgress([&, last = QString()](const LaunchProgress &progress) mutable {
        if (!progress.waitingFor.isEmpty() && progress.waitingFor != last)
            context.output.message(progress.waitingFor);
        last = progress.waitingFor;
    });
    waiting.onCancel([&] { context.output.message(u"stopping; once more ends this program at once"_s); });
    const auto outcome = waiting.wait((*engine)->launch(std::move(spec)));
    if (!outcome)
        return std::unexpected(outcome.error());
    if (outcome->progress.fault)
        context.output.message(toText(*outcome->progress.fault));
    QJsonArray results;
    fetchResults(**engine, outcome->ticket.id, outcome->ticket.total, [&](int, const Result<RunResult> &result) {
        results.append(result ? resultObject(*result) : missingResultObject(result.error()));
        return true;
    });
    if (one)
        context.output.document(results.at(0).toObject());
    else
        context.output.document(results);
    return exitCodeOf(outcome->progress);
}

} // namespace hermes
