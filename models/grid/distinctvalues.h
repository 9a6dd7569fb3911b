// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/slicedwork.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <memory>
#include <utility>

namespace hermes {

class ResultGridModel;

/// The values that stand in a column with how often, most frequent first.
struct DistinctValues
{
    QList<std::pair<QString, int>> values = {};
    bool complete = true; ///< There are no others.
};

/// Finds the values of a column of the grid, at most `limit`: texts are taken from it a slice at a time, and counted on a
/// thread where they are many. GUI thread only; the grid must outlive it.
class DistinctCount final : public QObject
{
    Q_OBJECT

public:
    DistinctCount(const ResultGridModel *grid, int column, int limit, QObject *parent = nullptr);

    /// finished() comes before this returns where there are few rows.
    void start();

Q_SIGNALS:
    void finished(const hermes::DistinctValues &values);

private:
    using Counts = QHash<QString, int>;
    [[nodiscard]] bool takeSome();
    void count();

    const ResultGridModel *m_grid;
    int m_column;
    int m_limit;
    int m_next = 0; ///< The first row that was not looked at.
    QStringList m_texts; ///< Of those before it, as far as they are not counted.
    std::shared_ptr<Counts> m_counts; ///< Of the counting thread, where there are many rows.
    SlicedWork m_work;
    QThreadPool m_counter;
};

} // namespace hermes
