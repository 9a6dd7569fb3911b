// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/launching.h"

#include "app/cli/resultjson.h"
#include "app/composition.h"

#include <QJsonArray>

#include <unistd.h>
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

/// What stands for the result of one that has none in the journal.
RunResult standIn(const LaunchOutcome &outcome, int index, bool cutShort)
{
    if (const auto found = outcome.underWay.constFind(index); found != outcome.underWay.cend())
        return *found;
    return cutShort ? RunResult {.end = RunEnd::cancelledBeforeStart()} : RunResult::lost(missing(outcome.progress));
}

/// As JSON in the order of input: one object, or an array.
Result<> writeResults(Engine &engine, const LaunchOutcome &outcome, bool one, bool cutShort, Output &output)
{
    if (const auto &fault = outcome.progress.fault)
        output.message(toText(*fault));
    QJsonArray results;
    const auto fetched = fetchResults(engine, outcome.ticket.id, outcome.ticket.total, [&](int index, const RunResult *result) {
        results.append(resultObject(result ? *result : standIn(outcome, index, cutShort)));
        return true;
    });
    if (!fetched)
        return fetched;
    if (one)
        output.document(results.at(0).toObject());
    else
        output.document(results);
    return {};
}

} // namespace

Result<std::unique_ptr<Engine>> openEngineFor(CommandContext &context, JournalNeed need)
{
    auto engine = openEngine(ProgramName, true, context.tokens.source);
    if (!engine && engine.error().kind == FaultKind::Storage && need == JournalNeed::Wanted) {
        context.output.message(u"warning: nothing of this is stored. "_s + toText(engine.error()));
        engine = openEngine(ProgramName, false, context.tokens.source);
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
    const bool inPart = progress.state == LaunchState::Stopped || progress.state == LaunchState::Interrupted;
    return inPart ? exitcode::Negative : exitcode::Success;
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

Result<int> concludeWait(const LaunchWait &waiting, Result<int> exitCode, Output &output)
{
    // The engine's own end would wait for what the user does not want to wait for.
    if (waiting.isCutShort())
        ::_exit(output.conclude(exitCode ? *exitCode : output.fail(exitCode.error())));
    return exitCode;
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
    waiting.onInterrupt([&] { context.output.message(u"stopping; once more ends this program at once"_s); });
    const auto outcome = waiting.wait((*engine)->launch(std::move(spec)));
    const Result<> written = outcome ? writeResults(**engine, *outcome, one, waiting.isCutShort(), context.output)
                                     : std::unexpected(outcome.error());
    return concludeWait(waiting, written.transform([&] { return exitCodeOf(outcome->progress); }), context.output);
}

} // namespace hermes
