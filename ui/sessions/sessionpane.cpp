// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessionpane.h"

#include "models/displaytext.h"
#include "models/sessions/sessionroles.h"
#include "models/sessions/sessionsource.h"
#include "ui/sessions/sessiondelegates.h"
#include "ui/sessions/sessionfilterbar.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/actionbutton.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/tablesetup.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

SessionPane::SessionPane(SessionTableModel *table, SessionSource *source, SessionCleanup *cleanup, QWidget *parent)
    : QWidget(parent),
      m_table(table),
      m_source(source),
      m_cleanup(cleanup),
      m_shown(new SessionFilterModel(table, this)),
      m_filter(new SessionFilterBar(this)),
      m_view(new QTableView(this)),
      m_status(new QLabel(this))
{
    createActions();
    createTable();
    createLayout();
    connectModels();
    showAll();
}

void SessionPane::createActions()
{
    m_close = new QAction(glyphIcon(Glyph::Square), {}, this);
    m_close->setToolTip(tr("End what runs in them and remove their files; their ids are not used again"));
    connect(m_close, &QAction::triggered, this, [this] { Q_EMIT closeWanted(selected(canClose)); });
    m_delete = new QAction(glyphIcon(Glyph::Trash), {}, this);
    m_delete->setToolTip(tr("Remove the records of closed ones"));
    connect(m_delete, &QAction::triggered, this, [this] { Q_EMIT deleteWanted(selected(canDelete)); });
    m_keep = new QAction(glyphIcon(Glyph::Undo), {}, this);
    m_keep->setToolTip(tr("Take the selected rows out of what is about to be done"));
    connect(m_keep, &QAction::triggered, this, [this] { m_cleanup->keep(selected()); });
    m_retry = new QAction(glyphIcon(Glyph::Spinner), {}, this);
    m_retry->setToolTip(tr("Try those again that have failed"));
    connect(m_retry, &QAction::triggered, this, [this] { m_cleanup->retry(selected(hasFailed)); });
    m_stale = new QAction(glyphIcon(Glyph::Clock), tr("Select &All Stale"), this);
    m_stale->setToolTip(tr("Select every row that is shown and stale"));
    connect(m_stale, &QAction::triggered, this, &SessionPane::selectStale);
    m_use = new QAction(glyphIcon(Glyph::Play), tr("&Use in Run"), this);
    m_use->setToolTip(tr("Run snippets in the selected sandbox"));
    connect(m_use, &QAction::triggered, this, [this] { Q_EMIT useWanted(selected().value(0)); });
    m_refresh = new QAction(tr("Re&fresh"), this);
    m_refresh->setShortcut(QKeySequence::Refresh);
    m_refresh->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_refresh, &QAction::triggered, this, &SessionPane::refreshWanted);
    auto *find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QAction::triggered, m_filter, [this] { m_filter->setFocus(Qt::ShortcutFocusReason); });
    addAction(find);
    auto *deleteKey = new QAction(m_view);
    deleteKey->setShortcut(QKeySequence::Delete);
    deleteKey->setShortcutContext(Qt::WidgetShortcut);
    connect(deleteKey, &QAction::triggered, this, &SessionPane::deleteKeyPressed);
    m_view->addAction(deleteKey);
}

void SessionPane::createTable()
{
    setUpTable(m_view, tr("Sessions table"));
    m_view->setModel(m_shown);
    m_view->setItemDelegate(new SessionDelegate(m_view));
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(SessionTableModel::Age, Qt::AscendingOrder);
    m_menu = new TableMenu(m_view);
    m_menu->setCommands([this](QMenu *menu) { addCommands(menu); });
    connect(m_menu, &TableMenu::refused, this, &SessionPane::refused);
    m_fit = new ColumnFit(m_view, m_menu);
    m_fit->setStretch(SessionTableModel::Note, 10);
    // Room for what comes later.
    m_fit->setReserves(
        {{SessionTableModel::State, m_view->fontMetrics().horizontalAdvance(tr("deleting in 10 s")) + spacing(m_view, 2.5)}});
    m_empty = new EmptyState({}, {}, m_view->viewport());
    setFocusProxy(m_view);
}

