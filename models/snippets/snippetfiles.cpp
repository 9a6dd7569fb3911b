// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippetfiles.h"

#include <QFileInfo>
#include <QFileSystemWatcher>

using namespace std::chrono_literals;

namespace hermes {

namespace {

/// One save of another program is several events: a new file, a renaming, times that are set.
constexpr auto SettlingTime = 100ms;

/// A file that is replaced by renaming is no longer the one that is watched: the folder tells of the new one.
void watchAnew(QFileSystemWatcher &watcher, const QString &path)
{
    if (const QStringList watched = watcher.files() + watcher.directories(); !watched.isEmpty())
        watcher.removePaths(watched);
    if (path.isEmpty())
        return;
    const QFileInfo file(path);
    if (file.exists())
        watcher.addPath(path);
    if (QFileInfo::exists(file.absolutePath()))
        watcher.addPath(file.absolutePath());
}

} // namespace

SnippetFiles::SnippetFiles(QObject *parent) : QObject(parent), m_watcher(new QFileSystemWatcher(m_thread.context()))
{
    // Not begun anew by every event: a folder in which something happens all the time is looked at all the same.
    const auto settle = [this] {
        if (!m_settle.isActive())
            m_settle.start();
    };
    connect(m_watcher, &QFileSystemWatcher::fileChanged, this, settle);
    connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, settle);
    m_settle.setSingleShot(true);
    m_settle.setInterval(SettlingTime);
    connect(&m_settle, &QTimer::timeout, this, &SnippetFiles::touched);
}

SnippetFiles::~SnippetFiles() = default;

QFuture<Result<SnippetDocument>> SnippetFiles::read(const QString &path)
{
    return m_thread.run([path] { return SnippetDocument::read(path); });
}

QFuture<Result<SnippetDocument>> SnippetFiles::save(SnippetDocument document, const QString &path, const QString &text,
                                                    Overwrite overwrite)
{
    ++m_saving;
    Q_EMIT savingChanged();
    auto saved = m_thread.run([document = std::move(document), path, text, overwrite]() mutable -> Result<SnippetDocument> {
        const Result<> written = document.save(path, text, overwrite);
        return written ? Result<SnippetDocument>(std::move(document)) : std::unexpected(written.error());
    });
    return saved.then(this, [this](const Result<SnippetDocument> &outcome) {
        --m_saving;
        Q_EMIT savingChanged();
        return outcome;
    });
}

QFuture<DiskLook> SnippetFiles::look(SnippetDocument document)
{
    return m_thread.run([document = std::move(document), watcher = m_watcher] {
        watchAnew(*watcher, document.path()); // first: what happens from here on is told, what happened before is seen
        return document.lookAtDisk();
    });
}

} // namespace hermes
