// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "starthint.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QBoxLayout>
#include <QEvent>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace hermes {

StartHint::StartHint(QPlainTextEdit *editor) : QWidget(editor->viewport()), m_editor(editor)
{
    setObjectName(u"StartHint"_s);
    setCursor(Qt::ArrowCursor);
    setFont(QApplication::font()); // and not the editor's
    auto *start = new QPushButton(tr("Start from a Template…"), this);
    start->setObjectName(u"StartFromTemplate"_s);
    start->setAccessibleName(tr("Start from a template"));
    auto *open = new QPushButton(tr("Open a File…"), this);
    open->setObjectName(u"OpenAFile"_s);
    open->setAccessibleName(tr("Open a file"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(start);
    layout->addWidget(open);
    connect(start, &QPushButton::clicked, this, &StartHint::templateWanted);
    connect(open, &QPushButton::clicked, this, &StartHint::fileWanted);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &StartHint::place);
    m_editor->viewport()->installEventFilter(this);
    place();
}

bool StartHint::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

/// In the middle; away where there is no room for it.
void StartHint::place()
{
    const QSize size = sizeHint();
    const QRect room = m_editor->viewport()->rect();
    const int top = spacing(m_editor, 3);
    const bool fits = room.width() > size.width() && room.height() > top + size.height();
    setVisible(fits && m_editor->document()->isEmpty() && !m_editor->isReadOnly());
    setGeometry(QRect(QPoint((room.width() - size.width()) / 2, std::max(top, (room.height() - size.height()) / 2)), size));
}

} // namespace hermes
