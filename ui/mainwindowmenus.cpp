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
#include "ui/theme/thememenu.h"

#include <QMenuBar>
#include <QMessageBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// Commands that come first in the palette.
constexpr qsizetype MostRemembered = 8;
} // namespace

void MainWindow::createFileMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&File"));
    menu->addAction(tr("&New Snippet"), QKeySequence::New, m_run,
                    [this] { m_run->openSnippet()->replace([this] { m_run->newSnippet(); }); });
    menu->addAction(tr("New from &Template…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), m_run, &RunPage::chooseTemplate);
    menu->addAction(tr("&Open…"), QKeySequence::Open, m_run,
                    [open = m_run->openSnippet()] { open->replace([open] { open->chooseFile(); }); });
    menu->addMenu(new RecentMenu(m_run->openSnippet(), menu));
    menu->addAction(tr("Open the Sam&ple"), m_run, [this] { m_run->openSnippet()->replace([this] { m_run->loadSample(); }); });
    menu->addSeparator();
    menu->addAction(tr("&Save"), QKeySequence::Save, m_run->openSnippet(), &OpenSnippet::save);
    menu->addAction(tr("Save &As…"), QKeySequence::SaveAs, m_run->openSnippet(), &OpenSnippet::saveAs);
    menu->addAction(tr("Save as Te&mplate…"), m_run, &RunPage::saveAsTemplate);
    menu->addSeparator();
    menu->addAction(tr("&Export Results…"), QKeySequence(Qt::CTRL | Qt::Key_E), m_run, &RunPage::exportResults);
    menu->addSeparator();
    QAction *quit = menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
    quit->setMenuRole(QAction::QuitRole);
}

void MainWindow::createEditMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Edit"));
    QPlainTextEdit *editor = m_run->snippetPane()->editor();
    menu->addAction(tr("&Undo"), QKeySequence::Undo, editor, &QPlainTextEdit::undo);
    menu->addAction(tr("&Redo"), QKeySequence::Redo, editor, &QPlainTextEdit::redo);
    menu->addSeparator();
    for (QAction *action : m_run->snippetPane()->editActions()) {
        if (action)
            menu->addAction(action);
        else
            menu->addSeparator();
    }
    menu->addSeparator();
    menu->addAction(tr("&Filter the Results"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F), m_run,
                    [this] { m_run->resultPane()->focusFilter(); });
}

void MainWindow::createViewMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&View"));
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
    QMenu *menu = menuBar()->addMenu(tr("&Run"));
    QAction *sweep = menu->addAction(glyphIcon(Glyph::Play), tr("Run &Sweep"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return),
                                     m_run, &RunPage::runSweep);
    QAction *sandbox = menu->addAction(glyphIcon(Glyph::Box), tr("Run in Sand&box"), QKeySequence(Qt::CTRL | Qt::Key_Return), m_run,
                                       &RunPage::runInSandbox);
    menu->addSeparator();
    menu->addAction(tr("Copy as Co&mmand"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), m_run, &RunPage::copyAsCommand);
    menu->addSeparator();
    QAction *pause = menu->addAction(tr("&Pause or Resume"), m_run->launch(),
                                     [launch = m_run->launch()] { launch->setPaused(!launch->progress().paused); });
    QAction *cancel = menu->addAction(glyphIcon(Glyph::Square), tr("&Cancel"), QKeySequence(Qt::CTRL | Qt::Key_Period), m_run,
                                      &RunPage::cancel);
    const auto enable = [page = m_run, sweep, sandbox, pause, cancel] {
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
    QMenu *menu = menuBar()->addMenu(m_pages->title(place));
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
    QMenu *menu = menuBar()->addMenu(tr("&Help"));
    menu->addAction(tr("&Help on This Page"), QKeySequence::HelpContents, this, &MainWindow::showHelp);
    menu->addAction(tr("&Keyboard Shortcuts"), QKeySequence(Qt::CTRL | Qt::Key_Question), this, &MainWindow::showShortcuts);
    menu->addAction(tr("&Commands…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), this, &MainWindow::showPalette);
    menu->addSeparator();
    QAction *about = menu->addAction(tr("&About Hermes Panel"), this, [this] {
        auto *box = new QMessageBox(QMessageBox::NoIcon, tr("About Hermes Panel"),
                                    tr("Hermes Panel %1").arg(QStringLiteral(HERMES_VERSION)), QMessageBox::Close, this);
        box->setObjectName(u"About"_s);
        box->setInformativeText(tr("A control panel for code-execution backends.\nGPL-3.0-or-later"));
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    });
    about->setMenuRole(QAction::AboutRole);
}

/// Every command with keys, by menu, as a page of the help.
void MainWindow::showShortcuts()
{
    QString text = u"# "_s + tr("Keyboard shortcuts") + u"\n\n| | |\n|---|---|\n"_s;
    for (const Command &command : commands()) {
        if (const QString keys = command.action->shortcut().toString(QKeySequence::NativeText); !keys.isEmpty())
            text += u"| **"_s + keys.toHtmlEscaped().replace(u'|', u"&#124;"_s) + u"** | "_s + command.text.toHtmlEscaped()
                + u" |\n"_s;
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
    for (const QAction *title : menuBar()->actions())
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
