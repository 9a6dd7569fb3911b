// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalfile.h"

#include "backends/engine/journal/schema.h"
#include "backends/engine/journal/spoolfolder.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>

#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// linux/magic.h has only those of file systems in the kernel; the others are from their own sources.
constexpr std::array<std::pair<quint32, QLatin1StringView>, 19> NetworkFileSystems {{
    {0x6969, "NFS"_L1},
    {0x517B, "SMB"_L1},
    {0xFF534D42, "CIFS"_L1},
    {0xFE534D42, "SMB"_L1},
    {0x65735546, "FUSE"_L1},
    {0x01021997, "9p"_L1},
    {0x0BD00BD0, "Lustre"_L1},
    {0x47504653, "GPFS"_L1},
    {0x5346414F, "AFS"_L1},
    {0x6B414653, "AFS"_L1},
    {0x00C36400, "Ceph"_L1},
    {0x73757245, "Coda"_L1},
    {0x19830326, "BeeGFS"_L1},
    {0x7461636F, "OCFS2"_L1},
    {0x01161970, "GFS2"_L1},
    {0xAAD7AAEA, "PanFS"_L1},
    {0x786F4256, "VirtualBox"_L1},
    {0x20030528, "OrangeFS"_L1},
    {0x564C, "NCP"_L1},
}};

Fault storageFault(const QString &path, const QString &action, int error)
{
    return {.kind = error == ENOSPC || error == EDQUOT ? FaultKind::Exhausted : FaultKind::Storage,
            .what = u"%1 cannot be %2: %3"_s.arg(path, action, QString::fromLocal8Bit(std::strerror(error))),
            .advice = u"Make it writable, or set XDG_STATE_HOME to a folder that is."_s};
}

Result<> makePrivateFolder(const QString &path)
{
    const QByteArray native = QFile::encodeName(path);
    QDir().mkpath(QFileInfo(path).absolutePath());
    if (mkdir(native.constData(), S_IRWXU) == 0)
        return {};
    if (errno != EEXIST)
        return std::unexpected(storageFault(path, u"made"_s, errno));
    struct stat status {};
    if (stat(native.constData(), &status) != 0)
        return std::unexpected(storageFault(path, u"read"_s, errno));
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        (void)chmod(native.constData(), S_IRWXU);
    if (!S_ISDIR(status.st_mode))
        return std::unexpected(storageFault(path, u"used as a folder"_s, ENOTDIR));
    if (access(native.constData(), R_OK | W_OK | X_OK) != 0)
        return std::unexpected(storageFault(path, u"written"_s, errno));
    return {};
}

