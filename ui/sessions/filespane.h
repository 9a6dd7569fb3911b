// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sessions/filetransfers.h"
#include "models/sessions/sandboxfilesmodel.h"

#include <QTimer>
#include <QWidget>

class QAction;

namespace hermes {

class Banner;
class Dialogs;
class ElidingLabel;
class EmptyState;
class FilesView;
class PathBar;

/// The files of the sandbox that is chosen in the table: folders to walk through, copying to and from this machine.
class FilesPane final : public QWidget
{
    Q_OBJECT

public:
    FilesPane(Engine *engine, Dialogs *dialogs, QWidget *parent = nullptr);

    /// The row that is chosen now; null for none. Called again when something of it has changed.
    void showRow(const SessionRow *row);
    void refresh();
    [[nodiscard]] FileTransfers *transfers() { return &m_transfers; }
    [[nodiscard]] SandboxFilesModel *files() { return &m_files; }

private:
    void createWidgets();
    void createActions();
    void createLayout();
    void connectModels();
    void openChosen();
    void showFiles();
    void showNote();
    void showEmptyState();
    void showActions();
    void showReport(const FileTransfers::Report &report);
    void showMenu(const QPoint &position);
    void activate(const QModelIndex &index);
    [[nodiscard]] QList<FileEntry> selectedFiles() const;
    void chooseUploads();
    void upload(const QStringList &paths);
    void download();
    [[nodiscard]] QList<FileTransfers::Item> selectedDownloads() const;
    void downloadTo(const QString &folder, QList<FileTransfers::Item> items);
    /// Asks before what is there is replaced, where anything is.
    void confirmReplacing(const QStringList &names, const QString &place, std::function<void()> go);

    Dialogs *m_dialogs;
    SandboxFilesModel m_files;
    FileTransfers m_transfers;
    QTimer m_settle; ///< Who walks through the table does not want every row's files.
    std::optional<SessionRow> m_row;
    ElidingLabel *m_heading;
    PathBar *m_path;
    FilesView *m_view;
    EmptyState *m_empty = nullptr;
    Banner *m_note;
    Banner *m_message;
    QAction *m_up = nullptr;
    QAction *m_open = nullptr;
    QAction *m_upload = nullptr;
    QAction *m_download = nullptr;
};

} // namespace hermes
