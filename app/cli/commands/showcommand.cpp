// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/showcommand.h"

#include "app/cli/candidatetable.h"
#include "app/cli/launching.h"
#include "app/cli/recordjson.h"
#include "app/cli/resultjson.h"
#include "backends/engine/journal/startorder.h"

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// "12" or "12.3": a launch, or one of its runs.
struct RunName
{
    LaunchId launch = 0;
    std::optional<int> index = {};
};

Result<RunName> parseRunName(const QString &text)
{
    const qsizetype dot = text.indexOf(u'.');
    bool launchOk = false;
    bool indexOk = true;
    RunName name {.launch = text.first(dot < 0 ? text.size() : dot).toLongLong(&launchOk)};
    if (dot >= 0)
        name.index = text.sliced(dot + 1).toInt(&indexOk);
    if (!launchOk || !indexOk || name.launch < 0 || name.index.value_or(0) < 0)
        return fail(FaultKind::Usage, u"\"%1\" names no run"_s.arg(text),
                    u"Give a number of `hermesctl history`, such as 12, or 12.3 for its run 3."_s);
    return name;
}

QString resultText(const RunResult &result)
{
    QString text =
        u"%1, exit code %2, %3"_s.arg(reasonName(result.end.reason)).arg(result.end.exitCode).arg(durationText(result.end.run));
    if (result.end.signal > 0)
        text += u", "_s + signalName(result.end.signal);
    if (result.startedAt.isValid())
        text += u", started "_s + timeText(result.startedAt);
    return text;
}

void writeStream(Output &output, const QString &title, const StreamCapture &stream)
{
    if (stream.total == 0 && stream.bytes.isEmpty())
        return;
    output.line(u"--- %1, %2 bytes%3 ---"_s.arg(title).arg(stream.total).arg(stream.truncated ? u", shortened"_s : QString()));
    output.write(stream.bytes);
    if (!stream.bytes.endsWith('\n'))
        output.write("\n");
}

/// What stands for a result that is not there, or why nothing does.
Result<RunResult> withoutResult(Engine &engine, const LaunchRecord &launch, int index)
{
    const auto found = await(engine.candidates(launch.id, index, 1));
    if (!found)
        return std::unexpected(found.error());
    const QString run = u"%1.%2"_s.arg(launch.id).arg(index);
    if (!found->isEmpty() && isLost(found->first(), launch.state))
        return RunResult::lost({.kind = FaultKind::Internal,
                                .what = u"Run %1 may have been started; its program ended before a result was stored"_s.arg(run)});
    if (!found->isEmpty())
        return fail(FaultKind::NotFound, u"Run %1 is still running"_s.arg(run));
    return fail(FaultKind::NotFound,
                launch.state == LaunchState::Running ? u"Run %1 has no result yet"_s.arg(run) : u"Run %1 was not run"_s.arg(run));
}

Result<RunResult> resultOrLost(Engine &engine, const StoredLaunch &launch, int index)
{
    const LaunchId id = launch.record().id;
    if (index >= launch.count())
        return fail(FaultKind::NotFound,
                    u"The launch %1 has no run %2: there are %3, counted from 0"_s.arg(id).arg(index).arg(launch.count()));
    auto result = await(engine.result(id, index));
    if (!result && result.error().kind == FaultKind::NotFound)
        return withoutResult(engine, launch.record(), index);
    return result;
}

Result<int> showRun(Engine &engine, const StoredLaunch &launch, int index, Output &output)
{
    const LaunchId id = launch.record().id;
    const auto result = resultOrLost(engine, launch, index);
    if (!result)
        return std::unexpected(result.error());
    if (output.json()) {
        QJsonObject object = resultObject(*result);
        object[u"launch"_s] = id;
        object[u"index"_s] = index;
        object[u"parameters"_s] = launch.parametersObject(index);
        output.document(object);
        return exitcode::Success;
    }
    output.line(u"Run %1.%2: %3"_s.arg(QString::number(id), QString::number(index), resultText(*result)));
    const QStringList names = launch.parameterNames();
    const QStringList values = launch.parameters(index);
    for (qsizetype i = 0; i < names.size(); ++i)
        output.line(u"  %1 = %2"_s.arg(names.at(i), values.at(i)));
    for (const QString &note : result->end.notes)
        output.line(u"  note: "_s + note);
    writeStream(output, u"stdout"_s, result->out);
    writeStream(output, u"stderr"_s, result->err);
    return exitcode::Success;
}

