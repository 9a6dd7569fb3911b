// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "filetransfers.h"

#include "backends/core/inbackground.h"
#include "backends/engine/engine.h"
#include "models/displaytext.h"
#include "models/sessions/sandboxfilesmodel.h"

#include <QFileInfo>

#include <utility>

namespace hermes {

FileTransfers::FileTransfers(Engine *engine, QObject *parent) : QObject(parent), m_engine(engine) { }

FileTransfers::~FileTransfers()
{
    m_stop.request_stop();
}

QFuture<QStringList> FileTransfers::existing(const QList<Item> &items)
{
    return inBackground(m_lookups, [items] {
        QStringList names;
        for (const Item &item : std::as_const(items)) {
            if (const QFileInfo file(item.localFile); file.exists())
                names.append(lineText(file.fileName()));
        }
        return names;
    });
}

void FileTransfers::start(const QList<Item> &items)
{
    m_queue.insert(m_queue.end(), items.begin(), items.end());
    if (!isActive())
        startNext();
    else
        Q_EMIT changed();
}

void FileTransfers::cancel()
{
    if (!isActive())
        return;
    m_report.isCancelled = true;
    m_queue.clear();
    m_stop.request_stop();
    Q_EMIT changed();
}

QString FileTransfers::text() const
{
    if (!m_current)
        return {};
    if (m_current->direction == Direction::Upload)
        return tr("Uploading %1").arg(lineText(QFileInfo(m_current->localFile).fileName(), 60));
    return tr("Downloading %1").arg(fileNameText(m_current->path.mid(m_current->path.lastIndexOf('/') + 1)));
}

void FileTransfers::startNext()
{
    if (m_queue.empty()) {
        m_current.reset();
        m_done = 0;
        m_stop = std::stop_source();
        Q_EMIT changed();
        Q_EMIT finished(std::exchange(m_report, {}));
        return;
    }
    const Item item = std::move(m_queue.front());
    m_queue.pop_front();
    m_current = item;
    // Before it begins: the answer may come at once.
    Q_EMIT changed();
    const SessionAddress sandbox = item.sandbox.address();
    auto copy = item.direction == Direction::Upload ? m_engine->putFile(sandbox, item.localFile, item.path, m_stop.get_token())
                                                    : m_engine->getFile(sandbox, item.path, item.localFile, m_stop.get_token());
    copy.then(this, [this](const Result<> &copied) { take(copied); });
}

void FileTransfers::take(const Result<> &copied)
{
    if (!m_current)
        return;
    ++m_done;
    if (copied)
        ++(m_current->direction == Direction::Upload ? m_report.uploaded : m_report.downloaded);
    else if (copied.error().kind != FaultKind::Cancelled)
        m_report.failures.append(messageText(copied.error()));
    startNext();
}

} // namespace hermes
