// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputindex.h"

#include "models/output/rowcut.h"

#include <algorithm>

namespace hermes {

namespace {

constexpr qint64 BlockBytes = 32LL * 1024;
constexpr qint64 PieceBytes = 1024LL * 1024;

} // namespace

qsizetype OutputIndex::blockOfRow(qint64 row) const
{
    const auto after = std::ranges::upper_bound(marks, row, {}, &Mark::row);
    return std::max<qsizetype>(0, std::distance(marks.cbegin(), after) - 1);
}

qsizetype OutputIndex::blockOfOffset(qint64 offset) const
{
    const auto after = std::ranges::upper_bound(marks, offset, {}, &Mark::offset);
    return std::max<qsizetype>(0, std::distance(marks.cbegin(), after) - 1);
}

qint64 OutputIndex::endOfBlock(qsizetype block) const
{
    return block + 1 < marks.size() ? marks.at(block + 1).offset : bytes;
}

qint64 OutputIndex::endRowOfBlock(qsizetype block) const
{
    return block + 1 < marks.size() ? marks.at(block + 1).row : rows;
}

Result<OutputBlock> OutputIndex::load(const OutputReader &reader, qsizetype block) const
{
    const Mark &mark = marks.at(block);
    const auto count = size_t(endRowOfBlock(block) - mark.row);
    auto bytes = reader.read(mark.offset, endOfBlock(block) - mark.offset);
    if (!bytes)
        return std::unexpected(std::move(bytes.error()));
    OutputBlock loaded {
        .offset = mark.offset, .row = mark.row, .line = mark.line, .bytes = std::move(*bytes), .rows = {}, .extent = extent};
    loaded.rows.reserve(count);
    AnsiStyle style = mark.style;
    bool startsLine = mark.startsLine;
    quint32 line = 0;
    if (mark.afterGap) {
        loaded.rows.push_back({.style = {}, .endsLine = true, .startsLine = true, .isGap = true});
        ++line;
    }
    qsizetype at = 0;
    const QByteArrayView all = loaded.bytes;
    while (loaded.rows.size() < count) {
        // The last row of what there is, or of a block, has no end of its own.
        const RowCut cut = cutRow(all, at).value_or(RowCut {.begin = at, .end = all.size(), .next = all.size()});
        if (!cut.overwritten) {
            loaded.rows.push_back({.begin = quint32(cut.begin),
                                   .end = quint32(cut.end),
                                   .line = line,
                                   .style = style,
                                   .endsLine = cut.endsLine,
                                   .startsLine = startsLine,
                                   .isGap = false});
            startsLine = cut.endsLine;
            line += cut.endsLine ? 1 : 0;
        }
        applyEscapes(all.sliced(cut.begin, cut.next - cut.begin), style);
        at = cut.next;
    }
    return loaded;
}

void OutputIndexer::mark()
{
    if (m_index.marks.isEmpty() || m_next.afterGap || m_next.offset - m_index.marks.last().offset >= BlockBytes)
        m_index.marks.append(m_next);
    m_next.afterGap = false;
}

/// Takes all rows whose end is known. Leaves m_next at the first one whose end is not.
void OutputIndexer::take(QByteArrayView bytes)
{
    qsizetype at = 0;
    qsizetype escape = bytes.indexOf('\x1b');
    while (const std::optional<RowCut> cut = cutRow(bytes, at)) {
        mark();
        if (escape >= 0 && escape < cut->next) {
            applyEscapes(bytes.sliced(at, cut->next - at), m_next.style);
            escape = bytes.indexOf('\x1b', cut->next);
        }
        m_next.offset += cut->next - at;
        at = cut->next;
        if (cut->overwritten)
            continue;
        ++m_next.row;
        m_next.line += cut->endsLine ? 1 : 0;
        m_next.startsLine = cut->endsLine;
    }
}

/// The rest of what there is, up to `stop`, has no line end: it is a row as it stands.
void OutputIndexer::endPiece(qint64 rest, qint64 stop)
{
    if (rest > 0)
        mark();
    m_index.rows = m_next.row + (rest > 0 ? 1 : 0);
    m_index.lines = m_next.line + (rest > 0 || !m_next.startsLine ? 1 : 0);
    m_index.bytes = stop;
}

void OutputIndexer::addGap()
{
    m_next = {.offset = m_index.bytes, .row = m_index.rows, .line = m_index.lines, .afterGap = true};
    mark();
    ++m_next.row;
    ++m_next.line;
}

Result<bool> OutputIndexer::advance(const OutputReader &reader, qint64 budget, const std::stop_token &stop)
{
    const auto extent = reader.extent();
    if (!extent)
        return std::unexpected(extent.error());
    if (extent->kept < m_index.bytes)
        return false;
    m_index.extent = *extent;
    const bool gapPassed = std::ranges::any_of(m_index.marks, &OutputIndex::Mark::afterGap);
    const qint64 end = gapPassed ? extent->kept : extent->gap.value_or(extent->kept);
    for (qint64 done = 0; done < budget && m_next.offset < end && !stop.stop_requested();) {
        const auto bytes = reader.read(m_next.offset, std::min(PieceBytes, end - m_next.offset));
        if (!bytes)
            return std::unexpected(bytes.error());
        const qint64 before = m_next.offset;
        take(*bytes);
        const qint64 rest = before + bytes->size() - m_next.offset;
        endPiece(rest, before + bytes->size());
        done += m_next.offset - before;
        if (m_next.offset == before || before + bytes->size() == end)
            break;
    }
    const bool atGap = extent->gap && !gapPassed && m_index.bytes == end;
    if (atGap) {
        addGap();
        endPiece(0, m_index.bytes);
    }
    m_index.complete = !atGap && m_index.bytes == end;
    return true;
}

} // namespace hermes
