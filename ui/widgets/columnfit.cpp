// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "columnfit.h"

#include "ui/theme/theme.h"
#include "ui/widgets/tablemenu.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace hermes {

namespace {

/// What a column is wide at most, in characters: longer texts are elided.
constexpr int WidestText = 42;
/// What is left of a longer text, or of a title, where there is little room.
constexpr int NarrowestText = 12;
constexpr int NarrowestColumn = 5;

/// The style has a pixel too little for a text in a cell that is exactly as wide as it.
constexpr int CellAir = 2;

} // namespace

ColumnFit::ColumnFit(QTableView *table, TableMenu *menu) : QObject(table), m_table(table), m_menu(menu)
{
    table->viewport()->installEventFilter(this);
    table->horizontalHeader()->setResizeContentsPrecision(0); // the rows in sight
    connect(menu, &TableMenu::columnsReset, this, &ColumnFit::measure);
    connect(menu, &TableMenu::columnsChosen, this, &ColumnFit::arrange);
}

void ColumnFit::setStretch(int column, int leastCharacters)
{
    m_stretch = column;
    m_leastCharacters = leastCharacters;
}

void ColumnFit::setReserve(int column, int pixels)
{
    m_reserves.insert(column, pixels);
}

void ColumnFit::measureOnce()
{
    if (m_wishes.isEmpty())
        measure();
}

void ColumnFit::measure()
{
    if (!m_table->isVisible() || !m_table->model())
        return;
    m_wishes.clear();
    for (int column = 0; column < m_table->model()->columnCount(); ++column)
        m_wishes.append(wishOf(column));
    arrange();
}

ColumnFit::Wish ColumnFit::wishOf(int column) const
{
    const int character = m_table->fontMetrics().averageCharWidth();
    // A virtual that tables make protected.
    const int content = static_cast<const QAbstractItemView *>(m_table)->sizeHintForColumn(column) + CellAir;
    const int title = m_table->horizontalHeader()->sectionSizeHint(column);
    Wish wish;
    wish.wanted = std::max({std::min(content, character * WidestText), title, m_reserves.value(column)});
    wish.least = std::min(wish.wanted, std::max(std::min(content, character * NarrowestText), character * NarrowestColumn));
    return wish;
}

bool ColumnFit::isFree(int column) const
{
    return !m_table->isColumnHidden(column) && !m_menu->isSized(column);
}

void ColumnFit::arrange()
{
    if (m_wishes.isEmpty() || m_wishes.size() != m_table->model()->columnCount())
        return;
    const bool stretches = m_stretch >= 0 && m_stretch < m_wishes.size() && isFree(m_stretch);
    const int leastStretch = stretches ? m_table->fontMetrics().averageCharWidth() * m_leastCharacters : 0;
    int spare = m_table->viewport()->width() - leastStretch;
    int give = 0; // what the others can do without
    int count = 0;
    for (int column = 0; column < m_wishes.size(); ++column) {
        if (m_table->isColumnHidden(column) || (stretches && column == m_stretch))
            continue;
        spare -= isFree(column) ? m_wishes.at(column).wanted : m_table->columnWidth(column);
        give += isFree(column) ? m_wishes.at(column).wanted - m_wishes.at(column).least : 0;
        ++count;
    }
    const int air = count == 0 ? 0 : std::clamp(spare / count, 0, spacing(m_table, 0.7));
    const double share = spare >= 0 || give == 0 ? 0 : std::min(1.0, double(-spare) / give);
    int used = 0;
    for (int column = 0; column < m_wishes.size(); ++column) {
        if (m_table->isColumnHidden(column) || (stretches && column == m_stretch))
            continue;
        if (isFree(column)) {
            const Wish &wish = m_wishes.at(column);
            m_table->setColumnWidth(column, wish.wanted + air - int(std::ceil(share * (wish.wanted - wish.least))));
        }
        used += m_table->columnWidth(column);
    }
    if (stretches)
        m_table->setColumnWidth(m_stretch, std::max(leastStretch, m_table->viewport()->width() - used));
}

bool ColumnFit::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        arrange();
    return QObject::eventFilter(watched, event);
}

} // namespace hermes
