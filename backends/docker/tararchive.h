// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QList>

namespace hermes::docker {

struct TarFile
{
    QByteArray name = {}; ///< At most 100 bytes.
    int mode = 0644;
    QByteArray content = {};
};

/// A tar archive (ustar) of plain files, owned by root.
[[nodiscard]] QByteArray tarOf(const QList<TarFile> &files);

} // namespace hermes::docker
