// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/history/historymodel.h"

#include <QTableView>

namespace hermes {

class ColumnFit;
class EmptyState;
class TableMenu;

/// The table *History*. Name takes what the other columns leave.
class HistoryTable final : public QTableView
{
    Q_OBJECT

public:
    /// Why there are no rows.
    enum class Empty { No, NothingYet, NothingFound };

    explicit HistoryTable(HistoryModel *model, QWidget *parent = nullptr);

    /// In the order in which they were launched.
    [[nodiscard]] QList<LaunchRecord> selected() const;
    void showEmpty(Empty why);
    /// As wide as what they show; once, so that later rows do not move what is looked at.
    void fitColumns();
    [[nodiscard]] TableMenu *menu() const { return m_menu; }

Q_SIGNALS:
    void selectionMoved();

protected:
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    HistoryModel *m_model;
    EmptyState *m_nothingYet;
    EmptyState *m_nothingFound;
    TableMenu *m_menu;
    ColumnFit *m_fit;
};

} // namespace hermes
