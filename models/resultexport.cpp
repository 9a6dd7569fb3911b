// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultexport.h"

#include "backends/core/inbackground.h"
#include "backends/core/replaceable.h"
#include "backends/core/savefile.h"
#include "models/resultgridmodel.h"

#include <QFuture>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int ProgressIntervalMs = 40;
/// Of the grid, which takes some microseconds.
constexpr qsizetype ReadAtOnce = 100;
/// The writer has the next rows while one page of them is being read, and no more lie about in memory.
constexpr int MostWriting = 2;

enum class Format : quint8 { Csv, Json, JsonLines };

std::optional<Format> formatOf(const QString &path)
{
    const QString ending = path.section(u'.', -1).toLower();
    if (ending == "csv"_L1)
        return Format::Csv;
    if (ending == "json"_L1)
        return Format::Json;
    return ending == "jsonl"_L1 || ending == "ndjson"_L1 ? std::optional(Format::JsonLines) : std::nullopt;
}

std::unique_ptr<ResultWriter> makeWriter(Format format, QIODevice &device, ResultColumns columns)
{
    switch (format) {
    case Format::Csv: return csvResultWriter(device, std::move(columns));
    case Format::Json: return jsonResultWriter(device, std::move(columns));
    case Format::JsonLines: break;
    }
    return jsonLinesResultWriter(device, std::move(columns));
}

} // namespace

class ResultExport::File
{
public:
    File(const QString &path, Format format) : m_file(path), m_format(format) { }

    Result<> begin(const QStringList &parameterNames, const QList<QByteArray> &objects)
    {
        if (!m_file.open(QIODevice::WriteOnly))
            return fault();
        ResultColumns columns(parameterNames);
        for (const QByteArray &object : objects) {
            if (const auto fields = jsonObjectFields(object))
                columns.add(*fields);
        }
        m_rows = makeWriter(m_format, m_file, std::move(columns));
        return m_rows->begin();
    }

    Result<> write(const ResultRow &row) { return m_rows->write(row); }

    Result<> commit()
    {
        if (const Result<> ended = m_rows->end(); !ended)
            return ended;
        return m_file.commit() ? Result<> {} : fault();
    }

private:
    [[nodiscard]] Result<> fault() const
    {
        return fail(FaultKind::Storage, tr("%1 could not be written: %2").arg(m_file.fileName(), m_file.errorString()));
    }

    SaveFile m_file;
    Format m_format;
    std::unique_ptr<ResultWriter> m_rows;
};

ResultExport::ResultExport(Engine *engine, LaunchId launch, const ResultGridModel *grid, QList<int> candidates)
    : m_engine(engine),
      m_launch(launch),
      m_grid(grid),
      m_parameterNames(grid->parameterNames()),
      m_candidates(std::move(candidates))
{
    m_writer.setMaxThreadCount(1);
}

ResultExport::~ResultExport()
{
    m_ended = true;
    m_writer.clear();
    m_writer.waitForDone();
}

void ResultExport::start(const QString &path)
{
    m_path = path;
    const std::optional<Format> format = formatOf(path);
    if (!format) {
        end(fail(FaultKind::Usage, tr("%1 ends neither with .csv nor with .json or .jsonl").arg(path)));
        return;
    }
    if (const auto checked = checkReplaceable(path); !checked) {
        end(checked);
        return;
    }
    m_file = std::make_shared<File>(path, *format);
    connect(m_grid, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        if (m_reading.isActive())
            end(fail(FaultKind::Conflict, tr("Another launch was opened before its results were read")));
    });
    m_reading.start([this] { return readSome(); }, [this] { begin(); });
}

bool ResultExport::readSome()
{
    const qsizetype end = std::min(m_read + ReadAtOnce, m_candidates.size());
    for (; m_read < end; ++m_read) {
        const int row = m_candidates.at(m_read);
        const CandidateSummary &candidate = m_grid->candidate(row);
        if (!candidate.lastObject.isEmpty())
            m_objects += candidate.lastObject;
        if (m_grid->stateOf(row) == RunState::Infrastructure)
            m_lost.insert(row, candidate.firstLine);
    }
    return m_read < m_candidates.size();
}

void ResultExport::begin()
{
    m_sinceProgress.start();
    const auto task = [names = m_parameterNames, objects = std::exchange(m_objects, {})](File &file) {
        return file.begin(names, objects);
    };
    inWriter(task, [this] { goOn(); });
}

/// Pages are read while the ones before are written.
void ResultExport::goOn()
{
    if (m_ended || m_asking)
        return;
    if (m_next < m_candidates.size() && m_writing < MostWriting)
        ask();
    else if (m_next == m_candidates.size() && m_writing == 0)
        inWriter([](File &file) { return file.commit(); }, [this] { end({}); });
}

void ResultExport::ask()
{
    m_asking = true;
    m_engine->chosenResults(m_launch, m_candidates.mid(m_next, Engine::MostChosen))
        .then(this, [this](const Result<ChosenResults> &results) { take(results); });
}

/// A candidate that never ran has no result, and a row all the same.
ResultRow ResultExport::rowOf(int candidate, const RunResult *result) const
{
    RunResult lost;
    if (const auto text = m_lost.constFind(candidate); !result && text != m_lost.cend()) {
        lost = RunResult::lost({.kind = FaultKind::Internal, .what = *text});
        result = &lost;
    }
    ResultRow row {.index = candidate, .parameters = m_engine->parameters(m_launch, candidate)};
    if (result) {
        row.exitCode = result->end.exitCode;
        row.reason = reasonName(result->end.reason);
        row.time = result->end.run;
        row.out = result->out.bytes;
        row.err = result->err.bytes;
    }
    return row;
}

void ResultExport::take(const Result<ChosenResults> &results)
{
    m_asking = false;
    if (m_ended)
        return;
    if (!results) {
        end(std::unexpected(results.error()));
        return;
    }
    QList<ResultRow> rows;
    rows.reserve(results->results.size());
    for (const std::optional<RunResult> &result : results->results)
        rows += rowOf(m_candidates.at(m_next++), result ? &*result : nullptr);
    const auto write = [rows = std::move(rows)](File &file) {
        Result<> written;
        for (auto row = rows.cbegin(); written && row != rows.cend(); ++row)
            written = file.write(*row);
        return written;
    };
    inWriter(write, [this, written = int(m_next)] {
        report(written);
        goOn();
    });
    goOn();
}

void ResultExport::inWriter(std::move_only_function<Result<>(File &)> task, std::function<void()> then)
{
    ++m_writing;
    postTo(m_writer, [this, file = m_file, task = std::move(task), then = std::move(then)]() mutable {
        const auto goOn = [this, outcome = task(*file), then = std::move(then)] {
            --m_writing;
            if (!outcome)
                end(outcome);
            else if (!m_ended)
                then();
        };
        QMetaObject::invokeMethod(this, goOn, Qt::QueuedConnection);
    });
}

void ResultExport::report(int written)
{
    if (m_sinceProgress.elapsed() < ProgressIntervalMs)
        return;
    m_sinceProgress.start();
    Q_EMIT progressed(written, int(m_candidates.size()));
}

void ResultExport::cancel()
{
    end(fail(FaultKind::Cancelled, tr("The export was cancelled; %1 was left as it was").arg(m_path)));
}

void ResultExport::end(const Result<> &outcome)
{
    if (std::exchange(m_ended, true))
        return;
    m_reading.stop();
    m_writer.clear();
    Q_EMIT finished(outcome);
}

} // namespace hermes
