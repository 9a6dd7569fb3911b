// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/localregistry.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::tests {

namespace {

/// Bcrypt of the password; the registry knows nothing else.
constexpr auto PasswordHash = "$2b$04$hermespanelhermespaneeRjrrGaowhwvjeOCSaQxNcKclDYcSqYm";

/// Debian and Fedora call it differently.
QString program()
{
    const QString debian = QStandardPaths::findExecutable(u"docker-registry"_s);
    return debian.isEmpty() ? QStandardPaths::findExecutable(u"registry"_s) : debian;
}

QByteArray fileText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
}

} // namespace

LocalRegistry::LocalRegistry(const DockerDaemon &daemon, Access access) : m_daemon(daemon), m_access(access) { }

LocalRegistry::~LocalRegistry()
{
    stop();
}

QString LocalRegistry::missing()
{
    return program().isEmpty() ? u"docker-registry is not installed; packaging/packages-test.txt names the packages"_s : QString();
}

bool LocalRegistry::start()
{
    QDir().mkpath(folder());
    QFile::remove(logFile());
    QByteArray configuration =
        "version: 0.1\nlog: {level: info, accesslog: {disabled: true}}\nstorage: {filesystem: {rootdirectory: " + folder().toUtf8()
        + "/images}}\nhttp: {addr: " + address().toLatin1() + "}\n";
    if (m_access == Access::WithPassword) {
        write(folder() + u"/htpasswd"_s, QByteArray(User) + ':' + PasswordHash + '\n');
        configuration += "auth: {htpasswd: {realm: tests, path: " + folder().toUtf8() + "/htpasswd}}\n";
    }
    write(folder() + u"/config.yml"_s, configuration);
    m_daemon.inside().startInside(m_process, {program(), u"serve"_s, folder() + u"/config.yml"_s}, logFile());
    return waitUntil([this] { return m_process.waitForFinished(0) || fileText(logFile()).contains("listening on"); }, 20s)
        && m_process.state() == QProcess::Running;
}

void LocalRegistry::stop()
{
    if (const qint64 pid = SealedNamespace::pidOf(m_process); pid > 0)
        ::kill(pid_t(pid), SIGKILL);
    m_process.waitForFinished();
}

QString LocalRegistry::failure() const
{
    return u"the registry: "_s + QString::fromUtf8(fileText(logFile()).right(2000));
}

QString LocalRegistry::address() const
{
    return m_access == Access::Open ? u"127.0.0.1:5000"_s : u"127.0.0.1:5001"_s;
}

QString LocalRegistry::folder() const
{
    return m_daemon.folder() + u"/registry-"_s + address().section(u':', 1);
}

} // namespace hermes::tests
