// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHash>
#include <QList>
#include <QObject>

class QTableView;

namespace hermes {

class TableMenu;

/// Keeps the columns of a table as wide as what they show, and all of them in sight.
///
/// Where there is more room one column takes it. Where there is less, that one gives first, then titles are elided, and values only
/// then. Columns that the user sized stay as they are. A table without rows is laid out by its titles. Belongs to the table.
class ColumnFit final : public QObject
{
    Q_OBJECT

public:
    ColumnFit(QTableView *table, TableMenu *menu);

    /// The column that takes the rest, and how many characters it has at least where titles need not be elided for that.
    void setStretch(int column, int leastCharacters);
    /// Columns are at least as wide as for texts of these widths in pixels, which come later. In place of those before.
    void setReserves(const QHash<int, int> &reserves) { m_reserves = reserves; }
    /// Looks at the rows in sight. Not while the table is hidden.
    void measure();
    /// measure(), unless that was done already when there were rows: later ones must not move what is looked at.
    void measureOnce();
    /// Makes room for what has become longer since; no column becomes narrower.
    void grow();
    /// What was measured is of other columns.
    void forget() { m_wishes.clear(); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Wish
    {
        int wanted = 0;
        int values = 0; ///< With the title elided.
        int least = 0;

        bool operator==(const Wish &) const = default;
    };

    void arrange();
    [[nodiscard]] bool canMeasure() const;
    [[nodiscard]] QList<Wish> wishes() const;
    [[nodiscard]] bool isFree(int column) const;
    [[nodiscard]] Wish wishOf(int column) const;

    QTableView *m_table;
    TableMenu *m_menu;
    int m_stretch = -1;
    int m_leastCharacters = 0;
    QHash<int, int> m_reserves;
    QList<Wish> m_wishes; ///< By column; empty: not measured.
    bool m_hadRows = false; ///< When it was measured.
};

} // namespace hermes
