// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/shots/shotplayer.h"
#include "models/snippetdocument.h"
#include "ui/backends/backendspage.h"
#include "ui/images/imagespane.h"
#include "ui/results/resultpane.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runpage.h"
#include "ui/run/snippetpane.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
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

bool isTested(const ShotPlayer &player)
{
    return !player.child<QLabel>(u"TestState"_s)->text().isEmpty() && player.child<QPushButton>(u"TestConnection"_s)->isEnabled();
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

void addForm(ShotPlayer &player)
{
    player.setPage(u"backends"_s);
    player.add(
        [&player] {
            player.window()->showPage(BackendsPlace);
            player.child<BackendsPage>(u"BackendsPage"_s)->choose({.backend = u"docker"_s});
        },
        [&player] { return player.child<QPushButton>(u"FillPool"_s)->isEnabled(); });
    player.addPictures(u"docker"_s);
    player.add([&player] { player.child<QPushButton>(u"FillPool"_s)->click(); },
               [&player] { return player.child<QLabel>(u"PoolState"_s)->text().contains(u"3 of 3"_s); });
    player.addPictures(u"warm"_s);
    player.add([&player] { player.child<QPushButton>(u"TestConnection"_s)->click(); }, [&player] { return isTested(player); });
    player.addPictures(u"docker-tested"_s);
    player.add(
        [&player] {
            auto *field = player.child<QLineEdit>(u"Setting_network"_s);
            field->setText(u"no-such-network"_s);
            Q_EMIT field->textEdited(field->text());
            player.child<QPushButton>(u"TestConnection"_s)->click();
        },
        [&player] { return isTested(player) && player.child<QLabel>(u"TestAdvice"_s)->isVisible(); });
    player.addPictures(u"docker-failed"_s);
    player.add([&player] { player.child<QPushButton>(u"ButtonRevertProfile"_s)->click(); });
}

void addSweep(ShotPlayer &player)
{
    RunPage *run = player.run();
    player.setPage(u"run"_s);
    player.add(
        [&player, run] {
            player.window()->showPage(RunPlace);
            auto *backends = player.child<QComboBox>(u"Backend"_s);
            backends->setCurrentIndex(backends->findText(u"Docker"_s, Qt::MatchStartsWith));
            run->snippetPane()->setDocument(
                SnippetDocument::fromBytes("case {{n}} in\n  1) echo '{\"loss\": 0.25}' ;;\n  2) touch /etc/motd ;;\n  3) id -u; "
                                           "exit 3 ;;\n  4) kill -9 $$ ;;\nesac\n"));
            run->snippetPane()->setLanguage(Language::Shell);
            run->parameterPane()->model()->setRows({{.name = u"n"_s, .values = u"1:4"_s}});
            run->runSweep();
        },
        [run] { return run->launch()->phase() == CurrentLaunch::Phase::Finished; });
    player.add([run] { run->resultPane()->selectRow(1); });
    player.addPictures(u"docker"_s);
}

void addImageJobs(ShotPlayer &player)
{
    player.setPage(u"images"_s);
    player.add([&player] { player.window()->showPage(BackendsPlace); });
    const auto jobs = [&player] { return player.child<ImagesPane>(u"Images"_s)->jobs(); };
    player.add(
        [&player, jobs] {
            player.child<QTabBar>(u"BackendParts"_s)->setCurrentIndex(1);
            jobs()->pull(u"registry.invalid/team/image:1"_s);
        },
        [jobs] { return !jobs()->isActive(); });
    player.addPictures(u"failed"_s);
    player.add(
        [jobs] { jobs()->build({.tag = u"busy:1"_s, .recipe = "FROM " + qgetenv("HERMES_DOCKER_IMAGE") + "\nRUN sleep 600\n"}); },
        [jobs] { return jobs()->isActive() && jobs()->text().contains(u"2/2"_s); });
    player.addPictures(u"busy"_s);
    player.add([jobs] { jobs()->cancel(); }, [jobs] { return !jobs()->isActive(); });
    player.add([&player] { player.child<QTabBar>(u"BackendParts"_s)->setCurrentIndex(0); });
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
    addForm(player);
    addSweep(player);
    addImageJobs(player);
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
