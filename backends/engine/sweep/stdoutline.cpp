// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "stdoutline.h"

#include <algorithm>

namespace hermes {

QByteArrayView lastLineObject(QByteArrayView output)
{
    const QByteArrayView text = output.trimmed();
    if (!text.endsWith('}'))
        return {};
    const QByteArrayView line = text.sliced(text.lastIndexOf('\n') + 1).trimmed();
    return line.startsWith('{') ? line : QByteArrayView();
}

std::optional<QList<JsonField>> lastLineJson(QByteArrayView output)
{
    const QByteArrayView line = lastLineObject(output);
    return line.isEmpty() ? std::nullopt : jsonObjectFields(line);
}

QString firstLine(QByteArrayView output, qsizetype maxCharacters)
{
    // No character takes more than 4 bytes; one more shows whether something was left out.
    QByteArrayView line = output.first(std::min(output.size(), 4 * (maxCharacters + 1)));
    if (const qsizetype end = line.indexOf('\n'); end >= 0)
        line = line.first(end);
    if (line.endsWith('\r'))
        line.chop(1);
    QString text = QString::fromUtf8(line);
    for (QChar &c : text) {
        if (c == u'\t')
            c = u' ';
        else if (c.unicode() < 0x20 || (c.unicode() >= 0x7f && c.unicode() < 0xa0))
            c = QChar::ReplacementCharacter;
    }
    if (text.size() <= maxCharacters)
        return text;
    text.truncate(std::max<qsizetype>(maxCharacters - 1, 0));
    if (!text.isEmpty() && text.back().isHighSurrogate())
        text.chop(1);
    return text + u'…';
}

} // namespace hermes
