// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "profilefile.h"

#include <QDir>
#include <QFileInfo>

using namespace std::chrono_literals;

namespace hermes {

namespace {

/// Editors write in several steps; what lies between them is not what the user meant.
constexpr auto SettleTime = 50ms;
constexpr int MostAttempts = 5;

} // namespace

ProfileFile::ProfileFile(QString path) : m_path(std::move(path)), m_watcher(this), m_settle(this)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(SettleTime);
    connect(&m_settle, &QTimer::timeout, this, &ProfileFile::read);
    const auto settle = [this] { m_settle.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, settle);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, settle);
}

void ProfileFile::read()
{
    // Watched first: what changes between the two is seen.
    watch();
    report(readProfiles(m_path));
}

Result<> ProfileFile::change(const Edit &edit)
{
    Result<ProfileSet> written;
    for (int attempt = 0; attempt < MostAttempts; ++attempt) {
        const auto current = readProfiles(m_path);
        if (!current) {
            report(current);
            return std::unexpected(current.error());
        }
        const auto text = edit(current->text);
        if (!text)
            return std::unexpected(text.error());
        written = writeProfiles(*current, *text);
        if (written || written.error().kind != FaultKind::Conflict)
            break;
    }
    if (!written)
        return std::unexpected(written.error());
    report(*written);
    watch();
    return {};
}

/// The file, and the folder in which another one may take its place: where that is not there yet, the nearest one above.
void ProfileFile::watch()
{
    QString folder = QFileInfo(m_path).absolutePath();
    while (!QFileInfo(folder).isDir() && folder != QDir::rootPath())
        folder = QFileInfo(folder).absolutePath();
    QStringList wanted {folder};
    if (QFileInfo::exists(m_path))
        wanted.append(m_path);
    QStringList watched = m_watcher.files() + m_watcher.directories();
    watched.removeIf([&](const QString &each) { return wanted.contains(each); });
    if (!watched.isEmpty())
        m_watcher.removePaths(watched);
    for (const QString &each : std::as_const(wanted)) {
        if (!m_watcher.files().contains(each) && !m_watcher.directories().contains(each))
            m_watcher.addPath(each);
    }
}

void ProfileFile::report(const Result<ProfileSet> &set)
{
    if (m_reported == set)
        return;
    m_reported = set;
    Q_EMIT wasRead(set);
}

} // namespace hermes
