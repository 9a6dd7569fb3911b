// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/shots/shotplayer.h"
#include "ui/backends/backendspage.h"
#include "ui/run/runpage.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr int RunPlace = 0;
constexpr int SessionsPlace = 1;
constexpr int BackendsPlace = 2;

QTableView *sessionsTable(const ShotPlayer &player)
{
    return player.child<QTableView>(u"Sessionstable"_s);
}

int runningContainers(const ShotPlayer &player)
{
    const QAbstractItemModel *model = sessionsTable(player)->model();
    int count = 0;
    for (int row = 0; row < model->rowCount(); ++row) {
        for (int column = 0; column < model->columnCount(); ++column)
            count += model->index(row, column).data().toString() == u"running"_s && column > 1 ? 1 : 0;
    }
    return count;
}
} // namespace

void addContainerScenes(ShotPlayer &player)
{
    if (!qEnvironmentVariableIsSet("HERMES_DOCKER_IMAGE"))
        return;
    RunPage *run = player.run();
    player.setPage(u"sessions"_s);
    player.add(
        [&player, run] {
            player.window()->showPage(RunPlace);
            run->useSandbox({.backend = u"docker"_s}, u"team-box"_s);
            run->runInSandbox();
        },
        // The snippet of the scenes before goes on for a while there.
        [run] { return run->transcript()->rowCount() > 0 && !run->transcript()->call(0).err.bytes.isEmpty(); });
    player.setPage(u"backends"_s);
    player.add(
        [&player] {
            player.window()->showPage(BackendsPlace);
            player.window()->findChild<BackendsPage *>()->choose({.backend = u"docker"_s});
        },
        [&player] { return player.child<QPushButton>(u"FillPool"_s)->isEnabled(); });
    player.add([&player] { player.child<QPushButton>(u"FillPool"_s)->click(); },
               [&player] { return player.child<QLabel>(u"PoolState"_s)->text().contains(u"3 of 3"_s); });
    player.addPictures(u"warm"_s);
    player.setPage(u"sessions"_s);
    player.add(
        [&player] {
            player.window()->showPage(SessionsPlace);
            player.child<QLineEdit>(u"FilterSessions"_s)->clear();
        },
        [&player] { return runningContainers(player) >= 4; });
    player.addPictures(u"containers"_s);
}

} // namespace hermes
