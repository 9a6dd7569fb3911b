// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/launching.h"

#include "app/cli/resultjson.h"
#include "app/composition.h"

#include <QJsonArray>

#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr auto ProgramName = "hermesctl"_L1;

/// Why a snippet of a launch that is over has no result.
Fault missing(const LaunchProgress &progress)
{
    return progress.fault.value_or(Fault {.kind = FaultKind::Internal, .what = u"There is no result"_s});
}

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

Result<> fetchResults(Engine &engine, LaunchId id, int count, const std::function<bool(int, const RunResult *)> &take)
{
    QFuture<Result<ResultPage>> asked = engine.results(id, 0, count);
    int index = 0;
    while (index < count) {
        const auto page = await(std::exchange(asked, {}));
        if (!page)
            return std::unexpected(page.error());
        // The next one is read while this one is written.
        if (page->next < count)
            asked = engine.results(id, int(page->next), count - int(page->next));
        for (; index < page->next; ++index) {
            if (!take(index, page->find(index)))
                return {};
        }
    }
    return {};
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
    if (const auto &fault = outcome->progress.fault)
        context.output.message(toText(*fault));
    QJsonArray results;
    const auto fetched = fetchResults(**engine, outcome->ticket.id, outcome->ticket.total, [&](int, const RunResult *result) {
        results.append(resultObject(result ? *result : RunResult::lost(missing(outcome->progress))));
        return true;
    });
    if (!fetched)
        return std::unexpected(fetched.error());
    if (one)
        context.output.document(results.at(0).toObject());
    else
        context.output.document(results);
    return exitCodeOf(outcome->progress);
}

} // namespace hermes
