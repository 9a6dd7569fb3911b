// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/dockerdaemon.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <csignal>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::tests {

namespace {
constexpr std::chrono::milliseconds StartPatience = 30s;
constexpr std::chrono::milliseconds StopPatience = 30s;
constexpr int LogLines = 25;

const QString NamePrefix = u"hermes-docker-"_s;
const QString ControlGroups = u"/sys/fs/cgroup"_s;
const QString ImageFolder = QStringLiteral(HERMES_TEST_BUILD) + u"/tests/images"_s;

/// When a process started, in ticks since boot; empty when there is none. A process id alone may be used again.
QString startOf(const QString &pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.readAll();
    const QList<QByteArray> fields = text.sliced(text.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype StartField = 19;
    return fields.size() > StartField ? QString::fromLatin1(fields.at(StartField)) : QString();
}

QString newName()
{
    static int count = 0;
    const QString pid = QString::number(QCoreApplication::applicationPid());
    return NamePrefix + u"%1-%2-%3"_s.arg(pid, startOf(pid)).arg(++count);
}

bool ownerIsGone(const QString &name)
{
    const QStringList parts = name.sliced(NamePrefix.size()).split(u'-');
    return parts.size() == 3 && startOf(parts.at(0)) != parts.at(1);
}

/// Control groups outlive their processes; they are folders that only go when empty, innermost first.
void removeControlGroup(const QString &path)
{
    for (const QFileInfo &inner : QDir(path).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
        removeControlGroup(inner.filePath());
    // The kernel needs a moment to let go of a process that has ended.
    (void)waitUntil([&path] { return ::rmdir(QFile::encodeName(path).constData()) == 0 || errno != EBUSY; }, 2s);
}

/// Podman has one group for all, so what others have in it stays: a group that has processes cannot be removed.
void removeControlGroupsOfPodman()
{
    for (const QString &controller : QDir(ControlGroups).entryList(QDir::Dirs | QDir::NoDotDot)) {
        const QString parent = ControlGroups + u'/' + controller + u"/libpod_parent"_s;
        for (const QFileInfo &group : QDir(parent).entryInfoList({u"libpod-*"_s, u"conmon"_s}, QDir::Dirs))
            ::rmdir(QFile::encodeName(group.filePath()).constData());
        ::rmdir(QFile::encodeName(parent).constData());
    }
}

void removeControlGroups(const QString &name)
{
    removeControlGroup(ControlGroups + u'/' + name);
    for (const QString &controller : QDir(ControlGroups).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (QDir(ControlGroups + u'/' + controller + u'/' + name).exists())
            removeControlGroup(ControlGroups + u'/' + controller + u'/' + name);
    }
}

void removeAll(const QString &name)
{
    removeControlGroups(name);
    QDir(QDir::tempPath() + u'/' + name).removeRecursively();
}

/// What tests that were killed have left; their processes and mounts went with them.
void removeLeftovers()
{
    for (const QString &name : QDir(QDir::tempPath()).entryList({NamePrefix + u'*'}, QDir::Dirs)) {
        if (ownerIsGone(name))
            removeAll(name);
    }
}

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
}

} // namespace

DockerDaemon::DockerDaemon(Kind kind) : m_kind(kind), m_name(newName()), m_folder(QDir::tempPath() + u'/' + m_name) { }

DockerDaemon::~DockerDaemon()
{
    m_namespace.end();
    m_daemon.waitForFinished();
    removeAll(m_name);
    if (m_kind == Kind::Podman)
        removeControlGroupsOfPodman();
}

QString DockerDaemon::missing(Kind kind)
{
    QStringList needed {u"docker"_s, u"docker-init"_s};
    if (kind == Kind::Podman)
        needed << u"podman"_s << u"crun"_s << u"conmon"_s;
    else
        needed << u"dockerd"_s << u"containerd"_s << u"iptables"_s;
    for (const QString &program : std::as_const(needed)) {
        if (QStandardPaths::findExecutable(program).isEmpty()
            && QStandardPaths::findExecutable(program, {u"/usr/sbin"_s, u"/sbin"_s}).isEmpty())
            return u"%1 is not installed; packaging/packages-test.txt names the packages (packaging/dev setup test)"_s.arg(program);
    }
    return SealedNamespace::missing();
}

bool DockerDaemon::start()
{
    if (m_daemon.state() != QProcess::NotRunning)
        return failed(u"it is running already"_s);
    for (const QString &folder : {sharedFolder(), clientFolder(), dataFolder()}) {
        if (!QDir().mkpath(folder))
            return failed(u"cannot make the folder %1"_s.arg(folder));
    }
    writeConfiguration();
    if (!m_namespace.isRunning() && !startNamespace())
        return false;
    m_namespace.startInside(m_daemon, command(), logFile());
    if (!waitUntil([this] { return m_daemon.waitForFinished(0) || answersPing(); }, StartPatience))
        return failed(u"the daemon does not answer"_s);
    return m_daemon.state() == QProcess::Running || failed(u"the daemon ended by itself"_s);
}

QStringList DockerDaemon::command() const
{
    if (m_kind == Kind::Docker)
        return {u"dockerd"_s, u"--config-file"_s, m_folder + u"/dockerd.json"_s};
    // Nothing leaves its network, so nothing has to be translated or filtered there.
    return {u"env"_s,
            u"NETAVARK_FW=none"_s,
            u"CONTAINERS_REGISTRIES_CONF=%1/registries.conf"_s.arg(m_folder),
            u"CONTAINERS_CONF_OVERRIDE=%1/containers.conf"_s.arg(m_folder),
            u"podman"_s,
            u"--root=%1/podman"_s.arg(dataFolder()),
            u"--runroot=%1/podman-run"_s.arg(dataFolder()),
            u"--runtime=crun"_s,
            u"--cgroup-manager=cgroupfs"_s,
            u"--events-backend=file"_s,
            u"system"_s,
            u"service"_s,
            u"--time=0"_s,
            address()};
}

bool DockerDaemon::startNamespace()
{
    removeLeftovers();
    // Containerd, its shims and Podman have fixed places below /run. Layers need a file system that is not itself made of layers;
    // in memory none waits for a disk when it is unmounted.
    const QString mounts = u"mount -t tmpfs none /run\nmount -t tmpfs none %1\n"_s.arg(dataFolder());
    return m_kind == Kind::Docker ? startContainerd(mounts) : startForPodman(mounts);
}

bool DockerDaemon::startContainerd(const QString &mounts)
{
    // dockerd would wait a second for a containerd that it starts itself.
    const QString script = mounts + u"exec docker-init -- containerd --config %1/containerd.toml\n"_s.arg(m_folder);
    if (!m_namespace.start(script, logFile()))
        return failed(u"unshare cannot be started"_s);
    const auto containerdAnswers = [this] { return connectedTo(m_folder + u"/containerd.sock"_s).isOpen(); };
    return waitUntil(containerdAnswers, StartPatience) || failed(u"containerd does not answer"_s);
}

bool DockerDaemon::startForPodman(const QString &mounts)
{
    // crun refuses a machine that has version 2 of the control groups beside version 1.
    const QString script = mounts
        + u"! mountpoint -q %1/unified || umount %1/unified\n: > %2/ready\n"
          u"exec docker-init -- sleep infinity\n"_s.arg(ControlGroups, m_folder);
    if (!m_namespace.start(script, logFile()))
        return failed(u"unshare cannot be started"_s);
    return waitUntil([this] { return QFile::exists(m_folder + u"/ready"_s); }, StartPatience) || failed(u"no namespace"_s);
}

void DockerDaemon::writeConfiguration() const
{
    write(m_folder + u"/containerd.toml"_s,
          u"version = 2\nroot = \"%1/containerd\"\nstate = \"%2/containerd\"\ndisabled_plugins = [\"io.containerd.grpc.v1.cri\"]\n"
          u"[grpc]\naddress = \"%2/containerd.sock\"\n"_s.arg(dataFolder(), m_folder)
              .toUtf8());
    // What dockerd does by itself: registries of this machine need no TLS, and names without one are those of Docker's.
    write(m_folder + u"/registries.conf"_s,
          "unqualified-search-registries = [\"docker.io\"]\n"
          "[[registry]]\nlocation = \"127.0.0.1:5000\"\ninsecure = true\n"
          "[[registry]]\nlocation = \"127.0.0.1:5001\"\ninsecure = true\n");
    // A step of a build would be given more than may be had here.
    write(m_folder + u"/containers.conf"_s, "[containers]\ndefault_ulimits = [\"nofile=1024:1024\", \"nproc=1024:1024\"]\n");
    QJsonObject daemon = m_options;
    daemon[u"data-root"_s] = QString(dataFolder() + u"/docker"_s);
    daemon[u"exec-root"_s] = QString(m_folder + u"/exec"_s);
    daemon[u"pidfile"_s] = QString(m_folder + u"/docker.pid"_s);
    daemon[u"hosts"_s] = QJsonArray {address()};
    daemon[u"containerd"_s] = QString(m_folder + u"/containerd.sock"_s);
    daemon[u"cgroup-parent"_s] = QString(u'/' + m_name);
    daemon[u"exec-opts"_s] = QJsonArray {u"native.cgroupdriver=cgroupfs"_s};
    write(m_folder + u"/dockerd.json"_s, QJsonDocument(daemon).toJson());
}

bool DockerDaemon::answersPing() const
{
    return exchangeRaw(socketPath(), "GET /_ping HTTP/1.1\r\nHost: docker\r\nConnection: close\r\n\r\n").startsWith("HTTP/1.1 200");
}

bool DockerDaemon::stop()
{
    const qint64 pid = SealedNamespace::pidOf(m_daemon);
    if (pid <= 0 || ::kill(pid_t(pid), SIGTERM) != 0)
        return failed(u"the daemon is not running"_s);
    return m_daemon.waitForFinished(int(StopPatience.count())) || failed(u"the daemon does not end"_s);
}

void DockerDaemon::kill()
{
    if (const qint64 pid = SealedNamespace::pidOf(m_daemon); pid > 0)
        ::kill(pid_t(pid), SIGKILL);
    m_daemon.waitForFinished();
}

QString DockerDaemon::load(const QString &image)
{
    const QString file = ImageFolder + u'/' + image + u".tar"_s;
    if (!QFile::exists(file)) {
        m_failure = u"%1 is not made: install what packaging/packages-test.txt names and build test_images"_s.arg(file);
        return {};
    }
    const Ended loaded = docker({u"load"_s, u"--quiet"_s, u"--input"_s, file});
    if (loaded.exitCode != 0) {
        m_failure = u"docker load: "_s + QString::fromUtf8(loaded.err);
        return {};
    }
    return (m_kind == Kind::Podman ? u"localhost/"_s : QString()) + u"hermes-test/%1:1"_s.arg(image);
}

Ended DockerDaemon::docker(const QStringList &arguments, const QByteArray &input, std::chrono::milliseconds patience) const
{
    return runDocker(address(), clientFolder(), arguments, input, patience);
}

QString DockerDaemon::log() const
{
    QFile file(logFile());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    return QString::fromUtf8(lines.sliced(std::max<qsizetype>(0, lines.size() - LogLines)).join('\n'));
}

bool DockerDaemon::failed(const QString &why)
{
    m_failure = why + u"; the end of its log:\n"_s + log();
    return false;
}

} // namespace hermes::tests
