// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessionspage.h"

#include "models/displaytext.h"
#include "ui/sessions/filespane.h"
#include "ui/sessions/sessionfilterbar.h"
#include "ui/sessions/sessionpane.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/undobar.h"

#include <QAction>
#include <QBoxLayout>
#include <QLocale>
#include <QSettings>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

SessionsPage::SessionsPage(Engine *engine, Dialogs *dialogs, QWidget *parent)
    : Page(parent),
      m_dialogs(dialogs),
      m_source(engine, &m_table),
      m_cleanup(engine, &m_table, &m_source),
      m_listing(new Banner(u"SessionsListing"_s, Banner::Closing::Standing, this)),
      m_message(new Banner(u"SessionsMessage"_s, Banner::Closing::ByUser, this)),
      m_sessions(new SessionPane(&m_table, &m_source, &m_cleanup, this)),
      m_files(new FilesPane(engine, dialogs, this))
{
    createLayout();
    connectParts();
}

SessionsPage::~SessionsPage() = default;

void SessionsPage::createLayout()
{
    m_rows = new Splitter(Qt::Vertical, u"SessionsSplitter"_s, {60, 40}, this);
    m_rows->addWidget(m_sessions);
    m_rows->addWidget(m_files);
    auto *layout = new QVBoxLayout(this);
    const int margin = spacing(this, 0.8);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_listing);
    layout->addWidget(m_message);
    layout->addWidget(m_rows, 1);
    // Where it moves no row that somebody is about to point at.
    layout->addWidget(new UndoBar(m_cleanup.delay(), this));
    setFocusProxy(m_sessions);
}

void SessionsPage::connectParts()
{
    connect(m_sessions, &SessionPane::closeWanted, this, &SessionsPage::askToClose);
    connect(m_sessions, &SessionPane::deleteWanted, this, &SessionsPage::askToDelete);
    connect(m_sessions, &SessionPane::useWanted, this,
            [this](const SessionKey &key) { Q_EMIT sandboxChosen(key.backend, key.profile, key.id); });
    connect(m_sessions, &SessionPane::currentChanged, this, [this] { m_files->showRow(m_sessions->current()); });
    connect(m_sessions, &SessionPane::refreshWanted, this, [this] {
        m_source.refresh();
        m_files->refresh();
    });
    connect(m_sessions, &SessionPane::refused, this,
            [this](const QString &text) { m_message->showMessage(Banner::Level::Info, text); });
    // F5 is for the whole page.
    addAction(m_sessions->commands().constLast());
    connect(&m_source, &SessionSource::changed, this, &SessionsPage::showListing);
    connect(&m_cleanup, &SessionCleanup::settled, this, &SessionsPage::showOutcome);
    connect(&m_cleanup, &SessionCleanup::changed, this, &Page::busyChanged);
    connect(m_files->transfers(), &FileTransfers::changed, this, &Page::busyChanged);
}

void SessionsPage::undo()
{
    m_cleanup.delay()->undo();
}

QString SessionsPage::helpFile() const
{
    return u":/help/sessions.md"_s;
}

QList<QWidget *> SessionsPage::parts() const
{
    return {m_sessions->filterBar(), m_sessions->table(), m_files};
}

QList<QAction *> SessionsPage::commands() const
{
    return m_sessions->commands();
}

void SessionsPage::resetLayout()
{
    m_rows->resetSizes();
    m_sessions->resetColumns();
}

void SessionsPage::restore(const QSettings &settings)
{
    m_sessions->restore(settings);
    m_rows->restore(settings, u"sessions"_s);
}

void SessionsPage::store(QSettings &settings) const
{
    m_sessions->store(settings);
    m_rows->store(settings, u"sessions"_s);
}

void SessionsPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_source.setWatched(true);
}

/// Also when the window is minimised.
void SessionsPage::hideEvent(QHideEvent *event)
{
    m_source.setWatched(false);
    Page::hideEvent(event);
}

QStringList SessionsPage::summaries(const QList<SessionKey> &keys) const
{
    QStringList items;
    for (const SessionKey &key : keys) {
        if (const SessionRow *row = m_table.find(key))
            items.append(summaryText(*row));
    }
    return items;
}

