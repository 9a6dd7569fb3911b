// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "difftable.h"

#include "ui/theme/theme.h"
#include "ui/widgets/tablesetup.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr double Faint = 0.16;
constexpr double Strong = 0.38;
constexpr double Endless = 1e7;

/// Of a cell; invalid: none of its own.
QColor colorOf(const QModelIndex &index, const QPalette &palette)
{
    const ThemeColors &colors = themeColors(palette);
    const int side = index.data(DiffModel::SideRole).toInt();
    switch (DiffKind(index.data(DiffModel::KindRole).toInt())) {
    case DiffKind::Removed: return colors.bad;
    case DiffKind::Added: return colors.good;
    case DiffKind::Changed: return side == 0 ? colors.warning : side < 0 ? colors.bad : colors.good;
    default: return {};
    }
}

} // namespace

void DiffDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QPalette &palette = option.palette;
    const QColor base = palette.color(QPalette::Base);
    const bool isLeftOut = index.data(DiffModel::KindRole).toInt() < 0;
    const QColor color = isLeftOut ? QColor() : colorOf(index, palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setClipRect(option.rect);
    if (selected)
        painter->fillRect(option.rect, palette.color(QPalette::Highlight));
    else if (isLeftOut)
        painter->fillRect(option.rect, themeColors(palette).hover);
    else
        painter->fillRect(option.rect, color.isValid() ? mixed(base, color, Faint) : base);
    const auto *model = static_cast<const DiffModel *>(index.model());
    const DiffModel::Column column = model->columns().at(index.column());
    if (column == DiffModel::Column::LeftText || column == DiffModel::Column::RightText) {
        paintText(painter, option, index);
    } else {
        const bool isSign = column == DiffModel::Column::Sign;
        const QColor ink = isSign && color.isValid() ? legible(color, mixed(base, color, Faint), textRatio(palette))
                                                     : themeColors(palette).muted;
        painter->setFont(option.font);
        painter->setPen(selected ? palette.color(QPalette::HighlightedText) : ink);
        const int margin = spacing(option.widget, 0.3);
        painter->drawText(option.rect.adjusted(margin, 0, -margin, 0),
                          int(isSign ? Qt::AlignCenter : Qt::AlignRight | Qt::AlignVCenter), index.data().toString());
    }
    painter->restore();
}

void DiffDelegate::paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QPalette &palette = option.palette;
    const auto *model = static_cast<const DiffModel *>(index.model());
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool isLeftOut = index.data(DiffModel::KindRole).toInt() < 0;
    QTextLayout layout(index.data().toString(), option.font);
    QTextOption text;
    text.setTextDirection(Qt::LeftToRight);
    text.setWrapMode(QTextOption::NoWrap);
    text.setTabStopDistance(8 * QFontMetricsF(option.font).horizontalAdvance(u' '));
    layout.setTextOption(text);
    layout.beginLayout();
    layout.createLine().setLineWidth(Endless);
    layout.endLayout();
    QList<QTextLayout::FormatRange> marks;
    QTextCharFormat mark;
    if (selected) {
        mark.setFontUnderline(true);
        mark.setForeground(palette.color(QPalette::HighlightedText));
    } else {
        mark.setBackground(mixed(palette.color(QPalette::Base), colorOf(index, palette), Strong));
        mark.setForeground(legible(palette.color(QPalette::Text), mark.background().color(), textRatio(palette)));
    }
    for (const WordMarks::Span &span : model->marksOf(index))
        marks.append({.start = int(span.begin), .length = int(span.length), .format = mark});
    const QColor ink = isLeftOut ? themeColors(palette).muted : palette.color(QPalette::Text);
    painter->setPen(selected ? palette.color(QPalette::HighlightedText) : ink);
    const double y = option.rect.top() + (option.rect.height() - layout.boundingRect().height()) / 2;
    const int offset = isLeftOut ? 0 : m_offset;
    layout.draw(painter, QPointF(option.rect.left() + spacing(option.widget, 0.3) - offset, y), marks, QRectF(option.rect));
}

DiffTable::DiffTable(DiffModel *model, QWidget *parent)
    : QTableView(parent), m_model(model), m_delegate(new DiffDelegate(this)), m_sideBar(new QScrollBar(Qt::Horizontal, this))
{
    QFont fixed = codeFont();
    setFont(fixed);
    setUpTable(this, tr("Comparison"));
    setModel(model);
    setItemDelegate(m_delegate);
    setAlternatingRowColors(false);
    setEditTriggers(NoEditTriggers);
    setSelectionMode(ExtendedSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->setMinimumSectionSize(fontMetrics().height());
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + spacing(this, 0.15));
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setFont(QApplication::font());
    m_sideBar->setObjectName(u"ComparisonSide"_s);
    m_sideBar->setAccessibleName(tr("Scroll both texts to the side"));
    connect(m_sideBar, &QScrollBar::valueChanged, this, [this](int value) {
        m_delegate->setOffset(value);
        viewport()->update();
    });
    connect(model, &QAbstractItemModel::modelReset, this, &DiffTable::layOutColumns);
}

void DiffTable::layOutColumns()
{
    const QFontMetrics metrics = fontMetrics();
    const int digits = int(QString::number(std::max(99, m_model->rowCount())).size()) + 2;
    const QList<DiffModel::Column> columns = m_model->columns();
    int rest = viewport()->width();
    int texts = 0;
    for (int at = 0; at < int(columns.size()); ++at) {
        const bool isText = columns.at(at) == DiffModel::Column::LeftText || columns.at(at) == DiffModel::Column::RightText;
        texts += isText ? 1 : 0;
        const bool isSign = columns.at(at) == DiffModel::Column::Sign;
        const int width = std::max(metrics.horizontalAdvance(u'0') * (isSign ? 3 : digits),
                                   horizontalHeader()->sectionSizeHint(at));
        if (!isText) {
            setColumnWidth(at, width);
            rest -= width;
        }
    }
    const int width = std::max(horizontalHeader()->minimumSectionSize(), rest / std::max(1, texts));
    for (int at = 0; at < int(columns.size()); ++at) {
        if (columns.at(at) == DiffModel::Column::LeftText || columns.at(at) == DiffModel::Column::RightText)
            setColumnWidth(at, width);
    }
    const auto longest = int(double(m_model->longestLine() + 2) * metrics.averageCharWidth());
    m_sideBar->setRange(0, std::max(0, longest - width));
    m_sideBar->setPageStep(width);
    m_sideBar->setSingleStep(metrics.averageCharWidth() * 4);
    m_sideBar->setVisible(m_sideBar->maximum() > 0);
}

void DiffTable::showHunk(int hunk)
{
    const QModelIndex index = m_model->index(m_model->rowOfHunk(hunk), m_model->columnOf(DiffModel::Column::RightText));
    setCurrentIndex(index);
    scrollTo(index, PositionAtCenter);
}

void DiffTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    layOutColumns();
}

void DiffTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
    } else if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        const int step = event->key() == Qt::Key_Left ? -1 : 1;
        m_sideBar->setValue(m_sideBar->value() + step * m_sideBar->singleStep());
    } else {
        QTableView::keyPressEvent(event);
    }
}

/// The lines that are selected, with their signs.
void DiffTable::copySelection() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QString text;
    for (const QModelIndex &row : rows) {
        QStringList cells;
        for (int column = 0; column < m_model->columnCount(); ++column)
            cells += row.siblingAtColumn(column).data().toString();
        text += cells.join(u'\t') + u'\n';
    }
    QApplication::clipboard()->setText(text);
}

} // namespace hermes
