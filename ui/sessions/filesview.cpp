// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "filesview.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QUrl>

namespace hermes {

namespace {

QStringList localFilesIn(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls()) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    }
    return paths;
}

/// Copying is all that is meant, whatever the other side would like.
void acceptFiles(QDropEvent *event)
{
    if (localFilesIn(event->mimeData()).isEmpty()) {
        event->ignore();
        return;
    }
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

} // namespace

FilesView::FilesView(QWidget *parent) : QTableView(parent)
{
    setAcceptDrops(true);
}

void FilesView::dragEnterEvent(QDragEnterEvent *event)
{
    acceptFiles(event);
}

void FilesView::dragMoveEvent(QDragMoveEvent *event)
{
    acceptFiles(event);
}

void FilesView::dropEvent(QDropEvent *event)
{
    acceptFiles(event);
    if (event->isAccepted())
        Q_EMIT filesDropped(localFilesIn(event->mimeData()));
}

} // namespace hermes
