// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "flowlayout.h"

#include <algorithm>

namespace hermes {

FlowLayout::FlowLayout(QWidget *parent) : QLayout(parent)
{
    setContentsMargins({});
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
}

void FlowLayout::addRoom()
{
    addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum));
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[size_t(index)].get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem *item = m_items[size_t(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

/// What it wants in a line of this width: items that wrap become higher where they are narrower.
QSize FlowLayout::wantedBy(const QLayoutItem *item, int width)
{
    const QSize hint = item->sizeHint();
    const int wanted = std::min(hint.width(), width);
    return {wanted, item->hasHeightForWidth() && wanted < hint.width() ? item->heightForWidth(wanted) : hint.height()};
}

/// A line is as many items as fit; what it has left goes to those that want to grow.
std::vector<FlowLayout::Line> FlowLayout::lines(int width) const
{
    std::vector<Line> lines;
    for (const std::unique_ptr<QLayoutItem> &item : m_items) {
        if (item->isEmpty() && !item->spacerItem())
            continue;
        const QSize wanted = wantedBy(item.get(), width);
        if (lines.empty() || lines.back().width + spacing() + wanted.width() > width)
            lines.push_back({.width = -spacing()});
        Line &line = lines.back();
        line.items.push_back(item.get());
        line.width += spacing() + wanted.width();
        line.height = std::max(line.height, wanted.height());
        line.growing += item->expandingDirections().testFlag(Qt::Horizontal) ? 1 : 0;
    }
    return lines;
}

int FlowLayout::heightForWidth(int width) const
{
    int height = -spacing();
    for (const Line &line : lines(width))
        height += spacing() + line.height;
    return std::max(0, height);
}

QSize FlowLayout::sizeHint() const
{
    int width = -spacing();
    for (const std::unique_ptr<QLayoutItem> &item : m_items)
        width += item->isEmpty() && !item->spacerItem() ? 0 : item->sizeHint().width() + spacing();
    return {std::max(0, width), minimumSize().height()};
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const std::unique_ptr<QLayoutItem> &item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size;
}

void FlowLayout::setGeometry(const QRect &rectangle)
{
    QLayout::setGeometry(rectangle);
    int y = rectangle.top();
    for (const Line &line : lines(rectangle.width())) {
        int rest = rectangle.width() - line.width;
        int growing = line.growing;
        int x = rectangle.left();
        for (QLayoutItem *item : line.items) {
            QSize size = wantedBy(item, rectangle.width());
            if (item->expandingDirections().testFlag(Qt::Horizontal)) {
                const int more = rest / growing--;
                size.rwidth() += more;
                rest -= more;
            }
            item->setGeometry({{x, y + (line.height - size.height()) / 2}, size});
            x += size.width() + spacing();
        }
        y += line.height + spacing();
    }
    // A splitter does not ask for a height that goes with a width. What is not shown has not got its width yet.
    if (QWidget *row = parentWidget(); row && row->layout() == this && row->isVisible())
        row->setMinimumHeight(heightForWidth(rectangle.width()));
}

FlowPart::FlowPart(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

} // namespace hermes
