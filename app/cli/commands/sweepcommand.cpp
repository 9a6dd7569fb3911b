// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/sweepcommand.h"

#include "app/cli/launching.h"
#include "app/cli/progressreport.h"
#include "app/cli/rerunchoice.h"
#include "app/cli/snippetoptions.h"
#include "app/cli/sweepoptions.h"
#include "app/cli/sweepoutput.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString candidatesText(int count)
{
    return QCoreApplication::translate("hermes::SweepCommand", "%n candidates", nullptr, count);
}

void reportTicket(const LaunchTicket &ticket, Output &output)
{
    // The id comes first, whatever else there is to say: scripts read it from there.
    output.note(u"sweep %1"_s.arg(ticket.id));
    if (ticket.alreadyFinished > 0)
        output.note(u"%1 of %2 candidates: the results are there already"_s.arg(ticket.alreadyFinished).arg(ticket.total));
    if (ticket.mayRunTwice > 0)
        output.note(u"%1 may have been started before and may run twice"_s.arg(candidatesText(ticket.mayRunTwice)));
    for (const QString &notice : ticket.notices)
        output.note(u"note: "_s + notice);
}

/// A stopped launch may have everything all the same, when the last of its candidates was the one too many.
bool isComplete(const LaunchProgress &progress)
{
    return progress.finished - progress.cancelled - progress.infrastructure == progress.total;
}

/// What there is to say about the end beside the results.
void reportEnd(const LaunchOutcome &outcome, Output &output)
{
    const LaunchProgress &progress = outcome.progress;
    if (progress.fault)
        output.message(toText(*progress.fault));
    if (progress.state == LaunchState::Stopped && isComplete(progress))
        output.note(u"stopped for its failures; every candidate has its result"_s);
    else if (progress.state == LaunchState::Stopped)
        output.note(u"stopped for its failures; hermesctl sweep --resume %1 runs the rest"_s.arg(outcome.ticket.id));
    else if (progress.state == LaunchState::Interrupted)
        output.note(u"%1 still without a result; hermesctl sweep --resume %2 runs the rest"_s.arg(
            candidatesText(progress.total - progress.finished), QString::number(outcome.ticket.id)));
}

Result<int> runSweep(Engine &engine, QFuture<Result<LaunchTicket>> launching, const SweepSinks &sinks,
                     std::optional<int> concurrency)
{
    Output &output = sinks.output;
    ProgressReport report;
    LaunchWait waiting(engine);
    bool ticketShown = false;
    bool cancelled = false;
    const auto reportCancel = [&] {
        if (cancelled && ticketShown)
            output.note(u"stopping; once more ends this program at once"_s);
    };
    waiting.onTicket([&](const LaunchTicket &ticket) {
        reportTicket(ticket, output);
        ticketShown = true;
        reportCancel();
        if (concurrency)
            engine.setConcurrency(ticket.id, *concurrency);
    });
    waiting.onProgress([&](const LaunchProgress &progress) { report.update(progress); });
    waiting.onInterrupt([&] {
        cancelled = true;
        reportCancel();
    });
    const auto outcome = waiting.wait(std::move(launching));
    if (!outcome)
        return concludeWait(waiting, std::unexpected(outcome.error()), output);
    report.finish(outcome->progress);
    reportEnd(*outcome, output);
    const Result<> written = writeSweepResults(engine, *outcome, sinks);
    return concludeWait(waiting, written.transform([&] { return exitCodeOf(outcome->progress); }), output);
}

} // namespace

QString SweepCommand::name() const
{
    return u"sweep"_s;
}

QString SweepCommand::description() const
{
    return u"Runs a snippet for every combination of parameters, many at once."_s;
}

