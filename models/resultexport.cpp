// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultexport.h"

#include "backends/core/replaceable.h"
#include "backends/engine/sweep/resultwriter.h"
#include "models/resultgridmodel.h"

#include <QFuture>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Answers of the journal that are waited for or written at a time; each may hold some MiB.
constexpr int Window = 16;
constexpr int ProgressIntervalMs = 40;

ResultRow rowOf(int index, QStringList parameters, const Result<RunResult> &result)
{
    ResultRow row {.index = index, .parameters = std::move(parameters)};
    if (result) {
        row.exitCode = result->end.exitCode;
        row.reason = reasonName(result->end.reason);
        row.time = result->end.run;
        row.out = result->out.bytes;
        row.err = result->err.bytes;
    }
    return row;
}

} // namespace

class ResultExport::File
{
public:
    explicit File(const QString &path) : m_file(path), m_isJson(path.endsWith(".json"_L1, Qt::CaseInsensitive)) { }

    Result<> begin(const QStringList &parameterNames, const QList<QByteArray> &objects)
    {
        if (!m_file.open(QIODevice::WriteOnly))
            return fault();
        ResultColumns columns(parameterNames);
        for (const QByteArray &object : objects) {
            if (const auto fields = jsonObjectFields(object))
                columns.add(*fields);
        }
        m_rows = m_isJson ? jsonResultWriter(m_file, std::move(columns)) : csvResultWriter(m_file, std::move(columns));
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

    QSaveFile m_file;
    bool m_isJson;
    std::unique_ptr<ResultWriter> m_rows;
};

ResultExport::ResultExport(Engine *engine, LaunchId launch, const ResultGridModel &grid, QObject *parent)
    : QObject(parent), m_engine(engine), m_launch(launch), m_parameterNames(grid.parameterNames()), m_total(grid.rowCount())
{
    m_writer.setMaxThreadCount(1);
    for (int row = 0; row < m_total; ++row) {
        if (const QByteArray &object = grid.candidate(row).lastObject; !object.isEmpty())
            m_objects += object;
    }
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
    if (!path.endsWith(".csv"_L1, Qt::CaseInsensitive) && !path.endsWith(".json"_L1, Qt::CaseInsensitive)) {
        end(fail(FaultKind::Usage, tr("%1 ends neither with .csv nor with .json").arg(path)));
        return;
    }
    if (auto checked = checkReplaceable(path); !checked) {
        end(std::move(checked));
        return;
    }
    m_file = std::make_shared<File>(path);
    m_sinceProgress.start();
    inWriter([names = m_parameterNames, objects = m_objects](File &file) { return file.begin(names, objects); }, false);
    ask();
}

void ResultExport::ask()
{
    for (; !m_ended && m_asked < m_total && m_asked < m_written + Window; ++m_asked) {
        m_engine->result(m_launch, m_asked).then(this, [this, index = m_asked](const Result<RunResult> &result) {
            take(index, result);
        });
    }
    if (!m_ended && m_written == m_total && m_next == m_total) {
        ++m_next; // once
        inWriter([](File &file) { return file.commit(); }, false);
    }
}

void ResultExport::take(int index, const Result<RunResult> &result)
{
    // A candidate that never ran has no result; everything else that is missing would be a hole in the file.
    if (!result && result.error().kind != FaultKind::NotFound) {
        end(std::unexpected(result.error()));
        return;
    }
    m_early.emplace(index, result);
    for (auto next = m_early.find(m_next); next != m_early.end() && !m_ended; next = m_early.find(m_next)) {
        ResultRow row = rowOf(m_next, m_engine->parameters(m_launch, m_next), next->second);
        m_early.erase(next);
        ++m_next;
        inWriter([row = std::move(row)](File &file) { return file.write(row); }, true);
    }
}

void ResultExport::inWriter(std::move_only_function<Result<>(File &)> task, bool isRow)
{
    m_writer.start([this, file = m_file, task = std::move(task), isRow]() mutable {
        const Result<> outcome = task(*file);
        QMetaObject::invokeMethod(this, [this, outcome, isRow] { wrote(outcome, isRow); }, Qt::QueuedConnection);
    });
}

void ResultExport::wrote(const Result<> &outcome, bool isRow)
{
    if (!outcome) {
        end(outcome);
    } else if (isRow) {
        ++m_written;
        if (m_sinceProgress.elapsed() >= ProgressIntervalMs) {
            m_sinceProgress.start();
            Q_EMIT progressed(m_written, m_total);
        }
        ask();
    } else if (m_next > m_total) {
        end({});
    } else {
        ask();
    }
}

void ResultExport::cancel()
{
    end(fail(FaultKind::Cancelled, tr("The export was cancelled; %1 was left as it was").arg(m_path)));
}

void ResultExport::end(const Result<> &outcome)
{
    if (std::exchange(m_ended, true))
        return;
    m_writer.clear();
    Q_EMIT finished(outcome);
}

} // namespace hermes
