// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "historypage.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/history/launchtext.h"
#include "ui/history/comparisonview.h"
#include "ui/history/historysearch.h"
#include "ui/history/historytable.h"
#include "ui/history/historytexts.h"
#include "ui/history/launchpreview.h"
#include "ui/theme/theme.h"
#include "ui/widgets/actionbutton.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/shownstack.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/undobar.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QFuture>
#include <QGuiApplication>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace hermes {

HistoryPage::HistoryPage(Engine *engine, Dialogs *dialogs, QWidget *parent)
    : Page(parent),
      m_engine(engine),
      m_model(engine),
      m_deletion(engine, &m_model, dialogs),
      m_search(new HistorySearch(engine->kinds(), this)),
      m_message(new Banner(u"HistoryMessage"_s, Banner::Closing::ByUser, this)),
      m_loading(new QProgressBar(this)),
      m_stack(new ShownStack(this)),
      m_table(new HistoryTable(&m_model, this)),
      m_preview(new LaunchPreview(engine, this)),
      m_comparison(new ComparisonView(engine, this))
{
    createActions();
    createLayout();
    connectModel();
    m_model.setFilter(m_search->filter());
    showSelection();
    showLoading();
}

HistoryPage::~HistoryPage() = default;

QAction *HistoryPage::addCommand(const QString &text, const QString &name, const QKeySequence &keys)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    return action;
}

void HistoryPage::createActions()
{
    m_open = addCommand(tr("&Open"), u"HistoryOpen"_s);
    m_open->setToolTip(tr("Show its results in the grid (Return)"));
    m_openAsNew = addCommand(tr("Open as &New"), u"HistoryOpenAsNew"_s);
    m_openAsNew->setToolTip(tr("Take over its code, parameters and settings to launch them again"));
    m_compare = addCommand(tr("Co&mpare"), u"HistoryCompare"_s);
    m_compare->setToolTip(tr("Show what two selected launches differ in"));
    m_resume = addCommand(tr("Res&ume"), u"HistoryResume"_s);
    m_cancel = addCommand(tr("Cancel Launch"), u"HistoryCancel"_s);
    m_cancel->setToolTip(tr("End everything that runs of it and start no more"));
    m_delete = addCommand(tr("&Delete…"), u"HistoryDelete"_s, QKeySequence::Delete);
    m_copyId = addCommand(tr("Cop&y Number"), u"HistoryCopyId"_s);
    m_copyId->setToolTip(tr("Copy the launch's number, as hermesctl show takes it"));
    m_refresh = addCommand(tr("&Refresh"), u"HistoryRefresh"_s, QKeySequence::Refresh);
    m_find = addCommand(tr("&Find"), u"HistoryFind"_s, QKeySequence::Find);
    connect(m_open, &QAction::triggered, this, &HistoryPage::open);
    connect(m_openAsNew, &QAction::triggered, this, &HistoryPage::openAsNew);
    connect(m_compare, &QAction::triggered, this, &HistoryPage::compare);
    connect(m_resume, &QAction::triggered, this, &HistoryPage::resume);
    connect(m_cancel, &QAction::triggered, this, &HistoryPage::cancelLaunch);
    connect(m_delete, &QAction::triggered, this, [this] { m_deletion.ask(this, m_table->selected()); });
    connect(m_copyId, &QAction::triggered, this, &HistoryPage::copyId);
    connect(m_refresh, &QAction::triggered, &m_model, &HistoryModel::refresh);
    connect(m_find, &QAction::triggered, m_search, &HistorySearch::focusText);
    connect(m_table->menu(), &TableMenu::refused, this,
            [this](const QString &text) { m_message->showMessage(Banner::Level::Info, text); });
    m_table->menu()->setCommands([this](QMenu *menu) {
        for (QAction *command : commands()) {
            if (command)
                menu->addAction(command);
            else
                menu->addSeparator();
        }
    });
    // A key that deletes belongs to the table alone; the others to the whole page.
    m_table->addAction(m_delete);
    connect(m_table, &QTableView::activated, m_open, &QAction::trigger);
    connect(m_table, &HistoryTable::selectionMoved, this, &HistoryPage::showSelection);
    addActions({m_refresh, m_find});
}

