// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "literal.h"

#include <QUtf8StringView>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qsizetype MaxNumberLength = 300;

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/// Moves `at` behind the digits there; false when there is none.
bool skipDigits(QStringView text, qsizetype &at)
{
    const qsizetype begin = at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return at > begin;
}

void appendHex(QByteArray &to, const char *prefix, uint value, int digits)
{
    constexpr char Digits[] = "0123456789abcdef";
    to += prefix;
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        to += Digits[(value >> shift) & 0xf];
}

void appendPythonNonAscii(QByteArray &to, QStringView text, qsizetype &at)
{
    const QChar c = text[at];
    if (c.isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate())
        appendHex(to, "\\U", uint(QChar::surrogateToUcs4(c, text[++at])), 8);
    else
        appendHex(to, "\\u", c.unicode(), 4);
}

void appendPythonAscii(QByteArray &to, char c)
{
    switch (c) {
    case '\'': to += "\\'"; return;
    case '\\': to += "\\\\"; return;
    case '\n': to += "\\n"; return;
    case '\r': to += "\\r"; return;
    case '\t': to += "\\t"; return;
    default: break;
    }
    if (uchar(c) < 0x20 || c == 0x7f)
        appendHex(to, "\\x", uchar(c), 2);
    else
        to += c;
}

} // namespace

bool isJsonNumber(QStringView text)
{
    if (text.size() > MaxNumberLength)
        return false;
    qsizetype at = text.startsWith(u'-') ? 1 : 0;
    const qsizetype whole = at;
    if (!skipDigits(text, at) || (text[whole] == u'0' && at > whole + 1))
        return false;
    if (at < text.size() && text[at] == u'.') {
        ++at;
        if (!skipDigits(text, at))
            return false;
    }
    if (at < text.size() && (text[at] == u'e' || text[at] == u'E')) {
        ++at;
        if (at < text.size() && (text[at] == u'+' || text[at] == u'-'))
            ++at;
        if (!skipDigits(text, at))
            return false;
    }
    return at == text.size();
}

void appendJsonString(QByteArray &to, QByteArrayView utf8)
{
    QByteArray repaired;
    if (!QUtf8StringView(utf8.data(), utf8.size()).isValidUtf8()) {
        repaired = QString::fromUtf8(utf8).toUtf8();
        utf8 = repaired;
    }
    to += '"';
    for (const char c : utf8) {
        switch (c) {
        case '"': to += "\\\""; break;
        case '\\': to += "\\\\"; break;
        case '\n': to += "\\n"; break;
        case '\r': to += "\\r"; break;
        case '\t': to += "\\t"; break;
        default:
            if (uchar(c) < 0x20)
                appendHex(to, "\\u", uchar(c), 4);
            else
                to += c;
        }
    }
    to += '"';
}

void appendJsonValue(QByteArray &to, QStringView text)
{
    if (isJsonNumber(text))
        to += text.toLatin1();
    else
        appendJsonString(to, text.toUtf8());
}

void appendPythonString(QByteArray &to, QStringView text, PythonText form)
{
    to += '\'';
    if (form == PythonText::Utf8) {
        const QByteArray utf8 = text.toUtf8();
        for (const char c : utf8)
            appendPythonAscii(to, c);
    } else {
        for (qsizetype at = 0; at < text.size(); ++at) {
            if (text[at].unicode() < 0x80)
                appendPythonAscii(to, char(text[at].unicode()));
            else
                appendPythonNonAscii(to, text, at);
        }
    }
    to += '\'';
}

void appendShellWord(QByteArray &to, QStringView text)
{
    to += '\'';
    const QByteArray utf8 = text.toUtf8();
    for (const char c : utf8) {
        if (c == '\'')
            to += "'\\''";
        else
            to += c;
    }
    to += '\'';
}

} // namespace hermes
