// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "helpdock.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QKeyEvent>
#include <QTextBrowser>

using namespace Qt::StringLiterals;

namespace hermes {

HelpDock::HelpDock(const QString &file, QWidget *parent) : QDockWidget(tr("Help"), parent)
{
    setObjectName(u"HelpDock"_s);
    auto *browser = new QTextBrowser(this);
    browser->setObjectName(u"Help"_s);
    browser->setAccessibleName(tr("Help text"));
    browser->setFrameShape(QFrame::NoFrame);
    browser->document()->setDocumentMargin(spacing(this, 0.8));
    browser->setMinimumWidth(spacing(this, 18));
    if (QFile text(file); text.open(QIODevice::ReadOnly))
        browser->setMarkdown(QString::fromUtf8(text.readAll()));
    setWidget(browser);
    setFocusProxy(browser);
}

void HelpDock::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QDockWidget::keyPressEvent(event);
}

} // namespace hermes
