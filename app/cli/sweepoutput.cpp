// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/sweepoutput.h"

#include "app/cli/candidatetable.h"
#include "app/cli/launching.h"
#include "app/cli/resultjson.h"
#include "app/cli/snippetoptions.h"
#include "backends/core/replaceable.h"
#include "backends/engine/sweep/resultwriter.h"

#include <QJsonDocument>
#include <QSaveFile>
#include <QSet>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

bool isCsv(const QString &fileName)
{
    return fileName.endsWith(".csv"_L1, Qt::CaseInsensitive);
}

bool isJson(const QString &fileName)
{
    return fileName.endsWith(".json"_L1, Qt::CaseInsensitive);
}

ResultRow rowOf(const StoredLaunch &launch, int index, const RunResult *result)
{
    ResultRow row {.index = index, .parameters = launch.parameters(index)};
    if (!result)
        return row;
    row.exitCode = result->end.exitCode;
    row.reason = reasonName(result->end.reason);
    row.time = result->end.run;
    row.out = result->out.bytes;
    row.err = result->err.bytes;
    return row;
}

/// A candidate that never had its turn has an entry as well, so that an entry's place is its index.
QJsonObject entryOf(const StoredLaunch &launch, int index, const RunResult *result)
{
    QJsonObject entry = result ? resultObject(*result) : notRunObject();
    entry[u"index"_s] = index;
    entry[u"parameters"_s] = launch.parametersObject(index);
    return entry;
}

/// {"id": …, "counts": …, "results": […]} as it comes, one result after another.
class JsonStream final
{
public:
    JsonStream(Output &output, const LaunchOutcome &outcome) : m_output(output)
    {
        m_output.write("{\"id\":" + QByteArray::number(outcome.ticket.id) + ",\"counts\":"
                       + QJsonDocument(countsObject(outcome.progress)).toJson(QJsonDocument::Compact) + ",\"results\":[");
    }
    void add(const QJsonObject &entry)
    {
        m_output.write((m_empty ? "\n" : ",\n") + QJsonDocument(entry).toJson(QJsonDocument::Compact));
        m_empty = false;
    }
    void end() { m_output.write("\n]}\n"); }

private:
    Output &m_output;
    bool m_empty = true;
};

Result<ResultColumns> columnsOf(Engine &engine, const StoredLaunch &launch)
{
    ResultColumns columns(launch.parameterNames());
    return launch
        .forEachCandidate(engine,
                          [&](const CandidateSummary &candidate) {
                              if (const auto fields = jsonObjectFields(candidate.lastObject))
                                  columns.add(*fields);
                          })
        .transform([&] { return columns; });
}

/// The file of results, and nothing at all at its place before it is complete.
class ResultFile final
{
public:
    explicit ResultFile(const QString &fileName) : m_file(fileName) { }

    Result<> begin(ResultColumns columns)
    {
        if (!m_file.open(QIODevice::WriteOnly))
            return fault();
        m_writer = isCsv(m_file.fileName()) ? csvResultWriter(m_file, std::move(columns))
                                            : jsonResultWriter(m_file, std::move(columns));
        return m_writer->begin();
    }
    Result<> write(const ResultRow &row) { return m_writer->write(row); }
    Result<> end()
    {
        return m_writer->end().and_then([this] { return m_file.commit() ? Result<>() : fault(); });
    }

private:
    Result<> fault() const { return fail(FaultKind::Storage, u"--out %1: %2"_s.arg(m_file.fileName(), m_file.errorString())); }

    QSaveFile m_file;
    std::unique_ptr<ResultWriter> m_writer;
};

/// Hands over the results of all candidates as they are to be written: those that could not be stored too.
Result<> forEachResult(Engine &engine, const LaunchOutcome &outcome, const std::function<bool(int, const RunResult *)> &take)
{
    const LaunchProgress &progress = outcome.progress;
    const QSet<int> lost(progress.lost.cbegin(), progress.lost.cend());
    const RunResult lostResult = RunResult::lost(progress.fault.value_or(Fault()));
    return fetchResults(engine, outcome.ticket.id, outcome.ticket.total, [&](int index, const RunResult *result) {
        if (const auto found = outcome.underWay.constFind(index); !result && found != outcome.underWay.cend())
            return take(index, &*found);
        return take(index, result || !lost.contains(index) ? result : &lostResult);
    });
}

Result<> writeFile(Engine &engine, const LaunchOutcome &outcome, const StoredLaunch &launch, const QString &fileName)
{
    const auto columns = columnsOf(engine, launch);
    if (!columns)
        return std::unexpected(columns.error());
    ResultFile file(fileName);
    Result<> written = file.begin(*columns);
    if (!written)
        return written;
    return forEachResult(engine, outcome,
                         [&](int index, const RunResult *result) {
                             written = file.write(rowOf(launch, index, result));
                             return written.has_value();
                         })
        .and_then([&] { return written; })
        .and_then([&] { return file.end(); });
}

} // namespace

Result<> checkResultFile(bool wanted, const QString &fileName)
{
    if (!wanted)
        return {};
    if (!isCsv(fileName) && !isJson(fileName))
        return fail(FaultKind::Usage, u"--out %1: the name must end with .csv or .json"_s.arg(fileName));
    if (const auto path = absolutePath(u"--out"_s, fileName); !path)
        return std::unexpected(path.error());
    if (const auto checked = checkReplaceable(fileName); !checked)
        return std::unexpected(inContext(u"--out"_s, checked.error()));
    QSaveFile trial(fileName);
    if (!trial.open(QIODevice::WriteOnly))
        return fail(FaultKind::Usage, u"--out %1: %2"_s.arg(fileName, trial.errorString()));
    trial.cancelWriting();
    return {};
}

Result<> writeSweepResults(Engine &engine, const LaunchOutcome &outcome, const SweepSinks &sinks)
{
    const auto launch = StoredLaunch::read(engine, outcome.ticket.id);
    if (!launch)
        return std::unexpected(launch.error());
    Output &output = sinks.output;
    if (output.json()) {
        JsonStream stream(output, outcome);
        const auto fetched = forEachResult(engine, outcome, [&](int index, const RunResult *result) {
            stream.add(entryOf(*launch, index, result));
            return output.isOpen();
        });
        if (!fetched)
            return fetched;
        stream.end();
    } else if (sinks.table) {
        if (const auto printed = printCandidates(engine, *launch, outcome, output); !printed)
            return printed;
    }
    if (sinks.file.isEmpty())
        return {};
    return writeFile(engine, outcome, *launch, sinks.file).transform([&] { output.note(u"results in "_s + sinks.file); });
}

} // namespace hermes
