// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pathbar.h"

#include "models/displaytext.h"
#include "models/sessions/sandboxfilesmodel.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// Of a deep folder the last ones; what is before them is behind one button.
constexpr qsizetype MostSteps = 4;
constexpr int LongestStep = 24; ///< Characters.
} // namespace

PathBar::PathBar(QWidget *parent) : QWidget(parent)
{
    setObjectName(u"PathBar"_s);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addStretch(1);
    addStep(tr("Sandbox"), tr("The sandbox's own folder"), {});
}

void PathBar::showFolder(const QByteArrayList &folder)
{
    if (folder == m_folder)
        return;
    m_folder = folder;
    // One of them may just be telling of its click.
    for (QToolButton *button : findChildren<QToolButton *>(Qt::FindDirectChildrenOnly)) {
        button->hide();
        button->deleteLater();
    }
    addStep(tr("Sandbox"), tr("The sandbox's own folder"), {});
    const qsizetype first = std::max<qsizetype>(0, folder.size() - MostSteps);
    if (first > 0)
        addStep(u"…"_s, tr("Folders before"), folder.first(first));
    for (qsizetype step = first; step < folder.size(); ++step) {
        const QString name = fileNameText(folder.at(step));
        addStep(lineText(name, LongestStep), name, folder.first(step + 1));
    }
}

void PathBar::addStep(const QString &text, const QString &name, const QByteArrayList &folder)
{
    auto *button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setText(folder.isEmpty() ? text : u"/ "_s + text);
    button->setAccessibleName(name);
    button->setToolTip(toolTipText(name));
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, [this, folder] { Q_EMIT folderChosen(folder); });
    auto *row = static_cast<QBoxLayout *>(layout());
    row->insertWidget(row->count() - 1, button);
}

} // namespace hermes
