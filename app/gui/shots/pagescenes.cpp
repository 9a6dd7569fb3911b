// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/shots/shotplayer.h"
#include "ui/backends/backendspage.h"
#include "ui/editor/snippeteditor.h"
#include "ui/images/buildlogview.h"
#include "ui/images/imagespane.h"
#include "ui/run/runpage.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStandardPaths>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int SessionsPlace = 1;
constexpr int BackendsPlace = 2;
constexpr int HistoryPlace = 3;

std::function<bool()> hasRows(ShotPlayer &player, const QString &table, int least = 1)
{
    return [&player, table, least] {
        const auto *view = player.child<QTableView>(table);
        return view && view->isVisible() && view->model()->rowCount() >= least;
    };
}

void press(const ShotPlayer &player, const QString &button)
{
    player.child<QPushButton>(button)->click();
}

void addSessions(ShotPlayer &player)
{
    player.setPage(u"sessions"_s);
    // A call is still under way in the sandbox.
    player.add([&player] { player.window()->showPage(SessionsPlace); }, hasRows(player, u"Sessionstable"_s));
    player.add([&player] { player.child<QTableView>(u"Sessionstable"_s)->selectRow(0); });
    player.addPictures(u"busy"_s);
    RunPage *run = player.run();
    player.add([run] { run->sandboxCall()->cancel(); },
               [run] { return run->sandboxCall()->phase() == CurrentLaunch::Phase::Finished; });
    player.add(
        [&player] {
            auto *table = player.child<QTableView>(u"Sessionstable"_s);
            table->clearSelection();
            table->selectRow(0);
        },
        [&player] {
            const auto *table = player.child<QTableView>(u"Sessionstable"_s);
            return table->model()->index(0, 1).data().toString() == u"open"_s && hasRows(player, u"Files"_s)();
        });
    player.addPictures(u"open"_s);
    player.add([&player] { player.child<QLineEdit>(u"FilterSessions"_s)->setText(u"nothing like it"_s); });
    player.addPictures(u"nothing"_s);
    player.add([&player] { player.child<QLineEdit>(u"FilterSessions"_s)->clear(); });
    player.add([&player] { player.child<QTableView>(u"Sessionstable"_s)->selectRow(0); },
               [&player] { return player.child<QPushButton>(u"Closeselected"_s)->isEnabled(); });
    player.add([&player] { press(player, u"Closeselected"_s); });
    player.addPart(u"close"_s, u"Question"_s);
}

void addBackends(ShotPlayer &player)
{
    player.setPage(u"backends"_s);
    player.add([&player] { player.window()->showPage(BackendsPlace); });
    player.addPictures(u"form"_s);
    const auto state = [&player] { return player.child<QLabel>(u"TestState"_s)->text(); };
    player.add([&player] { press(player, u"TestConnection"_s); },
               [&player, state] { return !state().isEmpty() && player.child<QPushButton>(u"TestConnection"_s)->isEnabled(); });
    player.addPictures(u"tested"_s);
    player.add(
        [&player] {
            auto *field = player.child<QLineEdit>(u"Setting_workdir"_s);
            field->setText(u"/proc/nowhere"_s);
            Q_EMIT field->textEdited(field->text());
            player.child<QToolButton>(u"Advanced"_s)->setChecked(true);
            press(player, u"TestConnection"_s);
        },
        [&player] { return player.child<QLabel>(u"TestAdvice"_s)->isVisible(); });
    player.addPictures(u"failed"_s);
    player.add([&player] { press(player, u"ButtonNewProfile"_s); });
    player.addPart(u"new-profile"_s, u"ProfileDialog"_s);
    player.add([&player] { press(player, u"ButtonStoredSecrets"_s); });
    player.addPart(u"secrets"_s, u"StoredSecretsDialog"_s);
    player.add([&player] {
        press(player, u"ButtonStoredSecrets"_s);
        press(player, u"AddRegistry"_s);
    });
    player.addPart(u"registry-login"_s, u"SecretDialog"_s);
    player.add(
        [] {
            const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/hermes-panel"_s;
            QDir().mkpath(folder);
            QFile file(folder + u"/profiles.toml"_s);
            if (file.open(QIODevice::WriteOnly))
                file.write("[profile.quick]\nbackend = \"local\"\ntimeout = 30\nworkdir = \"/scratch/quick\"\n\n"
                           "[profile.gpu-box]\nbackend = \"cluster\"\n");
        },
        [&player] { return player.child<QListView>(u"BackendCards"_s)->model()->rowCount() > 2; });
    player.add([&player] {
        auto *cards = player.child<QListView>(u"BackendCards"_s);
        cards->setCurrentIndex(cards->model()->index(1, 0));
    });
    player.addPictures(u"profiles"_s);
    player.add([&player] {
        auto *cards = player.child<QListView>(u"BackendCards"_s);
        cards->setCurrentIndex(cards->model()->index(2, 0));
    });
    player.addPictures(u"unknown"_s);
}

