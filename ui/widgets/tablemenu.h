// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/tables/columnlook.h"

#include <QAction>
#include <QMap>
#include <QObject>
#include <QPoint>

#include <functional>

class QMenu;
class QSettings;
class QTableView;

namespace hermes {

/// What every table of the window can do: copy its selection as TSV, Markdown or JSON, and have its columns chosen, moved
/// and sized, which is remembered by the columns' titles.
///
/// Belongs to the table. The table's rows are copied as they are shown; hidden columns are left out.
class TableMenu final : public QObject
{
    Q_OBJECT

public:
    explicit TableMenu(QTableView *table);

    /// Called when a context menu opens, to put what only this table can do at its top.
    void setCommands(std::function<void(QMenu *menu)> addTo) { m_addCommands = std::move(addTo); }
    /// The same for the menu of a column's header.
    void setColumnCommands(std::function<void(QMenu *menu, int column)> addTo) { m_addColumnCommands = std::move(addTo); }

    /// Which columns are hidden, their order and their widths, in the order of their titles.
    [[nodiscard]] QList<ColumnLook> columns() const;
    void setColumns(const QList<ColumnLook> &columns);
    /// The same, kept from one start of the program to the next.
    void restoreColumns(const QSettings &settings, const QString &key);
    void storeColumns(QSettings &settings, const QString &key) const;
    /// Takes the remembered look for the columns that the model has now: for models whose columns come and go.
    void applyColumns();
    /// Refused for the last one that is shown.
    void hideColumn(int column);
    /// All columns are shown again, in the model's order.
    void resetColumns();

    /// Whether the user chose the width of this column.
    [[nodiscard]] bool isSized(int column) const { return m_columns.value(titleOf(column)).width > 0; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// Something cannot be done: a sentence for a banner.
    void refused(const QString &text);
    void columnsReset();
    /// The user has hidden some, or shown them again.
    void columnsChosen();

private:
    enum class Format : quint8 { Tsv, TsvWithTitles, Markdown, Json };
    void createActions();
    void copy(Format format);
    void showMenu(QPoint position);
    void showHeaderMenu(QPoint position);
    void addColumnChoice(QMenu *menu);
    [[nodiscard]] QList<int> shownColumns() const;
    [[nodiscard]] QString titleOf(int column) const;
    void noteColumns();
    void noteWidth(int column, int width);

    QTableView *m_table;
    std::function<void(QMenu *)> m_addCommands;
    std::function<void(QMenu *, int)> m_addColumnCommands;
    QList<QAction *> m_copyActions;
    QMap<QString, ColumnLook> m_columns; ///< By title.
    bool m_applying = false;
    bool m_dragging = false; ///< The mouse is held on the header.
};

} // namespace hermes
