// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pagestack.h"

#include "ui/page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/pagelist.h"
#include "ui/widgets/shownstack.h"

#include <QEvent>
#include <QListWidget>

#include <algorithm>

namespace hermes {

namespace {
/// With less room than this, in heights of a line, the pages need what the titles take.
constexpr double LittleRoom = 56;
} // namespace

PageStack::PageStack(QWidget *parent) : QWidget(parent), m_list(makePageList(this)), m_stack(new ShownStack(this))
{
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int place) {
        m_stack->setCurrentWidget(page(place));
        Q_EMIT currentChanged(place);
    });
}

QSize PageStack::minimumSizeHint() const
{
    const QSize pages = m_stack->minimumSizeHint();
    return {pageListWidth(m_list, PageListWidth::Pictures) + pages.width(), pages.height()};
}

bool PageStack::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) {
        updateGeometry();
        place();
    }
    return QWidget::event(event);
}

void PageStack::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

/// By hand: a layout would not let the window become so narrow that the titles have to go.
void PageStack::place()
{
    const int least = std::max(m_stack->minimumSizeHint().width() + pageListWidth(m_list, PageListWidth::Titles),
                               spacing(this, LittleRoom));
    setPageListWidth(m_list, width() < least ? PageListWidth::Pictures : PageListWidth::Titles);
    m_list->setGeometry(0, 0, m_list->width(), height());
    m_stack->setGeometry(m_list->width(), 0, width() - m_list->width(), height());
}

void PageStack::add(const QString &title, Glyph glyph, Make make)
{
    m_entries.push_back({.title = title, .make = std::move(make)});
    addPage(m_list, QString(title).remove(u'&'), glyph);
    if (m_entries.size() == 1)
        m_list->setCurrentRow(0);
}

void PageStack::show(int place)
{
    Page *wanted = page(place);
    QWidget *before = wanted->focusWidget();
    m_list->setCurrentRow(place);
    const bool isThere = before && before->isVisibleTo(wanted) && before->isEnabled();
    (isThere ? before : wanted)->setFocus(Qt::ShortcutFocusReason);
}

Page *PageStack::page(int place)
{
    Entry &entry = m_entries[size_t(place)];
    if (!entry.page) {
        entry.page = entry.make(m_stack);
        m_stack->addWidget(entry.page);
        Q_EMIT pageMade(entry.page);
    }
    return entry.page;
}

Page *PageStack::current() const
{
    return m_entries[size_t(currentPlace())].page;
}

int PageStack::currentPlace() const
{
    return m_list->currentRow();
}

QList<Page *> PageStack::made() const
{
    QList<Page *> pages;
    for (const Entry &entry : m_entries) {
        if (entry.page)
            pages.append(entry.page);
    }
    return pages;
}

} // namespace hermes
