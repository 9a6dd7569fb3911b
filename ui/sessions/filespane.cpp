// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "filespane.h"

#include "models/displaytext.h"
#include "models/sessions/sessionroles.h"
#include "ui/sessions/filesview.h"
#include "ui/sessions/pathbar.h"
#include "ui/sessions/sessiondelegates.h"
#include "ui/sessions/transferbar.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/actionbutton.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tablesetup.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileInfo>
#include <QHeaderView>
#include <QLocale>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

using Kind = FileEntry::Kind;
using Phase = SandboxFilesModel::Phase;

namespace {

bool canLook(const SessionRow &row)
{
    return row.info.kind == SessionKind::Sandbox && canClose(row) && row.info.state != SessionState::Lost;
}

/// Somebody else has it open.
bool isTaken(const SessionRow &row)
{
    return !row.info.owner.isEmpty() && !row.info.isOwn;
}

} // namespace

FilesPane::FilesPane(Engine *engine, Dialogs *dialogs, QWidget *parent)
    : QWidget(parent),
      m_dialogs(dialogs),
      m_files(engine),
      m_transfers(engine),
      m_heading(new ElidingLabel(this)),
      m_path(new PathBar(this)),
      m_view(new FilesView(this)),
      m_note(new Banner(u"FilesNote"_s, Banner::Closing::Standing, this)),
      m_message(new Banner(u"FilesMessage"_s, Banner::Closing::ByUser, this))
{
    createWidgets();
    createActions();
    createLayout();
    connectModels();
    showFiles();
}

void FilesPane::createWidgets()
{
    m_heading->setObjectName(u"FilesHeading"_s);
    QFont strong = m_heading->font();
    strong.setBold(true);
    m_heading->setFont(strong);
    setUpTable(m_view, tr("Files"));
    m_view->setModel(&m_files);
    m_view->setItemDelegate(new FileDelegate(m_view));
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(SandboxFilesModel::Name, Qt::AscendingOrder);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setColumnWidth(SandboxFilesModel::Name, m_view->fontMetrics().averageCharWidth() * 44);
    m_view->setColumnWidth(SandboxFilesModel::Size, m_view->fontMetrics().averageCharWidth() * 14);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_empty = new EmptyState({}, {}, m_view->viewport());
    setFocusProxy(m_view);
}

void FilesPane::createActions()
{
    const auto add = [this](Glyph glyph, const QString &text, const QString &toolTip) {
        auto *action = new QAction(glyphIcon(glyph), text, this);
        action->setToolTip(toolTip);
        return action;
    };
    m_up = add(Glyph::Up, tr("Up"), tr("Go to the folder above (Backspace)"));
    m_up->setShortcuts({QKeySequence(Qt::Key_Backspace), QKeySequence(Qt::ALT | Qt::Key_Up)});
    m_up->setShortcutContext(Qt::WidgetShortcut);
    m_view->addAction(m_up);
    m_open = add(Glyph::Folder, tr("&Open"), tr("Go into the folder (Enter)"));
    m_upload = add(Glyph::Upload, tr("U&pload…"), {});
    m_download = add(Glyph::Export, tr("Do&wnload…"), tr("Save the selected files on this machine"));
    connect(m_up, &QAction::triggered, &m_files, &SandboxFilesModel::up);
    connect(m_open, &QAction::triggered, this, [this] { activate(m_view->currentIndex()); });
    connect(m_upload, &QAction::triggered, this, &FilesPane::chooseUploads);
    connect(m_download, &QAction::triggered, this, &FilesPane::download);
}

void FilesPane::createLayout()
{
    // Its room is what keeps the buttons apart.
    QSizePolicy room = m_path->sizePolicy();
    room.setRetainSizeWhenHidden(true);
    m_path->setSizePolicy(room);
    auto *top = new QHBoxLayout;
    top->setSpacing(spacing(this, 0.5));
    top->addWidget(makeActionButton(m_up, tr("Up"), this));
    top->addWidget(m_path, 1);
    top->addWidget(makeActionButton(m_upload, tr("Upload"), this));
    top->addWidget(makeActionButton(m_download, tr("Download"), this));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(m_heading);
    layout->addLayout(top);
    layout->addWidget(m_note);
    layout->addWidget(m_message);
    layout->addWidget(m_view, 1);
    layout->addWidget(new TransferBar(&m_transfers, this));
}

