// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/grid/arrangedrows.h"
#include "models/grid/gridfilter.h"
#include "models/views/resultview.h"

#include <QPersistentModelIndex>
#include <QTableView>

#include <optional>

class QSettings;

namespace hermes {

class ColumnFit;
class ResultDelegate;
class ResultGridModel;
class TableMenu;

/// The table *Results*: the grid with its filter, its order and its columns. Selection and place stay over every update.
class GridView final : public QTableView
{
    Q_OBJECT

public:
    /// The grid must outlive the view.
    explicit GridView(ResultGridModel *grid, QWidget *parent = nullptr);

    [[nodiscard]] const GridFilter &filter() const { return m_filter; }
    /// What the user made of it: columns, order and filter of a view.
    void writeTo(ResultView &view) const;
    /// Columns that are not there are waited for: the order comes into force as they come.
    void arrangeAs(const ResultView &view);
    /// Whether the order stays for the next launch; it does not unless it is asked for.
    void setSortKept(bool kept) { m_sortKept = kept; }
    void setStates(const QSet<RunState> &states);
    void setText(const QString &text);
    void clearFilter();
    /// The rows are not yet in the order, or not yet those, that were asked for.
    [[nodiscard]] bool isBusy() const { return m_rows->isBusy(); }
    /// Candidates that are shown, in their order, and those of them that are selected.
    [[nodiscard]] QList<int> shownCandidates() const;
    [[nodiscard]] QList<int> selectedCandidates() const;
    [[nodiscard]] std::optional<int> currentCandidate() const;
    /// Selects a candidate and scrolls to it; one that the filter hides is not selected.
    void selectCandidate(int candidate);
    /// Opens the popup that asks how to filter by a column of the grid.
    void askForFilter(int column);
    [[nodiscard]] TableMenu *menu() const { return m_menu; }
    /// Makes the columns as wide as what they show, but for those that the user sized.
    void layOutColumns();

    void restore(const QSettings &settings);
    void store(QSettings &settings) const;

Q_SIGNALS:
    /// The candidate that is current now.
    void candidateChosen(std::optional<int> candidate);
    void candidatesSelected();
    /// The user asks for the field that filters by a text.
    void filterWanted();
    /// Which candidates are shown, or why, or isBusy().
    void filterChanged();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void connectGrid();
    void applyFilter();
    void sortBy(int column, Qt::SortOrder order);
    void applySort();
    void addColumnCommands(QMenu *menu, int column);
    void gridReset();
    void holdPlace();
    void takePlace();
    [[nodiscard]] int outputColumn() const;

    ResultGridModel *m_grid;
    GridFilter m_filter;
    ArrangedRows *m_rows;
    ResultDelegate *m_delegate;
    TableMenu *m_menu;
    ColumnFit *m_fit;
    QPersistentModelIndex m_anchor; ///< While the rows are arranged anew: what is to stay where it is.
    int m_anchorOffset = 0;
    bool m_columnsFit = false; ///< To rows that have results.
    QList<SortLook> m_sort;    ///< What is asked for, columns that are not there included.
    bool m_sortKept = false;
};

} // namespace hermes
