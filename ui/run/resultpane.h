// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/currentlaunch.h"
#include "models/sortedrows.h"

#include <QWidget>

#include <optional>

class QProgressBar;
class QPushButton;
class QTableView;

namespace hermes {

class ElidingLabel;
class EmptyState;
class ResultDelegate;

/// The right side of the page: how the launch stands, what can be done with it, and its grid.
class ResultPane final : public QWidget
{
    Q_OBJECT

public:
    explicit ResultPane(CurrentLaunch *launch, QWidget *parent = nullptr);

    /// An export is under way: another one cannot be started.
    void setExporting(bool exporting);
    /// Selects a candidate by its row in the grid and scrolls to it.
    void selectRow(int gridRow);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// The row of the grid that is current now.
    void rowChosen(std::optional<int> gridRow);
    void exportWanted();

private:
    void createWidgets();
    void createTable();
    void connectLaunch();
    void showProgress();
    void showButtons();
    void gridReset();
    /// As wide as what they show, as long as the user did not choose another width for one.
    void layOutColumns();
    void fitColumns();
    /// Output takes what the other columns leave, so that rows go from side to side.
    void giveRestToOutput();
    [[nodiscard]] int narrowestOutput() const;
    [[nodiscard]] QString statusText() const;

    CurrentLaunch *m_launch;
    SortedRows *m_sorted;
    ResultDelegate *m_delegate;
    QTableView *m_table = nullptr;
    EmptyState *m_empty = nullptr;
    QProgressBar *m_bar = nullptr;
    ElidingLabel *m_status = nullptr;
    QPushButton *m_pause = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_export = nullptr;
    bool m_exporting = false;
    bool m_columnsFit = false; ///< To rows that have results.
    bool m_sizing = false;     ///< It is not the user who changes widths now.
    bool m_userSized = false;
};

} // namespace hermes