QString SweepCommand::details() const
{
    return u"  hermesctl sweep --file discount.py --param discount=0,0.1,0.2,1.2 --out results.csv\n"
           "  hermesctl sweep --resume 12\n"
           "  hermesctl sweep --rerun 12 --only failed\n\n"
           "Values are a list (0,0.1,0.2; in quotes where one looks like a range: \"1:2\"), or a range from start to end:\n"
           "  1:10         in steps of 1            0:1:0.25      in the steps given, in exact decimals\n"
           "  lin:0:1:11   11 values, both ends included, at the same distance. Exact where the decimals end;\n"
           "               others have 15 significant digits\n"
           "  log:1e-4:1:5 5 values at the same ratio: 0.0001, 0.001, 0.01, 0.1, 1. Both ends are exact; the values\n"
           "               between them have 6 significant digits, or as many as tell neighbours apart (at most 12)\n\n"
           "--order random starts the candidates in a random order, the same one each time; --order random:SEED is another one\n"
           "for each seed. They keep their numbers, and a resume or re-run keeps the order.\n\n"
           "A parameter reaches the snippet as {{name}} in its text, as the variable HERMES_PARAM_NAME and in the JSON of\n"
           "HERMES_PARAMS. The first line on standard error is `sweep ID`. Prints the grid of results, with --json\n"
           "{id, counts, results}. Ends with 0 when every candidate has its result, whatever it is; 125 when one could\n"
           "not be run, 130 when cancelled, 1 when stopped by --stop-after or --stop-over, or when a part was left out."_s;
}

QList<OptionSpec> SweepCommand::options() const
{
    return snippetOptions(SnippetCount::One) + sweepOptions();
}

QList<PositionalSpec> SweepCommand::positionals() const
{
    return snippetPositionals();
}

namespace {

/// What is to be done: exactly one of these.
struct SweepOrder
{
    std::optional<LaunchSpec> fresh = {};
    std::optional<LaunchId> resumed = {};
    std::optional<LaunchId> rerun = {};
    RerunChoice choice = {};
};

Result<SweepOrder> readOrder(const Arguments &arguments, const QList<BackendKind> &kinds)
{
    const auto stored = [&arguments](const QString &flag) { return readStored(arguments, flag); };
    if (arguments.has(u"--resume"_s))
        return stored(u"--resume"_s).transform([](LaunchId id) { return SweepOrder {.resumed = id}; });
    if (arguments.has(u"--rerun"_s))
        return stored(u"--rerun"_s).and_then([&](LaunchId id) {
            return readRerunChoice(arguments).transform(
                [id](RerunChoice choice) { return SweepOrder {.rerun = id, .choice = std::move(choice)}; });
        });
    if (arguments.has(u"--only"_s))
        return fail(FaultKind::Usage, u"--only says which candidates of --rerun run again"_s, u"Give --rerun ID with it."_s);
    return readSweep(arguments, kinds).transform([](LaunchSpec spec) { return SweepOrder {.fresh = std::move(spec)}; });
}

Result<QFuture<Result<LaunchTicket>>> begin(Engine &engine, SweepOrder order)
{
    if (order.resumed)
        return engine.resumeSweep(*order.resumed);
    if (order.fresh)
        return engine.launch(*std::move(order.fresh));
    const LaunchId earlier = order.rerun.value_or(0);
    return chosenCandidates(engine, earlier, order.choice).transform([&](QList<CandidateQueue::Range> chosen) {
        return engine.rerun(earlier, std::move(chosen));
    });
}

} // namespace

Result<int> SweepCommand::execute(const Arguments &arguments, CommandContext &context)
{
    auto order = readOrder(arguments, context.kinds);
    if (!order)
        return std::unexpected(std::move(order).error());
    auto concurrency = arguments.integer(u"--concurrency"_s, 1, 100'000);
    if (!concurrency)
        return std::unexpected(concurrency.error());
    // A new launch has it in its spec.
    if (order->fresh)
        concurrency->reset();
    SweepSinks sinks {.output = context.output,
                      .file = arguments.text(u"--out"_s),
                      .table = arguments.has(u"--table"_s) || !arguments.has(u"--out"_s)};
    if (const auto checked = checkResultFile(arguments.has(u"--out"_s), sinks.file); !checked)
        return std::unexpected(checked.error());
    const auto engine = openEngineFor(context, JournalNeed::Required);
    if (!engine)
        return std::unexpected(engine.error());
    auto launching = begin(**engine, *std::move(order));
    if (!launching)
        return std::unexpected(launching.error());
    return runSweep(**engine, *std::move(launching), sinks, *concurrency);
}

} // namespace hermes
