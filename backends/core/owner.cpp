// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/owner.h"

#include <QFile>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

struct ProcessStat
{
    char state = 'X';
    int threads = 0;
    qint64 startTicks = 0;
};

std::optional<ProcessStat> readStat(qint64 pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray text = file.readAll();
    // The name in field 2 may hold spaces and parentheses; what follows its last one is regular.
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype StateField = 0, ThreadsField = 17, StartField = 19;
    if (fields.size() <= StartField || fields[StateField].isEmpty())
        return std::nullopt;
    return ProcessStat {
        .state = fields[StateField][0], .threads = fields[ThreadsField].toInt(), .startTicks = fields[StartField].toLongLong()};
}

QString bootId()
{
    QFile file(u"/proc/sys/kernel/random/boot_id"_s);
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll().trimmed()) : QString();
}

} // namespace

Owner currentOwner(const QString &program)
{
    const qint64 pid = getpid();
    return {.pid = pid, .startTicks = readStat(pid).value_or(ProcessStat()).startTicks, .bootId = bootId(), .program = program};
}

bool isAlive(const Owner &owner)
{
    if (owner.bootId != bootId())
        return false;
    const auto stat = readStat(owner.pid);
    if (!stat || stat->startTicks != owner.startTicks || stat->state == 'X')
        return false;
    // Of one that is being killed the first thread may be gone while another still writes.
    return stat->state != 'Z' || stat->threads > 1;
}

QString describe(const Owner &owner)
{
    return u"%1 (process %2)"_s.arg(owner.program.isEmpty() ? u"another program"_s : owner.program).arg(owner.pid);
}

QString ownerToText(const Owner &owner)
{
    return u"%1 %2 %3 %4"_s.arg(owner.pid).arg(owner.startTicks).arg(owner.bootId, owner.program);
}

std::optional<Owner> ownerFromText(const QString &text)
{
    const QStringList parts = text.split(u' ');
    if (parts.size() < 4)
        return std::nullopt;
    return Owner {.pid = parts[0].toLongLong(),
                  .startTicks = parts[1].toLongLong(),
                  .bootId = parts[2],
                  .program = parts.sliced(3).join(u' ')};
}

} // namespace hermes
