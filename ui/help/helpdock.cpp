// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "helpdock.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QKeyEvent>
#include <QTextBrowser>

using namespace Qt::StringLiterals;

namespace hermes {

HelpDock::HelpDock(QWidget *parent) : QDockWidget(tr("Help"), parent), m_browser(new QTextBrowser(this))
{
    setObjectName(u"HelpDock"_s);
    m_browser->setObjectName(u"Help"_s);
    m_browser->setAccessibleName(tr("Help text"));
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->document()->setDocumentMargin(spacing(this, 0.8));
    m_browser->setMinimumWidth(spacing(this, 18));
    setWidget(m_browser);
    setFocusProxy(m_browser);
}

void HelpDock::showFile(const QString &file)
{
    if (QFile text(file); text.open(QIODevice::ReadOnly))
        showText(QString::fromUtf8(text.readAll()));
}

void HelpDock::showText(const QString &markdown)
{
    m_browser->setMarkdown(markdown);
}

void HelpDock::open()
{
    const QWidget *window = parentWidget();
    if (isHidden() && window->minimumSizeHint().width() + m_browser->minimumWidth() > window->width()) {
        setFloating(true);
        resize(windowSize(this, 34, 40));
    }
    show();
    setFocus();
}

void HelpDock::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QDockWidget::keyPressEvent(event);
}

} // namespace hermes
