// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "templatehole.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace hermes {

namespace {

constexpr int MaxNesting = 200;

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

bool isNameByte(char c)
{
    return std::isalnum(uchar(c)) || c == '_';
}

bool endsWord(char c)
{
    return std::isspace(uchar(c)) || QByteArrayView(";&|<>()").contains(c);
}

/// Follows the structure of a shell script (POSIX and bash) as far as it takes to know what is quoted.
class ShellHoles
{
public:
    explicit ShellHoles(QByteArrayView code) : m_code(code) { }

    FoundHoles find()
    {
        skipCommands(End::OfScript);
        return std::move(m_found);
    }

private:
    enum class End { OfScript, Parenthesis };

    /// What is known at a place in command text.
    struct Position
    {
        bool command = true;    ///< A reserved word would be taken as one.
        bool wordStart = true;  ///< A # would begin a comment.
        bool caseHeader = false;///< Between "case" and its "in".
        bool subscript = false; ///< Within name[…].
        int cases = 0;          ///< Open case commands, in which a ) ends a pattern.
    };

    struct HereDocument
    {
        QByteArray endWord;
        bool stripTabs = false;
        bool quoted = false;
    };

    /// Counts the nesting; beyond the limit the rest of the script is given up, which refuses all holes.
    class Nesting
    {
    public:
        explicit Nesting(ShellHoles &holes) : m_holes(holes)
        {
            if (++m_holes.m_nesting > MaxNesting)
                m_holes.giveUp(m_holes.m_at);
        }
        ~Nesting() { --m_holes.m_nesting; }
        Q_DISABLE_COPY_MOVE(Nesting)

    private:
        ShellHoles &m_holes;
    };

    [[nodiscard]] bool atEnd() const { return m_at >= m_code.size(); }
    [[nodiscard]] char peek(qsizetype offset = 0) const
    {
        return m_at + offset < m_code.size() ? m_code[m_at + offset] : '\0';
    }
    [[nodiscard]] bool startsWith(QByteArrayView text) const { return !atEnd() && m_code.sliced(m_at).startsWith(text); }

    void giveUp(qsizetype begin)
    {
        m_at = m_code.size();
        if (!m_found.unfinished)
            m_found.unfinished = begin;
    }

    bool takeHole(HolePlace place)
    {
        auto hole = holeAt(m_code, m_at);
        if (!hole)
            return false;
        hole->place = place;
        m_found.holes.push_back(*hole);
        m_at = hole->end;
        return true;
    }

    /// A backslash and what it protects.
    void skipEscape(HolePlace place)
    {
        ++m_at;
        if (!takeHole(place))
            m_at = std::min(m_at + 1, m_code.size());
    }

    /// Up to and with `end`; a backslash protects what follows where `escapes`.
    void skipVerbatim(char end, bool escapes, HolePlace place)
    {
        const qsizetype begin = m_at;
        for (++m_at; !atEnd();) {
            if (m_code[m_at] == end) {
                ++m_at;
                return;
            }
            if (escapes && m_code[m_at] == '\\')
                skipEscape(place);
            else if (!takeHole(place))
                ++m_at;
        }
        giveUp(begin);
    }

    void skipDoubleQuotes()
    {
        const Nesting nesting(*this);
        const qsizetype begin = m_at;
        for (++m_at; !atEnd();) {
            switch (m_code[m_at]) {
            case '"': ++m_at; return;
            case '\\': skipEscape(HolePlace::Quotes); break;
            case '`': skipVerbatim('`', true, HolePlace::Backquotes); break;
            case '$': skipDollar(true); break;
            default:
                if (!takeHole(HolePlace::Quotes))
                    ++m_at;
            }
        }
        giveUp(begin);
    }

    void skipDollar(bool inQuotes)
    {
        ++m_at;
        if (takeHole(inQuotes ? HolePlace::Quotes : HolePlace::Escaped))
            return;
        if (startsWith("((")) {
            skipArithmetic('(', ')');
        } else if (peek() == '(') {
            ++m_at;
            skipCommands(End::Parenthesis);
        } else if (peek() == '[') {
            skipArithmetic('[', ']');
        } else if (peek() == '{') {
            skipBraces(inQuotes);
        } else if (!inQuotes && peek() == '\'') {
            skipVerbatim('\'', true, HolePlace::Quotes);
        } else if (!atEnd() && QByteArrayView("#?!$@*-").contains(peek())) {
            ++m_at;
        }
    }