void FilesPane::connectModels()
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(200ms);
    connect(&m_settle, &QTimer::timeout, this, &FilesPane::openChosen);
    connect(&m_files, &SandboxFilesModel::changed, this, &FilesPane::showFiles);
    connect(m_path, &PathBar::folderChosen, &m_files, &SandboxFilesModel::goTo);
    connect(m_view, &QAbstractItemView::activated, this, &FilesPane::activate);
    connect(m_view, &QWidget::customContextMenuRequested, this, &FilesPane::showMenu);
    connect(m_view, &FilesView::filesDropped, this, &FilesPane::upload);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FilesPane::showActions);
    connect(&m_files, &QAbstractItemModel::modelReset, this, [this] {
        if (m_files.rowCount() > 0)
            m_view->selectionModel()->setCurrentIndex(m_files.index(0, 0), QItemSelectionModel::NoUpdate);
        showActions();
    });
    connect(&m_transfers, &FileTransfers::finished, this, &FilesPane::showReport);
}

void FilesPane::showRow(const SessionRow *row)
{
    const std::optional<SessionKey> before = m_row && canLook(*m_row) ? std::optional(m_row->key()) : std::nullopt;
    m_row = row ? std::optional(*row) : std::nullopt;
    const std::optional<SessionKey> now = m_row && canLook(*m_row) ? std::optional(m_row->key()) : std::nullopt;
    if (before != now) {
        m_message->clear();
        m_files.clear();
        m_settle.start();
    }
    showFiles();
}

void FilesPane::openChosen()
{
    if (m_row && canLook(*m_row))
        m_files.open(m_row->key());
}

void FilesPane::refresh()
{
    m_files.refresh();
}

void FilesPane::showFiles()
{
    m_heading->showText(m_row && m_row->info.kind == SessionKind::Sandbox ? tr("Files of %1").arg(lineText(m_row->info.id))
                                                                          : tr("Files"));
    m_path->showFolder(m_files.folder());
    m_path->setVisible(m_files.phase() == Phase::Shown);
    if (const auto &fault = m_files.fault(); fault && m_files.phase() == Phase::Shown)
        m_message->showMessage(Banner::Level::Error, messageText(*fault));
    showNote();
    showEmptyState();
    showActions();
}

void FilesPane::showNote()
{
    if (m_row && canLook(*m_row) && isTaken(*m_row))
        m_note->showMessage(Banner::Level::Info,
                            tr("%1 has this sandbox open. You can look at its files and download them; to change them, end what "
                               "it does there first.")
                                .arg(lineText(m_row->info.owner)));
    else if (m_files.isCut())
        m_note->showMessage(Banner::Level::Info,
                            tr("This folder has more than %1 entries; the others are not listed.")
                                .arg(QLocale().toString(FolderContent::MostEntries)));
    else
        m_note->clear();
}

void FilesPane::showEmptyState()
{
    if (!m_row)
        m_empty->setTexts(tr("No sandbox is selected"), tr("Select an open sandbox above to see its files."));
    else if (m_row->info.kind == SessionKind::Session)
        m_empty->setTexts(tr("A session keeps no files"), tr("Each of its candidates had a folder of its own, which is gone."));
    else if (!canLook(*m_row))
        m_empty->setTexts(tr("No files"),
                          m_row->info.state == SessionState::Lost ? tr("The files of this sandbox were lost.")
                              : isIdle(*m_row)                    ? tr("They went when the sandbox was closed.")
                                                                  : tr("The sandbox is about to be closed."));
    else if (const auto &fault = m_files.fault(); fault && m_files.phase() == Phase::Failed)
        m_empty->setTexts(tr("The files cannot be listed"), messageText(*fault));
    else if (m_files.phase() == Phase::Shown)
        m_empty->setTexts(tr("This folder is empty"), tr("Drop files here to upload them."));
    else
        m_empty->setTexts(tr("Listing…"), {});
    m_empty->setVisible(m_files.rowCount() == 0);
}

void FilesPane::showActions()
{
    const bool isShown = m_files.phase() == Phase::Shown;
    const auto files = int(selectedFiles().size());
    m_up->setEnabled(isShown && !m_files.folder().isEmpty());
    m_upload->setEnabled(isShown && m_row && !isTaken(*m_row));
    m_upload->setToolTip(m_row && isTaken(*m_row) ? tr("In use by %1").arg(lineText(m_row->info.owner))
                                                  : tr("Copy files of this machine into the folder that is shown"));
    m_download->setEnabled(files > 0);
    m_download->setText(files > 1 ? tr("Do&wnload %Ln Files…", nullptr, files) : tr("Do&wnload…"));
    const QModelIndex current = m_view->currentIndex();
    m_open->setEnabled(current.isValid() && m_files.entry(current.row()).kind != Kind::Other);
}