/// The bytes as they were kept: from the spool file where there is one, else from the result. Fewer than there were is a
/// message and a code of its own.
Result<int> writeRaw(Engine &engine, const StoredLaunch &launch, int index, Stream stream, Output &output)
{
    const auto result = resultOrLost(engine, launch, index);
    if (!result)
        return std::unexpected(result.error());
    const StreamCapture &capture = stream == Stream::Stdout ? result->out : result->err;
    QFile spool(capture.spoolFile);
    const bool spooled = !capture.spoolFile.isEmpty() && spool.open(QIODevice::ReadOnly);
    if (!spooled)
        output.write(capture.bytes);
    constexpr qint64 PieceBytes = 1024LL * 1024;
    while (spooled && output.isOpen() && !spool.atEnd())
        output.write(spool.read(PieceBytes));
    if (const qint64 kept = capture.spooled + capture.spoolTail; spooled && kept < capture.total)
        output.message(u"%1 bytes between the first %2 and the last %3 were not kept"_s.arg(capture.total - kept)
                           .arg(capture.spooled)
                           .arg(capture.spoolTail));
    else if (!spooled && capture.truncated)
        output.message(u"of %1 bytes only both ends were kept, with a line of notice between them"_s.arg(capture.total));
    else
        return exitcode::Success;
    return exitcode::Negative;
}

Result<int> showLaunch(Engine &engine, const StoredLaunch &launch, Output &output)
{
    const LaunchRecord &record = launch.record();
    if (!output.json()) {
        output.line(u"%1 %2 on %3: %4, %5"_s.arg(launchKindName(record.kind), QString::number(record.id), record.backend,
                                                 launchStateName(record.state), countsText(record)));
        const QString order = record.orderSeed ? u", order "_s + orderText(record.orderSeed) : QString();
        output.line(u"started %1, finished %2%3\n"_s.arg(timeText(record.createdAt), timeText(record.finishedAt), order));
        return printCandidates(engine, launch, {.progress = {.state = record.state}}, output).transform([] {
            return exitcode::Success;
        });
    }
    QJsonArray candidates;
    const auto read = launch.forEachCandidate(engine, [&](const CandidateSummary &candidate) {
        QJsonObject object = summaryObject(candidate, record.state);
        object[u"parameters"_s] = launch.parametersObject(candidate.index);
        candidates.append(object);
    });
    if (!read)
        return std::unexpected(read.error());
    QJsonObject object = recordObject(record);
    object[u"code"_s] = QString::fromUtf8(record.code);
    object[u"parameters"_s] = QJsonArray::fromStringList(launch.parameterNames());
    if (record.kind == LaunchKind::Sweep)
        object[u"order"_s] = orderText(record.orderSeed);
    object[u"candidates"_s] = candidates;
    output.document(object);
    return exitcode::Success;
}

} // namespace

QString ShowCommand::name() const
{
    return u"show"_s;
}

QString ShowCommand::description() const
{
    return u"Shows a stored launch, or the result of one of its runs."_s;
}

QString ShowCommand::details() const
{
    return u"  hermesctl show 12\n  hermesctl show 12.3 --raw stdout > output.bin"_s;
}

QList<OptionSpec> ShowCommand::options() const
{
    return {{u"--raw"_s, u"stdout|stderr"_s, u"Writes just the bytes of this stream, as many of them as were kept."_s}};
}

QList<PositionalSpec> ShowCommand::positionals() const
{
    return {{u"RUN"_s, u"The number of a launch, or of one of its runs: 12 or 12.3."_s}};
}

Result<int> ShowCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const auto name = parseRunName(arguments.text(u"RUN"_s));
    if (!name)
        return std::unexpected(name.error());
    const QString raw = arguments.text(u"--raw"_s);
    if (arguments.has(u"--raw"_s) && raw != "stdout"_L1 && raw != "stderr"_L1)
        return fail(FaultKind::Usage, u"--raw is \"%1\": give stdout or stderr"_s.arg(raw));
    const auto engine = openEngineFor(context, JournalNeed::Required);
    if (!engine)
        return std::unexpected(engine.error());
    const auto launch = StoredLaunch::read(**engine, name->launch);
    if (!launch)
        return std::unexpected(launch.error());
    if (!raw.isEmpty())
        return writeRaw(**engine, *launch, name->index.value_or(0), raw == "stdout"_L1 ? Stream::Stdout : Stream::Stderr,
                        context.output);
    if (const auto index = name->index)
        return showRun(**engine, *launch, *index, context.output);
    if (launch->count() == 1 && launch->record().kind != LaunchKind::Sweep && !context.output.json())
        return showRun(**engine, *launch, 0, context.output);
    return showLaunch(**engine, *launch, context.output);
}

} // namespace hermes
