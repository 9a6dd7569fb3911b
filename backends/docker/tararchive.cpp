// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/tararchive.h"

#include <algorithm>
#include <numeric>

namespace hermes::docker {

namespace {
constexpr qsizetype Block = 512;
// Offsets and lengths of the fields of a header: POSIX.1-1988, "ustar Interchange Format".
constexpr qsizetype NameBytes = 100;
constexpr qsizetype ChecksumAt = 148;
constexpr qint64 LargestPlain = 077777777777;

void put(QByteArray &header, qsizetype at, const QByteArray &text)
{
    header.replace(at, text.size(), text);
}

/// As digits to the base of 8 with a NUL behind them.
QByteArray octal(qint64 value, qsizetype width)
{
    return QByteArray::number(value, 8).rightJustified(width - 1, '0') + '\0';
}

QByteArray plainHead(const TarEntry &entry, char type)
{
    QByteArray header(Block, '\0');
    put(header, 0, entry.name.first(std::min(entry.name.size(), NameBytes)));
    put(header, 100, octal(entry.mode, 8));
    put(header, 108, octal(0, 8));
    put(header, 116, octal(0, 8));
    put(header, 124, octal(std::min(entry.bytes, LargestPlain), 12));
    put(header, 136, octal(std::clamp<qint64>(entry.modified, 0, LargestPlain), 12));
    put(header, ChecksumAt, QByteArray(8, ' '));
    put(header, 156, QByteArray(1, type));
    put(header, 157, entry.target.first(std::min(entry.target.size(), NameBytes)));
    put(header, 257, QByteArray("ustar\00000", 8));
    const int sum = std::accumulate(header.cbegin(), header.cend(), 0, [](int so, char c) { return so + uchar(c); });
    put(header, ChecksumAt, octal(sum, 7) + ' ');
    return header;
}

/// "LENGTH key=value\n", where the length counts itself.
QByteArray extendedRecord(const QByteArray &key, const QByteArray &value)
{
    const QByteArray rest = ' ' + key + '=' + value + '\n';
    qsizetype length = rest.size();
    while (QByteArray::number(length).size() + rest.size() != length)
        length = QByteArray::number(length).size() + rest.size();
    return QByteArray::number(length) + rest;
}
} // namespace

QByteArray tarHead(const TarEntry &entry)
{
    QByteArray records;
    if (entry.name.size() > NameBytes)
        records += extendedRecord("path", entry.name);
    if (entry.target.size() > NameBytes)
        records += extendedRecord("linkpath", entry.target);
    if (entry.bytes > LargestPlain)
        records += extendedRecord("size", QByteArray::number(entry.bytes));
    const QByteArray head = plainHead(entry, char(entry.type));
    if (records.isEmpty())
        return head;
    constexpr char Extended = 'x';
    return plainHead({.name = "pax", .bytes = records.size()}, Extended) + records + tarPadding(records.size()) + head;
}

QByteArray tarPadding(qint64 bytes)
{
    return QByteArray(qsizetype((Block - bytes % Block) % Block), '\0');
}

QByteArray tarEnd()
{
    return QByteArray(2 * Block, '\0');
}

QByteArray tarOf(const QList<TarFile> &files)
{
    QByteArray archive;
    for (const TarFile &file : files) {
        archive += tarHead({.name = file.name, .mode = file.mode, .bytes = file.content.size()});
        archive += file.content;
        archive += tarPadding(file.content.size());
    }
    return archive + tarEnd();
}

} // namespace hermes::docker
