// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"

#include <QAbstractTableModel>
#include <QSet>
#include <QTimer>

#include <vector>

namespace hermes {

/// What was launched, newest first, in pages: more rows are read when a view asks for them (canFetchMore, fetchMore).
///
/// Always in the order of time: any other order would be one of the rows that happen to be loaded. Rows are known by the
/// launch's id and updated in place, by what the journal says and by the progress of launches of this program. GUI thread
/// only; nothing here waits. The engine must outlive it.
class HistoryModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Started,
        Name,
        Kind,
        Backend,
        State,
        Candidates,
        Ok,
        Failed,
        Infrastructure,
        Missing,
        Duration,
        RerunOf,
        ColumnCount
    };
    static constexpr int PageSize = 200;

    explicit HistoryModel(Engine *engine, QObject *parent = nullptr);
    ~HistoryModel() override;

    /// What is shown from now on. Filters that come fast are waited for: only the last one is asked for. Its limit and
    /// `before` are the model's business.
    void setFilter(HistoryFilter filter);
    [[nodiscard]] const HistoryFilter &filter() const { return m_filter; }
    /// Reads anew what is loaded; after that the model follows the journal while it is wanted.
    void setWatching(bool watching);
    void refresh();
    /// These are left out, as if they were deleted already.
    void hide(const QList<LaunchId> &ids);
    void unhide(const QList<LaunchId> &ids);

    [[nodiscard]] const LaunchRecord &record(int row) const { return m_rows[size_t(row)]; }
    /// -1 when it is not among the loaded ones.
    [[nodiscard]] int rowOf(LaunchId id) const;
    /// Whether an answer is waited for.
    [[nodiscard]] bool isLoading() const { return m_asked != Asked::Nothing || m_debounce.isActive(); }
    /// An answer has come: that there are no rows means that there is nothing.
    [[nodiscard]] bool isLoaded() const { return m_loaded; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

Q_SIGNALS:
    /// isLoading() or isLoaded() may answer otherwise now.
    void loadingChanged();
    /// The journal could not be read; the rows stay as they are.
    void failed(const hermes::Fault &fault);

private:
    enum class Asked { Nothing, Refresh, More };

    void ask(Asked what);
    void take(Asked what, const Result<QList<LaunchRecord>> &answer, qsizetype limit);
    void merge(const QList<LaunchRecord> &records);
    void append(const QList<LaunchRecord> &records);
    void takeProgress(LaunchId id, const LaunchProgress &progress);
    void dropHidden();
    [[nodiscard]] QString text(const LaunchRecord &record, int column) const;
    [[nodiscard]] QVariant rawValue(const LaunchRecord &record, int column) const;
    [[nodiscard]] QString toolTip(const LaunchRecord &record, int column) const;

    Engine *m_engine;
    std::vector<LaunchRecord> m_rows; ///< Descending ids.
    HistoryFilter m_filter;
    QSet<LaunchId> m_hidden;
    QTimer m_debounce;
    Asked m_asked = Asked::Nothing;
    bool m_again = false; ///< The answer that is waited for is out of date already.
    bool m_more = false;
    bool m_loaded = false;
    bool m_watching = false;
};

} // namespace hermes
