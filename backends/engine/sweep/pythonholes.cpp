// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "templatehole.h"

#include <algorithm>
#include <cctype>

namespace hermes {

namespace {

constexpr int MaxNesting = 100; // Python itself refuses f-strings in f-strings beyond about that

bool isWordByte(char c)
{
    return std::isalnum(uchar(c)) || c == '_' || uchar(c) >= 0x80;
}

bool isQuote(char c)
{
    return c == '"' || c == '\'';
}

class PythonHoles
{
public:
    explicit PythonHoles(QByteArrayView code) : m_code(code) { }

    FoundHoles find()
    {
        while (m_at < m_code.size()) {
            const char c = m_code[m_at];
            if (c == '#')
                skipComment();
            else if (isQuote(c))
                skipString();
            else if (!takeHole(HolePlace::Code))
                ++m_at;
        }
        return std::move(m_found);
    }

private:
    [[nodiscard]] bool startsWith(QByteArrayView text) const { return m_code.sliced(m_at).startsWith(text); }

    bool takeHole(HolePlace place) { return hermes::takeHole(m_found, m_code, m_at, place); }

    void skipComment()
    {
        const qsizetype end = m_code.indexOf('\n', m_at);
        m_at = end < 0 ? m_code.size() : end;
    }

    /// Whether the word that ends here makes the string that begins here a formatted one (f, rf, t …).
    [[nodiscard]] bool isFormatted() const
    {
        qsizetype begin = m_at;
        while (begin > 0 && isWordByte(m_code[begin - 1]))
            --begin;
        const QByteArray prefix = m_code.sliced(begin, m_at - begin).toByteArray().toLower();
        return prefix == "f" || prefix == "fr" || prefix == "rf" || prefix == "t" || prefix == "tr" || prefix == "rt";
    }

    void skipString()
    {
        const qsizetype begin = m_at;
        const bool formatted = isFormatted();
        const QByteArray triple(3, m_code[m_at]);
        const QByteArray quote = startsWith(triple) ? triple : triple.first(1);
        m_at += quote.size();
        if (!skipText(quote, formatted, false) && !m_found.unfinished)
            m_found.unfinished = begin;
    }

    /// The text of a string up to and with its end quote, or, in the format of an expression (`{x:…}`), up to
    /// its brace. False when the end is missing.
    bool skipText(QByteArrayView quote, bool formatted, bool inFormat)
    {
        while (m_at < m_code.size()) {
            const char c = m_code[m_at];
            if (startsWith(quote)) {
                m_at += inFormat ? 0 : quote.size();
                return true;
            }
            if (c == '\n' && quote.size() == 1)
                return false;
            if (c == '\\' && !holeAt(m_code, m_at + 1))
                m_at += 2;
            else if (takeHole(HolePlace::Quotes))
                continue;
            else if (inFormat && c == '}')
                return true;
            else if (formatted && c == '{' && (inFormat || !startsWith("{{")))
                skipExpression(quote);
            else
                m_at += formatted && startsWith("{{") ? 2 : 1;
        }
        m_at = m_code.size();
        return false;
    }

    /// `{expression!r:format}` of a formatted string with this quote. Strings in it may use the same quote (3.12).
    void skipExpression(QByteArrayView quote)
    {
        if (++m_nesting > MaxNesting)
            m_at = m_code.size();
        int depth = 0;
        for (++m_at; m_at < m_code.size();) {
            const char c = m_code[m_at];
            if (c == '#') {
                skipComment();
            } else if (isQuote(c)) {
                skipString();
            } else if (takeHole(HolePlace::Quotes)) {
                continue;
            } else if (depth == 0 && c == ':') {
                ++m_at;
                skipText(quote, true, true);
                m_at += m_at < m_code.size() && m_code[m_at] == '}' ? 1 : 0;
                break;
            } else if (depth == 0 && c == '}') {
                ++m_at;
                break;
            } else {
                depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
                ++m_at;
            }
        }
        m_at = std::min(m_at, m_code.size());
        --m_nesting;
    }

    QByteArrayView m_code;
    qsizetype m_at = 0;
    int m_nesting = 0;
    FoundHoles m_found;
};

} // namespace

std::optional<TemplateHole> holeAt(QByteArrayView code, qsizetype at)
{
    if (!code.sliced(std::min(at, code.size())).startsWith("{{"))
        return std::nullopt;
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    const auto isNameByte = [](char c) { return isWordByte(c) && uchar(c) < 0x80; };
    const auto skip = [&](qsizetype from, const auto &accepts) {
        while (from < code.size() && accepts(code[from]))
            ++from;
        return from;
    };
    const qsizetype begin = skip(at + 2, isBlank);
    const qsizetype end = skip(begin, isNameByte);
    const qsizetype close = skip(end, isBlank);
    if (begin == end || std::isdigit(uchar(code[begin])) || !code.sliced(close).startsWith("}}"))
        return std::nullopt;
    return TemplateHole {.begin = at, .end = close + 2, .name = code.sliced(begin, end - begin)};
}

bool takeHole(FoundHoles &found, QByteArrayView code, qsizetype &at, HolePlace place)
{
    auto hole = holeAt(code, at);
    if (!hole)
        return false;
    hole->place = place;
    found.holes.push_back(*hole);
    at = hole->end;
    return true;
}

FoundHoles findPythonHoles(QByteArrayView code)
{
    return PythonHoles(code).find();
}

} // namespace hermes
