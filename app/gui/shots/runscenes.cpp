// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/shots/shotplayer.h"
#include "models/snippetdocument.h"
#include "ui/editor/holechecking.h"
#include "ui/output/outputarea.h"
#include "ui/results/gridview.h"
#include "ui/results/resultpane.h"
#include "ui/results/viewmenu.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runpage.h"
#include "ui/run/runviews.h"
#include "ui/run/snippetpane.h"
#include "ui/widgets/splitter.h"

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

void load(RunPage *page, Language language, const QByteArray &code, const ParameterTableModel::Row &row)
{
    page->snippetPane()->setDocument(SnippetDocument::fromBytes(code));
    page->snippetPane()->setLanguage(language);
    page->parameterPane()->model()->setRows(row.name.isEmpty() ? QList<ParameterTableModel::Row>() : QList {row});
}

bool isFinished(RunPage *page)
{
    return page->launch()->phase() == CurrentLaunch::Phase::Finished;
}

void fold(const ShotPlayer &player, const QString &name, bool open)
{
    player.run()->findChild<QToolButton *>(name)->setChecked(open);
}

void showView(const ShotPlayer &player, RunViews::View view)
{
    player.run()->findChild<RunViews *>()->show(view);
}

bool shows(const ShotPlayer &player, const QString &stream, QLatin1StringView text)
{
    return player.child<OutputArea>(stream)->surroundings().text.contains(text);
}

void addBusy(ShotPlayer &player)
{
    RunPage *page = player.run();
    player.add(
        [page] {
            load(page, Language::Shell, "n={{n}}\necho \"{\\\"half\\\": $((n / 2))}\"\nif [ $n -gt 12 ]; then sleep 60; fi\n",
                 {.name = u"n"_s, .values = u"1:40"_s});
            page->runSweep();
        },
        [page] {
            const LaunchProgress &progress = page->launch()->progress();
            return progress.finished >= 12 && progress.running > 0 && progress.elapsed > EarliestEstimate;
        });
    player.addPictures(u"busy"_s);
    player.add([page] { page->launch()->cancel(); }, [page] { return isFinished(page); });
    player.add([page] { page->resultPane()->selectRow(14); });
    player.addPictures(u"cancelled"_s);
}

void addFailed(ShotPlayer &player)
{
    RunPage *page = player.run();
    player.add(
        [&player, page] {
            load(page, Language::Shell,
                 "case {{n}} in\n  1) echo fine ;;\n  2) echo 'no such table' >&2; exit 3 ;;\n"
                 "  3) kill -9 $$ ;;\n  4) sleep 60 ;;\nesac\n",
                 {.name = u"n"_s, .values = u"1:4"_s});
            player.child<QLineEdit>(u"Timeout"_s)->setText(u"1"_s);
            page->runSweep();
        },
        [page] { return isFinished(page); });
    player.add([page] { page->resultPane()->selectRow(1); }, [&player] { return shows(player, u"Stderr"_s, "table"_L1); });
    player.addPictures(u"failed"_s);
    player.add([&player] { player.child<QCheckBox>(u"OnlyFailures"_s)->click(); });
    player.addPictures(u"filtered"_s);
    player.add([page] { page->resultPane()->grid()->clearFilter(); });
    // What is wrong before anything runs is said where it stands.
    player.add(
        [&player, page] {
            load(page, Language::Python, "print('{{n}}', {{other}})\n", {.name = u"n"_s, .values = u"1:4:0"_s});
            player.child<QLineEdit>(u"Timeout"_s)->setText(u"5m"_s);
            page->runSweep();
        },
        [&player] { return player.child<QLabel>(u"SnippetProblem"_s)->isVisible(); });
    player.addPictures(u"problems"_s);
    player.add([&player] { player.child<QLineEdit>(u"Timeout"_s)->clear(); });
}

void addDone(ShotPlayer &player)
{
    RunPage *page = player.run();
    player.add(
        [page] {
            page->loadSample();
            page->runSweep();
        },
        [page] { return isFinished(page); });
    player.add([page] { page->resultPane()->selectRow(3); }, [&player] { return shows(player, u"Stderr"_s, "ValueError"_L1); });
    player.addPictures(u"done"_s);
    player.add([&player] { fold(player, u"Facts"_s, true); });
    player.addPictures(u"details"_s);
    player.add([&player] {
        fold(player, u"Facts"_s, false);
        fold(player, u"Preview"_s, true);
    });
    player.addPictures(u"preview"_s);
    player.add([&player] { fold(player, u"Preview"_s, false); });
}

