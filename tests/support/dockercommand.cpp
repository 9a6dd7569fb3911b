// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/dockercommand.h"

#include <QFile>
#include <QProcess>

#include <array>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>

using namespace Qt::StringLiterals;

namespace hermes::tests {

Ended runDocker(const QString &address, const QString &clientFolder, const QStringList &arguments, const QByteArray &input,
                std::chrono::milliseconds patience)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : environment.keys()) {
        if (name.startsWith(u"DOCKER_"_s))
            environment.remove(name);
    }
    environment.insert(u"DOCKER_HOST"_s, address);
    environment.insert(u"DOCKER_CONFIG"_s, clientFolder);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(u"docker"_s, arguments);
    process.write(input);
    process.closeWriteChannel();
    const bool finished = process.waitForFinished(int(patience.count()));
    if (!finished) {
        process.kill();
        process.waitForFinished();
    }
    return {.exitCode = finished && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            .out = process.readAllStandardOutput(),
            .err = process.readAllStandardError()};
}

Descriptor connectedTo(const QString &socketPath)
{
    sockaddr_un address {.sun_family = AF_UNIX, .sun_path = {}};
    const QByteArray name = QFile::encodeName(socketPath);
    Q_ASSERT(size_t(name.size()) < sizeof address.sun_path);
    std::memcpy(address.sun_path, name.constData(), size_t(name.size()));
    Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const timeval limit {.tv_sec = 2, .tv_usec = 0};
    ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        socket.reset();
    return socket;
}

QByteArray exchangeRaw(const QString &socketPath, const QByteArray &request)
{
    const Descriptor socket = connectedTo(socketPath);
    if (!socket.isOpen() || ::send(socket.get(), request.constData(), size_t(request.size()), MSG_NOSIGNAL) != request.size())
        return {};
    QByteArray answer;
    std::array<char, 4096> piece {};
    for (ssize_t size = 1; size > 0; answer.append(piece.data(), size > 0 ? size : 0))
        size = ::recv(socket.get(), piece.data(), piece.size(), 0);
    return answer;
}

} // namespace hermes::tests
