// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bytepattern.h"

#include "models/output/outputrow.h"

#include <algorithm>

namespace hermes {

BytePattern::BytePattern(const QString &text, Qt::CaseSensitivity sensitivity)
    : m_text(text), m_bytes(text.toUtf8()), m_sensitivity(sensitivity)
{
    m_byText = sensitivity == Qt::CaseInsensitive && std::ranges::any_of(text, [](QChar c) { return c.unicode() >= 0x80; });
    if (sensitivity == Qt::CaseInsensitive)
        m_bytes = m_bytes.toLower();
}

std::vector<BytePattern::Span> BytePattern::findAll(const QByteArray &bytes, qint64 size) const
{
    if (isEmpty())
        return {};
    return m_byText ? findText(bytes, size) : findBytes(bytes, size);
}

std::vector<BytePattern::Span> BytePattern::findBytes(const QByteArray &bytes, qint64 size) const
{
    const QByteArray haystack = m_sensitivity == Qt::CaseInsensitive ? bytes.toLower() : bytes;
    std::vector<Span> spans;
    for (qint64 at = haystack.indexOf(m_bytes); at >= 0 && at < size; at = haystack.indexOf(m_bytes, at + m_bytes.size()))
        spans.push_back({.begin = at, .length = m_bytes.size()});
    return spans;
}

std::vector<BytePattern::Span> BytePattern::findText(const QByteArray &bytes, qint64 size) const
{
    QString text;
    std::vector<qint64> positions;
    text.reserve(bytes.size());
    positions.reserve(size_t(bytes.size()) + 1);
    const QByteArrayView view(bytes);
    for (qint64 at = 0; at < view.size();) {
        const DecodedCharacter decoded = decodeCharacter(view.sliced(at));
        const qsizetype before = text.size();
        text.append(QChar::fromUcs4(decoded.character));
        positions.insert(positions.end(), size_t(text.size() - before), at);
        at += decoded.length;
    }
    positions.push_back(bytes.size());
    std::vector<Span> spans;
    for (qsizetype at = text.indexOf(m_text, 0, m_sensitivity); at >= 0;
         at = text.indexOf(m_text, at + m_text.size(), m_sensitivity)) {
        const qint64 begin = positions[size_t(at)];
        if (begin >= size)
            break;
        spans.push_back({.begin = begin, .length = positions[size_t(at + m_text.size())] - begin});
    }
    return spans;
}

Result<std::vector<BytePattern::Span>> findInBlock(const OutputReader &reader, const OutputIndex &index, qsizetype block,
                                                   const BytePattern &pattern)
{
    const qint64 begin = index.marks.at(block).offset;
    const qint64 end = index.endOfBlock(block);
    const qint64 beyond = std::min(index.bytes - end, pattern.longest());
    return reader.read(begin, end - begin + beyond).transform([&](const QByteArray &bytes) {
        std::vector<BytePattern::Span> spans = pattern.findAll(bytes, end - begin);
        for (BytePattern::Span &span : spans)
            span.begin += begin;
        return spans;
    });
}

} // namespace hermes