void SessionsPage::askToClose(const QList<SessionKey> &keys)
{
    const auto count = int(keys.size());
    const Dialogs::Question question {
        .text = count == 1 ? tr("Close %1?").arg(lineText(keys.first().id, 80)) : tr("Close these %L1?").arg(count),
        .consequence = count == 1
            ? tr("What runs in it is ended, its files are removed, and its id is not used again. Nothing happens for ten seconds, "
                 "in "
                 "which you can undo it.")
            : tr("What runs in them is ended, their files are removed, and their ids are not used again. Nothing happens for ten "
                 "seconds, in which you can undo it."),
        .accept = m_sessions->closingText(keys),
        .reject = count == 1 ? tr("Keep It") : tr("Keep Them"),
        .items = summaries(keys)};
    m_dialogs->ask(this, question, [this, keys](bool accepted) {
        if (accepted)
            begin(SessionCleanup::Verb::Close, keys);
    });
}

void SessionsPage::askToDelete(const QList<SessionKey> &keys)
{
    const auto count = int(keys.size());
    const Dialogs::Question question {
        .text = count == 1 ? tr("Delete the record of %1?").arg(lineText(keys.first().id, 80))
                           : tr("Delete these %L1 records?").arg(count),
        .consequence = count == 1
            ? tr("It is forgotten that it was there; results in History stay. Nothing happens for ten seconds, in which you can "
                 "undo it.")
            : tr("It is forgotten that they were there; results in History stay. Nothing happens for ten seconds, in which you can "
                 "undo it."),
        .accept = tr("Delete %Ln Records", nullptr, count),
        .reject = count == 1 ? tr("Keep It") : tr("Keep Them"),
        .items = summaries(keys)};
    m_dialogs->ask(this, question, [this, keys](bool accepted) {
        if (accepted)
            begin(SessionCleanup::Verb::Delete, keys);
    });
}

void SessionsPage::begin(SessionCleanup::Verb verb, const QList<SessionKey> &keys)
{
    // What became of the ones before is no longer news.
    m_message->clear();
    m_cleanup.begin(verb, keys);
}

void SessionsPage::showListing()
{
    const std::optional<Fault> &fault = m_source.fault();
    if (!fault || m_table.rowCount() == 0) {
        m_listing->clear();
        return;
    }
    const QString reason = messageText(*fault);
    const QString since = QLocale().toString(m_source.listed().toLocalTime().time(), QLocale::ShortFormat);
    const QString text = tr("The list is not up to date: it is as it was at %1. %2").arg(since, reason);
    // The same again would be told once more to those who hear the window.
    if (m_listing->text() != messageText(text))
        m_listing->showMessage(Banner::Level::Warning, text);
}

void SessionsPage::showOutcome(const SessionCleanup::Outcome &outcome)
{
    const int done = outcome.closed + outcome.deleted;
    if (outcome.failed > 0) {
        m_message->showMessage(
            Banner::Level::Error,
            tr("Done: %1, failed: %2. The rows that failed say why; select them and press Retry.").arg(done).arg(outcome.failed));
    } else if (outcome.deleted == 0) {
        m_message->showMessage(Banner::Level::Info, tr("%L1 closed.").arg(done));
    } else if (outcome.closed == 0) {
        m_message->showMessage(Banner::Level::Info, tr("%Ln records deleted.", nullptr, done));
    } else {
        m_message->showMessage(Banner::Level::Info, tr("%1 closed or deleted.").arg(done));
    }
}

QList<Dialogs::Question> SessionsPage::closingQuestions() const
{
    QList<Dialogs::Question> questions;
    if (const int waiting = m_cleanup.waiting(); waiting > 0) {
        const bool isClose = m_cleanup.waitingVerb() == SessionCleanup::Verb::Close;
        questions.append({.text = isClose ? tr("Not closed yet: %1.").arg(waiting) : tr("Not deleted yet: %1.").arg(waiting),
                          .consequence = isClose ? tr("They were to be closed in a few seconds. If you quit now, they are kept.")
                                                 : tr("They were to be deleted in a few seconds. If you quit now, they are kept."),
                          .accept = tr("Quit and Keep Them"),
                          .reject = tr("Stay")});
    }
    if (const int underWay = m_cleanup.underWay(); underWay > 0)
        questions.append({.text = tr("Being closed or deleted: %1.").arg(underWay),
                          .consequence = tr("Those that are not finished within a few seconds are kept as they are then."),
                          .accept = tr("Quit"),
                          .reject = tr("Stay")});
    if (m_files->transfers()->isActive())
        questions.append({.text = tr("Files are being copied."),
                          .consequence = tr("Copying is cancelled; a file that is not whole is removed."),
                          .accept = tr("Cancel Copying and Quit"),
                          .reject = tr("Stay")});
    return questions;
}

void SessionsPage::stop()
{
    m_cleanup.delay()->undo();
    m_files->transfers()->cancel();
}

bool SessionsPage::isBusy() const
{
    return m_cleanup.underWay() > 0 || m_files->transfers()->isActive();
}

} // namespace hermes
