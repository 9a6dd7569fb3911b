// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QList>

namespace hermes::docker {

struct TarFile
{
    QByteArray name = {};
    int mode = 0644;
    QByteArray content = {};
};

/// A tar archive (POSIX.1-2001) of plain files, owned by root.
[[nodiscard]] QByteArray tarOf(const QList<TarFile> &files);

// The same piece by piece: for each entry its head, its content and the padding behind that, and the end.

struct TarEntry
{
    enum class Type : char { File = '0', Link = '2', Folder = '5' };

    QByteArray name = {}; ///< With / between its parts.
    int mode = 0644;
    qint64 bytes = 0;
    Type type = Type::File;
    QByteArray target = {}; ///< Of a symbolic link.
    qint64 modified = 0;    ///< Seconds since 1970.
};
[[nodiscard]] QByteArray tarHead(const TarEntry &entry);
[[nodiscard]] QByteArray tarPadding(qint64 bytes);
[[nodiscard]] QByteArray tarEnd();

} // namespace hermes::docker
