// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/tararchive.h"

#include <algorithm>
#include <numeric>

namespace hermes::docker {

namespace {
constexpr qsizetype Block = 512;
// Offsets and lengths of the fields of a header: POSIX.1-1988, "ustar Interchange Format".
constexpr qsizetype ChecksumAt = 148;

void put(QByteArray &header, qsizetype at, const QByteArray &text)
{
    header.replace(at, text.size(), text);
}

/// As digits to the base of 8 with a NUL behind them.
QByteArray octal(qint64 value, qsizetype width)
{
    return QByteArray::number(value, 8).rightJustified(width - 1, '0') + '\0';
}

QByteArray headerOf(const TarFile &file)
{
    QByteArray header(Block, '\0');
    put(header, 0, file.name);
    put(header, 100, octal(file.mode, 8));
    put(header, 108, octal(0, 8));
    put(header, 116, octal(0, 8));
    put(header, 124, octal(file.content.size(), 12));
    put(header, 136, octal(0, 12));
    put(header, ChecksumAt, QByteArray(8, ' '));
    put(header, 156, "0");
    put(header, 257, QByteArray("ustar\00000", 8));
    const int sum = std::accumulate(header.cbegin(), header.cend(), 0, [](int so, char c) { return so + uchar(c); });
    put(header, ChecksumAt, octal(sum, 7) + ' ');
    return header;
}
} // namespace

QByteArray tarOf(const QList<TarFile> &files)
{
    QByteArray archive;
    for (const TarFile &file : files) {
        archive += headerOf(file);
        archive += file.content;
        archive.append((Block - file.content.size() % Block) % Block, '\0');
    }
    return archive.append(2 * Block, '\0');
}

} // namespace hermes::docker
