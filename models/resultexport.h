// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "backends/engine/sweep/resultwriter.h"
#include "models/slicedwork.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace hermes {

class ResultGridModel;

/// Writes results of a launch to a CSV, JSON or JSON lines file, with their outputs from the journal.
///
/// The file is written on a thread of its own and takes its name only when it is complete: an export that fails or is
/// cancelled leaves what was there before. GUI thread only; one export an object. The engine must outlive it.
class ResultExport final : public QObject
{
    Q_OBJECT

public:
    /// `candidates` are written in their order. The grid must outlive the export; if it shows another launch before it was
    /// read, the export ends with a Conflict.
    ResultExport(Engine *engine, LaunchId launch, const ResultGridModel *grid, QList<int> candidates);
    /// Waits until the writer has let go of the file: at most the time of one page of rows.
    ~ResultExport() override;

    /// By the path's ending: .csv is CSV, .json an array, .jsonl one object a line; anything else ends with a fault that says so.
    void start(const QString &path);
    void cancel();
    [[nodiscard]] const QString &path() const { return m_path; }

Q_SIGNALS:
    /// At most about 30 times a second.
    void progressed(int done, int total);
    /// The last signal; exactly once, also after cancel().
    void finished(const hermes::Result<> &outcome);

private:
    class File;
    [[nodiscard]] bool readSome();
    void begin();
    void goOn();
    void ask();
    void take(const Result<ChosenResults> &results);
    void inWriter(std::move_only_function<Result<>(File &)> task, std::function<void()> then);
    [[nodiscard]] ResultRow rowOf(int candidate, const RunResult *result) const;
    void report(int written);
    void end(const Result<> &outcome);

    Engine *m_engine;
    LaunchId m_launch;
    const ResultGridModel *m_grid;
    SlicedWork m_reading; ///< Of the grid.
    qsizetype m_read = 0; ///< Of m_candidates: how many were read.
    QStringList m_parameterNames;
    QList<QByteArray> m_objects; ///< From which the writer makes the columns.
    QHash<int, QString> m_lost; ///< What the grid says of those that are infrastructure: of some there is no more.
    QList<int> m_candidates;
    QString m_path;
    std::shared_ptr<File> m_file; ///< Used by the writer's thread only.
    QThreadPool m_writer;
    qsizetype m_next = 0; ///< Of m_candidates: the first that was not handed to the writer.
    bool m_asking = false;
    int m_writing = 0; ///< Tasks of the writer.
    bool m_ended = false;
    QElapsedTimer m_sinceProgress;
};

} // namespace hermes
