// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/processtree.h"

#include <QDir>
#include <QFile>
#include <QHash>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes::bench {

namespace {

struct ProcessEntry
{
    qint64 parent = 0;
    QByteArray name = {};
    char state = 'R';
};

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QHash<qint64, ProcessEntry> readProcesses()
{
    QHash<qint64, ProcessEntry> processes;
    const QStringList names = QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        bool isProcess = false;
        const qint64 id = name.toLongLong(&isProcess);
        const QByteArray stat = isProcess ? readAll(u"/proc/%1/stat"_s.arg(id)) : QByteArray();
        const qsizetype open = stat.indexOf('(');
        const qsizetype close = stat.lastIndexOf(')');
        if (open < 0 || close < open)
            continue;
        const QByteArrayList fields = stat.sliced(close + 2).split(' ');
        processes.insert(id,
                         {.parent = fields.value(1).toLongLong(),
                          .name = stat.sliced(open + 1, close - open - 1),
                          .state = fields.value(0).at(0)});
    }
    return processes;
}

qint64 peakBytes(qint64 id)
{
    for (const QByteArray &line : readAll(u"/proc/%1/status"_s.arg(id)).split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.sliced(6).trimmed().chopped(3).toLongLong() * 1024;
    }
    return 0;
}

bool isBelow(const QHash<qint64, ProcessEntry> &processes, qint64 id, qint64 ancestor)
{
    for (id = processes.value(id).parent; id > 1; id = processes.value(id).parent) {
        if (id == ancestor)
            return true;
    }
    return false;
}

} // namespace

ProcessTree readProcessTree()
{
    ProcessTree tree;
    const QHash<qint64, ProcessEntry> processes = readProcesses();
    for (auto process = processes.cbegin(); process != processes.cend(); ++process) {
        if (process->state == 'Z' || !isBelow(processes, process.key(), ::getpid()))
            continue;
        if (process->name.startsWith("hermes-runner"))
            tree.runnerPeakBytes += peakBytes(process.key());
        else
            ++tree.snippets;
    }
    return tree;
}

qint64 ownPeakBytes()
{
    return peakBytes(::getpid());
}

} // namespace hermes::bench
