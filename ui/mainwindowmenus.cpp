// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The menus, and what is made of their commands: the sheet of shortcuts and the command palette.

#include "mainwindow.h"

#include "ui/editor/snippeteditor.h"
#include "ui/help/helpdock.h"
#include "ui/pagestack.h"
#include "ui/results/resultpane.h"
#include "ui/results/viewmenu.h"
#include "ui/run/opensnippet.h"
#include "ui/run/recentmenu.h"
#include "ui/run/runpage.h"
#include "ui/run/snippetpane.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/theme/thememenu.h"
#include "ui/widgets/menubar.h"

#include <QMessageBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// Commands that come first in the palette.
constexpr qsizetype MostRemembered = 8;
} // namespace

/// A command of the page *Run*, from whatever page: what it does is seen.
std::function<void()> MainWindow::onRunPage(std::function<void()> act)
{
    return [this, act = std::move(act)] {
        if (m_pages->currentPlace() != RunPlace)
            m_pages->show(RunPlace);
        act();
    };
}

void MainWindow::createFileMenu()
{
    QMenu *menu = m_menus->addMenu(tr("&File"));
    OpenSnippet *open = m_run->openSnippet();
    const auto add = [this, menu](const QString &text, const QKeySequence &keys, std::function<void()> act) {
        menu->addAction(text, keys, m_run, onRunPage(std::move(act)));
    };
    add(tr("&New Snippet"), QKeySequence::New, [this, open] { open->replace([this] { m_run->newSnippet(); }); });
    add(tr("New from &Template…"), Qt::CTRL | Qt::SHIFT | Qt::Key_N, [this] { m_run->chooseTemplate(); });
    add(tr("&Open…"), QKeySequence::Open, [open] { open->replace([open] { open->chooseFile(); }); });
    auto *recent = new RecentMenu(open, menu);
    connect(recent, &QMenu::triggered, m_run, onRunPage([] { }));
    menu->addMenu(recent);
    add(tr("Open the Sam&ple"), {}, [this, open] { open->replace([this] { m_run->loadSample(); }); });
    menu->addSeparator();
    add(tr("&Save"), QKeySequence::Save, [open] { open->save(); });
    add(tr("Save &As…"), QKeySequence::SaveAs, [open] { open->saveAs(); });
    add(tr("Save as Te&mplate…"), {}, [this] { m_run->saveAsTemplate(); });
    menu->addSeparator();
    add(tr("&Export Results…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, [this] { m_run->exportResults(); });
    menu->addSeparator();
    QAction *quit = menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
    quit->setMenuRole(QAction::QuitRole);
}

void MainWindow::createEditMenu()
{
    QMenu *menu = m_menus->addMenu(tr("&Edit"));
    menu->addAction(tr("&Undo"), QKeySequence::Undo, this, [this] { m_pages->current()->undo(); });
    QList<QAction *> ofSnippet {
        menu->addAction(tr("&Redo"), QKeySequence::Redo, m_run->snippetPane()->editor(), &QPlainTextEdit::redo), nullptr};
    menu->addSeparator();
    for (QAction *action : m_run->snippetPane()->editActions()) {
        if (action)
            menu->addAction(action);
        else
            menu->addSeparator();
        ofSnippet += action;
    }
    menu->addSeparator();
    ofSnippet += menu->addAction(tr("&Filter the Results"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F), m_run,
                                 [this] { m_run->resultPane()->focusFilter(); });
    ofSnippet.removeAll(nullptr);
    // Nobody changes a text without seeing it.
    connect(m_pages, &PageStack::currentChanged, menu, [ofSnippet](int place) {
        for (QAction *action : ofSnippet)
            action->setEnabled(place == RunPlace);
    });
}

void MainWindow::createViewMenu()
{
    QMenu *menu = m_menus->addMenu(tr("&View"));
    for (int place = 0; place < m_pages->count(); ++place)
        menu->addAction(m_pages->title(place), QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + place)), this,
                        [this, place] { m_pages->show(place); });
    menu->addSeparator();
    menu->addAction(tr("&Next Part of the Page"), QKeySequence(Qt::Key_F6), this, [this] { m_pages->current()->focusPart(1); });
    menu->addAction(tr("&Previous Part of the Page"), QKeySequence(Qt::SHIFT | Qt::Key_F6), this,
                    [this] { m_pages->current()->focusPart(-1); });
    menu->addSeparator();
    menu->addMenu(m_run->resultPane()->viewMenu()->views());
    menu->addSeparator();
    m_themes = new ThemeMenu(menu);
    menu->addMenu(m_themes);
    connect(m_themes, &ThemeMenu::chosen, this, &MainWindow::themeChosen);
    menu->addAction(tr("R&eset Layout"), this, &MainWindow::resetLayout);
    menu->addAction(tr("&Full Screen"), QKeySequence::FullScreen, this,
                    [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::createRunMenu()
{
    QMenu *menu = m_menus->addMenu(tr("&Run"));
    QAction *sweep = menu->addAction(glyphIcon(Glyph::Play), tr("Run &Sweep"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return),
                                     m_run, onRunPage([this] { m_run->runSweep(); }));
    QAction *sandbox = menu->addAction(glyphIcon(Glyph::Box), tr("Run in Sand&box"), QKeySequence(Qt::CTRL | Qt::Key_Return), m_run,
                                       onRunPage([this] { m_run->runInSandbox(); }));
    QMenu *rerun = m_run->resultPane()->rerunMenu();
    menu->addMenu(rerun);
    connect(rerun, &QMenu::triggered, m_run, onRunPage([] { }));
    menu->addSeparator();
    menu->addAction(tr("Copy as Co&mmand"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), m_run,
                    onRunPage([this] { m_run->copyAsCommand(); }));
    menu->addSeparator();
    QAction *pause = menu->addAction(tr("&Pause or Resume"), m_run->launch(),
                                     [launch = m_run->launch()] { launch->setPaused(!launch->progress().paused); });
    QAction *cancel = menu->addAction(glyphIcon(Glyph::Square), tr("&Cancel"), QKeySequence(Qt::CTRL | Qt::Key_Period), m_run,
                                      &RunPage::cancel);
    const auto enable = [page = m_run, sweep, sandbox, rerun, pause, cancel] {
        rerun->menuAction()->setEnabled(page->resultPane()->canRerun());
        sweep->setEnabled(!page->launch()->isActive());
        sandbox->setEnabled(!page->sandboxCall()->isActive());
        pause->setEnabled(page->launch()->phase() == CurrentLaunch::Phase::Running);
        cancel->setEnabled(page->shownLaunch()->isActive());
    };
    connect(m_run->launch(), &CurrentLaunch::changed, menu, enable);
    connect(m_run->sandboxCall(), &CurrentLaunch::changed, menu, enable);
    connect(m_run, &RunPage::viewChanged, menu, enable);
    enable();
}

/// The menu of another page than *Run*, whose commands are known once the page is.
void MainWindow::createPageMenu(int place)
{
    QMenu *menu = m_menus->addMenu(m_pages->title(place));
    connect(menu, &QMenu::aboutToShow, this, [this, menu, place] {
        if (!menu->isEmpty())
            return;
        for (QAction *command : m_pages->page(place)->commands()) {
            if (command)
                menu->addAction(command);
            else
                menu->addSeparator();
        }
    });
}

void MainWindow::createHelpMenu()
{
    QMenu *menu = m_menus->addMenu(tr("&Help"));
    menu->addAction(tr("&Help on This Page"), QKeySequence::HelpContents, this, &MainWindow::showHelp);
    menu->addAction(tr("&Keyboard Shortcuts"), QKeySequence(Qt::CTRL | Qt::Key_Question), this, &MainWindow::showShortcuts);
    menu->addAction(tr("&Commands…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), this, &MainWindow::showPalette);
    menu->addSeparator();
    QAction *about = menu->addAction(tr("&About Hermes Panel"), this, [this] {
        auto *box = new QMessageBox(QMessageBox::NoIcon, tr("About Hermes Panel"),
                                    tr("Hermes Panel %1").arg(QStringLiteral(HERMES_VERSION)), QMessageBox::Close, this);
        box->setObjectName(u"About"_s);
        const int side = spacing(this, 4);
        box->setIconPixmap(windowIcon().pixmap(QSize(side, side), devicePixelRatio()));
        box->setInformativeText(tr("Runs snippets and sweeps on execution backends.\nFree software under GPL-3.0-or-later."));
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    });
    about->setMenuRole(QAction::AboutRole);
}

/// Every command with keys, by menu, as a page of the help.
void MainWindow::showShortcuts()
{
    QString text = u"# "_s + tr("Keyboard shortcuts") + u'\n';
    QString menu;
    for (const Command &command : commands()) {
        const QString keys = command.action->shortcut().toString(QKeySequence::NativeText);
        if (keys.isEmpty())
            continue;
        const qsizetype end = command.text.indexOf(": "_L1);
        if (const QString of = command.text.first(end); of != menu) {
            menu = of;
            text += u"\n| "_s + menu.toHtmlEscaped() + u" | |\n|---|---|\n"_s;
        }
        text += u"| **"_s + keys.toHtmlEscaped().replace(u'|', u"&#124;"_s) + u"** | "_s
            + command.text.sliced(end + 2).toHtmlEscaped() + u" |\n"_s;
    }
    help()->showText(text);
    m_help->open();
}

void MainWindow::addCommands(QList<Command> &to, QMenu *menu, const QString &path) const
{
    // Some menus are filled when they are opened.
    Q_EMIT menu->aboutToShow();
    for (QAction *action : menu->actions()) {
        const QString text = path + u": "_s + action->text().remove(u'&');
        if (action->menu())
            addCommands(to, action->menu(), text);
        else if (!action->isSeparator())
            to.append({.text = text, .action = action});
    }
}

QList<Command> MainWindow::commands()
{
    QList<Command> list;
    for (const QAction *title : m_menus->actions())
        addCommands(list, title->menu(), title->text().remove(u'&'));
    return list;
}

void MainWindow::showPalette()
{
    auto *palette = new CommandPalette(commands(), m_lastUsed, this);
    connect(palette, &CommandPalette::used, this, [this](const QString &command) {
        m_lastUsed.removeAll(command);
        m_lastUsed.prepend(command);
        m_lastUsed.resize(std::min(m_lastUsed.size(), MostRemembered));
    });
    palette->open();
}

} // namespace hermes
