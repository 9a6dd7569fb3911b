// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/output/outputindex.h"

#include <QString>

namespace hermes {

/// What is looked for in the bytes of an output. Within lines; sequences of colours within a word hide it.
class BytePattern final
{
public:
    struct Span
    {
        qint64 begin = 0;
        qint64 length = 0;

        bool operator==(const Span &) const = default;
    };

    BytePattern() = default;
    BytePattern(const QString &text, Qt::CaseSensitivity sensitivity);

    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }
    /// Those that begin in the first `size` of these bytes, in order, none over another; the bytes behind are looked at only
    /// to complete one.
    [[nodiscard]] std::vector<Span> findAll(const QByteArray &bytes, qint64 size) const;
    /// The most bytes that it may match.
    [[nodiscard]] qint64 longest() const { return m_bytes.size() * 2; }

private:
    [[nodiscard]] std::vector<Span> findBytes(const QByteArray &bytes, qint64 size) const;
    [[nodiscard]] std::vector<Span> findText(const QByteArray &bytes, qint64 size) const;

    QString m_text;
    QByteArray m_bytes;
    Qt::CaseSensitivity m_sensitivity = Qt::CaseInsensitive;
    bool m_byText = false; ///< Letters beyond ASCII, either case: has to be decoded.
};

/// Those that begin in this block of an output; blocks on the disk.
[[nodiscard]] Result<std::vector<BytePattern::Span>> findInBlock(const OutputReader &reader, const OutputIndex &index,
                                                                 qsizetype block, const BytePattern &pattern);

} // namespace hermes