void SessionPane::createLayout()
{
    auto *bar = new QWidget(this);
    auto *buttons = new FlowLayout(bar);
    buttons->setSpacing(spacing(this, 0.5));
    buttons->addWidget(makeActionButton(m_close, tr("Close selected"), this));
    buttons->addWidget(makeActionButton(m_delete, tr("Delete selected"), this));
    buttons->addWidget(makeActionButton(m_keep, tr("Keep selected"), this));
    buttons->addWidget(makeActionButton(m_retry, tr("Retry selected"), this));
    buttons->addWidget(makeActionButton(m_stale, tr("Select all stale"), this));
    buttons->addWidget(makeActionButton(m_use, tr("Use in Run"), this));
    buttons->addRoom();
    m_status->setObjectName(u"SessionsStatus"_s);
    m_status->setTextFormat(Qt::PlainText);
    buttons->addWidget(m_status);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_filter);
    layout->addWidget(bar);
    layout->addWidget(m_view, 1);
}

void SessionPane::connectModels()
{
    m_later.setSingleShot(true);
    m_later.setInterval(0ms);
    connect(&m_later, &QTimer::timeout, this, &SessionPane::showAll);
    m_slow.setSingleShot(true);
    m_slow.setInterval(500ms);
    connect(&m_slow, &QTimer::timeout, this, &SessionPane::showState);
    connect(m_filter, &SessionFilterBar::filterChanged, this, [this] {
        m_shown->setFilter(m_filter->filter());
        showLater();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SessionPane::showLater);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SessionPane::showLater);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_shown, signal, this, &SessionPane::showLater);
    connect(m_table, &QAbstractItemModel::dataChanged, this, &SessionPane::showLater);
    for (const auto signal : {&QAbstractItemModel::columnsInserted, &QAbstractItemModel::columnsRemoved})
        connect(m_shown, signal, m_menu, &TableMenu::applyColumns);
    connect(m_source, &SessionSource::changed, this, [this] {
        if (!m_source->hasAnswer() && !m_slow.isActive())
            m_slow.start();
        showLater();
    });
    connect(m_cleanup, &SessionCleanup::changed, this, &SessionPane::showLater);
}

QList<QAction *> SessionPane::commands() const
{
    return {m_close, m_delete, m_keep, m_retry, nullptr, m_stale, m_use, nullptr, m_refresh};
}

QList<SessionKey> SessionPane::selected() const
{
    return selected([](const SessionRow &) { return true; });
}

QList<SessionKey> SessionPane::selected(bool (*fits)(const SessionRow &)) const
{
    QList<SessionKey> keys;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows()) {
        if (const SessionRow &row = m_shown->rowAt(index); fits(row))
            keys.append(row.key());
    }
    return keys;
}

const SessionRow *SessionPane::current() const
{
    const QModelIndex index = m_view->currentIndex();
    return index.isValid() && m_view->selectionModel()->isRowSelected(index.row()) ? &m_shown->rowAt(index) : nullptr;
}

void SessionPane::selectStale()
{
    QItemSelection stale;
    for (int row = 0; row < m_shown->rowCount(); ++row) {
        const QModelIndex first = m_shown->index(row, 0);
        if (const SessionRow &each = m_shown->rowAt(first); each.info.stale && isIdle(each))
            stale.select(first, m_shown->index(row, m_shown->columnCount() - 1));
    }
    m_view->selectionModel()->select(stale, QItemSelectionModel::ClearAndSelect);
    if (!stale.isEmpty())
        m_view->selectionModel()->setCurrentIndex(stale.first().topLeft(), QItemSelectionModel::NoUpdate);
    m_view->setFocus();
}

void SessionPane::deleteKeyPressed()
{
    // The action that is enabled asks, and with both the one that loses more.
    showActions();
    if (m_close->isEnabled())
        m_close->trigger();
    else
        m_delete->trigger();
}

void SessionPane::addCommands(QMenu *menu)
{
    showActions();
    for (QAction *action : commands()) {
        if (action)
            menu->addAction(action);
        else
            menu->addSeparator();
    }
}

void SessionPane::showLater()
{
    if (!m_later.isActive())
        m_later.start();
}

void SessionPane::showAll()
{
    QStringList backends;
    for (const SessionRow &row : m_table->rows())
        backends.append(row.info.backend);
    backends.removeDuplicates();
    m_filter->setBackends(backends);
    showActions();
    showState();
    m_fit->grow(); // sizes are known later than the rows
    Q_EMIT currentChanged();
}