/// Held while the file is made, moved or migrated, so that programs that start together do not cross each other.
class OpeningLock final
{
public:
    explicit OpeningLock(const QString &folder)
        : m_handle(
              ::open(QFile::encodeName(folder + u"/journal.lock"_s).constData(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR))
    {
        // A file system without locks is no reason not to start; SQLite's own come after these.
        const QDeadlineTimer deadline(std::chrono::seconds(5));
        while (m_handle >= 0 && flock(m_handle, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK && !deadline.hasExpired())
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ~OpeningLock()
    {
        if (m_handle >= 0)
            ::close(m_handle);
    }
    Q_DISABLE_COPY_MOVE(OpeningLock)

private:
    int m_handle;
};

/// Whether it was made now.
Result<bool> makePrivateFile(const QString &path)
{
    const QByteArray native = QFile::encodeName(path);
    // Only a file that is not there is opened here: closing any descriptor of a database takes away the POSIX locks
    // that another connection of this process holds on it. SQLite gives -wal and -shm the mode of the file.
    const int handle = ::open(native.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (handle >= 0) {
        ::close(handle);
        return true;
    }
    if (errno != EEXIST)
        return std::unexpected(storageFault(path, u"made"_s, errno));
    if (access(native.constData(), R_OK | W_OK) != 0)
        return std::unexpected(storageFault(path, u"written"_s, errno));
    return false;
}

/// Looks before anything is opened for writing, since even closing a connection may change the file.
Result<> refuseNewer(const QString &file)
{
    const auto connection = SqlConnection::open(file, SqlConnection::Access::ReadOnly);
    if (!connection)
        return {};
    const Result<QVariant> version = (*connection)->value(u"PRAGMA user_version"_s);
    // What else is wrong with it shows when it is opened in earnest.
    if (version && version->toInt() > schemaVersion())
        return std::unexpected(newerSchema(file, version->toInt()));
    return {};
}

Result<> setUp(SqlConnection &connection, bool network)
{
    const QStringList settings {
        network ? u"PRAGMA journal_mode = DELETE"_s : u"PRAGMA journal_mode = WAL"_s,
        // Power loss must not take what was reported.
        u"PRAGMA synchronous = FULL"_s,
        u"PRAGMA wal_autocheckpoint = 4000"_s,
        u"PRAGMA journal_size_limit = 33554432"_s,
    };
    for (const QString &sql : settings) {
        if (auto done = connection.run(sql); !done)
            return done;
    }
    return migrate(connection);
}

Result<> lookCloser(SqlConnection &connection, bool &damaged)
{
    const Result<QVariant> verdict = connection.value(u"PRAGMA quick_check(1)"_s);
    damaged = verdict ? verdict->toString() != "ok"_L1 : connection.foundDamage();
    if (!verdict)
        return std::unexpected(verdict.error());
    return {};
}

struct Attempt
{
    Result<std::unique_ptr<SqlConnection>> connection = {};
    bool damaged = false;
};

Attempt attemptToOpen(const QString &file, bool network)
{
    Attempt attempt {.connection = SqlConnection::open(file, SqlConnection::Access::ReadWrite)};
    if (!attempt.connection)
        return attempt;
    SqlConnection &connection = **attempt.connection;
    Result<> done = setUp(connection, network);
    attempt.damaged = connection.foundDamage();
    if (done && QFile::exists(damageMark(file)))
        done = lookCloser(connection, attempt.damaged);
    if (!done)
        attempt.connection = std::unexpected(done.error());
    return attempt;
}

/// Returns the new name. Its -wal goes along, so that a tool can still recover what is in there.
QString moveAside(const QString &file)
{
    const QString base = file + u".damaged-"_s + QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss"_s);
    QString target = base;
    for (int number = 2; QFile::exists(target); ++number)
        target = base + u"-%1"_s.arg(number);
    for (const QString &ending : {QString(), u"-wal"_s, u"-shm"_s, u"-journal"_s})
        QFile::rename(file + ending, target + ending);
    return target;
}

/// Spool files of a journal that was lost keep their names, so a new one must not give out their ids again.
Result<> skipIdsOfSpool(SqlConnection &connection, const QString &folder)
{
    const LaunchId last = lastSpooledLaunch(spoolPath(folder));
    if (last == 0)
        return {};
    return connection.run(u"INSERT INTO sqlite_sequence(name, seq) VALUES('launches', %1)"_s.arg(last));
}

Result<> sayOnce(OpenedJournal &journal, const QString &fileSystem)
{
    auto told = journal.connection->prepare(u"INSERT OR IGNORE INTO facts(name, value) VALUES('told of', ?)"_s);
    if (!told)
        return std::unexpected(told.error());
    if (auto done = told->run(fileSystem); !done)
        return done;
    if (told->changedRows() > 0)
        journal.notices += u"The journal %1 lies on a network file system (%2): it is written in rollback mode, which "
                           u"is slower. Set XDG_STATE_HOME to a local folder to avoid it."_s.arg(journal.connection->file(),
                                                                                                 fileSystem);
    return {};
}

quint32 askForType(const QString &folder)
{
    struct statfs status {};
    return statfs(QFile::encodeName(folder).constData(), &status) == 0 ? quint32(status.f_type) : 0;
}

} // namespace

QString journalPath(const QString &folder)
{
    return folder + u"/journal.sqlite"_s;
}

QString spoolPath(const QString &folder)
{
    return folder + u"/spool"_s;
}

QString networkFileSystemName(quint32 type)
{
    for (const auto &[known, name] : NetworkFileSystems) {
        if (known == type)
            return name;
    }
    return {};
}

Result<OpenedJournal> openJournalFile(const QString &folder, const JournalOptions &options)
{
    for (const QString &path : {folder, spoolPath(folder)}) {
        if (auto made = makePrivateFolder(path); !made)
            return std::unexpected(made.error());
    }
    const OpeningLock lock(folder);
    const QString file = journalPath(folder);
    Result<bool> isNew = makePrivateFile(file);
    if (!isNew)
        return std::unexpected(isNew.error());
    if (auto known = refuseNewer(file); !known)
        return std::unexpected(known.error());

    const QString fileSystem = networkFileSystemName(options.fileSystemType ? options.fileSystemType(folder) : askForType(folder));
    OpenedJournal journal;
    if (!*isNew && QFileInfo(file).size() == 0) {
        isNew = true;
        if (QFile::exists(folder + u"/reserve"_s) || lastSpooledLaunch(spoolPath(folder)) > 0)
            journal.notices += u"The journal %1 was empty, as a power failure may leave it; results of earlier launches are "
                               u"not listed any more."_s.arg(file);
    }
    Attempt attempt = attemptToOpen(file, !fileSystem.isEmpty());
    if (attempt.damaged) {
        attempt.connection = nullptr;
        journal.notices += u"The journal was damaged. It was moved to %1, and a new one begun; results of earlier "
                           u"launches are not listed any more."_s.arg(moveAside(file));
        isNew = makePrivateFile(file);
        if (!isNew)
            return std::unexpected(isNew.error());
        attempt = attemptToOpen(file, !fileSystem.isEmpty());
    }
    if (!attempt.connection)
        return std::unexpected(attempt.connection.error());
    QFile::remove(damageMark(file));
    journal.connection = std::move(*attempt.connection);
    Result<> finished;
    if (*isNew)
        finished = skipIdsOfSpool(*journal.connection, folder);
    if (finished && !fileSystem.isEmpty())
        finished = sayOnce(journal, fileSystem);
    if (!finished)
        return std::unexpected(finished.error());
    return journal;
}

} // namespace hermes
