// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "excerpt.h"

#include <QStringBuilder>

namespace hermes {

namespace {

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

qsizetype sequenceLength(char lead)
{
    const auto byte = static_cast<unsigned char>(lead);
    if (byte >= 0xF0 && byte < 0xF8)
        return 4;
    if (byte >= 0xE0)
        return byte < 0xF0 ? 3 : 1;
    return byte >= 0xC0 ? 2 : 1;
}

/// Without the beginning of a character whose end is not there.
QByteArrayView wholeCharactersAtEnd(QByteArrayView bytes)
{
    const qsizetype earliest = std::max<qsizetype>(0, bytes.size() - 3);
    for (qsizetype at = bytes.size() - 1; at >= earliest; --at) {
        if (isContinuation(bytes[at]))
            continue;
        return sequenceLength(bytes[at]) > bytes.size() - at ? bytes.first(at) : bytes;
    }
    return bytes;
}

/// Without the end of a character whose beginning is not there.
QByteArrayView wholeCharactersAtStart(QByteArrayView bytes)
{
    qsizetype skipped = 0;
    while (skipped < std::min<qsizetype>(3, bytes.size()) && isContinuation(bytes[skipped]))
        ++skipped;
    // Four continuation bytes in a row are no UTF-8 at all: then nothing is to be saved.
    if (skipped < bytes.size() && isContinuation(bytes[skipped]))
        return bytes;
    return bytes.sliced(skipped);
}

} // namespace

QByteArray excerpt(QByteArrayView head, QByteArrayView tail, qint64 total)
{
    head = wholeCharactersAtEnd(head);
    tail = wholeCharactersAtStart(tail);
    const QByteArray notice = "\n[… " + QByteArray::number(total - head.size() - tail.size()) + " bytes left out …]\n";
    QByteArray text;
    text.reserve(head.size() + notice.size() + tail.size());
    text.append(head);
    text.append(notice);
    text.append(tail);
    return text;
}

QByteArray shortened(const QByteArray &bytes, qint64 total, qsizetype limit)
{
    if (bytes.size() <= limit)
        return bytes;
    const qsizetype half = limit / 2;
    const QByteArrayView view(bytes);
    return excerpt(view.first(half), view.last(half), std::max<qint64>(total, bytes.size()));
}

} // namespace hermes