void SessionPane::showActions()
{
    showVerbs();
    const auto some = [this](const auto &fits) { return std::ranges::any_of(m_table->rows(), fits); };
    const QList<SessionKey> all = selected();
    const auto waiting = int(selected([](const SessionRow &row) { return sessionStatus(row) == SessionStatus::Waiting; }).size());
    m_keep->setVisible(m_cleanup->waiting() > 0);
    m_keep->setEnabled(waiting > 0);
    m_keep->setText(waiting > 0 ? tr("&Keep %1").arg(waiting) : tr("&Keep"));
    const auto failed = int(selected(hasFailed).size());
    m_retry->setVisible(some(hasFailed));
    m_retry->setEnabled(failed > 0);
    m_retry->setText(failed > 0 ? tr("Ret&ry %1").arg(failed) : tr("Ret&ry"));
    m_stale->setEnabled(some([](const SessionRow &row) { return row.info.stale && isIdle(row); }));
    const SessionRow *only = all.size() == 1 ? m_table->find(all.first()) : nullptr;
    m_use->setEnabled(only && only->info.kind == SessionKind::Sandbox && canClose(*only));
}

void SessionPane::showVerbs()
{
    const QList<SessionKey> closing = selected(canClose);
    const auto count = int(closing.size());
    m_close->setEnabled(count > 0);
    m_close->setText(u'&' + (count == 0 ? tr("Close") : closingText(closing)) + u'…');
    const auto records = int(selected(canDelete).size());
    m_delete->setEnabled(records > 0);
    m_delete->setText(records == 0 ? tr("&Delete…") : tr("&Delete %Ln Records…", nullptr, records));
}

QString SessionPane::closingText(const QList<SessionKey> &keys) const
{
    const auto count = int(keys.size());
    const auto sandboxes = std::ranges::count_if(keys, [this](const SessionKey &key) {
        const SessionRow *row = m_table->find(key);
        return row && row->info.kind == SessionKind::Sandbox;
    });
    if (sandboxes == count)
        return tr("Close %Ln Sandboxes", nullptr, count);
    return sandboxes == 0 ? tr("Close %Ln Sessions", nullptr, count) : tr("Close %Ln Entries", nullptr, count);
}

void SessionPane::showState()
{
    const int shown = m_shown->rowCount();
    const int all = m_table->rowCount();
    const auto chosen = int(m_view->selectionModel()->selectedRows().size());
    const QString counts = shown == all ? tr("%1 listed").arg(all) : tr("%1 of %2 shown").arg(shown).arg(all);
    m_status->setText(chosen > 1 ? tr("%1 · %2 selected").arg(counts).arg(chosen) : counts);
    m_status->setVisible(m_source->hasAnswer());
    if (all > 0 && shown == 0)
        m_empty->setTexts(tr("Nothing matches the filter"), tr("Clear the filter to see everything again."));
    else if (m_source->fault())
        m_empty->setTexts(tr("Could not list"), tr("%1 Press F5 to try again.").arg(messageText(*m_source->fault())));
    else if (m_source->hasAnswer())
        m_empty->setTexts(tr("No sandboxes or sessions"),
                          tr("Run a snippet in a sandbox on the page Run: it is listed here until you delete it."));
    else
        m_empty->setTexts(tr("Listing…"), tr("Every backend that has something open is asked."));
    m_empty->setVisible(shown == 0 && (m_source->hasAnswer() || (m_source->isListing() && !m_slow.isActive())));
}

void SessionPane::resetColumns()
{
    m_menu->resetColumns();
}

void SessionPane::store(QSettings &settings) const
{
    m_filter->store(settings);
    settings.setValue("sessions/sortColumn"_L1, m_view->horizontalHeader()->sortIndicatorSection());
    settings.setValue("sessions/sortOrder"_L1, int(m_view->horizontalHeader()->sortIndicatorOrder()));
    m_menu->storeColumns(settings, u"sessions/columns"_s);
}

void SessionPane::restore(const QSettings &settings)
{
    m_filter->restore(settings);
    m_menu->restoreColumns(settings, u"sessions/columns"_s);
    const int column = settings.value("sessions/sortColumn"_L1, int(SessionTableModel::Age)).toInt();
    const auto order = settings.value("sessions/sortOrder"_L1).toInt() == Qt::DescendingOrder ? Qt::DescendingOrder
                                                                                              : Qt::AscendingOrder;
    m_view->sortByColumn(column < m_shown->columnCount() ? column : int(SessionTableModel::Age), order);
}

} // namespace hermes
