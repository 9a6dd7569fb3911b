// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "recentfiles.h"

#include "backends/core/privatefile.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLockFile>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

QStringList readPaths(const QString &file)
{
    QFile stored(file);
    QStringList paths;
    if (!stored.open(QIODevice::ReadOnly))
        return paths;
    const QJsonArray array = QJsonDocument::fromJson(stored.readAll()).array();
    for (const auto &path : array)
        paths += path.toString();
    paths.removeAll(QString());
    return paths;
}

/// A list that cannot be stored is no reason to disturb anybody: it is then the one of this start.
void writePaths(const QString &file, const QStringList &paths)
{
    std::ignore = writePrivateFile(file, QJsonDocument(QJsonArray::fromStringList(paths)).toJson());
}

QList<RecentFiles::Entry> looked(const QStringList &paths)
{
    QList<RecentFiles::Entry> entries;
    for (const QString &path : paths)
        entries.append({.path = path, .exists = QFileInfo(path).isFile()});
    return entries;
}

} // namespace

RecentFiles::RecentFiles(QString file, QObject *parent) : QObject(parent), m_file(std::move(file)) { }

void RecentFiles::add(const QString &path)
{
    show(m_thread.run([file = m_file, path] {
        std::ignore = makePrivateFolder(QFileInfo(file).absolutePath());
        QLockFile lock(file + u".lock"_s);
        const bool locked = lock.tryLock(1s);
        QStringList paths = readPaths(file);
        paths.removeAll(path);
        paths.prepend(path);
        paths = paths.first(std::min(paths.size(), MostFiles));
        if (locked)
            writePaths(file, paths);
        return looked(paths);
    }));
}

void RecentFiles::clear()
{
    show(m_thread.run([file = m_file] {
        writePaths(file, {});
        return QList<Entry>();
    }));
}

void RecentFiles::refresh()
{
    show(m_thread.run([file = m_file] { return looked(readPaths(file)); }));
}

void RecentFiles::show(QFuture<QList<Entry>> entries)
{
    entries.then(this, [this](const QList<Entry> &known) {
        if (known == m_entries)
            return;
        m_entries = known;
        Q_EMIT changed();
    });
}

} // namespace hermes
