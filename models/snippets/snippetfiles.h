// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/backgroundthread.h"
#include "models/snippetdocument.h"

#include <QObject>
#include <QTimer>

class QFileSystemWatcher;

namespace hermes {

/// Reads, saves and watches the file of a snippet without holding up the window. GUI thread; futures are to be received
/// with a context object. Destroying it lets a save that was begun end first.
class SnippetFiles final : public QObject
{
    Q_OBJECT

public:
    explicit SnippetFiles(QObject *parent = nullptr);
    ~SnippetFiles() override;

    [[nodiscard]] QFuture<Result<SnippetDocument>> read(const QString &path);
    /// The document as it is once the text is in the file. Conflict (of a document that can be edited): somebody else has
    /// changed the file, and nothing was written.
    [[nodiscard]] QFuture<Result<SnippetDocument>> save(SnippetDocument document, const QString &path, const QString &text,
                                                        Overwrite overwrite);
    /// From now on touched() tells of this file, and of no other; of none for a document that has no file.
    [[nodiscard]] QFuture<DiskLook> look(SnippetDocument document);

    [[nodiscard]] bool isSaving() const { return m_saving > 0; }

Q_SIGNALS:
    /// Something has happened to the file or its folder; whether it is another file now is for look() to say.
    void touched();
    void savingChanged();

private:
    BackgroundThread m_thread;
    QFileSystemWatcher *m_watcher = nullptr; ///< Lives in the thread: making a watch asks the file system.
    QTimer m_settle;
    int m_saving = 0;
};

} // namespace hermes
