// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "privatebus.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::test {

namespace {

constexpr int DeadlineMilliseconds = 20'000;

constexpr QByteArrayView Configuration = R"(<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
)";

void end(QProcess &process)
{
    if (process.state() == QProcess::NotRunning)
        return;
    process.terminate();
    if (!process.waitForFinished(5'000)) {
        process.kill();
        process.waitForFinished();
    }
}

} // namespace

PrivateBus::PrivateBus()
{
    QFile configuration(m_home.filePath(u"bus.conf"_s));
    if (!configuration.open(QIODevice::WriteOnly))
        qFatal("%s cannot be written", qPrintable(configuration.fileName()));
    configuration.write(Configuration.data(), Configuration.size());
    configuration.close();
    m_daemon.setStandardErrorFile(QProcess::nullDevice());
    m_daemon.start(u"dbus-daemon"_s, {u"--config-file"_s, configuration.fileName(), u"--nofork"_s, u"--print-address"_s});
    if (!m_daemon.waitForStarted(DeadlineMilliseconds) || !m_daemon.waitForReadyRead(DeadlineMilliseconds))
        qFatal("dbus-daemon does not start: install dbus");
    m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
}

PrivateBus::~PrivateBus()
{
    end(m_service);
    end(m_daemon);
}

bool PrivateBus::startKeyring(const QByteArray &password)
{
    QDir(m_home.path()).mkpath(u"run"_s);
    QFile::setPermissions(m_home.filePath(u"run"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, m_address);
    environment.insert(u"HOME"_s, m_home.path());
    environment.insert(u"XDG_RUNTIME_DIR"_s, m_home.filePath(u"run"_s));
    environment.insert(u"XDG_DATA_HOME"_s, m_home.filePath(u"data"_s));
    environment.remove(u"DISPLAY"_s);
    environment.remove(u"WAYLAND_DISPLAY"_s);
    m_service.setProcessEnvironment(environment);
    m_service.setStandardErrorFile(QProcess::nullDevice());
    m_service.start(u"gnome-keyring-daemon"_s, {u"--foreground"_s, u"--unlock"_s, u"--components=secrets"_s});
    if (!m_service.waitForStarted(DeadlineMilliseconds))
        qFatal("gnome-keyring-daemon does not start: install gnome-keyring");
    m_service.write(password);
    m_service.waitForBytesWritten(DeadlineMilliseconds);
    m_service.closeWriteChannel();
    return waitForService();
}

void PrivateBus::stopKeyring()
{
    end(m_service);
}

bool PrivateBus::startFake(const QStringList &arguments)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, m_address);
    m_service.setProcessEnvironment(environment);
    m_service.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_service.start(qEnvironmentVariable("HERMES_FAKE_SERVICE"), arguments);
    return m_service.waitForStarted(DeadlineMilliseconds) && waitForService();
}

bool PrivateBus::waitForService()
{
    const QDeadlineTimer deadline(DeadlineMilliseconds);
    while (!deadline.hasExpired()) {
        QProcess asking;
        asking.start(u"dbus-send"_s,
                     {u"--bus="_s + m_address, u"--print-reply"_s, u"--dest=org.freedesktop.DBus"_s, u"/"_s,
                      u"org.freedesktop.DBus.GetNameOwner"_s, u"string:org.freedesktop.secrets"_s});
        if (asking.waitForFinished(DeadlineMilliseconds) && asking.exitCode() == 0)
            return true;
        std::this_thread::sleep_for(20ms);
    }
    return false;
}

} // namespace hermes::test
