// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTableView>
#include <QTimer>

class QSettings;

namespace hermes {

class ArrangedRows;
class ColumnFit;
class RepeatSummaryModel;
class ResultGridModel;
class TableMenu;

/// The table *Repeats*: what the repeats of each combination of parameters come to.
class SummaryView final : public QTableView
{
    Q_OBJECT

public:
    /// The grid must outlive the view.
    explicit SummaryView(const ResultGridModel *grid, QWidget *parent = nullptr);

    [[nodiscard]] TableMenu *menu() const { return m_menu; }

Q_SIGNALS:
    /// The first candidate of the combination that is current now.
    void candidateChosen(int candidate);

private:
    RepeatSummaryModel *m_model;
    ArrangedRows *m_rows;
    TableMenu *m_menu;
    ColumnFit *m_fit;
    QTimer m_growth;
};

} // namespace hermes