    /// Whether the ${…} that begins here takes a pattern, in which single quotes quote even inside double quotes.
    [[nodiscard]] bool takesPattern() const
    {
        qsizetype at = m_at + 1;
        if (at < m_code.size() && (m_code[at] == '#' || m_code[at] == '!'))
            ++at;
        while (at < m_code.size() && (isNameByte(m_code[at]) || m_code[at] == '@' || m_code[at] == '*'))
            ++at;
        return at < m_code.size() && QByteArrayView("#%/^,").contains(m_code[at]);
    }

    void skipBraces(bool inQuotes)
    {
        const Nesting nesting(*this);
        const qsizetype begin = m_at;
        const bool singleQuotes = !inQuotes || takesPattern();
        for (++m_at; !atEnd();) {
            const char c = m_code[m_at];
            if (c == '}') {
                ++m_at;
                return;
            }
            if (c == '\'' && singleQuotes)
                skipVerbatim('\'', false, HolePlace::Quotes);
            else if (!skipQuoting(HolePlace::Expansion, inQuotes))
                ++m_at;
        }
        giveUp(begin);
    }

    void skipArithmetic(char open, char close)
    {
        const Nesting nesting(*this);
        const qsizetype begin = m_at;
        int depth = 0;
        while (!atEnd()) {
            const char c = m_code[m_at];
            if (c == '\'') {
                skipVerbatim('\'', false, HolePlace::Quotes);
            } else if (!skipQuoting(HolePlace::Arithmetic, false)) {
                depth += c == open ? 1 : c == close ? -1 : 0;
                ++m_at;
                if (depth == 0)
                    return;
            }
        }
        giveUp(begin);
    }

    /// What quotes or holds a hole in ${…} and ((…)), single quotes apart; false when nothing of it is here.
    bool skipQuoting(HolePlace place, bool inQuotes)
    {
        switch (m_code[m_at]) {
        case '\\': skipEscape(place); return true;
        case '"': skipDoubleQuotes(); return true;
        case '`': skipVerbatim('`', true, HolePlace::Backquotes); return true;
        case '$': skipDollar(inQuotes); return true;
        default: return takeHole(place);
        }
    }

    void skipCommands(End end)
    {
        const Nesting nesting(*this);
        const qsizetype begin = m_at;
        Position position;
        while (!atEnd()) {
            const char c = m_code[m_at];
            if (c == ')') {
                ++m_at;
                if (position.cases == 0 && end == End::Parenthesis)
                    return;
                position.command = position.wordStart = true;
            } else if (QByteArrayView("\n;&|<>(").contains(c) || isBlank(c)) {
                skipSeparator(position);
            } else if (c == '#' && position.wordStart) {
                const qsizetype lineEnd = m_code.indexOf('\n', m_at);
                m_at = lineEnd < 0 ? m_code.size() : lineEnd;
            } else {
                skipWordPart(position);
            }
        }
        if (end != End::OfScript)
            giveUp(begin);
    }

    void skipSeparator(Position &position)
    {
        const char c = m_code[m_at];
        position.wordStart = true;
        if (c == '<') {
            skipInput();
        } else if (c == '(') {
            if (position.command && startsWith("((")) {
                skipArithmetic('(', ')');
            } else {
                ++m_at;
                skipCommands(End::Parenthesis);
            }
            position.command = true; // a function's body may follow its ()
        } else {
            ++m_at;
            if (c == '\n' || c == ';' || c == '&' || c == '|') {
                position.command = true;
                position.subscript = false;
            }
            if (c == '\n')
                skipHereDocuments();
        }
    }

