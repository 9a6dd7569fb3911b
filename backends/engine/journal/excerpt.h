// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace hermes {

/// What the journal itself keeps of a stream; longer output is in a spool file.
inline constexpr qsizetype PreviewBytes = 16 * 1024;

/// Head and tail of a stream of `total` bytes with one line of notice between, which says how many were left out.
/// Both are cut at a character's border where the bytes are UTF-8, so no character is torn by us.
[[nodiscard]] QByteArray excerpt(QByteArrayView head, QByteArrayView tail, qint64 total);

/// At most about `limit` bytes that show both ends: `bytes` itself when it is short enough.
[[nodiscard]] QByteArray shortened(const QByteArray &bytes, qint64 total, qsizetype limit);

} // namespace hermes
