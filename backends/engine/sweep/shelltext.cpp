// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shelltext.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace hermes {

bool endsShellWord(char c)
{
    return std::isspace(uchar(c)) || QByteArrayView(";&|<>()").contains(c);
}

char ShellText::peek(qsizetype offset) const
{
    const qsizetype at = m_at + offset;
    return at >= 0 && at < m_code.size() ? m_code[at] : '\0';
}

QByteArrayView ShellText::restOfLine() const
{
    const qsizetype end = m_code.indexOf('\n', m_at);
    return m_code.sliced(m_at, (end < 0 ? m_code.size() : end) - m_at);
}

void ShellText::skip(qsizetype bytes)
{
    m_at = std::min(m_at + bytes, m_code.size());
}

bool ShellText::takeHole(HolePlace place)
{
    return hermes::takeHole(m_found, m_code, m_at, place);
}

void ShellText::skipEscape(HolePlace place)
{
    skip();
    if (!takeHole(place))
        skip();
}

void ShellText::skipVerbatim(char end, bool escapes, HolePlace place)
{
    const qsizetype begin = m_at;
    skip();
    while (!atEnd()) {
        if (m_code[m_at] == end) {
            skip();
            return;
        }
        if (escapes && m_code[m_at] == '\\')
            skipEscape(place);
        else if (!takeHole(place))
            skip();
    }
    giveUp(begin);
}

void ShellText::giveUp(qsizetype begin)
{
    while (!atEnd()) {
        if (!takeHole(HolePlace::Quotes))
            skip();
    }
    if (!m_found.unfinished)
        m_found.unfinished = begin;
}

void HereDocuments::readOperator(ShellText &text)
{
    Document document;
    text.skip(2);
    if (text.peek() == '-') {
        document.stripTabs = true;
        text.skip();
    }
    while (text.peek() == ' ' || text.peek() == '\t')
        text.skip();
    for (char quote = '\0'; !text.atEnd(); text.skip()) {
        const char c = text.peek();
        if (text.takeHole(HolePlace::HereDocument))
            return;
        if (quote != '\0' ? c == quote : c == '\'' || c == '"') {
            quote = quote != '\0' ? '\0' : c;
            document.quoted = true;
        } else if (quote == '\0' && c == '\\') {
            document.quoted = true;
        } else if (quote == '\0' && endsShellWord(c)) {
            break;
        } else {
            document.endWord += c;
        }
    }
    m_documents.append(std::move(document));
}

void HereDocuments::skipTexts(ShellText &text)
{
    for (const Document &document : std::exchange(m_documents, {})) {
        while (!text.atEnd() && takeLine(document, text) != document.endWord) { }
    }
}

/// One line as the shell compares it with the end word. Where nothing is quoted a backslash joins lines.
QByteArray HereDocuments::takeLine(const Document &document, ShellText &text)
{
    QByteArray line;
    while (true) {
        QByteArrayView part = text.restOfLine();
        const qsizetype end = text.at() + part.size();
        while (text.at() < end) {
            if (!text.takeHole(HolePlace::HereDocument))
                text.skip();
        }
        text.skip();
        if (part.endsWith('\r'))
            part.chop(1);
        while (document.stripTabs && line.isEmpty() && part.startsWith('\t'))
            part = part.sliced(1);
        qsizetype backslashes = 0;
        while (backslashes < part.size() && part[part.size() - 1 - backslashes] == '\\')
            ++backslashes;
        line += part;
        if (document.quoted || backslashes % 2 == 0 || text.atEnd())
            return line;
        line.chop(1);
    }
}

} // namespace hermes
