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

template<typename Place>
int FlowLayout::arrange(int width, Place place) const
{
    int x = 0;
    int y = 0;
    int lineHeight = 0;
    std::vector<QLayoutItem *> line;
    const auto endLine = [&] {
        int left = 0;
        for (QLayoutItem *item : line) {
            const QSize size = item->sizeHint();
            place(*item, QPoint(left, y + (lineHeight - size.height()) / 2), size);
            left += size.width() + spacing();
        }
        line.clear();
    };
    for (const std::unique_ptr<QLayoutItem> &item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (x > 0 && x + size.width() > width) {
            endLine();
            x = 0;
            y += lineHeight + spacing();
            lineHeight = 0;
        }
        line.push_back(item.get());
        x += size.width() + spacing();
        lineHeight = std::max(lineHeight, size.height());
    }
    endLine();
    return y + lineHeight;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(width, [](QLayoutItem &, QPoint, QSize) { });
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    for (const std::unique_ptr<QLayoutItem> &item : m_items)
        width += item->isEmpty() ? 0 : item->sizeHint().width() + spacing();
    return {width, minimumSize().height()};
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
    arrange(rectangle.width(), [&](QLayoutItem &item, QPoint at, QSize size) {
        item.setGeometry({rectangle.topLeft() + at, QSize(std::min(size.width(), rectangle.width()), size.height())});
    });
}

} // namespace hermes