    /// Part of a word: something quoted, a hole, a reserved word or one plain byte.
    void skipWordPart(Position &position)
    {
        const char c = m_code[m_at];
        const bool first = std::exchange(position.wordStart, false);
        if (first && position.command && skipReservedWord(position))
            return;
        if (first && position.caseHeader && skipWord("in")) {
            position.caseHeader = false;
            position.command = position.wordStart = true;
            return;
        }
        const bool opensGroup = first && (c == '{' || c == '!') && (m_at + 1 >= m_code.size() || endsWord(m_code[m_at + 1]));
        position.command = position.command && opensGroup;
        switch (c) {
        case '\\':
            // A line that goes on is no part of a word.
            position.wordStart = first && peek(1) == '\n';
            skipEscape(HolePlace::Escaped);
            return;
        case '\'': skipVerbatim('\'', false, HolePlace::Quotes); return;
        case '"': skipDoubleQuotes(); return;
        case '`': skipVerbatim('`', true, HolePlace::Backquotes); return;
        case '$': skipDollar(false); return;
        case '[': position.subscript = m_at > 0 && isNameByte(m_code[m_at - 1]); break;
        case ']': position.subscript = false; break;
        default: break;
        }
        if (!takeHole(position.subscript ? HolePlace::Subscript : HolePlace::Code))
            ++m_at;
    }

    bool skipReservedWord(Position &position)
    {
        for (const char *word : {"if", "then", "else", "elif", "do", "while", "until", "time"}) {
            if (skipWord(word)) {
                position.wordStart = true;
                return true;
            }
        }
        if (skipWord("case")) {
            ++position.cases;
            position.caseHeader = true;
            position.command = false;
            return true;
        }
        if (position.cases > 0 && skipWord("esac")) {
            --position.cases;
            return true;
        }
        return false;
    }

    /// Skips exactly this word; false when another one is here. "case)" is a pattern, no reserved word.
    bool skipWord(QByteArrayView word)
    {
        if (!startsWith(word))
            return false;
        const char next = peek(word.size());
        const bool closes = next == ')' && word != "esac" && word != "in";
        if (m_at + word.size() < m_code.size() && (!endsWord(next) || closes))
            return false;
        m_at += word.size();
        return true;
    }

    /// A redirection of input; the texts of here-documents begin on the next line.
    void skipInput()
    {
        if (startsWith("<<<")) {
            m_at += 3;
            return;
        }
        if (!startsWith("<<")) {
            ++m_at;
            return;
        }
        m_at += 2;
        HereDocument document;
        if (peek() == '-') {
            document.stripTabs = true;
            ++m_at;
        }
        while (!atEnd() && isBlank(m_code[m_at]))
            ++m_at;
        char quote = '\0';
        for (; !atEnd(); ++m_at) {
            const char c = m_code[m_at];
            if (takeHole(HolePlace::HereDocument))
                return;
            if (quote ? c == quote : c == '\'' || c == '"') {
                quote = quote ? '\0' : c;
                document.quoted = true;
            } else if (!quote && c == '\\') {
                document.quoted = true;
            } else if (!quote && endsWord(c)) {
                break;
            } else {
                document.endWord += c;
            }
        }
        m_hereDocuments.push_back(std::move(document));
    }

    void skipHereDocuments()
    {
        for (const HereDocument &document : std::exchange(m_hereDocuments, {})) {
            QByteArray line;
            do {
                line = takeHereLine(document);
            } while (line != document.endWord && !atEnd());
        }
    }

    /// One line of a here-document as the shell compares it with the end word. Without quotes a backslash joins lines.
    QByteArray takeHereLine(const HereDocument &document)
    {
        QByteArray line;
        while (true) {
            qsizetype end = m_code.indexOf('\n', m_at);
            end = end < 0 ? m_code.size() : end;
            QByteArrayView part = m_code.sliced(m_at, end - m_at);
            takeHolesBefore(end);
            m_at = std::min(end + 1, m_code.size());
            if (part.endsWith('\r'))
                part.chop(1);
            while (document.stripTabs && line.isEmpty() && part.startsWith('\t'))
                part = part.sliced(1);
            const auto text = part.toByteArray();
            const auto backslashes = std::find_if(text.rbegin(), text.rend(), [](char c) { return c != '\\'; }) - text.rbegin();
            line += text;
            if (document.quoted || backslashes % 2 == 0 || atEnd())
                return line;
            line.chop(1);
        }
    }

    void takeHolesBefore(qsizetype end)
    {
        while (m_at < end) {
            if (!takeHole(HolePlace::HereDocument))
                ++m_at;
        }
    }

    QByteArrayView m_code;
    qsizetype m_at = 0;
    int m_nesting = 0;
    FoundHoles m_found;
    std::vector<HereDocument> m_hereDocuments;
};

} // namespace

FoundHoles findShellHoles(QByteArrayView code)
{
    return ShellHoles(code).find();
}

} // namespace hermes
