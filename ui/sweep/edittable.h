// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/run/parameterdelegate.h"

#include <QTableView>

class QToolButton;

namespace hermes {

/// Makes a small table into which the user types, one cell after the other, like every other one of its sort.
void setUpEditTable(QTableView *table, const QString &name, const QList<ParameterDelegate::Field> &fields);
/// Takes what is being typed in a cell of the table: an editor commits when it loses the focus, which a shortcut takes
/// from nobody.
void commitEditorOf(QTableView *table);
/// Adds a row to the table, whose model is an EditTableModel, and opens the editor of its first cell.
void addRowTo(QTableView *table);
/// The current row, else the last one; less than 0: there is none.
[[nodiscard]] int chosenRowOf(const QTableView *table);
void removeChosenRowOf(QTableView *table);
/// A small button with a picture; `name` is tool tip and accessible name, without spaces the object's name.
[[nodiscard]] QToolButton *makeToolButton(const QString &name, const QIcon &icon, QWidget *parent);

} // namespace hermes