/// The images of the daemon of this machine, where there is one; else what is said about that.
void addImages(ShotPlayer &player)
{
    player.setPage(u"images"_s);
    player.add(
        [&player] {
            player.child<BackendsPage>(u"BackendsPage"_s)->choose({.backend = u"docker"_s});
            player.child<QTabBar>(u"BackendParts"_s)->setCurrentIndex(1);
        },
        [&player] {
            const auto phase = player.child<ImagesPane>(u"Images"_s)->jobs()->phase();
            return phase == ImageJobs::Phase::Shown || phase == ImageJobs::Phase::Failed;
        });
    player.add([&player] { player.child<QTableView>(u"Imagestable"_s)->selectRow(0); });
    player.addPictures(u"list"_s);
    player.add([&player] {
            // As a scan would have found it; trivy need not be installed for a picture.
        auto *pane = player.child<ImagesPane>(u"Images"_s);
        const auto *images = pane->jobs()->images();
        const QString id = images->rowCount() > 0 ? images->row(0).image.id : QString();
        Q_EMIT pane->jobs()->scanKnown(id,
                                       ImageScan {.image = images->rowCount() > 0 ? images->row(0).reference : QString(),
                                                  .imageId = u"sha256:0"_s,
                                                  .when = QDateTime::currentDateTime(),
                                                  .findings = {{.id = u"CVE-2024-6119"_s,
                                                                .package = u"openssl"_s,
                                                                .installed = u"3.0.11"_s,
                                                                .fixedIn = u"3.0.15"_s,
                                                                .severity = Severity::Critical,
                                                                .title = u"Denial of service in X.509 name checks"_s},
                                                               {.id = u"CVE-2023-45853"_s,
                                                                .package = u"zlib1g"_s,
                                                                .installed = u"1:1.2.13"_s,
                                                                .severity = Severity::High,
                                                                .title = u"Integer overflow in zipOpenNewFileInZip4_64"_s},
                                                               {.id = u"CVE-2024-33599"_s,
                                                                .package = u"libc6"_s,
                                                                .installed = u"2.36-9"_s,
                                                                .fixedIn = u"2.36-9+deb12u7"_s,
                                                                .severity = Severity::Medium,
                                                                .title = u"Stack-based buffer overflow in nscd"_s},
                                                               {.id = u"CVE-2011-3374"_s,
                                                                .package = u"apt"_s,
                                                                .installed = u"2.6.1"_s,
                                                                .severity = Severity::Low,
                                                                .title = u"Signature check of apt-key"_s}}});
    });
    player.addPictures(u"scanned"_s);
    player.add([&player] { press(player, u"Buildanimage"_s); },
               [&player] { return player.child<SnippetEditor>(u"Dockerfile"_s)->isColoured(); });
    player.add([&player] {
        player.child<BuildLogView>(u"BuildLog"_s)
            ->append(u"Step 1/4 : ARG BASE=python:3.11-slim\nStep 2/4 : FROM ${BASE}\n ---> 4b6a33d39d1e\n"
                     "Step 3/4 : LABEL org.opencontainers.image.title=\"hermes-sandbox\"\n ---> Running in 0636a5b6b23d\n"_s);
    });
    player.addPart(u"build"_s, u"BuildDialog"_s);
    player.add([&player] { press(player, u"Pullimage"_s); });
    player.addPart(u"pull"_s, u"PullDialog"_s);
    player.add([&player] { player.child<QTabBar>(u"BackendParts"_s)->setCurrentIndex(0); });
}

void addHistory(ShotPlayer &player)
{
    player.setPage(u"history"_s);
    player.add([&player] { player.window()->showPage(HistoryPlace); }, hasRows(player, u"History"_s));
    player.add([&player] { player.child<QTableView>(u"History"_s)->selectRow(0); });
    player.addPictures(u"many"_s);
    player.add([&player] { player.child<QLineEdit>(u"HistoryText"_s)->setText(u"nothing like it"_s); },
               [&player] { return player.child<QTableView>(u"History"_s)->model()->rowCount() == 0; });
    player.addPictures(u"nothing"_s);
    player.add([&player] { press(player, u"HistoryClear"_s); }, hasRows(player, u"History"_s));
    player.add(
        [&player] {
            auto *table = player.child<QTableView>(u"History"_s);
            table->selectRow(0);
        },
        [&player] { return player.child<QAction>(u"HistoryDelete"_s)->isEnabled(); });
    player.add([&player] { player.child<QAction>(u"HistoryDelete"_s)->trigger(); });
    player.addPart(u"delete"_s, u"Question"_s);
    player.add(
        [&player] {
            auto *table = player.child<QTableView>(u"History"_s);
            table->setCurrentIndex(table->model()->index(0, 0));
            table->selectionModel()->select(table->model()->index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        },
        [&player] { return player.child<QAction>(u"HistoryCompare"_s)->isEnabled(); });
    player.add([&player] { player.child<QAction>(u"HistoryCompare"_s)->trigger(); }, hasRows(player, u"Comparison"_s));
    player.addPictures(u"comparison"_s);
}

} // namespace

void addEmptyPages(ShotPlayer &player)
{
    player.setPage(u"sessions"_s);
    player.add([&player] { player.window()->showPage(SessionsPlace); },
               [&player] { return player.child<QLabel>(u"SessionsStatus"_s)->isVisible(); });
    player.addPictures(u"empty"_s);
    player.setPage(u"history"_s);
    player.add([&player] { player.window()->showPage(HistoryPlace); },
               [&player] { return player.child<QWidget>(u"HistoryLoading"_s)->isHidden(); });
    player.addPictures(u"empty"_s);
}

void addPageScenes(ShotPlayer &player)
{
    addSessions(player);
    addBackends(player);
    addImages(player);
    addHistory(player);
}

} // namespace hermes