void FilesPane::showReport(const FileTransfers::Report &report)
{
    const int done = report.uploaded + report.downloaded;
    if (report.uploaded > 0)
        m_files.refresh();
    if (!report.failures.isEmpty())
        m_message->showMessage(Banner::Level::Error, report.failures.join(u'\n'));
    else if (report.isCancelled)
        m_message->showMessage(Banner::Level::Warning,
                               done == 0 ? tr("Copying was cancelled; nothing was copied.")
                                         : tr("Copying was cancelled; copied before that: %1.").arg(done));
    else if (report.downloaded == 0)
        m_message->showMessage(Banner::Level::Info, tr("%Ln files uploaded.", nullptr, done));
    else if (report.uploaded == 0)
        m_message->showMessage(Banner::Level::Info, tr("%Ln files downloaded.", nullptr, done));
    else
        m_message->showMessage(Banner::Level::Info, tr("%Ln files copied.", nullptr, done));
}

void FilesPane::showMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    showActions();
    menu->addActions({m_open, m_up});
    menu->addSeparator();
    menu->addActions({m_download, m_upload});
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

void FilesPane::activate(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    m_message->clear();
    const Kind kind = m_files.entry(index.row()).kind;
    if (kind == Kind::Folder || kind == Kind::Link)
        m_files.enter(index.row());
    else if (kind == Kind::File)
        download();
}

QList<FileEntry> FilesPane::selectedFiles() const
{
    QList<FileEntry> files;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows()) {
        const FileEntry &entry = m_files.entry(index.row());
        if (entry.kind == Kind::File || entry.kind == Kind::Link)
            files.append(entry);
    }
    return files;
}

void FilesPane::confirmReplacing(const QStringList &names, const QString &place, std::function<void()> go)
{
    if (names.isEmpty()) {
        go();
        return;
    }
    const auto count = int(names.size());
    m_dialogs->ask(this,
                   {.text = tr("Replace %Ln files?", nullptr, count),
                    .consequence = tr("These are in %1 already; their contents would be lost.").arg(place),
                    .accept = tr("Replace %Ln Files", nullptr, count),
                    .reject = tr("Keep What Is There"),
                    .items = names},
                   [go = std::move(go)](bool accepted) {
                       if (accepted)
                           go();
                   });
}

void FilesPane::chooseUploads()
{
    m_dialogs->openFiles(this, tr("Upload Files"), [this](const QStringList &paths) { upload(paths); });
}

void FilesPane::upload(const QStringList &paths)
{
    const auto &sandbox = m_files.sandbox();
    if (!sandbox || !m_upload->isEnabled()) {
        m_message->showMessage(Banner::Level::Warning,
                               tr("Nothing was uploaded: choose a sandbox that no other program has open."));
        return;
    }
    QList<FileTransfers::Item> items;
    QStringList replaced;
    for (const QString &path : paths) {
        const QByteArray name = QFile::encodeName(QFileInfo(path).fileName());
        if (m_files.contains(name))
            replaced.append(fileNameText(name));
        items.append(
            {.direction = FileTransfers::Direction::Upload, .sandbox = *sandbox, .localFile = path, .path = m_files.pathOf(name)});
    }
    m_message->clear();
    confirmReplacing(replaced, tr("the sandbox"), [this, items] { m_transfers.start(items); });
}

void FilesPane::download()
{
    const QList<FileTransfers::Item> items = selectedDownloads();
    if (items.isEmpty())
        return;
    m_message->clear();
    if (items.size() > 1) {
        m_dialogs->openFolder(this, tr("Download to a Folder"),
                              [this, items](const QString &folder) { downloadTo(folder, items); });
        return;
    }
    m_dialogs->saveFile(this, tr("Download a File"), items.first().localFile, {},
                        [this, item = items.first()](const QString &path) {
                            FileTransfers::Item whole = item;
                            whole.localFile = path;
                            m_transfers.start({whole});
                        });
}

/// Without the folder that they go to. Taken before a dialog asks for that: another sandbox may be shown, or none, by the answer.
QList<FileTransfers::Item> FilesPane::selectedDownloads() const
{
    const auto &sandbox = m_files.sandbox();
    if (!sandbox)
        return {};
    QByteArrayList names;
    for (const FileEntry &entry : selectedFiles())
        names.append(entry.name);
    const QStringList localNames = localFileNames(names);
    QList<FileTransfers::Item> items;
    for (qsizetype i = 0; i < names.size(); ++i)
        items.append({.direction = FileTransfers::Direction::Download,
                      .sandbox = *sandbox,
                      .localFile = localNames.at(i),
                      .path = m_files.pathOf(names.at(i))});
    return items;
}

void FilesPane::downloadTo(const QString &folder, QList<FileTransfers::Item> items)
{
    for (FileTransfers::Item &item : items)
        item.localFile.prepend(folder + u'/');
    m_transfers.existing(items).then(this, [this, items](const QStringList &names) {
        confirmReplacing(names, tr("the folder"), [this, items] { m_transfers.start(items); });
    });
}

} // namespace hermes
