// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the page is laid out.

#include "backendspage.h"

#include "ui/backends/connectionpane.h"
#include "ui/backends/poolpane.h"
#include "ui/backends/profileactions.h"
#include "ui/backends/settingsform.h"
#include "ui/images/imagespane.h"
#include "ui/secrets/keychainbanner.h"
#include "ui/theme/theme.h"
#include "ui/widgets/actionbutton.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/headings.h"
#include "ui/widgets/shownstack.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/undobar.h"
#include "ui/widgets/wrappinglabel.h"

#include <QAction>
#include <QBoxLayout>
#include <QListView>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

void BackendsPage::createLayout()
{
    m_columns = new Splitter(Qt::Horizontal, u"BackendsColumns"_s, {24, 76}, this);
    m_columns->addWidget(makeListSide());
    m_columns->addWidget(makeRightSide());
    auto *layout = new QVBoxLayout(this);
    const int margin = spacing(this, 0.8);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_fileProblem);
    layout->addWidget(m_keychainProblem);
    layout->addWidget(m_message);
    layout->addWidget(m_columns, 1);
    layout->addWidget(new UndoBar(m_actions->deletion(), this));
    setFocusProxy(m_cards);
}

QWidget *BackendsPage::makeListSide()
{
    auto *side = new QWidget(this);
    m_cards->setParent(side);
    auto *copy = new QToolButton(side);
    copy->setText(tr("Copy Path"));
    copy->setObjectName(u"CopyPath"_s);
    copy->setAccessibleName(tr("Copy the path of the profile file"));
    copy->setAutoRaise(true);
    connect(copy, &QToolButton::clicked, m_actions->copyPath(), &QAction::trigger);
    auto *file = new QHBoxLayout;
    file->addWidget(m_path, 1);
    file->addWidget(copy);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(makeHeading(tr("Bac&kends and profiles"), m_cards));
    layout->addWidget(m_cards, 1);
    layout->addWidget(makeNamedButton(m_actions->create(), tr("New Profile…"), side));
    layout->addWidget(makeNamedButton(m_stored, tr("Stored Secrets…"), side));
    layout->addLayout(file);
    side->setMinimumWidth(spacing(this, 14));
    return side;
}

QWidget *BackendsPage::makeFormSide()
{
    auto *form = new QWidget(this);
    auto *head = new QWidget(form);
    auto *heading = new FlowLayout(head);
    heading->setSpacing(spacing(this, 0.5));
    auto *name = new FlowPart(head);
    auto *words = new QHBoxLayout(name);
    words->setContentsMargins({});
    words->setSpacing(spacing(this, 0.5));
    m_title->setMinimumWidth(spacing(this, 9));
    words->addWidget(m_title, 1);
    words->addWidget(m_isolation);
    heading->addWidget(name);
    heading->addWidget(makeNamedButton(m_actions->duplicate(), tr("Duplicate…"), form));
    heading->addWidget(makeNamedButton(m_actions->rename(), tr("Rename…"), form));
    heading->addWidget(makeNamedButton(m_actions->remove(), tr("Delete Profile"), form));
    auto *saving = new QHBoxLayout;
    saving->setSpacing(spacing(this, 0.5));
    saving->addWidget(m_edits, 1);
    saving->addWidget(m_revert);
    saving->addWidget(m_save);
    auto *layout = new QVBoxLayout(form);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(head);
    layout->addWidget(m_about);
    layout->addWidget(m_entryProblem);
    layout->addWidget(m_pool);
    layout->addWidget(m_settings, 1);
    layout->addLayout(saving);
    m_right = new Splitter(Qt::Vertical, u"BackendsRight"_s, {60, 40}, this);
    m_right->addWidget(form);
    m_right->addWidget(m_connection);
    return m_right;
}

QWidget *BackendsPage::makeRightSide()
{
    auto *side = new QWidget(this);
    m_stack = new ShownStack(side);
    m_stack->addWidget(makeFormSide());
    m_stack->addWidget(m_images);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_tabs);
    layout->addWidget(m_stack, 1);
    return side;
}

} // namespace hermes
