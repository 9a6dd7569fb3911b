// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gotolinebar.h"

#include "ui/editor/snippeteditor.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace hermes {

GoToLineBar::GoToLineBar(SnippetEditor *editor, QWidget *parent) : QFrame(parent), m_editor(editor), m_line(new QSpinBox(this))
{
    setObjectName(u"GoToLineBar"_s);
    m_line->setObjectName(u"GoToLine"_s);
    m_line->setAccessibleName(tr("Line"));
    m_line->setMinimumWidth(spacing(this, 6));
    auto *label = new QLabel(tr("&Go to line"), this);
    label->setBuddy(m_line);
    auto *go = new QPushButton(tr("Go to Line"), this);
    go->setObjectName(u"GoToLineButton"_s);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(label);
    layout->addWidget(m_line);
    layout->addWidget(go);
    layout->addStretch(1);
    connect(go, &QPushButton::clicked, this, [this] { close(m_line->value()); });
    hide();
}

void GoToLineBar::open()
{
    m_line->setRange(1, m_editor->blockCount());
    m_line->setValue(m_editor->textCursor().blockNumber() + 1);
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void GoToLineBar::close(int line)
{
    hide();
    if (line > 0)
        m_editor->goToLine(line);
    m_editor->setFocus(Qt::OtherFocusReason);
}

void GoToLineBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close(0);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        close(m_line->value());
    else
        QFrame::keyPressEvent(event);
}

} // namespace hermes
