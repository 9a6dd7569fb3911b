// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tablemenu.h"

#include "models/tables/tablecopy.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSettings>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

TableMenu::TableMenu(QTableView *table) : QObject(table), m_table(table)
{
    createActions();
    table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table, &QWidget::customContextMenuRequested, this, &TableMenu::showMenu);
    QHeaderView *header = table->horizontalHeader();
    header->setSectionsMovable(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->viewport()->installEventFilter(this);
    connect(header, &QWidget::customContextMenuRequested, this, &TableMenu::showHeaderMenu);
    connect(header, &QHeaderView::sectionMoved, this, &TableMenu::noteColumns);
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int width) { noteWidth(column, width); });
}

bool TableMenu::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick)
        m_dragging = true;
    else if (event->type() == QEvent::MouseButtonRelease)
        m_dragging = false;
    return QObject::eventFilter(watched, event);
}

void TableMenu::createActions()
{
    const auto add = [this](const QString &text, const QKeySequence &keys, Format format) {
        auto *action = new QAction(text, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, [this, format] { copy(format); });
        m_table->addAction(action);
        m_copyActions.append(action);
    };
    add(tr("&Copy"), QKeySequence::Copy, Format::Tsv);
    add(tr("Copy with &Titles"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), Format::TsvWithTitles);
    add(tr("Copy as &Markdown"), {}, Format::Markdown);
    add(tr("Copy as &JSON"), {}, Format::Json);
}

QList<int> TableMenu::shownColumns() const
{
    const QHeaderView *header = m_table->horizontalHeader();
    QList<int> columns;
    for (int place = 0; place < header->count(); ++place) {
        if (const int column = header->logicalIndex(place); !header->isSectionHidden(column))
            columns.append(column);
    }
    return columns;
}

void TableMenu::copy(Format format)
{
    TableSelection selection {.model = m_table->model(), .columns = shownColumns()};
    qsizetype count = 0;
    for (const QItemSelectionRange &range : m_table->selectionModel()->selection())
        count += range.height();
    if (count == 0)
        return;
    if (count > MaxCopiedRows) {
        Q_EMIT refused(tr("%L1 rows are more than the %L2 that can be copied at once. Export them to a file instead.")
                           .arg(count)
                           .arg(MaxCopiedRows));
        return;
    }
    for (const QModelIndex &row : m_table->selectionModel()->selectedRows())
        selection.rows.append(row.row());
    std::ranges::sort(selection.rows);
    QString text;
    switch (format) {
    case Format::Tsv: text = asTsv(selection, TableHeader::Left); break;
    case Format::TsvWithTitles: text = asTsv(selection, TableHeader::Written); break;
    case Format::Markdown: text = asMarkdown(selection); break;
    case Format::Json: text = asJson(selection); break;
    }
    QGuiApplication::clipboard()->setText(text);
}

void TableMenu::showMenu(QPoint position)
{
    auto *menu = new QMenu(m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_addCommands)
        m_addCommands(menu);
    if (!menu->isEmpty())
        menu->addSeparator();
    const bool any = m_table->selectionModel()->hasSelection();
    for (QAction *action : std::as_const(m_copyActions)) {
        action->setEnabled(any);
        menu->addAction(action);
    }
    menu->addSeparator();
    addColumnChoice(menu->addMenu(tr("C&olumns")));
    menu->popup(m_table->viewport()->mapToGlobal(position));
    // A shortcut of a disabled action would be without effect once there is a selection.
    connect(menu, &QMenu::aboutToHide, this, [this] {
        for (QAction *action : std::as_const(m_copyActions))
            action->setEnabled(true);
    });
}