QWidget *HistoryPage::createButtons()
{
    auto *bar = new QWidget(this);
    auto *layout = new FlowLayout(bar);
    layout->setSpacing(spacing(this, 0.5));
    const auto add = [layout, bar](QAction *action) {
        QPushButton *button = makeActionButton(action, QString(action->text()).remove(u'&').remove(u'…'), bar);
        button->setObjectName(action->objectName());
        layout->addWidget(button);
    };
    for (QAction *action : {m_open, m_openAsNew, m_compare, m_resume, m_cancel})
        add(action);
    layout->addRoom();
    for (QAction *action : {m_copyId, m_delete})
        add(action);
    return bar;
}

void HistoryPage::createLayout()
{
    m_splitter = new Splitter(Qt::Vertical, u"HistorySplitter"_s, {65, 35}, this);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_preview);
    m_loading->setObjectName(u"HistoryLoading"_s);
    m_loading->setAccessibleName(tr("Reading the history"));
    m_loading->setTextVisible(false);
    m_loading->setFixedHeight(spacing(this, 0.3));
    QSizePolicy keepsPlace = m_loading->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_loading->setSizePolicy(keepsPlace);
    auto *list = new QWidget(this);
    auto *listLayout = new QVBoxLayout(list);
    listLayout->setContentsMargins({});
    listLayout->setSpacing(spacing(this, 0.3));
    listLayout->addWidget(m_search);
    listLayout->addWidget(m_loading);
    listLayout->addWidget(m_splitter, 1);
    listLayout->addWidget(createButtons());
    m_stack->addWidget(list);
    m_stack->addWidget(m_comparison);
    auto *layout = new QVBoxLayout(this);
    const int margin = spacing(this, 0.8);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_message);
    layout->addWidget(m_stack, 1);
    layout->addWidget(new UndoBar(m_deletion.waiting(), this));
    setFocusProxy(m_table);
}

void HistoryPage::connectModel()
{
    connect(m_search, &HistorySearch::changed, this, [this] { m_model.setFilter(m_search->filter()); });
    connect(&m_model, &HistoryModel::loadingChanged, this, &HistoryPage::showLoading);
    connect(&m_model, &HistoryModel::failed, this, &HistoryPage::showFault);
    connect(&m_deletion, &LaunchDeletion::failed, this, &HistoryPage::showFault);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_model, signal, this, &HistoryPage::showSelection);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &HistoryPage::showSelection);
    connect(m_engine, &Engine::launchFinished, this, [this](LaunchId id) {
        if (m_resumed.remove(id))
            Q_EMIT busyChanged();
        showSelection();
    });
    connect(m_comparison, &ComparisonView::backWanted, this, [this] {
        m_comparison->stop();
        m_stack->setCurrentIndex(0);
        m_table->setFocus();
    });
}

void HistoryPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_model.setWatching(true);
}

void HistoryPage::hideEvent(QHideEvent *event)
{
    m_model.setWatching(false);
    Page::hideEvent(event);
}

bool HistoryPage::isActiveHere(LaunchId id) const
{
    return m_engine->active().contains(id);
}

void HistoryPage::showSelection()
{
    const QList<LaunchRecord> chosen = m_table->selected();
    const bool one = chosen.size() == 1;
    const auto count = int(LaunchDeletion::deletable(chosen).size());
    const qint64 resumable = one ? resumableCount(chosen.first()) : 0;
    m_open->setEnabled(one);
    m_openAsNew->setEnabled(one);
    m_copyId->setEnabled(!chosen.isEmpty());
    m_compare->setEnabled(chosen.size() == 2);
    m_resume->setEnabled(resumable > 0);
    m_resume->setText(resumeText(resumable));
    m_resume->setToolTip(tr("Run what has no result, was cancelled, or failed for infrastructure"));
    m_cancel->setVisible(one && isActiveHere(chosen.first().id));
    m_delete->setEnabled(count > 0);
    m_delete->setText(deleteText(count));
    m_delete->setToolTip(count == 0 && !chosen.isEmpty() ? tr("A launch that is running cannot be deleted") : QString());
    if (one)
        m_preview->showLaunch(chosen.first());
    else
        m_preview->clear();
}

