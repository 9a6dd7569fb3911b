// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputrecorder.h"

#include "backends/engine/journal/excerpt.h"
#include "backends/engine/journal/spoolfolder.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

void OutputRecorder::Tail::append(QByteArrayView bytes, qsizetype limit)
{
    if (bytes.size() >= limit) {
        m_bytes.assign(bytes.end() - limit, bytes.end());
        m_next = 0;
        return;
    }
    const qsizetype growth = std::min(bytes.size(), limit - size());
    if (growth > 0) {
        // While it grows, its oldest byte is its first.
        if (m_bytes.capacity() < size_t(size() + growth))
            m_bytes.reserve(size_t(std::min(limit, std::max(size() + growth, 2 * size()))));
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.begin() + growth);
        bytes = bytes.sliced(growth);
    }
    while (!bytes.isEmpty()) {
        const qsizetype part = std::min(bytes.size(), size() - qsizetype(m_next));
        std::ranges::copy(bytes.first(part), m_bytes.begin() + qsizetype(m_next));
        m_next = (m_next + size_t(part)) % m_bytes.size();
        bytes = bytes.sliced(part);
    }
}

QByteArray OutputRecorder::Tail::last(qsizetype count) const
{
    count = std::min(count, size());
    QByteArray bytes;
    bytes.reserve(count);
    const qsizetype newest = std::min(count, qsizetype(m_next));
    bytes.append(QByteArrayView(m_bytes).last(count - newest));
    bytes.append(QByteArrayView(m_bytes).sliced(qsizetype(m_next) - newest, newest));
    return bytes;
}

OutputRecorder::OutputRecorder(CaptureLimits limits, SpoolPlace place, std::shared_ptr<OutputSink> tap)
    : m_limits(limits), m_place(std::move(place)), m_tap(std::move(tap))
{
    for (Kept &kept : m_kept)
        kept.spooling = !m_place.folder.isEmpty() && m_limits.spoolBytes > 0;
}

OutputRecorder::~OutputRecorder()
{
    if (m_taken)
        return;
    for (Kept &kept : m_kept)
        remove(kept);
}

void OutputRecorder::started()
{
    if (m_tap)
        m_tap->started();
}

void OutputRecorder::output(Stream stream, QByteArrayView bytes, Credit credit)
{
    Kept &kept = m_kept[stream == Stream::Stdout ? 0 : 1];
    // Before it goes into head and tail, since these still hold all bytes so far when the file is begun.
    spool(kept, bytes);
    {
        const std::scoped_lock lock(m_mutex);
        kept.total += bytes.size();
        kept.inFile = kept.file >= 0 ? kept.spooled : 0;
        const qsizetype half = m_limits.resultBytes / 2;
        const qsizetype forHead = std::min(bytes.size(), half - kept.head.size());
        if (forHead > 0)
            kept.head.append(bytes.first(forHead));
        kept.tail.append(bytes.sliced(forHead), m_limits.resultBytes - half);
    }
    if (m_tap)
        m_tap->output(stream, bytes, std::move(credit));
}

void OutputRecorder::spool(Kept &kept, QByteArrayView bytes)
{
    const qint64 threshold = std::min<qint64>(PreviewBytes, m_limits.resultBytes);
    if (!kept.spooling || kept.total + bytes.size() <= threshold)
        return;
    if (kept.file < 0) {
        if (!openFile(kept) || !fill(kept, kept.head) || !fill(kept, kept.tail.last(kept.tail.size())))
            return;
    }
    (void)fill(kept, bytes);
}

/// Writes what fits below the limit.
bool OutputRecorder::fill(Kept &kept, QByteArrayView bytes)
{
    const qint64 room = std::max<qint64>(0, m_limits.spoolBytes - kept.spooled);
    return write(kept, bytes.first(std::min<qint64>(room, bytes.size())));
}

bool OutputRecorder::openFile(Kept &kept)
{
    const QByteArray native = QFile::encodeName(path(kept));
    // Never into a file that is there: it may be the output of an earlier run that another launch keeps as well.
    ::unlink(native.constData());
    kept.file = ::open(native.constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (kept.file < 0)
        giveUp(kept, errno);
    return kept.file >= 0;
}

bool OutputRecorder::write(Kept &kept, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t written = ::write(kept.file, bytes.data(), size_t(bytes.size()));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            giveUp(kept, errno);
            return false;
        }
        kept.spooled += written;
        bytes = bytes.sliced(written);
    }
    return true;
}

