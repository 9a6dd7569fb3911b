// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/sandboxlock.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace hermes::runner {

namespace {
constexpr qsizetype MaxRecordBytes = 64 * 1024;
/// A file that is removed just as it is opened is opened again; it does not happen twice in a row by accident.
constexpr int OpenAttempts = 10;

QByteArray contentOf(const SandboxRecord &record)
{
    const QJsonObject object {{u"id"_s, record.name.id},
                              {u"profile"_s, record.name.profile},
                              {u"folder"_s, record.folder},
                              {u"created"_s, record.created.toString(Qt::ISODateWithMs)},
                              {u"program"_s, QCoreApplication::applicationName()},
                              {u"pid"_s, QCoreApplication::applicationPid()}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

QJsonObject objectIn(const Descriptor &file)
{
    QByteArray bytes(MaxRecordBytes, Qt::Uninitialized);
    const ssize_t got = ::pread(file.get(), bytes.data(), size_t(bytes.size()), 0);
    bytes.truncate(std::max<qsizetype>(got, 0));
    return QJsonDocument::fromJson(bytes).object();
}

QString holderIn(const QJsonObject &object)
{
    const QString program = object.value("program"_L1).toString();
    return u"%1 (process %2)"_s.arg(program.isEmpty() ? u"another program"_s : program).arg(object.value("pid"_L1).toInteger());
}
} // namespace

Result<SandboxLock> SandboxLock::open(const QString &file, const SandboxRecord &record)
{
    SandboxLock lock;
    lock.m_path = file;
    SandboxRecord known = record;
    for (int attempt = 0; attempt < OpenAttempts; ++attempt) {
        lock.m_file = Descriptor(::open(QFile::encodeName(file).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        if (!lock.m_file.isOpen())
            return fail(FaultKind::Storage, u"The lock %1 cannot be opened: %2"_s.arg(file, qt_error_string(errno)));
        if (const auto stored = QDateTime::fromString(objectIn(lock.m_file).value("created"_L1).toString(), Qt::ISODateWithMs);
            stored.isValid())
            known.created = stored;
        lock.m_content = contentOf(known);
        switch (lock.tryTake()) {
        case Attempt::Taken: lock.release(); return lock;
        case Attempt::Busy: return lock;
        case Attempt::Gone: known.created = record.created; break;
        }
    }
    return fail(FaultKind::Conflict, u"The lock %1 is removed again and again"_s.arg(file));
}

std::optional<SandboxRecord> SandboxLock::read(const QString &file)
{
    const Descriptor opened(::open(QFile::encodeName(file).constData(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!opened.isOpen() || ::fstat(opened.get(), &status) != 0)
        return std::nullopt;
    const QJsonObject object = objectIn(opened);
    SandboxRecord record {.name = {.id = object.value("id"_L1).toString(), .profile = object.value("profile"_L1).toString()},
                          .folder = object.value("folder"_L1).toString(),
                          .created = QDateTime::fromString(object.value("created"_L1).toString(), Qt::ISODateWithMs),
                          .lastUsed = QDateTime::fromSecsSinceEpoch(status.st_mtime, QTimeZone::UTC)};
    if (record.name.id.isEmpty() || record.folder.isEmpty())
        return std::nullopt;
    // A shared lock is refused just while somebody holds the exclusive one.
    if (::flock(opened.get(), LOCK_SH | LOCK_NB) != 0)
        record.holder = holderIn(object);
    return record;
}

SandboxLock::Attempt SandboxLock::tryTake()
{
    if (::flock(m_file.get(), LOCK_EX | LOCK_NB) != 0)
        return isCurrent() ? Attempt::Busy : Attempt::Gone;
    if (!isCurrent()) {
        release();
        return Attempt::Gone;
    }
    // Also sets the time of last use. A full disk leaves the old text, and the lock does its duty.
    if (::pwrite(m_file.get(), m_content.constData(), size_t(m_content.size()), 0) == m_content.size())
        static_cast<void>(::ftruncate(m_file.get(), m_content.size()));
    return Attempt::Taken;
}

void SandboxLock::release()
{
    ::flock(m_file.get(), LOCK_UN);
}

void SandboxLock::remove()
{
    ::unlink(QFile::encodeName(m_path).constData());
}

QString SandboxLock::holder() const
{
    return holderIn(objectIn(m_file));
}

QByteArray SandboxLock::noticePath() const
{
    return QFile::encodeName(m_path + u".closing"_s);
}

QString SandboxLock::closer() const
{
    const Descriptor notice(::open(noticePath().constData(), O_RDONLY | O_CLOEXEC));
    const bool isHeld = notice.isOpen() && ::flock(notice.get(), LOCK_SH | LOCK_NB) != 0;
    return isHeld ? holderIn(objectIn(notice)) : QString();
}

bool SandboxLock::isCurrent() const
{
    struct stat opened {};
    return ::fstat(m_file.get(), &opened) == 0 && opened.st_nlink > 0;
}

ClosingNotice::ClosingNotice(const SandboxLock &lock)
    : m_path(lock.noticePath()), m_file(::open(m_path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
{
    // Without it, on a full disk say, nobody is told, and the closing goes on.
    const QByteArray &content = lock.m_content;
    if (m_file.isOpen() && ::flock(m_file.get(), LOCK_EX | LOCK_NB) == 0)
        static_cast<void>(::pwrite(m_file.get(), content.constData(), size_t(content.size()), 0));
}

ClosingNotice::~ClosingNotice()
{
    ::unlink(m_path.constData());
}

} // namespace hermes::runner
