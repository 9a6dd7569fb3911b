// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/hosts/localhost.h"

#include "backends/core/replaceable.h"
#include "backends/core/savefile.h"
#include "backends/hosts/localprocess.h"
#include "backends/hosts/markedprocesses.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace hermes::hosts {

namespace {
constexpr qsizetype CopyBlock = 256 * 1024;

/// Without what the calling user may do: to the superuser every file is writable, and that would become its mode.
QFile::Permissions modeOf(const QFile &file)
{
    return file.permissions() & ~(QFile::ReadUser | QFile::WriteUser | QFile::ExeUser);
}

Result<> copyFile(const QString &source, const QString &target, std::stop_token stop)
{
    QFile from(source);
    if (!from.open(QIODevice::ReadOnly))
        return fail(FaultKind::NotFound, u"%1 cannot be read: %2"_s.arg(source, from.errorString()));
    if (auto checked = checkReplaceable(target); !checked)
        return checked;
    SaveFile to(target);
    if (!to.open(QIODevice::WriteOnly))
        return fail(FaultKind::Denied, u"%1 cannot be written: %2"_s.arg(target, to.errorString()));
    QByteArray block(CopyBlock, Qt::Uninitialized);
    while (!stop.stop_requested()) {
        const qint64 got = from.read(block.data(), block.size());
        if (got < 0)
            return fail(FaultKind::Storage, u"%1 cannot be read: %2"_s.arg(source, from.errorString()));
        if (got == 0) {
            to.setPermissions(modeOf(from));
            if (!to.commit())
                return fail(FaultKind::Storage, u"%1 cannot be written: %2"_s.arg(target, to.errorString()));
            return {};
        }
        if (to.write(block.constData(), got) != got)
            return fail(FaultKind::Storage, u"%1 cannot be written: %2"_s.arg(target, to.errorString()));
    }
    return fail(FaultKind::Cancelled, u"Copying %1 was cancelled"_s.arg(source));
}
} // namespace

QString LocalHost::name() const
{
    return u"this machine"_s;
}

Result<std::unique_ptr<Process>> LocalHost::start(const Command &command, std::stop_token)
{
    return LocalProcess::start(command).transform(
        [](std::unique_ptr<LocalProcess> process) { return std::unique_ptr<Process>(std::move(process)); });
}

void LocalHost::killMarked(const QByteArray &mark)
{
    std::ignore = endMarkedProcesses(mark, MarkMatch::Beginning, std::chrono::milliseconds::zero());
}

Result<> LocalHost::put(const QString &localFile, const QString &target, std::stop_token stop)
{
    return copyFile(localFile, target, std::move(stop));
}

Result<> LocalHost::get(const QString &source, const QString &localFile, std::stop_token stop)
{
    return copyFile(source, localFile, std::move(stop));
}

} // namespace hermes::hosts
