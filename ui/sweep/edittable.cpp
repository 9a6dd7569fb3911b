// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "edittable.h"

#include "models/tables/edittablemodel.h"
#include "ui/widgets/tablesetup.h"

#include <QApplication>
#include <QHeaderView>
#include <QToolButton>

namespace hermes {

void setUpEditTable(QTableView *table, const QString &name, const QList<ParameterDelegate::Field> &fields)
{
    setUpTable(table, name);
    table->setItemDelegate(new ParameterDelegate(fields, table));
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setSelectionBehavior(QAbstractItemView::SelectItems);
    // Not by a click on the current cell: views wait then for a second one, and take what is typed meanwhile for nothing.
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
}

void commitEditorOf(QTableView *table)
{
    QWidget *focused = QApplication::focusWidget();
    if (focused && focused != table && table->isAncestorOf(focused))
        table->setFocus();
}

void addRowTo(QTableView *table)
{
    commitEditorOf(table);
    auto *model = qobject_cast<EditTableModel *>(table->model());
    const QModelIndex first = model->index(model->addRow(), 0);
    table->setFocus();
    table->setCurrentIndex(first);
    table->edit(first);
}

int chosenRowOf(const QTableView *table)
{
    return table->currentIndex().isValid() ? table->currentIndex().row() : table->model()->rowCount() - 1;
}

void removeChosenRowOf(QTableView *table)
{
    qobject_cast<EditTableModel *>(table->model())->removeRow(chosenRowOf(table));
}

QToolButton *makeToolButton(const QString &name, const QIcon &icon, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(icon);
    button->setObjectName(QString(name).remove(u' '));
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace hermes
