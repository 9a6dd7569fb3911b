// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "models/history/comparison.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace hermes {

class ComparisonWork;

/// Compares two stored launches: candidates are joined by the values of their parameters where both have the same names,
/// else by their indexes. Reads them page by page and compares on a thread of its own.
///
/// One comparison an object. GUI thread only; the engine must outlive it.
class LaunchComparison final : public QObject
{
    Q_OBJECT

public:
    LaunchComparison(Engine *engine, LaunchId first, LaunchId second, QObject *parent = nullptr);
    /// Waits at most as long as one page takes.
    ~LaunchComparison() override;

    void start();
    /// Ends with the fault Cancelled.
    void cancel();

Q_SIGNALS:
    void progressed(int done, int total);
    /// The last signal; exactly once.
    void finished(const hermes::Result<std::shared_ptr<const hermes::Comparison>> &outcome);

private:
    /// A page to read of one of the two.
    struct Step
    {
        bool ofFirst = true;
        int from = 0;
        int end = 0;
    };

    void readRecords();
    void begin(const LaunchRecord &first, const LaunchRecord &second);
    void makeSteps(int first, int second);
    void next();
    /// Calls `work` on the thread and `then` here with its outcome.
    void inWorker(std::move_only_function<Result<>(ComparisonWork &)> work, std::move_only_function<void()> then);
    void finish();
    void end(Result<std::shared_ptr<const Comparison>> outcome);

    Engine *m_engine;
    LaunchId m_first;
    LaunchId m_second;
    std::shared_ptr<ComparisonWork> m_work; ///< Of the thread, while it has something to do.
    QList<Step> m_steps;
    qsizetype m_done = 0;
    bool m_ended = false;
    QThreadPool m_pool;
};

} // namespace hermes

Q_DECLARE_METATYPE(hermes::Result<std::shared_ptr<const hermes::Comparison>>)
