// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backendspage.h"

#include "models/commandline.h"
#include "models/displaytext.h"
#include "ui/backends/backenddelegate.h"
#include "ui/backends/connectionpane.h"
#include "ui/backends/poolpane.h"
#include "ui/backends/profileactions.h"
#include "ui/backends/settingsform.h"
#include "ui/theme/theme.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/headings.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/undobar.h"
#include "ui/widgets/wrappinglabel.h"

#include <QAction>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QListView>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// A button that is its action: enabled with it, and with its tool tip.
QPushButton *makeButton(QAction *action, const QString &name, QWidget *parent)
{
    auto *button = new QPushButton(parent);
    button->setObjectName(u"Button"_s + action->objectName());
    button->setText(name);
    button->setAccessibleName(name);
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

} // namespace

BackendsPage::BackendsPage(Engine *engine, ProfileStore *store, Dialogs *dialogs, QWidget *parent)
    : Page(parent),
      m_engine(engine),
      m_store(store),
      m_tests(engine),
      m_list(engine, store, &m_tests),
      m_actions(new ProfileActions({engine, store, &m_tests, &m_list, &m_form}, this))
{
    setObjectName(u"BackendsPage"_s);
    createWidgets(dialogs);
    createCommands();
    createLayout();
    connectParts();
    showFileProblem();
    showAgain();
}

BackendsPage::~BackendsPage()
{
    m_actions->deletion()->actNow();
}

void BackendsPage::createWidgets(Dialogs *dialogs)
{
    m_fileProblem = new Banner(u"ProfileFileProblem"_s, Banner::Closing::Standing, this);
    m_message = new Banner(u"BackendsMessage"_s, Banner::Closing::ByUser, this);
    m_entryProblem = new Banner(u"EntryProblem"_s, Banner::Closing::Standing, this);
    m_cards = new QListView(this);
    m_cards->setObjectName(u"BackendCards"_s);
    m_cards->setAccessibleName(tr("Backends and profiles"));
    m_cards->setModel(&m_list);
    m_cards->setItemDelegate(new BackendDelegate(m_cards));
    m_cards->setUniformItemSizes(true);
    m_cards->setMouseTracking(true);
    m_cards->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_cards->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_path = new ElidingLabel(this);
    m_path->setObjectName(u"ProfileFilePath"_s);
    m_path->setElideMode(Qt::ElideMiddle);
    m_path->setForegroundRole(QPalette::PlaceholderText);
    m_path->showText(m_store->path());
    m_title = new ElidingLabel(this);
    m_title->setObjectName(u"BackendTitle"_s);
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.25);
    m_title->setFont(font);
    m_isolation = new Badge(this);
    m_about = new WrappingLabel(this);
    m_about->setObjectName(u"BackendAbout"_s);
    m_about->setForegroundRole(QPalette::PlaceholderText);
    m_settings = new SettingsForm(&m_form, dialogs, this);
    m_edits = new WrappingLabel(this);
    m_edits->setObjectName(u"EditState"_s);
    m_save = makeButton(m_actions->save(), tr("Save Profile"), this);
    m_save->setProperty("primary", true);
    m_revert = makeButton(m_actions->discardEdits(), tr("Revert Edits"), this);
    m_connection = new ConnectionPane(&m_tests, this);
    m_pool = new PoolPane(m_engine, this);
}

void BackendsPage::createCommands()
{
    m_actions->rename()->setShortcut(QKeySequence(Qt::Key_F2));
    m_actions->remove()->setShortcut(QKeySequence::Delete);
    // Where a text is edited the keys belong to it.
    for (QAction *action : {m_actions->rename(), m_actions->remove()}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        m_cards->addAction(action);
    }
    auto *test = new QAction(tr("&Test Connection"), this);
    connect(test, &QAction::triggered, m_connection, &ConnectionPane::start);
    m_commands = {m_actions->create(),
                  m_actions->duplicate(),
                  m_actions->rename(),
                  m_actions->remove(),
                  nullptr,
                  m_actions->save(),
                  m_actions->discardEdits(),
                  nullptr,
                  test,
                  nullptr,
                  m_actions->copyPath()};
}

void BackendsPage::createLayout()
{
    m_columns = new Splitter(Qt::Horizontal, u"BackendsColumns"_s, {24, 76}, this);
    m_columns->addWidget(makeListSide());
    m_columns->addWidget(makeFormSide());
    auto *layout = new QVBoxLayout(this);
    const int margin = spacing(this, 0.8);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_fileProblem);
    layout->addWidget(m_message);
    layout->addWidget(m_columns, 1);
    layout->addWidget(new UndoBar(m_actions->deletion(), this));
    setFocusProxy(m_cards);
}

