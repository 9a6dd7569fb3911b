// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mainwindow.h"

#include "backends/engine/engine.h"
#include "backends/profiles/backendchoice.h"
#include "models/formatting.h"
#include "ui/backends/backendspage.h"
#include "ui/help/helpdock.h"
#include "ui/history/historypage.h"
#include "ui/page.h"
#include "ui/pagestack.h"
#include "ui/run/opensnippet.h"
#include "ui/run/runpage.h"
#include "ui/sessions/sessionspage.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/theme/thememenu.h"
#include "ui/widgets/finishnotice.h"
#include "ui/widgets/menubar.h"

#include <QCloseEvent>
#include <QLabel>
#include <QSettings>
#include <QStandardPaths>
#include <QStatusBar>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Outside of namespaces, as the macro wants it: a static library's resources are not found by themselves.
static void initialiseResources()
{
    Q_INIT_RESOURCE(app);
}

namespace hermes {

namespace {

constexpr int WindowStateVersion = 1;
/// How long closing waits for what runs; the engine's own shutdown comes after it.
constexpr auto ClosingPatience = 3s;

QString windowStateFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/hermes-panel/window.ini"_s;
}

} // namespace

MainWindow::MainWindow(Engine *engine, TokenStore *tokens, Dialogs *dialogs, QWidget *parent)
    : QMainWindow(parent), m_engine(engine), m_tokens(tokens), m_dialogs(dialogs), m_profiles(defaultProfilesPath())
{
    setObjectName(u"MainWindow"_s);
    setWindowTitle(tr("Hermes Panel"));
    initialiseResources();
    m_menus = new MenuBar(this);
    setMenuBar(m_menus);
    connect(&m_profiles, &ProfileStore::changed, this, &MainWindow::configureEngine);
    createPages();
    createFileMenu();
    createEditMenu();
    createViewMenu();
    createRunMenu();
    for (int place = 1; place < m_pages->count(); ++place)
        createPageMenu(place);
    createHelpMenu();
    createStatus();
    m_patience.setSingleShot(true);
    m_patience.setInterval(ClosingPatience);
    connect(&m_patience, &QTimer::timeout, this, &MainWindow::finishClosing);
    connect(m_run->launch(), &CurrentLaunch::changed, this, &MainWindow::showStatus);
    new FinishNotice(m_run->launch(), this);
    connect(m_run->sandboxCall(), &CurrentLaunch::changed, this, &MainWindow::showStatus);
    m_pages->show(RunPlace);
    resize(windowSize(this, 98, 60));
}

MainWindow::~MainWindow()
{
    // Before the profiles that they show.
    delete m_pages;
}

void MainWindow::createPages()
{
    m_pages = new PageStack(this);
    connect(m_pages, &PageStack::pageMade, this, &MainWindow::adoptPage);
    connect(m_pages, &PageStack::currentChanged, this, [this] {
        if (m_help)
            m_help->showFile(m_pages->current()->helpFile());
    });
    m_pages->add(tr("&Run"), Glyph::Grid,
                 [this](QWidget *parent) { return m_run = new RunPage(m_engine, &m_profiles, m_dialogs, parent); });
    m_pages->add(tr("&Sessions"), Glyph::Stack, [this](QWidget *parent) { return makeSessions(parent); });
    m_pages->add(tr("&Backends"), Glyph::Rack,
                 [this](QWidget *parent) { return new BackendsPage({m_engine, &m_profiles, m_tokens, m_dialogs}, parent); });
    m_pages->add(tr("H&istory"), Glyph::History, [this](QWidget *parent) { return makeHistory(parent); });
    setCentralWidget(m_pages);
}

/// A file that cannot be read leaves what was configured before.
void MainWindow::configureEngine()
{
    if (m_profiles.isLoaded() && !m_profiles.problem())
        m_engine->setConfigured(configuredSettings(m_profiles.profiles(), m_engine->kinds()));
}

Page *MainWindow::makeSessions(QWidget *parent)
{
    auto *sessions = new SessionsPage(m_engine, m_dialogs, parent);
    connect(sessions, &SessionsPage::sandboxChosen, this,
            [this](const QString &backend, const QString &profile, const QString &id) {
                m_pages->show(RunPlace);
                m_run->useSandbox({.backend = backend, .profile = profile}, id);
            });
    return sessions;
}

Page *MainWindow::makeHistory(QWidget *parent)
{
    auto *history = new HistoryPage(m_engine, m_dialogs, parent);
    connect(history, &HistoryPage::openWanted, this, [this](LaunchId id) {
        m_pages->show(RunPlace);
        m_run->openLaunch(id);
    });
    connect(history, &HistoryPage::openAsNewWanted, this, [this](const LaunchSpec &spec) {
        m_run->openSnippet()->replace([this, spec] {
            m_pages->show(RunPlace);
            m_run->openSpec(spec);
        });
    });
    return history;
}

