// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/shots/shotplayer.h"
#include "models/snippetdocument.h"
#include "ui/editor/snippeteditor.h"
#include "ui/help/helpdock.h"
#include "ui/results/gridview.h"
#include "ui/results/resultpane.h"
#include "ui/run/runpage.h"
#include "ui/run/snippetpane.h"
#include "ui/theme/thememenu.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// By its text without the mnemonic, wherever it is.
void trigger(const ShotPlayer &player, QStringView text)
{
    const QList<QAction *> actions = player.window()->findChildren<QAction *>();
    const auto found = std::ranges::find_if(actions, [&](const QAction *action) { return action->text().remove(u'&') == text; });
    if (found != actions.end())
        (*found)->trigger();
}

} // namespace

/// What opens over the page *Run*, with the sample's results behind it.
void addDialogScenes(ShotPlayer &player)
{
    player.setPage(u"run"_s);
    player.add([&player] { trigger(player, u"Help on This Page"_s); });
    player.addPictures(u"help"_s);
    player.add([&player] { trigger(player, u"Keyboard Shortcuts"_s); });
    player.addPictures(u"shortcuts"_s);
    player.add([&player] {
        player.window()->findChild<HelpDock *>()->close();
        player.run()->snippetPane()->editor()->setFocus();
        trigger(player, u"Replace…"_s);
        player.child<QLineEdit>(u"FindText"_s)->setText(u"discount"_s);
    });
    player.addPictures(u"find"_s);
    player.add([&player] { player.child<QWidget>(u"FindBar"_s)->hide(); });
    player.add([&player] { trigger(player, u"New from Template…"_s); });
    player.addPart(u"templates"_s, u"TemplateGallery"_s);
    player.add([&player] { trigger(player, u"Save as Template…"_s); });
    player.addPart(u"save-template"_s, u"SaveTemplateDialog"_s);
    player.add([&player] { trigger(player, u"Commands…"_s); });
    player.addPart(u"commands"_s, u"CommandPalette"_s);
    player.add([&player] {
        auto *menu = player.window()->findChild<ThemeMenu *>();
        menu->popup(player.window()->mapToGlobal(QPoint(80, 40)));
    });
    player.addPart(u"theme"_s, u"Theme"_s);
    player.add([&player] { player.run()->resultPane()->grid()->askForFilter(2); });
    player.addPart(u"column-filter"_s, u"ColumnFilter"_s);
    player.add([&player] { Q_EMIT player.run()->resultPane()->comparisonWanted(0, 1); });
    player.addPart(u"comparison"_s, u"Comparison"_s);
    player.add([&player] { trigger(player, u"About Hermes Panel"_s); });
    player.addPart(u"about"_s, u"About"_s);
}

} // namespace hermes