QWidget *BackendsPage::makeListSide()
{
    auto *side = new QWidget(this);
    m_cards->setParent(side);
    auto *copy = new QToolButton(side);
    copy->setText(tr("Copy Path"));
    copy->setObjectName(u"CopyPath"_s);
    copy->setAccessibleName(tr("Copy the path of the profile file"));
    copy->setAutoRaise(true);
    connect(copy, &QToolButton::clicked, m_actions->copyPath(), &QAction::trigger);
    auto *file = new QHBoxLayout;
    file->addWidget(m_path, 1);
    file->addWidget(copy);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(makeHeading(tr("Bac&kends and profiles"), m_cards));
    layout->addWidget(m_cards, 1);
    layout->addWidget(makeButton(m_actions->create(), tr("New Profile…"), side));
    layout->addLayout(file);
    side->setMinimumWidth(spacing(this, 14));
    return side;
}

QWidget *BackendsPage::makeFormSide()
{
    auto *form = new QWidget(this);
    auto *head = new QWidget(form);
    auto *heading = new FlowLayout(head);
    heading->setSpacing(spacing(this, 0.5));
    auto *name = new FlowPart(head);
    auto *words = new QHBoxLayout(name);
    words->setContentsMargins({});
    words->setSpacing(spacing(this, 0.5));
    m_title->setMinimumWidth(spacing(this, 9));
    words->addWidget(m_title, 1);
    words->addWidget(m_isolation);
    heading->addWidget(name);
    heading->addWidget(makeButton(m_actions->duplicate(), tr("Duplicate…"), form));
    heading->addWidget(makeButton(m_actions->rename(), tr("Rename…"), form));
    heading->addWidget(makeButton(m_actions->remove(), tr("Delete Profile"), form));
    auto *saving = new QHBoxLayout;
    saving->setSpacing(spacing(this, 0.5));
    saving->addWidget(m_edits, 1);
    saving->addWidget(m_revert);
    saving->addWidget(m_save);
    auto *layout = new QVBoxLayout(form);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(head);
    layout->addWidget(m_about);
    layout->addWidget(m_entryProblem);
    layout->addWidget(m_pool);
    layout->addWidget(m_settings, 1);
    layout->addLayout(saving);
    m_right = new Splitter(Qt::Vertical, u"BackendsRight"_s, {60, 40}, this);
    m_right->addWidget(form);
    m_right->addWidget(m_connection);
    return m_right;
}

void BackendsPage::connectParts()
{
    connect(m_cards->selectionModel(), &QItemSelectionModel::currentChanged, this, &BackendsPage::showChosen);
    connect(m_store, &ProfileStore::changed, this, [this] {
        showFileProblem();
        showAgain();
    });
    connect(&m_form, &SettingsFormModel::changed, this, [this] {
        m_list.setUnsaved(m_form.edited());
        showHeading();
        showTested();
    });
    connect(m_actions, &ProfileActions::chosen, this, &BackendsPage::choose);
    connect(m_actions, &ProfileActions::failed, this,
            [this](const Fault &fault) { m_message->showMessage(Banner::Level::Error, messageText(fault)); });
    connect(m_actions, &ProfileActions::badValue, this, [this](int row) {
        m_message->showMessage(Banner::Level::Error, tr("Not saved. %1").arg(m_form.field(row).problem));
        m_settings->focusRow(row);
    });
    connect(m_actions->copyPath(), &QAction::triggered, this,
            [this] { m_message->showMessage(Banner::Level::Info, tr("In the clipboard: %1").arg(m_store->path())); });
    connect(m_connection, &ConnectionPane::refused, this,
            [this](const Fault &fault) { m_message->showMessage(Banner::Level::Error, messageText(fault)); });
}

void BackendsPage::choose(const BackendName &name)
{
    if (const int row = m_list.rowOf(name); row >= 0)
        m_cards->setCurrentIndex(m_list.index(row));
}

void BackendsPage::showAgain()
{
    const BackendName wanted = m_wanted.backend.isEmpty() ? m_form.name() : m_wanted;
    if (m_store->isLoaded())
        m_wanted = {};
    int row = m_list.rowOf(wanted);
    if (row < 0)
        row = std::clamp(m_row, 0, std::max(0, m_list.rowCount() - 1));
    m_cards->setCurrentIndex(m_list.index(row));
    showChosen();
}

