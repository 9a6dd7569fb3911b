// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace hermes {

class ResultGridModel;

/// Writes the results of a launch to a CSV or JSON file, with their outputs from the journal.
///
/// The file is written on a thread of its own and takes its name only when it is complete: an export that fails or is
/// cancelled leaves what was there before. GUI thread only; one export an object. The engine must outlive it.
class ResultExport final : public QObject
{
    Q_OBJECT

public:
    /// The grid is read here and not later.
    ResultExport(Engine *engine, LaunchId launch, const ResultGridModel &grid, QObject *parent = nullptr);
    /// Waits until the writer has let go of the file: at most the time of one page of rows.
    ~ResultExport() override;

    /// By the path's ending: .json is JSON, .csv is CSV; anything else ends with a fault that says so.
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
    void ask();
    void take(const Result<ResultPage> &page);
    void inWriter(std::move_only_function<Result<>(File &)> task, std::function<void()> then);
    void report(int written);
    void end(const Result<> &outcome);

    Engine *m_engine;
    LaunchId m_launch;
    QStringList m_parameterNames;
    QList<QByteArray> m_objects; ///< From which the writer makes the columns.
    QHash<int, QString> m_lost;  ///< What the grid says of those that are infrastructure: of some there is no more.
    int m_total;
    QString m_path;
    std::shared_ptr<File> m_file; ///< Used by the writer's thread only.
    QThreadPool m_writer;
    int m_next = 0; ///< The first index that was not asked for.
    bool m_ended = false;
    QElapsedTimer m_sinceProgress;
};

} // namespace hermes
