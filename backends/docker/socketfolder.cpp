// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/socketfolder.h"

#include "backends/core/privatefile.h"
#include "backends/docker/api/unixaddress.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr mode_t Private = 0700;
/// What a user of the container needs: to go into the folder, and to connect.
constexpr mode_t Enterable = 0711;
constexpr mode_t Connectable = 0666;
/// Beside the runner there may be others in a container that try.
constexpr int Backlog = 64;

QString randomName()
{
    return u"%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QChar(u'0'));
}

std::unexpected<Fault> notMade(const QString &path)
{
    return fail(FaultKind::Storage, u"The folder %1 cannot be made: %2"_s.arg(path, qt_error_string(errno)));
}

Result<> makeFolder(const QString &path, mode_t mode)
{
    const QByteArray name = QFile::encodeName(path);
    if (::mkdir(name.constData(), Private) != 0 && errno != EEXIST)
        return notMade(path);
    if (::chmod(name.constData(), mode) != 0)
        return notMade(path);
    return {};
}

Result<> makePrivateParent(const QString &path)
{
    return makePrivateFolder(QFileInfo(path).path()).and_then([&] { return makeFolder(path, Private); });
}
} // namespace

Result<SocketFolder> SocketFolder::make(const QString &parent)
{
    const QString path = parent + u"/%1-%2"_s.arg(::getpid()).arg(randomName());
    return makePrivateParent(parent).and_then([&] { return makeFolder(path, Enterable); }).transform([&] {
        return SocketFolder(path, true);
    });
}

Result<SocketFolder> SocketFolder::keep(const QString &path)
{
    return makePrivateParent(QFileInfo(path).path()).and_then([&] { return makeFolder(path, Enterable); }).transform([&] {
        return SocketFolder(path, false);
    });
}

void SocketFolder::removeForgotten(const QString &parent, const QStringList &kept)
{
    // A younger one may be of a container that is being made by another program.
    const QDateTime old = QDateTime::currentDateTimeUtc().addSecs(-3600);
    for (const QFileInfo &folder : QDir(parent).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isNumber = false;
        const qint64 pid = folder.fileName().section(u'-', 0, 0).toLongLong(&isNumber);
        const bool isInUse = isNumber ? QFile::exists(u"/proc/%1"_s.arg(pid))
                                      : kept.contains(folder.fileName()) || folder.lastModified() > old;
        if (!isInUse)
            QDir(folder.filePath()).removeRecursively();
    }
}

SocketFolder::SocketFolder(SocketFolder &&other) noexcept
    : m_path(std::exchange(other.m_path, {})),
      m_socket(std::exchange(other.m_socket, {})),
      m_isNew(std::exchange(other.m_isNew, false))
{ }

SocketFolder::~SocketFolder()
{
    removeSocket();
    if (m_isNew)
        ::rmdir(QFile::encodeName(m_path).constData());
}

Result<Descriptor> SocketFolder::listen()
{
    m_socket = randomName();
    const QString path = m_path + u'/' + m_socket;
    const UnixAddress address(QFile::encodeName(path));
    Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket.isOpen() || ::bind(socket.get(), address.get(), address.size()) != 0
        || ::chmod(QFile::encodeName(path).constData(), Connectable) != 0 || ::listen(socket.get(), Backlog) != 0)
        return fail(FaultKind::Storage, u"The socket %1 cannot be made: %2"_s.arg(path, qt_error_string(errno)));
    return socket;
}

void SocketFolder::removeSocket()
{
    if (!m_socket.isEmpty())
        ::unlink(QFile::encodeName(m_path + u'/' + m_socket).constData());
    m_socket.clear();
}

} // namespace hermes::docker