void TableMenu::showHeaderMenu(QPoint position)
{
    const QHeaderView *header = m_table->horizontalHeader();
    const int column = header->logicalIndexAt(position);
    auto *menu = new QMenu(m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (column >= 0 && m_addColumnCommands) {
        m_addColumnCommands(menu, column);
        menu->addSeparator();
    }
    addColumnChoice(menu);
    menu->popup(header->mapToGlobal(position));
}

void TableMenu::addColumnChoice(QMenu *menu)
{
    QHeaderView *header = m_table->horizontalHeader();
    const qsizetype shown = shownColumns().size();
    for (int place = 0; place < header->count(); ++place) {
        const int column = header->logicalIndex(place);
        QAction *action = menu->addAction(titleOf(column).replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(column));
        // A table without columns could not be asked for its columns any more.
        action->setEnabled(!action->isChecked() || shown > 1);
        connect(action, &QAction::toggled, this, [this, header, column](bool checked) {
            header->setSectionHidden(column, !checked);
            noteColumns();
            Q_EMIT columnsChosen();
        });
    }
    menu->addSeparator();
    menu->addAction(tr("&Reset Columns"), this, &TableMenu::resetColumns);
}

QString TableMenu::titleOf(int column) const
{
    return m_table->model()->headerData(column, Qt::Horizontal).toString();
}

void TableMenu::noteColumns()
{
    if (m_applying)
        return;
    const QHeaderView *header = m_table->horizontalHeader();
    for (int column = 0; column < header->count(); ++column) {
        ColumnLook &noted = m_columns[titleOf(column)];
        noted.title = titleOf(column);
        noted.place = header->visualIndex(column);
        noted.hidden = header->isSectionHidden(column);
    }
}

/// Tables size their columns too; only what the mouse does is the user's.
void TableMenu::noteWidth(int column, int width)
{
    if (m_applying || width == 0 || !m_dragging)
        return;
    noteColumns();
    m_columns[titleOf(column)].width = width;
}

void TableMenu::applyColumns()
{
    const QScopedValueRollback applying(m_applying, true);
    QHeaderView *header = m_table->horizontalHeader();
    QList<int> known;
    for (int column = 0; column < header->count(); ++column) {
        const auto noted = m_columns.constFind(titleOf(column));
        header->setSectionHidden(column, noted != m_columns.cend() && noted->hidden);
        if (noted != m_columns.cend())
            known.append(column);
    }
    std::ranges::stable_sort(known, {}, [this](int column) { return m_columns.value(titleOf(column)).place; });
    // Those that are not known stay where the model has them.
    for (const int column : std::as_const(known)) {
        const int place = std::min(m_columns.value(titleOf(column)).place, header->count() - 1);
        header->moveSection(header->visualIndex(column), place);
        if (const int width = m_columns.value(titleOf(column)).width; width > 0)
            header->resizeSection(column, width);
    }
    if (!shownColumns().isEmpty() || header->count() == 0)
        return;
    header->setSectionHidden(0, false);
}

void TableMenu::hideColumn(int column)
{
    if (shownColumns().size() < 2)
        return;
    m_table->horizontalHeader()->hideSection(column);
    noteColumns();
    Q_EMIT columnsChosen();
}

void TableMenu::resetColumns()
{
    m_columns.clear();
    const QScopedValueRollback applying(m_applying, true);
    QHeaderView *header = m_table->horizontalHeader();
    for (int column = 0; column < header->count(); ++column) {
        header->setSectionHidden(column, false);
        header->moveSection(header->visualIndex(column), column);
    }
    Q_EMIT columnsReset();
}

QList<ColumnLook> TableMenu::columns() const
{
    return m_columns.values();
}

void TableMenu::setColumns(const QList<ColumnLook> &columns)
{
    m_columns.clear();
    for (const ColumnLook &column : columns)
        m_columns.insert(column.title, column);
    {
        // Those that are not told about are where the model has them.
        const QScopedValueRollback applying(m_applying, true);
        QHeaderView *header = m_table->horizontalHeader();
        for (int column = 0; column < header->count(); ++column)
            header->moveSection(header->visualIndex(column), column);
    }
    applyColumns();
}

void TableMenu::restoreColumns(const QSettings &settings, const QString &key)
{
    QList<ColumnLook> columns;
    const QVariantList stored = settings.value(key).toList();
    for (const QVariant &entry : stored) {
        const QVariantList values = entry.toList();
        if (values.size() == 4)
            columns.append({.title = values.at(0).toString(),
                            .place = values.at(1).toInt(),
                            .width = values.at(2).toInt(),
                            .hidden = values.at(3).toBool()});
    }
    setColumns(columns);
}

void TableMenu::storeColumns(QSettings &settings, const QString &key) const
{
    QVariantList stored;
    for (const ColumnLook &column : m_columns)
        stored.append(QVariant(QVariantList {column.title, column.place, column.width, column.hidden}));
    settings.setValue(key, stored);
}

} // namespace hermes
