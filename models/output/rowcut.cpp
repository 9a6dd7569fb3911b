// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rowcut.h"

#include "models/output/ansi.h"

namespace hermes {

namespace {

/// Sequences that are longer than this and run over the edge are shown as they are.
constexpr qsizetype LongestTornSequence = 64;

/// Where a row that is too long may end: at a character's border, before a sequence that goes on behind it.
qsizetype borderIn(QByteArrayView row)
{
    qsizetype border = row.size() - 1;
    for (int back = 0; back < 3 && (quint8(row[border]) & 0xc0) == 0x80; ++back)
        --border;
    const qsizetype lead = border;
    const auto first = quint8(row[lead]);
    const qsizetype length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    if (lead + length <= row.size())
        border = row.size(); // the last character is whole, or no UTF-8 at all
    const qsizetype escape = row.lastIndexOf('\x1b');
    if (escape > 0 && row.size() - escape < LongestTornSequence && escapeLength(row.sliced(escape)) == 0)
        border = std::min(border, escape);
    return border;
}

} // namespace

std::optional<RowCut> cutRow(QByteArrayView bytes, qsizetype from)
{
    const QByteArrayView rest = bytes.sliced(from);
    const qsizetype end = rest.first(std::min(rest.size(), LongestRow + 1)).indexOf('\n');
    if (end >= 0)
        return RowCut {.begin = from, .end = from + end, .next = from + end + 1, .endsLine = true};
    if (rest.size() <= LongestRow)
        return std::nullopt;
    const QByteArrayView row = rest.first(LongestRow);
    if (const qsizetype back = row.lastIndexOf('\r'); back >= 0)
        return RowCut {.begin = from, .end = from, .next = from + back + 1, .overwritten = true};
    const qsizetype border = from + borderIn(row);
    return RowCut {.begin = from, .end = border, .next = border};
}

} // namespace hermes