void HistoryPage::showLoading()
{
    const bool loading = m_model.isLoading();
    const bool empty = m_model.isLoaded() && !loading && m_model.rowCount() == 0;
    // Only where there is nothing to look at meanwhile: a list that is brought up to date needs no sign.
    m_loading->setVisible(loading && !m_model.isLoaded());
    m_loading->setRange(0, 0);
    using enum HistoryTable::Empty;
    m_table->showEmpty(!empty ? No : m_search->isRestricted() ? NothingFound : NothingYet);
    if (m_model.rowCount() > 0)
        m_table->fitColumns();
}

void HistoryPage::open()
{
    const QList<LaunchRecord> chosen = m_table->selected();
    if (chosen.size() == 1)
        Q_EMIT openWanted(chosen.first().id);
}

void HistoryPage::openAsNew()
{
    const QList<LaunchRecord> chosen = m_table->selected();
    if (chosen.size() != 1)
        return;
    m_engine->spec(chosen.first().id).then(this, [this](const Result<LaunchSpec> &spec) {
        if (spec)
            Q_EMIT openAsNewWanted(*spec);
        else
            showFault(spec.error());
    });
}

void HistoryPage::compare()
{
    const QList<LaunchRecord> chosen = m_table->selected();
    if (chosen.size() != 2)
        return;
    m_stack->setCurrentWidget(m_comparison);
    m_comparison->compare(chosen.first().id, chosen.last().id);
}

void HistoryPage::resume()
{
    const QList<LaunchRecord> chosen = m_table->selected();
    if (chosen.size() != 1 || resumableCount(chosen.first()) == 0)
        return;
    m_resume->setEnabled(false);
    m_engine->resumeSweep(chosen.first().id).then(this, [this](const Result<LaunchTicket> &ticket) {
        if (!ticket) {
            showFault(ticket.error());
            showSelection();
            return;
        }
        m_resumed.insert(ticket->id);
        m_message->showMessage(Banner::Level::Info, resumedText(*ticket));
        m_model.refresh();
        Q_EMIT busyChanged();
    });
}

void HistoryPage::cancelLaunch()
{
    for (const LaunchRecord &record : m_table->selected())
        m_engine->cancel(record.id);
}

void HistoryPage::copyId()
{
    QStringList ids;
    for (const LaunchRecord &record : m_table->selected())
        ids += QString::number(record.id);
    QGuiApplication::clipboard()->setText(ids.join(u' '));
}

void HistoryPage::showFault(const Fault &fault)
{
    m_message->showMessage(Banner::Level::Error, messageText(fault));
}

void HistoryPage::undo()
{
    m_deletion.waiting()->undo();
}

QString HistoryPage::helpFile() const
{
    return u":/help/history.md"_s;
}

QList<QWidget *> HistoryPage::parts() const
{
    if (m_stack->currentWidget() == m_comparison)
        return {m_comparison};
    return {m_search, m_table, m_preview};
}

QList<QAction *> HistoryPage::commands() const
{
    return {m_open, m_openAsNew, m_compare, nullptr, m_resume, m_cancel, nullptr, m_copyId, m_delete, nullptr, m_find, m_refresh};
}

void HistoryPage::resetLayout()
{
    m_splitter->resetSizes();
    m_table->menu()->resetColumns();
}

void HistoryPage::restore(const QSettings &settings)
{
    m_search->restore(settings);
    m_table->menu()->restoreColumns(settings, u"history/columns"_s);
    m_splitter->restore(settings, u"history"_s);
}

void HistoryPage::store(QSettings &settings) const
{
    m_search->store(settings);
    m_table->menu()->storeColumns(settings, u"history/columns"_s);
    m_splitter->store(settings, u"history"_s);
}

QList<Dialogs::Question> HistoryPage::closingQuestions() const
{
    QList<Dialogs::Question> questions;
    if (isBusy())
        questions.append({.text = tr("What was resumed is still running."),
                          .consequence = tr("Quitting ends what runs now. Finished results are kept, and what is missing can be "
                                            "run later."),
                          .accept = tr("Stop and Quit"),
                          .reject = tr("Keep Running")});
    if (const auto question = m_deletion.closingQuestion())
        questions.append(*question);
    return questions;
}

void HistoryPage::stop()
{
    for (const LaunchId id : std::as_const(m_resumed))
        m_engine->cancel(id);
}

bool HistoryPage::isBusy() const
{
    return !m_resumed.isEmpty();
}

} // namespace hermes
