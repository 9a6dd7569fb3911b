// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "displaytext.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qsizetype MessageCharacters = 400;
constexpr qsizetype MessageLines = 6;
constexpr char16_t ControlPictures = 0x2400;

bool turnsDirection(QChar c)
{
    return (c >= QChar(0x202a) && c <= QChar(0x202e)) || (c >= QChar(0x2066) && c <= QChar(0x2069));
}

bool isControl(QChar c)
{
    return (c < u' ' && c != u'\t' && c != u'\n' && c != u'\r') || (c >= QChar(0x7f) && c < QChar(0xa0));
}

QString signOf(QChar c)
{
    if (turnsDirection(c))
        return u"‹U+%1›"_s.arg(c.unicode(), 4, 16).toUpper();
    if (c < u' ')
        return QChar(ControlPictures + c.unicode());
    return c == QChar(0x7f) ? u"␡"_s : QString(QChar::ReplacementCharacter);
}

/// No more of a text than can be shown, so that what follows costs nothing more.
QString shortened(const QString &text, qsizetype maxCharacters)
{
    if (text.size() <= maxCharacters)
        return text;
    QString start = text.first(maxCharacters - 1);
    if (start.back().isHighSurrogate())
        start.chop(1);
    return start + u'…';
}

} // namespace

QString visibleText(const QString &text)
{
    const auto isHidden = [](QChar c) { return isControl(c) || turnsDirection(c); };
    if (std::ranges::none_of(text, isHidden))
        return text;
    QString shown;
    shown.reserve(text.size());
    for (const QChar c : text) {
        if (isHidden(c))
            shown += signOf(c);
        else
            shown += c;
    }
    return shown;
}

QString lineText(const QString &text, qsizetype maxCharacters)
{
    QString line = visibleText(shortened(text, maxCharacters));
    const auto endsOrMoves = [](QChar c) {
        return c == u'\t' || c == u'\r' || c == u'\n' || c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
    };
    // Nearly every text is one line, and is not copied then.
    if (std::ranges::none_of(std::as_const(line), endsOrMoves))
        return line;
    for (QChar &c : line) {
        if (c == u'\t' || c == u'\r' || c == QChar::LineSeparator || c == QChar::ParagraphSeparator)
            c = u' ';
        else if (c == u'\n')
            c = u'↵';
    }
    return line;
}

QString messageText(const QString &text)
{
    QString message = visibleText(shortened(text, MessageCharacters));
    qsizetype end = -1;
    for (qsizetype line = 0; line < MessageLines; ++line) {
        end = message.indexOf(u'\n', end + 1);
        if (end < 0)
            return message;
    }
    return end + 1 == message.size() ? message : message.first(end + 1) + u'…';
}

QString messageText(const Fault &fault)
{
    QString message = toText(fault);
    // A word only: options and names of files and programs are written as they are.
    const QStringView word = QStringView(message).first(std::max<qsizetype>(0, message.indexOf(u' ')));
    if (!word.isEmpty() && std::ranges::all_of(word, [](QChar c) { return c.isLetter(); }))
        message[0] = message[0].toUpper();
    return messageText(message);
}

QString toolTipText(const QString &text)
{
    QString message = messageText(text);
    // Markup begins with this character; without it the text stays as it is, as screen readers get it.
    if (!message.contains(u'<'))
        return message;
    return u"<p style=\"white-space:pre-wrap\">"_s + message.toHtmlEscaped() + u"</p>"_s;
}

} // namespace hermes
