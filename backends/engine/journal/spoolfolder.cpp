// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "spoolfolder.h"

#include "backends/engine/journal/excerpt.h"

#include <QDirListing>
#include <QFile>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

std::optional<SpoolEntry> entryOf(const QString &name)
{
    const qsizetype dash = name.indexOf(u'-');
    const qsizetype dot = name.indexOf(u'.', dash);
    if (dash < 1 || dot < 0)
        return std::nullopt;
    bool launchKnown = false, indexKnown = false;
    SpoolEntry entry {.name = name,
                      .launch = QStringView(name).first(dash).toLongLong(&launchKnown),
                      .index = QStringView(name).sliced(dash + 1, dot - dash - 1).toLongLong(&indexKnown)};
    const QStringView ending = QStringView(name).sliced(dot + 1);
    if (ending == "err"_L1)
        entry.stream = Stream::Stderr;
    else if (ending != "out"_L1)
        return std::nullopt;
    if (!launchKnown || !indexKnown || entry.launch <= 0)
        return std::nullopt;
    return entry;
}

qint64 bytesOnDisk(const QString &path)
{
    struct stat status {};
    if (stat(QFile::encodeName(path).constData(), &status) != 0)
        return 0;
    return qint64(status.st_blocks) * 512 / std::max<qint64>(1, qint64(status.st_nlink));
}

QByteArray readAt(QFile &file, qint64 position, qint64 bytes)
{
    return file.seek(position) ? file.read(bytes) : QByteArray();
}

} // namespace

QString spoolName(LaunchId launch, qint64 index, Stream stream)
{
    return u"%1-%2.%3"_s.arg(launch).arg(index).arg(stream == Stream::Stdout ? "out"_L1 : "err"_L1);
}

QList<SpoolEntry> spoolEntries(const QString &folder)
{
    QList<SpoolEntry> entries;
    for (const auto &found : QDirListing(folder, QDirListing::IteratorFlag::FilesOnly)) {
        if (auto entry = entryOf(found.fileName())) {
            entry->bytes = bytesOnDisk(found.filePath());
            entries += *entry;
        }
    }
    std::ranges::sort(entries, {}, [](const SpoolEntry &entry) { return std::tuple(entry.launch, entry.index, entry.stream); });
    return entries;
}

LaunchId lastSpooledLaunch(const QString &folder)
{
    const QList<SpoolEntry> entries = spoolEntries(folder);
    return entries.isEmpty() ? 0 : entries.last().launch;
}

Result<bool> shareSpoolFile(const QString &folder, const QString &from, const QString &to)
{
    const QString source = folder + u'/' + from;
    const QString target = folder + u'/' + to;
    const QByteArray nativeTarget = QFile::encodeName(target);
    ::unlink(nativeTarget.constData());
    if (::link(QFile::encodeName(source).constData(), nativeTarget.constData()) == 0)
        return true;
    if (errno == ENOENT)
        return false;
    QFile file(source);
    if (file.copy(target))
        return true;
    ::unlink(nativeTarget.constData());
    return fail(FaultKind::Exhausted, u"%1 cannot be copied: %2"_s.arg(source, file.errorString()),
                u"Free some space for %1 and try again."_s.arg(folder));
}

void syncFolder(const QString &folder)
{
    const int handle = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0)
        return;
    ::fsync(handle);
    ::close(handle);
}

void removeSpoolOf(const QString &folder, LaunchId launch)
{
    for (const auto &found : QDirListing(folder, {u"%1-*"_s.arg(launch)}, QDirListing::IteratorFlag::FilesOnly)) {
        if (entryOf(found.fileName()))
            QFile::remove(found.filePath());
    }
}

SpoolRead readSpool(StreamCapture &capture, qint64 limit)
{
    QFile file(capture.spoolFile);
    if (!file.open(QIODevice::ReadOnly))
        return SpoolRead::Missing;
    if (file.size() < capture.spooled + capture.spoolTail)
        return SpoolRead::Incomplete;
    if (capture.total <= limit && capture.spooled + capture.spoolTail == capture.total) {
        QByteArray whole = readAt(file, 0, capture.total);
        if (whole.size() != capture.total)
            return SpoolRead::Missing;
        capture.bytes = std::move(whole);
        capture.truncated = false;
        return SpoolRead::Whole;
    }
    const bool gap = capture.spooled + capture.spoolTail < capture.total;
    const qint64 headBytes = std::min(limit / 2, capture.spooled);
    const qint64 tailBytes = std::min(limit / 2, gap ? capture.spoolTail : capture.total - headBytes);
    const QByteArray head = readAt(file, 0, headBytes);
    const QByteArray tail = readAt(file, capture.spooled + capture.spoolTail - tailBytes, tailBytes);
    if (head.size() != headBytes || tail.size() != tailBytes)
        return SpoolRead::Missing;
    capture.bytes = excerpt(head, tail, capture.total);
    capture.truncated = true;
    return SpoolRead::Whole;
}

} // namespace hermes
