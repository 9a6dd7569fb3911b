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
#include <utility>

namespace hermes {

namespace {

/// What a column is wide at most, in characters: longer texts are elided.
constexpr int WidestText = 42;
/// What is left of a longer title, and after that of a longer text, where there is little room.
constexpr int ShortTitle = 10;
constexpr int NarrowestText = 14;
constexpr int NarrowestColumn = 6;
constexpr int NarrowestStretch = 12;

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

void ColumnFit::measureOnce()
{
    if (m_wishes.isEmpty() || (!m_hadRows && m_table->model()->rowCount() > 0))
        measure();
}

bool ColumnFit::canMeasure() const
{
    return m_table->isVisible() && m_table->model();
}

void ColumnFit::measure()
{
    if (!canMeasure())
        return;
    m_wishes = wishes();
    m_hadRows = m_table->model()->rowCount() > 0;
    arrange();
}

void ColumnFit::grow()
{
    if (!canMeasure())
        return;
    QList<Wish> grown = wishes();
    for (qsizetype column = 0; m_hadRows && column < std::min(grown.size(), m_wishes.size()); ++column) {
        const Wish &before = m_wishes.at(column);
        grown[column] = {.wanted = std::max(grown.at(column).wanted, before.wanted),
                         .values = std::max(grown.at(column).values, before.values),
                         .least = std::max(grown.at(column).least, before.least)};
    }
    m_hadRows = m_table->model()->rowCount() > 0;
    if (std::exchange(m_wishes, grown) != grown)
        arrange();
}

QList<ColumnFit::Wish> ColumnFit::wishes() const
{
    QList<Wish> wishes;
    for (int column = 0; column < m_table->model()->columnCount(); ++column)
        wishes.append(wishOf(column));
    return wishes;
}

ColumnFit::Wish ColumnFit::wishOf(int column) const
{
    const int character = m_table->fontMetrics().averageCharWidth();
    // A virtual that tables make protected.
    const int shown = static_cast<const QAbstractItemView *>(m_table)->sizeHintForColumn(column) + CellAir;
    const int content = std::max(shown, m_reserves.value(column));
    const int title = m_table->horizontalHeader()->sectionSizeHint(column);
    const int values = std::min(content, character * WidestText);
    Wish wish;
    wish.wanted = std::max(values, title);
    wish.values = std::max(values, std::min(title, character * ShortTitle));
    wish.least = std::max(std::min(values, character * NarrowestText), std::min(title, character * NarrowestColumn));
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
    const int character = m_table->fontMetrics().averageCharWidth();
    const int leastStretch = stretches ? character * std::min(m_leastCharacters, NarrowestStretch) : 0;
    const int usualStretch = stretches ? character * m_leastCharacters : 0;
    int spare = m_table->viewport()->width() - usualStretch;
    int titles = 0; // what the others can do without
    int values = 0;
    int count = 0;
    for (int column = 0; column < m_wishes.size(); ++column) {
        if (m_table->isColumnHidden(column) || (stretches && column == m_stretch))
            continue;
        const Wish &wish = m_wishes.at(column);
        spare -= isFree(column) ? wish.wanted : m_table->columnWidth(column);
        titles += isFree(column) ? wish.wanted - wish.values : 0;
        values += isFree(column) ? wish.values - wish.least : 0;
        ++count;
    }
    const auto share = [](int lacking, int give) { return give == 0 ? 0 : std::clamp(double(lacking) / give, 0.0, 1.0); };
    const int air = count == 0 ? 0 : std::clamp(spare / count, 0, spacing(m_table, 0.7));
    const double ofTitles = share(-spare, titles);
    // Where the table has to be scrolled anyway, what it has can be read.
    const int lacking = -spare - titles - (usualStretch - leastStretch);
    const double ofValues = lacking > values ? 0 : share(lacking, values);
    int used = 0;
    for (int column = 0; column < m_wishes.size(); ++column) {
        if (m_table->isColumnHidden(column) || (stretches && column == m_stretch))
            continue;
        if (isFree(column)) {
            const Wish &wish = m_wishes.at(column);
            const double less = ofTitles * (wish.wanted - wish.values) + ofValues * (wish.values - wish.least);
            m_table->setColumnWidth(column, wish.wanted + air - int(std::ceil(less)));
        }
        used += m_table->columnWidth(column);
    }
    if (stretches)
        m_table->setColumnWidth(m_stretch, std::max(leastStretch, m_table->viewport()->width() - used));
}

bool ColumnFit::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show && m_table->model())
        measureOnce();
    else if (event->type() == QEvent::Resize)
        arrange();
    return QObject::eventFilter(watched, event);
}

} // namespace hermes