/// The others come into being when the window's state was read long ago.
void MainWindow::adoptPage(Page *page)
{
    if (page != m_run)
        page->restore(QSettings(windowStateFile(), QSettings::IniFormat));
    connect(page, &Page::busyChanged, this, [this] {
        if (m_closing == Closing::Stopping && !isBusy())
            finishClosing();
    });
}

void MainWindow::createStatus()
{
    m_state = new QLabel(this);
    m_state->setObjectName(u"EngineState"_s);
    m_state->setTextFormat(Qt::PlainText);
    m_state->setContentsMargins(spacing(this, 0.6), 0, 0, 0);
    statusBar()->addWidget(m_state, 1);
    statusBar()->setSizeGripEnabled(false);
    if (!m_engine->options().journalled) {
        auto *warning = new QLabel(tr("Nothing is stored: the journal could not be opened"), this);
        warning->setContentsMargins(0, 0, spacing(this, 0.6), 0);
        statusBar()->addPermanentWidget(warning);
    }
    showStatus();
}

void MainWindow::showStatus()
{
    // What is under way, whichever page is in view; what has ended is told where it can be looked at.
    QStringList parts;
    if (const CurrentLaunch *sweep = m_run->launch(); sweep->isActive())
        parts += tr("Sweep: %1").arg(finishedText(sweep->progress()));
    if (m_run->sandboxCall()->isActive())
        parts += tr("A call runs in the sandbox");
    m_state->setText(parts.isEmpty() ? tr("Ready") : parts.join(u" · "_s));
}

HelpDock *MainWindow::help()
{
    if (!m_help) {
        m_help = new HelpDock(this);
        addDockWidget(Qt::RightDockWidgetArea, m_help);
    }
    return m_help;
}

void MainWindow::showHelp()
{
    help()->showFile(m_pages->current()->helpFile());
    m_help->open();
}

void MainWindow::resetLayout()
{
    for (QDockWidget *dock : findChildren<QDockWidget *>()) {
        dock->setFloating(false);
        dock->close();
    }
    for (Page *page : m_pages->made())
        page->resetLayout();
}

void MainWindow::showPage(int place)
{
    m_pages->show(place);
}

bool MainWindow::restoreWindow()
{
    const QSettings settings(windowStateFile(), QSettings::IniFormat);
    if (settings.value("version"_L1).toInt() != WindowStateVersion)
        return false;
    restoreGeometry(settings.value("geometry"_L1).toByteArray());
    restoreState(settings.value("state"_L1).toByteArray(), WindowStateVersion);
    m_lastUsed = settings.value("lastCommands"_L1).toStringList();
    m_themes->setTheme(themeFromKey(settings.value("theme"_L1).toString()));
    Q_EMIT themeChosen(m_themes->theme());
    m_run->restore(settings);
    return true;
}

void MainWindow::storeWindow() const
{
    QSettings settings(windowStateFile(), QSettings::IniFormat);
    settings.setValue("version"_L1, WindowStateVersion);
    settings.setValue("geometry"_L1, saveGeometry());
    settings.setValue("state"_L1, saveState(WindowStateVersion));
    settings.setValue("lastCommands"_L1, m_lastUsed);
    settings.setValue("theme"_L1, m_themes->theme() ? themeKey(*m_themes->theme()) : QString());
    for (const Page *page : m_pages->made())
        page->store(settings);
}

/// What closing the window now would end or lose; nothing when it would not.
std::optional<Dialogs::Question> MainWindow::closingQuestion() const
{
    Dialogs::Question question;
    QStringList consequences;
    for (const Page *page : m_pages->made()) {
        for (const Dialogs::Question &reason : page->closingQuestions()) {
            if (consequences.isEmpty())
                question = reason;
            consequences += consequences.isEmpty() ? reason.consequence : reason.text + u' ' + reason.consequence;
        }
    }
    if (consequences.isEmpty())
        return std::nullopt;
    question.consequence = consequences.join(u'\n');
    return question;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const std::optional<Dialogs::Question> question = closingQuestion();
    if (m_closing == Closing::Done || (m_closing == Closing::No && !question && !isBusy())) {
        storeWindow();
        event->accept();
        Q_EMIT closed();
        return;
    }
    event->ignore();
    if (m_closing != Closing::No)
        return;
    if (!question) {
        stopAndClose(); // a file is being saved
        return;
    }
    m_closing = Closing::Asking;
    m_dialogs->ask(this, *question, [this](bool accepted) {
        m_closing = Closing::No;
        if (accepted)
            stopAndClose();
    });
}

bool MainWindow::isBusy() const
{
    return std::ranges::any_of(m_pages->made(), &Page::isBusy);
}

void MainWindow::stopAndClose()
{
    m_closing = Closing::Stopping;
    if (!isBusy()) {
        // A window that is being closed cannot be closed once more: the answer may come at once.
        QMetaObject::invokeMethod(this, &MainWindow::finishClosing, Qt::QueuedConnection);
        return;
    }
    m_patience.start();
    for (Page *page : m_pages->made())
        page->stop();
}

void MainWindow::finishClosing()
{
    m_patience.stop();
    m_closing = Closing::Done;
    close();
}

} // namespace hermes
