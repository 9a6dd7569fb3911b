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

constexpr int ProgressIntervalMs = 40;

ResultRow rowOf(int index, QStringList parameters, const RunResult *result)
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
        if (grid.stateOf(row) == RunState::Infrastructure)
            m_lost.insert(row, grid.candidate(row).firstLine);
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
    if (const auto checked = checkReplaceable(path); !checked) {
        end(checked);
        return;
    }
    m_file = std::make_shared<File>(path);
    m_sinceProgress.start();
    inWriter([names = m_parameterNames, objects = m_objects](File &file) { return file.begin(names, objects); }, [this] { ask(); });
}

void ResultExport::ask()
{
    if (m_next >= m_total) {
        inWriter([](File &file) { return file.commit(); }, [this] { end({}); });
        return;
    }
    m_engine->results(m_launch, m_next, m_total - m_next).then(this, [this](const Result<ResultPage> &page) { take(page); });
}

/// A candidate that never ran has no result, and a row all the same.
void ResultExport::take(const Result<ResultPage> &page)
{
    if (m_ended)
        return;
    if (!page) {
        end(std::unexpected(page.error()));
        return;
    }
    QList<ResultRow> rows;
    rows.reserve(page->next - m_next);
    for (; m_next < page->next; ++m_next) {
        const RunResult *result = page->find(m_next);
        RunResult lost;
        if (const auto text = m_lost.constFind(m_next); !result && text != m_lost.cend()) {
            lost = RunResult::lost({.kind = FaultKind::Internal, .what = *text});
            result = &lost;
        }
        rows += rowOf(m_next, m_engine->parameters(m_launch, m_next), result);
    }
    const auto write = [rows = std::move(rows)](File &file) {
        Result<> written;
        for (auto row = rows.cbegin(); written && row != rows.cend(); ++row)
            written = file.write(*row);
        return written;
    };
    inWriter(write, [this, written = m_next] {
        report(written);
        ask();
    });
}

void ResultExport::inWriter(std::move_only_function<Result<>(File &)> task, std::function<void()> then)
{
    m_writer.start([this, file = m_file, task = std::move(task), then = std::move(then)]() mutable {
        const auto goOn = [this, outcome = task(*file), then = std::move(then)] {
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
    Q_EMIT progressed(written, m_total);
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
