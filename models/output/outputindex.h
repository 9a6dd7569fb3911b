// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/outputreader.h"
#include "models/output/ansi.h"

#include <QList>

#include <stop_token>
#include <vector>

namespace hermes {

/// A row within its block.
struct BlockRow
{
    quint32 begin = 0; ///< In the bytes of the block.
    quint32 end = 0;
    quint32 line = 0; ///< Of its line, counted from that of the block.
    AnsiStyle style = {}; ///< At its begin.
    bool endsLine = false;
    bool startsLine = false;
    bool isGap = false; ///< No bytes: here some were dropped.
};

/// Some rows with their bytes, as they were read for a view. Never changes.
struct OutputBlock
{
    qint64 offset = 0; ///< Of its first byte in what is kept of the stream.
    qint64 row = 0;    ///< Number of its first row.
    qint64 line = 0;   ///< Number of the line that this row belongs to, from 0.
    QByteArray bytes = {};
    std::vector<BlockRow> rows = {};
    OutputExtent extent = {}; ///< At the time when it was read.

    [[nodiscard]] qint64 endRow() const { return row + qint64(rows.size()); }
    [[nodiscard]] qint64 end() const { return offset + bytes.size(); }
};

/// Where the rows of an output begin. Sparse: one mark for some ten KiB, whatever the rows are like. A value.
struct OutputIndex
{
    struct Mark
    {
        qint64 offset = 0;
        qint64 row = 0;
        qint64 line = 0;
        AnsiStyle style = {};
        bool startsLine = true;
        bool afterGap = false; ///< Its first row tells that bytes are missing before it.
    };

    QList<Mark> marks = {};
    qint64 rows = 0;
    qint64 lines = 0;
    qint64 bytes = 0;    ///< How far it goes.
    bool complete = false; ///< It goes as far as there is something to read.
    OutputExtent extent = {};

    [[nodiscard]] qsizetype blockCount() const { return marks.size(); }
    /// The block with this row, or with this position of the stream.
    [[nodiscard]] qsizetype blockOfRow(qint64 row) const;
    [[nodiscard]] qsizetype blockOfOffset(qint64 offset) const;
    [[nodiscard]] qint64 endOfBlock(qsizetype block) const;
    [[nodiscard]] qint64 endRowOfBlock(qsizetype block) const;
    /// Reads a block; blocks on the disk.
    [[nodiscard]] Result<OutputBlock> load(const OutputReader &reader, qsizetype block) const;
};

/// Makes the index from the bytes, and goes on when there are more. On one worker thread at a time.
class OutputIndexer final
{
public:
    /// Reads about `budget` bytes further, or to the end, or until it is told to stop. False: what could be read before
    /// is no longer there (a spool file was given up), so that everything has to begin anew.
    [[nodiscard]] Result<bool> advance(const OutputReader &reader, qint64 budget, const std::stop_token &stop);
    [[nodiscard]] const OutputIndex &index() const { return m_index; }

private:
    void take(QByteArrayView bytes);
    void endPiece(qint64 rest, qint64 stop);
    void addGap();
    void mark();

    OutputIndex m_index;
    OutputIndex::Mark m_next; ///< Where the row begins that is not complete yet.
};

} // namespace hermes