void BackendsPage::showChosen()
{
    const QModelIndex index = m_cards->currentIndex();
    if (!index.isValid())
        return;
    m_row = index.row();
    const BackendName name = m_list.nameOf(m_row);
    if (name != m_form.name())
        m_message->clear();
    m_form.show(name, m_engine->findKind(name.backend), m_store->profiles());
    m_pool->showBackend(name, m_engine->findKind(name.backend), m_store->profiles());
}

void BackendsPage::showHeading()
{
    const BackendName &name = m_form.name();
    const BackendKind *kind = m_engine->findKind(name.backend);
    const QString title = kind ? kind->title : name.backend;
    m_title->showText(name.profile.isEmpty() ? title : name.profile);
    m_isolation->showText(kind ? tr("isolation: %1").arg(kind->isolation) : QString());
    if (name.profile.isEmpty())
        m_about->showText(tr("Without a profile: what the environment and the defaults give. Values that are typed here can be "
                             "tested, and saved as a new profile."));
    else
        m_about->showText(kind ? tr("A profile of the backend %1 (%2).").arg(title, name.backend)
                               : tr("A profile of the backend %1.").arg(name.backend));
    const int row = m_list.rowOf(name);
    const QString problem = row < 0 ? QString() : m_list.index(row).data(BackendListModel::ProblemRole).toString();
    m_entryProblem->showMessage(Banner::Level::Error, problem);
    m_edits->showText(m_form.isEdited() ? tr("There are edits that are not saved") : QString());
    m_save->setText(name.profile.isEmpty() ? tr("Save as Profile…") : tr("Save Profile"));
}

void BackendsPage::showTested()
{
    const BackendName &name = m_form.name();
    const BackendKind *kind = m_engine->findKind(name.backend);
    m_connection->setUnsaved(m_form.isEdited());
    if (!kind) {
        const QList<BackendKind> kinds = m_engine->kinds();
        const Fault unknown = findBackendKind(name.backend, kinds).error();
        m_connection->show(name, std::unexpected(unknown), std::unexpected(unknown));
        return;
    }
    const auto settings = m_form.settings();
    const auto command = settings ? commandForCheck(name, *settings, {.schema = kind->schema, .profiles = m_store->profiles()})
                                  : Result<QString>(std::unexpected(settings.error()));
    m_connection->show(name, settings, command);
}

void BackendsPage::showFileProblem()
{
    const auto &problem = m_store->problem();
    m_settings->setReadOnly(problem.has_value());
    m_fileProblem->showMessage(Banner::Level::Error,
                               problem
                                   ? tr("%1\nShown is what the file had before; nothing can be changed here until it is mended.")
                                         .arg(messageText(*problem))
                                   : QString());
}

/// Ctrl+S saves what is edited here, not the snippet of another page.
bool BackendsPage::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Save)) {
        event->accept();
        return true;
    }
    return Page::event(event);
}

void BackendsPage::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Save))
        m_actions->save()->trigger();
    else
        Page::keyPressEvent(event);
}

void BackendsPage::undo()
{
    m_actions->deletion()->undo();
}

QString BackendsPage::helpFile() const
{
    return u":/help/backends.md"_s;
}

QList<QWidget *> BackendsPage::parts() const
{
    return {m_cards, m_settings, m_connection};
}

QList<Dialogs::Question> BackendsPage::closingQuestions() const
{
    QStringList edited;
    for (const BackendName &name : m_form.edited()) {
        if (!m_actions->hidden().contains(name.profile))
            edited.append(lineText(name.profile.isEmpty() ? name.backend : name.profile, 80));
    }
    if (edited.isEmpty())
        return {};
    edited.sort();
    return {{.text = tr("Settings of %Ln backends have edits that are not saved.", nullptr, int(edited.size())),
             .consequence = tr("They are lost when the window is closed."),
             .accept = tr("Discard the Edits and Quit"),
             .reject = tr("Keep Editing"),
             .items = edited}};
}

void BackendsPage::resetLayout()
{
    for (Splitter *splitter : {m_columns, m_right})
        splitter->resetSizes();
}

void BackendsPage::restore(const QSettings &settings)
{
    m_wanted = {.backend = settings.value("backends/backend"_L1).toString(),
                .profile = settings.value("backends/profile"_L1).toString()};
    for (Splitter *splitter : {m_columns, m_right})
        splitter->restore(settings, u"backends"_s);
    showAgain();
}

void BackendsPage::store(QSettings &settings) const
{
    settings.setValue("backends/backend"_L1, m_form.name().backend);
    settings.setValue("backends/profile"_L1, m_form.name().profile);
    for (const Splitter *splitter : {m_columns, m_right})
        splitter->store(settings, u"backends"_s);
}

} // namespace hermes
