// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pagestack.h"

#include "ui/page.h"
#include "ui/widgets/pagelist.h"

#include <QBoxLayout>
#include <QListWidget>
#include <QStackedWidget>

namespace hermes {

PageStack::PageStack(QWidget *parent) : QWidget(parent), m_list(makePageList(this)), m_stack(new QStackedWidget(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_list);
    layout->addWidget(m_stack, 1);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int place) {
        m_stack->setCurrentWidget(page(place));
        Q_EMIT currentChanged(place);
    });
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