void addAxes(ShotPlayer &player)
{
    RunPage *page = player.run();
    player.add(
        [&player, page] {
            load(page, Language::Python, "print({{rate}}, {{n}}, {{model}}, {{size}})\n",
                 {.name = u"rate"_s, .values = u"log:1e-4:1:5"_s});
            SweepDraft *draft = page->parameterPane()->draft();
            draft->parameters()->setRow(draft->parameters()->addRow(), u"n"_s, u"lin:0:1:11"_s);
            const QString table = u"/data/models.csv"_s;
            draft->parameters()->addTable(table);
            draft->parameters()->setTable(table, parseParameterTable(u"models.csv"_s, "model,size\nadam,3\nsgd,4\n"));
            draft->excludes()->setExpressions({u"n > 0.5 and model == 'sgd'"_s, u"rate >"_s});
            draft->setRepeat(3);
            fold(player, u"Options"_s, true);
            auto *left = player.child<Splitter>(u"LeftSplitter"_s);
            left->setSizes({left->height() / 5, left->height() * 4 / 5});
        },
        [page] { return page->snippetPane()->checking()->isSettled() && !page->parameterPane()->draft()->isChecking(); });
    player.addPictures(u"axes"_s);
    player.add([&player] {
        auto *table = player.child<QTableView>(u"Parameters"_s);
        table->setCurrentIndex(table->model()->index(1, 0));
        player.child<QToolButton>(u"Editaxis"_s)->click();
    });
    player.addPart(u"axis"_s, u"AxisDialog"_s);
    player.add([&player] {
        fold(player, u"Options"_s, false);
        player.child<QTableView>(u"Parameters"_s)->setCurrentIndex({});
        fold(player, u"Moreoptions"_s, true);
    });
    player.addPictures(u"options"_s);
    player.add([&player, page] {
        fold(player, u"Moreoptions"_s, false);
        page->parameterPane()->draft()->setDefinition({});
    });
}

/// A curve that the eye knows, measured three times at each point.
void addPlot(ShotPlayer &player)
{
    RunPage *page = player.run();
    player.add(
        [page] {
            load(page, Language::Python,
                 "import json, math\nx = {{x}}\nprint(json.dumps({'y': math.sin(x) + {{repeat}} * 0.05, 'half': x > 3}))\n",
                 {.name = u"x"_s, .values = u"lin:0:6:25"_s});
            page->parameterPane()->draft()->setRepeat(3);
            page->runSweep();
        },
        [page] { return isFinished(page) && page->launch()->grid()->count(RunState::Ok) == 75; });
    player.add([&player] { showView(player, RunViews::View::Repeats); });
    player.addPictures(u"repeats"_s);
    player.add([&player] { showView(player, RunViews::View::Plot); });
    player.addPictures(u"plot"_s);
    const auto setLogarithmic = [page](bool on) {
        for (const QString &name : {u"PlotXLog"_s, u"PlotYLog"_s})
            page->findChild<QCheckBox *>(name)->setChecked(on);
    };
    player.add([setLogarithmic] { setLogarithmic(true); });
    player.addPictures(u"logarithmic"_s);
    player.add([setLogarithmic, page] {
        setLogarithmic(false);
        page->resultPane()->viewMenu()->views()->popup({});
    });
    player.addPart(u"views"_s, u"SavedViewsMenu"_s);
    player.add([&player, page] {
        showView(player, RunViews::View::Grid);
        page->parameterPane()->draft()->setDefinition({});
    });
}

} // namespace

void addRunScenes(ShotPlayer &player)
{
    player.setPage(u"run"_s);
    player.add([&player] {
        player.window()->showPage(0);
        player.run()->newSnippet();
    });
    player.addPictures(u"empty"_s);
    addBusy(player);
    addFailed(player);
    addAxes(player);
    addPlot(player);
    addDone(player);
}

void addSandboxScenes(ShotPlayer &player)
{
    RunPage *page = player.run();
    player.setPage(u"run"_s);
    const auto isCalled = [page] { return page->sandboxCall()->phase() == CurrentLaunch::Phase::Finished; };
    const auto call = [page](const QByteArray &code) {
        load(page, Language::Shell, code, {});
        page->runInSandbox();
    };
    player.add(
        [&player, call] {
            player.window()->showPage(0);
            call("mkdir -p data\nseq 1 5 > data/numbers\necho prepared");
        },
        isCalled);
    player.add([call] { call("echo looking; cat data/missing; exit 4"); }, isCalled);
    player.add([call] { call("wc -l data/numbers; sleep 60"); },
               [page] { return page->transcript()->rowCount() == 3 && !page->transcript()->call(2).out.bytes.isEmpty(); });
    player.addPictures(u"transcript"_s);
}

} // namespace hermes
