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
#include "ui/images/imagespane.h"
#include "ui/secrets/keychainbanner.h"
#include "ui/secrets/secretquestions.h"
#include "ui/secrets/storedsecretsdialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/actionbutton.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/undobar.h"
#include "ui/widgets/wrappinglabel.h"

#include <QAction>
#include <QKeyEvent>
#include <QListView>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

BackendsPage::BackendsPage(const Parts &parts, QWidget *parent)
    : Page(parent),
      m_engine(parts.engine),
      m_store(parts.profiles),
      m_dialogs(parts.dialogs),
      m_secrets(parts.tokens),
      m_tests(m_engine),
      m_list(m_engine, m_store, &m_tests),
      m_actions(new ProfileActions({m_engine, m_store, &m_tests, &m_list, &m_form, &m_secrets}, this))
{
    setObjectName(u"BackendsPage"_s);
    m_form.setSecrets(&m_secrets);
    createWidgets();
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

void BackendsPage::createWidgets()
{
    m_fileProblem = new Banner(u"ProfileFileProblem"_s, Banner::Closing::Standing, this);
    m_keychainProblem = makeKeychainBanner(u"KeychainProblem"_s, &m_secrets, this);
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
    m_settings = new SettingsForm(&m_form, m_dialogs, this);
    m_edits = new WrappingLabel(this);
    m_edits->setObjectName(u"EditState"_s);
    m_save = makeNamedButton(m_actions->save(), tr("Save Profile"), this);
    m_save->setProperty("primary", true);
    m_revert = makeNamedButton(m_actions->discardEdits(), tr("Revert Edits"), this);
    m_connection = new ConnectionPane(&m_tests, this);
    m_pool = new PoolPane(m_engine, this);
    m_images = new ImagesPane(m_engine, m_dialogs, this);
    m_tabs = new QTabBar(this);
    m_tabs->setObjectName(u"BackendParts"_s);
    m_tabs->setAccessibleName(tr("Parts of the backend"));
    m_tabs->setExpanding(false);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(tr("Settings"));
    m_tabs->addTab(tr("Images"));
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
    m_stored = new QAction(tr("Stored Se&crets…"), this);
    m_stored->setObjectName(u"StoredSecrets"_s);
    m_stored->setToolTip(tr("See, add and delete the tokens and passwords in the keychain"));
    connect(m_stored, &QAction::triggered, this, &BackendsPage::showSecrets);
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
                  m_stored,
                  m_actions->copyPath()};
}

void BackendsPage::connectParts()
{
    connect(m_tabs, &QTabBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_cards->selectionModel(), &QItemSelectionModel::currentChanged, this, &BackendsPage::showChosen);
    connect(m_store, &ProfileStore::changed, this, [this] {
        showFileProblem();
        showAgain();
    });
    connect(&m_form, &SettingsFormModel::changed, this, [this] {
        m_list.setUnsaved(m_form.edited());
        showHeading();
        showTested();
        showImages();
    });
    connect(m_settings, &SettingsForm::secretAsked, this, &BackendsPage::actOnSecret);
    connect(&m_secrets, &SecretTasks::done, this,
            [this](const QString &sentence) { m_message->showMessage(Banner::Level::Info, sentence + u'.'); });
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

void BackendsPage::showImages()
{
    const BackendKind *kind = m_engine->findKind(m_form.name().backend);
    const bool hasImages = kind && kind->ownImage;
    m_tabs->setVisible(hasImages);
    if (!hasImages)
        m_tabs->setCurrentIndex(0);
    m_images->showBackend(hasImages ? m_form.settings() : Result<Settings>(fail(FaultKind::NotConfigured, {})),
                          hasImages ? *kind->ownImage : ImageBuild());
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

void BackendsPage::actOnSecret(int row, SecretAction action)
{
    const SecretWish wish = m_form.secretOf(row);
    const SettingField &field = m_form.field(row);
    switch (action) {
        using enum SecretAction;
    case Test: m_secrets.test(wish); break;
    case Forget: askToForget(wish.name, &m_secrets, m_dialogs, this); break;
    case Replace: {
        const QString note = field.variable.isEmpty() ? QString()
                                                      : tr("The environment variable %1 comes before it.").arg(field.variable);
        askForSecret({.title = field.setting.label, .name = wish.name, .note = note}, &m_secrets, this);
        break;
    }
    }
}

void BackendsPage::showSecrets()
{
    auto *dialog = findChild<StoredSecretsDialog *>();
    if (!dialog)
        dialog = new StoredSecretsDialog(m_engine->kinds(), &m_secrets, m_store, m_dialogs, this);
    dialog->show();
    dialog->activateWindow();
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
    return {m_cards, m_settings, m_connection, m_images};
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
    for (Splitter *splitter : {m_columns, m_right, m_images->splitter()})
        splitter->resetSizes();
}

void BackendsPage::restore(const QSettings &settings)
{
    m_wanted = {.backend = settings.value("backends/backend"_L1).toString(),
                .profile = settings.value("backends/profile"_L1).toString()};
    for (Splitter *splitter : {m_columns, m_right, m_images->splitter()})
        splitter->restore(settings, u"backends"_s);
    showAgain();
}

void BackendsPage::store(QSettings &settings) const
{
    settings.setValue("backends/backend"_L1, m_form.name().backend);
    settings.setValue("backends/profile"_L1, m_form.name().profile);
    for (const Splitter *splitter : {m_columns, m_right, m_images->splitter()})
        splitter->store(settings, u"backends"_s);
}

} // namespace hermes
