// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/sealednamespace.h"

#include <QFile>
#include <QStandardPaths>

#include <csignal>

#include <sys/prctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes::tests {

namespace {
constexpr std::chrono::seconds EndPatience {20};
const QString AdministratorPath = u"/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"_s;
// With KILL for the first process when `unshare` dies, which dies with the test.
const QStringList Unshare {u"--mount"_s, u"--net"_s, u"--pid"_s, u"--fork"_s, u"--kill-child=KILL"_s, u"--mount-proc"_s, u"--"_s};

qint64 onlyChild(qint64 parent)
{
    QFile children(u"/proc/%1/task/%1/children"_s.arg(parent));
    return children.open(QIODevice::ReadOnly) ? children.readAll().trimmed().split(' ').first().toLongLong() : 0;
}

} // namespace

QString SealedNamespace::missing()
{
    if (::geteuid() != 0)
        return u"namespaces for a daemon of the tests' own need root"_s;
    for (const QString &program : {u"unshare"_s, u"nsenter"_s, u"busybox"_s}) {
        if (QStandardPaths::findExecutable(program, AdministratorPath.split(u':')).isEmpty())
            return u"%1 is not installed; packaging/packages-test.txt names the packages"_s.arg(program);
    }
    QProcess probe;
    probe.start(u"unshare"_s, Unshare + QStringList {u"true"_s});
    if (!probe.waitForFinished() || probe.exitStatus() != QProcess::NormalExit || probe.exitCode() != 0)
        return u"no namespaces can be made here (in a container: it needs CAP_SYS_ADMIN): "_s
            + QString::fromLocal8Bit(probe.readAllStandardError()).trimmed();
    return {};
}

bool SealedNamespace::start(const QString &script, const QString &logFile)
{
    prepareDaemon(m_holder, logFile);
    m_holder.start(u"unshare"_s, Unshare + QStringList {u"sh"_s, u"-ec"_s, u"busybox ip link set lo up\n"_s + script});
    return m_holder.waitForStarted();
}

void SealedNamespace::end()
{
    if (!isRunning())
        return;
    // The kernel ends all others before the parent hears of the first one's end.
    if (const qint64 first = onlyChild(m_holder.processId()); first > 0)
        ::kill(pid_t(first), SIGKILL);
    else
        m_holder.kill();
    m_holder.waitForFinished(int(std::chrono::milliseconds(EndPatience).count()));
}

void SealedNamespace::startInside(QProcess &process, const QStringList &command, const QString &logFile) const
{
    prepareDaemon(process, logFile);
    const QStringList enter {u"--target"_s, QString::number(onlyChild(m_holder.processId())), u"--mount"_s, u"--net"_s, u"--pid"_s,
                             u"--"_s};
    process.start(u"nsenter"_s, enter + command);
}

qint64 SealedNamespace::pidOf(const QProcess &process)
{
    return process.state() == QProcess::NotRunning ? 0 : onlyChild(process.processId());
}

void prepareDaemon(QProcess &process, const QString &logFile)
{
    QProcessEnvironment environment;
    environment.insert(u"PATH"_s, AdministratorPath);
    environment.insert(u"HOME"_s, u"/nonexistent"_s);
    environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(logFile, QIODevice::Append);
    process.setChildProcessModifier([] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::setpgid(0, 0);
    });
}

} // namespace hermes::tests
