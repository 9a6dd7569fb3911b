// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/backgroundthread.h"

#include <QList>
#include <QObject>
#include <QString>

namespace hermes {

/// The files that were opened or saved last, the newest first, kept in one file for all windows. GUI thread; the disk is
/// asked on another one.
class RecentFiles final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype MostFiles = 10;

    struct Entry
    {
        QString path = {};
        bool exists = true; ///< When it was last looked at. A file on a disk that is not mounted is not forgotten.

        bool operator==(const Entry &) const = default;
    };

    /// `file` is where the list is kept.
    explicit RecentFiles(QString file, QObject *parent = nullptr);

    [[nodiscard]] const QList<Entry> &entries() const { return m_entries; }
    void add(const QString &path);
    void clear();
    /// Looks again at the list, which other windows change too, and at what is there.
    void refresh();

Q_SIGNALS:
    void changed();

private:
    void show(QFuture<QList<Entry>> entries);

    QString m_file;
    BackgroundThread m_thread;
    QList<Entry> m_entries;
};

} // namespace hermes
