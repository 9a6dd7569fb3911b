// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/runcommand.h"

#include "app/cli/launching.h"
#include "app/cli/resultjson.h"
#include "app/cli/snippetoptions.h"
#include "app/cli/streamtap.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

void report(const LaunchOutcome &outcome, const Result<RunResult> &result, Output &output)
{
    for (const QString &note : result ? result->end.notes : QStringList())
        output.message(note);
    if (result && result->end.reason != EndReason::Infrastructure)
        return;
    const std::optional<Fault> fault = result ? result->end.fault : outcome.progress.fault;
    output.message(toText(fault.value_or(result ? Fault {.what = u"The snippet could not be run"_s} : result.error())));
}

Result<RunResult> resultOf(Engine &engine, const LaunchOutcome &outcome, bool cutShort)
{
    auto result = await(engine.result(outcome.ticket.id, 0));
    if (result || !cutShort)
        return result;
    return outcome.underWay.value(0, RunResult {.end = RunEnd::cancelledBeforeStart()});
}

int exitCodeOf(const Result<RunResult> &result)
{
    if (!result || result->end.reason == EndReason::Infrastructure)
        return exitcode::Infrastructure;
    return result->end.exitCode;
}

} // namespace

QString RunCommand::name() const
{
    return u"run"_s;
}

QString RunCommand::description() const
{
    return u"Runs one snippet; passes its output and its exit code on."_s;
}

QString RunCommand::details() const
{
    return u"  hermesctl run --language shell --code 'echo hi; exit 3'\n"
           "  hermesctl run --file job.py --timeout 60\n"
           "  some-program | hermesctl run -\n\n"
           "Ends with the snippet's exit code: 124 over its timeout, 130 cancelled, 128+n by signal n; 125 when it could\n"
           "not be run. When its output cannot be written any more the run is cancelled: 130 where nobody reads\n"
           "it, else 125."_s;
}

QList<OptionSpec> RunCommand::options() const
{
    return snippetOptions(SnippetCount::One);
}

QList<PositionalSpec> RunCommand::positionals() const
{
    return snippetPositionals();
}

Result<int> RunCommand::execute(const Arguments &arguments, CommandContext &context)
{
    auto spec = readLaunch(arguments, context.kinds, LaunchKind::Run);
    if (!spec)
        return std::unexpected(std::move(spec).error());
    const auto engine = openEngineFor(context, JournalNeed::Wanted);
    if (!engine)
        return std::unexpected(engine.error());
    Output &output = context.output;
    LaunchWait waiting(**engine);
    std::shared_ptr<StreamTap> tap;
    if (!output.json()) {
        tap = std::make_shared<StreamTap>(
            [&waiting] { QMetaObject::invokeMethod(&waiting, &LaunchWait::cancel, Qt::QueuedConnection); });
        spec->tap = tap;
    }
    waiting.onTicket([&](const LaunchTicket &ticket) {
        for (const QString &notice : ticket.notices)
            output.message(notice);
    });
    waiting.onInterrupt([&] { output.message(u"stopping; once more ends this program at once"_s); });
    const auto outcome = waiting.wait((*engine)->launch(*std::move(spec)));
    if (waiting.isCutShort() && tap)
        return concludeWait(waiting, exitcode::Cancelled, output);
    const int lost = tap ? tap->drain() : 0;
    if (!outcome)
        return concludeWait(waiting, std::unexpected(outcome.error()), output);
    const auto result = resultOf(**engine, *outcome, waiting.isCutShort());
    if (output.json())
        output.document(resultObject(result ? *result : RunResult::lost(result.error())));
    else
        report(*outcome, result, output);
    const int exitCode = exitCodeOf(result);
    return concludeWait(waiting, lost == 0 ? exitCode : lostOutputExitCode(lost, exitCode), output);
}

} // namespace hermes
