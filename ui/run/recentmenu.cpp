// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "recentmenu.h"

#include "models/displaytext.h"
#include "ui/run/opensnippet.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qsizetype LongestName = 80;

QString menuText(const QString &text)
{
    return lineText(text, LongestName).replace(u'&', "&&"_L1);
}

} // namespace

RecentMenu::RecentMenu(OpenSnippet *open, QWidget *parent) : QMenu(tr("Open &Recent"), parent), m_open(open)
{
    setObjectName(u"OpenRecent"_s);
    setToolTipsVisible(true);
    connect(open->recentFiles(), &RecentFiles::changed, this, &RecentMenu::fill);
    connect(this, &QMenu::aboutToShow, open->recentFiles(), &RecentFiles::refresh);
    fill();
}

void RecentMenu::fill()
{
    clear();
    for (const RecentFiles::Entry &entry : m_open->recentFiles()->entries()) {
        const QFileInfo file(entry.path);
        const QString name = menuText(file.fileName());
        const QString folder = menuText(file.path());
        QAction *action = addAction(entry.exists ? tr("%1  (%2)").arg(name, folder) : tr("%1  (not there: %2)").arg(name, folder));
        action->setToolTip(toolTipText(entry.path));
        action->setEnabled(entry.exists);
        connect(action, &QAction::triggered, m_open,
                [open = m_open, path = entry.path] { open->replace([open, path] { open->open(path); }); });
    }
    if (isEmpty()) {
        addAction(tr("No files yet"))->setEnabled(false);
        return;
    }
    addSeparator();
    connect(addAction(tr("&Clear the List")), &QAction::triggered, m_open->recentFiles(), &RecentFiles::clear);
}

} // namespace hermes
