// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "localfile.h"

#include "backends/core/replaceable.h"
#include "backends/core/writeall.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr unsigned PermissionBits = 0777;
/// Of a file without a model.
constexpr unsigned UsualMode = 0644;

std::unexpected<Fault> unreadable(const QString &name, int error)
{
    const FaultKind kind = error == EACCES ? FaultKind::Denied : error == ENOENT ? FaultKind::NotFound : FaultKind::Storage;
    return fail(kind, u"%1 cannot be read: %2"_s.arg(name, qt_error_string(error)));
}

std::unexpected<Fault> unwritable(const QString &name, const QString &why)
{
    return fail(FaultKind::Storage, u"%1 cannot be written: %2"_s.arg(name, why));
}

/// Until there is something to read. False after a request to stop.
bool waitForInput(int descriptor, std::stop_token stop)
{
    const Descriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const std::stop_callback onStop(stop, [fd = wake.get()] { ::eventfd_write(fd, 1); });
    std::array<pollfd, 2> waiting {pollfd {.fd = descriptor, .events = POLLIN, .revents = 0},
                                   pollfd {.fd = wake.get(), .events = POLLIN, .revents = 0}};
    while (!stop.stop_requested() && ::poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) { }
    return !stop.stop_requested();
}
} // namespace

Result<LocalSource> LocalSource::open(const QString &path)
{
    LocalSource source;
    struct stat status = {};
    if (path == StandardStream) {
        source.m_name = u"standard input"_s;
        source.m_mode = UsualMode;
        if (::fstat(STDIN_FILENO, &status) != 0)
            return unreadable(source.m_name, errno);
        source.m_size = S_ISREG(status.st_mode) ? status.st_size : 0;
        return source;
    }
    source.m_name = path;
    source.m_file.reset(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!source.m_file.isOpen() || ::fstat(source.m_file.get(), &status) != 0)
        return unreadable(path, errno);
    if (!S_ISREG(status.st_mode))
        return fail(FaultKind::Usage, u"%1 is not a regular file"_s.arg(path));
    source.m_mode = status.st_mode & PermissionBits;
    source.m_size = status.st_size;
    return source;
}

Result<qsizetype> LocalSource::read(std::span<char> into, std::stop_token stop)
{
    const int descriptor = m_file.isOpen() ? m_file.get() : STDIN_FILENO;
    for (;;) {
        if (stop.stop_requested() || (!m_file.isOpen() && !waitForInput(descriptor, stop)))
            return fail(FaultKind::Cancelled, u"Cancelled"_s);
        const ssize_t got = ::read(descriptor, into.data(), into.size());
        if (got >= 0)
            return qsizetype(got);
        if (errno != EINTR && errno != EAGAIN)
            return fail(FaultKind::Storage, u"%1 cannot be read: %2"_s.arg(m_name, qt_error_string(errno)));
    }
}

Result<LocalTarget> LocalTarget::open(const QString &path)
{
    LocalTarget target;
    if (path == StandardStream)
        return target;
    if (auto replaceable = checkReplaceable(path); !replaceable)
        return std::unexpected(replaceable.error());
    target.m_file = std::make_unique<SaveFile>(path);
    if (!target.m_file->open(QIODevice::WriteOnly))
        return unwritable(path, target.m_file->errorString());
    return target;
}

Result<> LocalTarget::write(QByteArrayView bytes)
{
    if (!m_file) {
        const int error = writeAll(STDOUT_FILENO, bytes);
        return error == 0 ? Result<>() : unwritable(u"Standard output"_s, qt_error_string(error));
    }
    return m_file->write(bytes.data(), bytes.size()) == bytes.size() ? Result<>()
                                                                     : unwritable(m_file->fileName(), m_file->errorString());
}

void LocalTarget::makeExecutable()
{
    if (m_file)
        m_file->setPermissions(m_file->permissions() | QFileDevice::ExeOwner | QFileDevice::ExeUser);
}

Result<> LocalTarget::commit()
{
    if (!m_file || m_file->commit())
        return {};
    return unwritable(m_file->fileName(), m_file->errorString());
}

} // namespace hermes
