// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/sandboxstore.h"

#include "backends/hosts/markedprocesses.h"

#include <QDir>

#include <thread>

using namespace Qt::StringLiterals;

namespace hermes::local {

namespace {
constexpr std::chrono::milliseconds KillDelay {700};
constexpr std::chrono::milliseconds LockLimit {5'000};
constexpr std::chrono::milliseconds LockCheck {20};

SessionInfo infoOf(const runner::SandboxRecord &record)
{
    SessionInfo info {.backend = u"local"_s,
                      .profile = record.name.profile,
                      .id = record.name.id,
                      .created = record.created.toUTC(),
                      .lastUsed = record.lastUsed,
                      .folder = record.folder,
                      .owner = record.holder};
    if (!record.holder.isEmpty())
        info.state = SessionState::Running;
    else if (!QFileInfo(record.folder).isDir())
        info.state = SessionState::Lost;
    return info;
}
} // namespace

QString SandboxStore::folderOf(const ProfiledId &name) const
{
    return m_folders.sandboxes + u'/' + runner::sandboxFileName(name);
}

QString SandboxStore::lockOf(const ProfiledId &name) const
{
    return runner::sandboxLockFile(m_folders.locks, name, folderOf(name));
}

Result<runner::SandboxLock> SandboxStore::open(const ProfiledId &name) const
{
    if (name.id.isEmpty())
        return fail(FaultKind::Usage, u"The id of the sandbox is empty"_s);
    const QString folder = folderOf(name);
    const QString lockFile = lockOf(name);
    if (!QFileInfo::exists(lockFile) && QFileInfo::exists(folder)
        && !QDir(folder).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot))
        return fail(FaultKind::Conflict, u"The folder %1 has files that belong to no sandbox"_s.arg(folder),
                    u"Choose another id, or move the folder away."_s);
    if (auto made = makeWritableFolder(folder, {}); !made)
        return std::unexpected(made.error());
    return runner::SandboxLock::open(lockFile, {.name = name, .folder = folder, .created = QDateTime::currentDateTimeUtc()});
}

Result<QList<SessionInfo>> SandboxStore::list() const
{
    QList<SessionInfo> found;
    const QDir locks(m_folders.locks);
    for (const QString &name : locks.entryList({u"*.json"_s}, QDir::Files, QDir::Name)) {
        const auto record = runner::SandboxLock::read(locks.filePath(name));
        if (record && QFileInfo(record->folder).path() == m_folders.sandboxes)
            found.append(infoOf(*record));
    }
    return found;
}

Result<> SandboxStore::close(const ProfiledId &name, std::stop_token stop) const
{
    const QString lockFile = lockOf(name);
    // Without a record a folder of this name is not ours to remove.
    if (name.id.isEmpty() || !QFileInfo::exists(lockFile))
        return {};
    const QString folder = folderOf(name);
    auto lock = runner::SandboxLock::open(lockFile, {.name = name, .folder = folder, .created = QDateTime::currentDateTimeUtc()});
    if (!lock)
        return std::unexpected(lock.error());
    const runner::ClosingNotice notice(*lock);
    const QByteArray mark = QByteArray(SandboxVariable) + '=' + QFile::encodeName(folder);
    const QStringList left = hosts::endMarkedProcesses(mark, hosts::MarkMatch::Whole, KillDelay);
    const auto deadline = std::chrono::steady_clock::now() + LockLimit;
    for (;;) {
        const auto attempt = lock->tryTake();
        if (attempt == runner::SandboxLock::Attempt::Gone)
            return {};
        if (attempt == runner::SandboxLock::Attempt::Taken)
            break;
        if (stop.stop_requested())
            return fail(FaultKind::Cancelled, u"Closing %1 was cancelled"_s.arg(name.id));
        if (std::chrono::steady_clock::now() >= deadline)
            return fail(FaultKind::Conflict, u"The sandbox %1 is in use by %2"_s.arg(name.id, lock->holder()),
                        u"End what runs in it there, then close it."_s);
        std::this_thread::sleep_for(LockCheck);
    }
    if (auto removed = removeTree(folder, std::move(stop)); !removed)
        return removed;
    lock->remove();
    if (!left.isEmpty())
        return fail(FaultKind::Internal, left.join(u"; "_s));
    return {};
}

} // namespace hermes::local
