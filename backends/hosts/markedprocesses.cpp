// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/hosts/markedprocesses.h"

#include "backends/core/descriptor.h"

#include <QDir>
#include <QFile>

#include <csignal>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
// glibc 2.41: the header does not say that its functions are C.
extern "C" {
#include <sys/pidfd.h>
}

using namespace Qt::StringLiterals;

namespace hermes::hosts {

namespace {
constexpr std::chrono::milliseconds KillLimit {1'000};
/// A fork bomb makes new ones while the old ones end.
constexpr int Rounds = 5;

struct Found
{
    pid_t pid = 0;
    Descriptor handle; ///< pidfd
};

QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) ? file.readAll() : QByteArray();
}

QByteArray environmentOf(pid_t pid)
{
    QByteArray environment = readFile(u"/proc/%1/environ"_s.arg(pid));
    if (!environment.isEmpty())
        return environment;
    // A process whose first thread has ended shows it in the others.
    const QString threads = u"/proc/%1/task/"_s.arg(pid);
    for (const QString &thread : QDir(threads).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (QByteArray found = readFile(threads + thread + u"/environ"_s); !found.isEmpty())
            return found;
    }
    return {};
}

struct Mark
{
    QByteArray text;
    MarkMatch match;
};

bool isMarked(pid_t pid, const Mark &mark)
{
    const QByteArray environment = environmentOf(pid);
    for (qsizetype at = 0; (at = environment.indexOf(mark.text, at)) >= 0; ++at) {
        const qsizetype end = at + mark.text.size();
        const bool ends = mark.match == MarkMatch::Beginning || end == environment.size() || environment.at(end) == '\0';
        if ((at == 0 || environment.at(at - 1) == '\0') && ends)
            return true;
    }
    return false;
}

std::vector<Found> findProcesses(const Mark &mark)
{
    std::vector<Found> found;
    const std::unique_ptr<DIR, int (*)(DIR *)> proc(::opendir("/proc"), ::closedir);
    while (const dirent *entry = proc ? ::readdir(proc.get()) : nullptr) {
        bool isNumber = false;
        const pid_t pid = QByteArrayView(entry->d_name).toInt(&isNumber);
        if (!isNumber || pid == ::getpid() || !isMarked(pid, mark))
            continue;
        Found process {.pid = pid, .handle = Descriptor(::pidfd_open(pid, 0))};
        // Looked at again behind the handle: the number may have passed to another process in between.
        if (process.handle.isOpen() && isMarked(pid, mark))
            found.push_back(std::move(process));
    }
    return found;
}

void waitForEnds(const std::vector<Found> &processes, std::chrono::milliseconds limit)
{
    const auto deadline = std::chrono::steady_clock::now() + limit;
    for (const Found &process : processes) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd fd {.fd = process.handle.get(), .events = POLLIN, .revents = 0};
        if (::poll(&fd, 1, int(std::max<qint64>(left.count(), 0))) <= 0)
            return;
    }
}

void signalAll(const std::vector<Found> &processes, int signal)
{
    for (const Found &process : processes)
        ::pidfd_send_signal(process.handle.get(), signal, nullptr, 0);
}
} // namespace

QStringList endMarkedProcesses(const QByteArray &text, MarkMatch match, std::chrono::milliseconds killDelay)
{
    const Mark mark {.text = text, .match = match};
    std::vector<Found> processes;
    if (killDelay > std::chrono::milliseconds::zero()) {
        processes = findProcesses(mark);
        signalAll(processes, SIGTERM);
        signalAll(processes, SIGCONT);
        waitForEnds(processes, killDelay);
    }
    for (int round = 0; round < Rounds; ++round) {
        processes = findProcesses(mark);
        if (processes.empty())
            return {};
        signalAll(processes, SIGKILL);
        waitForEnds(processes, KillLimit);
    }
    QStringList left;
    for (const Found &process : findProcesses(mark))
        left.append(u"process %1 could not be ended"_s.arg(process.pid));
    return left;
}

} // namespace hermes::hosts
