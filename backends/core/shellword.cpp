// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shellword.h"

#include <QUtf8StringView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

bool isControl(char c)
{
    return uchar(c) < 0x20 || c == 0x7f;
}

QString escapedWord(QByteArrayView bytes)
{
    QString word = u"$'"_s;
    for (const char c : bytes) {
        if (c == '\'' || c == '\\')
            word += u'\\' + QLatin1Char(c);
        else if (c == '\n')
            word += u"\\n"_s;
        else if (isControl(c) || uchar(c) >= 0x80)
            word += u"\\x%1"_s.arg(uint(uchar(c)), 2, 16, QLatin1Char('0'));
        else
            word += QLatin1Char(c);
    }
    return word + u'\'';
}

} // namespace

bool isPlainText(QByteArrayView bytes)
{
    return QUtf8StringView(bytes).isValidUtf8()
        && std::ranges::none_of(bytes, [](char c) { return isControl(c) && c != '\n' && c != '\t'; });
}

QString shellWord(QByteArrayView bytes)
{
    const auto isBare = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
            || QByteArrayView("_@%+=:,./-").contains(c);
    };
    if (!bytes.isEmpty() && std::ranges::all_of(bytes, isBare))
        return QString::fromLatin1(bytes);
    if (isPlainText(bytes))
        return u'\'' + QString::fromUtf8(bytes).replace(u'\'', u"'\\''"_s) + u'\'';
    return escapedWord(bytes);
}

QString nameInLine(QByteArrayView name)
{
    const QString text = QString::fromUtf8(name);
    const QList<uint> characters = text.toUcs4();
    const bool isSeen = QUtf8StringView(name).isValidUtf8()
        && std::ranges::all_of(characters, [](uint character) { return QChar::isPrint(character); }) && !text.startsWith(u' ')
        && !text.endsWith(u' ') && !text.startsWith("$'"_L1);
    return isSeen ? text : escapedWord(name);
}

} // namespace hermes