/// The file goes altogether: on a full disk the journal needs the space more.
void OutputRecorder::giveUp(Kept &kept, int error)
{
    remove(kept);
    kept.spooling = false;
    const std::scoped_lock lock(m_mutex);
    m_notes += u"The whole %1 could not be spooled: %2."_s.arg(kept.stream == Stream::Stdout ? "stdout"_L1 : "stderr"_L1,
                                                               QString::fromLocal8Bit(std::strerror(error)));
}

void OutputRecorder::remove(Kept &kept)
{
    if (kept.file < 0)
        return;
    ::close(kept.file);
    kept.file = -1;
    kept.spooled = 0;
    QFile::remove(path(kept));
}

void OutputRecorder::complete(Kept &kept)
{
    if (kept.file < 0)
        return;
    const qint64 beyond = std::min<qint64>(kept.total - kept.spooled, kept.tail.size());
    const qint64 spooled = kept.spooled;
    if (beyond > 0) {
        if (!write(kept, kept.tail.last(beyond)))
            return;
        kept.spoolTail = beyond;
        kept.spooled = spooled;
    }
    // Begins to write it out without waiting, so that a loss of power takes little of it.
    (void)sync_file_range(kept.file, 0, 0, SYNC_FILE_RANGE_WRITE);
    ::close(kept.file);
    kept.file = -1;
}

QString OutputRecorder::path(const Kept &kept) const
{
    return m_place.folder + u'/' + spoolName(m_place.launch, m_place.index, kept.stream);
}

StreamCapture OutputRecorder::capture(const Kept &kept) const
{
    StreamCapture capture {.total = kept.total};
    const QByteArray tail = kept.tail.last(kept.tail.size());
    capture.truncated = kept.head.size() + tail.size() < kept.total;
    if (capture.truncated)
        capture.bytes = excerpt(kept.head, tail, kept.total);
    else
        capture.bytes = tail.isEmpty() ? kept.head : kept.head + tail;
    return capture;
}

RecordedOutput OutputRecorder::snapshot() const
{
    const std::scoped_lock lock(m_mutex);
    return {.out = capture(m_kept[0]), .err = capture(m_kept[1]), .notes = m_notes};
}

OutputExtent OutputRecorder::reach(const Kept &kept) const
{
    const bool whole = kept.head.size() + kept.tail.size() == kept.total;
    return {.kept = std::max<qint64>(kept.inFile, whole ? kept.total : kept.head.size()), .total = kept.total, .growing = true};
}

OutputExtent OutputRecorder::extent(Stream stream) const
{
    const std::scoped_lock lock(m_mutex);
    return reach(kept(stream));
}

Result<QByteArray> OutputRecorder::read(Stream stream, QFile &file, qint64 from, qint64 bytes) const
{
    {
        const std::scoped_lock lock(m_mutex);
        const Kept &kept = this->kept(stream);
        bytes = std::clamp<qint64>(reach(kept).kept - from, 0, bytes);
        if (kept.inFile < from + bytes) {
            const QByteArray fromTail = kept.tail.last(std::max<qint64>(0, kept.total - std::max<qint64>(from, kept.head.size())));
            return QByteArray(kept.head.mid(from, bytes) + fromTail).first(bytes);
        }
        if (!file.isOpen())
            file.setFileName(path(kept));
    }
    if (!file.isOpen() && !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return fail(FaultKind::Storage, u"%1 could not be read: %2"_s.arg(file.fileName(), file.errorString()));
    return file.seek(from) ? file.read(bytes) : QByteArray();
}

RecordedOutput OutputRecorder::take()
{
    for (Kept &kept : m_kept)
        complete(kept);
    m_taken = true;
    RecordedOutput recorded = snapshot();
    for (auto [kept, stream] : {std::pair(&m_kept[0], &recorded.out), std::pair(&m_kept[1], &recorded.err)}) {
        if (kept->spooled == 0)
            continue;
        stream->spoolFile = path(*kept);
        stream->spooled = kept->spooled;
        stream->spoolTail = kept->spoolTail;
    }
    return recorded;
}

} // namespace hermes
