// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/outputsink.h"
#include "backends/core/runrequest.h"
#include "backends/engine/journal/launchrecord.h"
#include "backends/engine/outputreader.h"

#include <QStringList>

#include <array>
#include <memory>
#include <mutex>
#include <vector>

class QFile;

namespace hermes {

/// Where a recorder puts what is too long for the journal.
struct SpoolPlace
{
    QString folder = {}; ///< Empty: nowhere; only head and tail are kept then.
    LaunchId launch = 0;
    qint64 index = 0;
};

/// What a run wrote, and what went wrong with keeping it.
struct RecordedOutput
{
    StreamCapture out = {};
    StreamCapture err = {};
    QStringList notes = {}; ///< For the result's notes.
};

/// Keeps the output of one run: both ends of each stream in memory, the whole in a spool file once a stream is
/// longer than PreviewBytes. Never fails: what cannot be spooled is a note.
///
/// As an OutputSink it is called by one thread at a time; snapshot() may be called by any thread meanwhile. Without
/// take() the destructor removes the files, since nobody knows of them then.
class OutputRecorder final : public OutputSink
{
public:
    /// `tap` gets every chunk too, with its credit; it may be null.
    OutputRecorder(CaptureLimits limits, SpoolPlace place, std::shared_ptr<OutputSink> tap = {});
    ~OutputRecorder() override;
    Q_DISABLE_COPY_MOVE(OutputRecorder)

    void started() override;
    void output(Stream stream, QByteArrayView bytes, Credit credit) override;

    /// What there is so far.
    [[nodiscard]] RecordedOutput snapshot() const;
    /// How much of a stream can be read back now, while it is written; always a beginning of the stream.
    [[nodiscard]] OutputExtent extent(Stream stream) const;
    /// A piece of that; `file` is where the spool file is or is to be opened. Any thread.
    [[nodiscard]] Result<QByteArray> read(Stream stream, QFile &file, qint64 from, qint64 bytes) const;
    /// Completes the files and returns everything; once, after the run's end.
    [[nodiscard]] RecordedOutput take();

private:
    /// The last bytes of a stream; takes no more memory than it has bytes to keep.
    class Tail
    {
    public:
        void append(QByteArrayView bytes, qsizetype limit);
        /// The last `count` bytes, in order.
        [[nodiscard]] QByteArray last(qsizetype count) const;
        [[nodiscard]] qsizetype size() const { return qsizetype(m_bytes.size()); }

    private:
        std::vector<char> m_bytes;
        size_t m_next = 0; ///< Where the oldest byte is, once it is full.
    };

    struct Kept
    {
        Stream stream = Stream::Stdout;
        QByteArray head = {};
        Tail tail = {};
        qint64 total = 0;
        qint64 inFile = 0; ///< Bytes of the stream that others may read from the file.
        // Of the writing thread alone:
        int file = -1;
        bool spooling = false; ///< Whether a file may be begun, or goes on.
        qint64 spooled = 0;
        qint64 spoolTail = 0;
    };

    void spool(Kept &kept, QByteArrayView bytes);
    [[nodiscard]] bool openFile(Kept &kept);
    [[nodiscard]] bool fill(Kept &kept, QByteArrayView bytes);
    [[nodiscard]] bool write(Kept &kept, QByteArrayView bytes);
    void giveUp(Kept &kept, int error);
    void complete(Kept &kept);
    void remove(Kept &kept);
    [[nodiscard]] QString path(const Kept &kept) const;
    [[nodiscard]] StreamCapture capture(const Kept &kept) const;
    [[nodiscard]] const Kept &kept(Stream stream) const { return m_kept[stream == Stream::Stdout ? 0 : 1]; }
    [[nodiscard]] OutputExtent reach(const Kept &kept) const;

    CaptureLimits m_limits;
    SpoolPlace m_place;
    std::shared_ptr<OutputSink> m_tap;
    mutable std::mutex m_mutex; ///< For head, tail, total and notes.
    std::array<Kept, 2> m_kept {Kept {.stream = Stream::Stdout}, Kept {.stream = Stream::Stderr}};
    QStringList m_notes;
    bool m_taken = false;
};

} // namespace hermes
