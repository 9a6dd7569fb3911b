// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/sweep/shelltext.h"
#include "backends/engine/sweep/templatehole.h"

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

/// Follows the structure of a shell script (POSIX and bash) as far as it takes to know what is quoted.
class ShellHoles
{
public:
    explicit ShellHoles(QByteArrayView code) : m_text(code) { }

    FoundHoles find()
    {
        skipCommands(End::OfScript);
        return m_text.takeFound();
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

    /// Counts the nesting; beyond the limit the rest of the script is given up, which refuses all holes.
    class Nesting
    {
    public:
        explicit Nesting(ShellHoles &holes) : m_holes(holes)
        {
            if (++m_holes.m_nesting > MaxNesting)
                m_holes.m_text.giveUp(m_holes.m_text.at());
        }
        ~Nesting() { --m_holes.m_nesting; }
        Q_DISABLE_COPY_MOVE(Nesting)

    private:
        ShellHoles &m_holes;
    };

    void skipDoubleQuotes()
    {
        const Nesting nesting(*this);
        const qsizetype begin = m_text.at();
        for (m_text.skip(); !m_text.atEnd();) {
            switch (m_text.peek()) {
            case '"': m_text.skip(); return;
            case '\\': m_text.skipEscape(HolePlace::Quotes); break;
            case '`': m_text.skipVerbatim('`', true, HolePlace::Backquotes); break;
            case '$': skipDollar(true); break;
            default:
                if (!m_text.takeHole(HolePlace::Quotes))
                    m_text.skip();
            }
        }
        m_text.giveUp(begin);
    }

    void skipDollar(bool inQuotes)
    {
        m_text.skip();
        if (m_text.takeHole(inQuotes ? HolePlace::Quotes : HolePlace::Escaped))
            return;
        if (m_text.startsWith("((")) {
            skipArithmetic('(', ')');
        } else if (m_text.peek() == '(') {
            m_text.skip();
            skipCommands(End::Parenthesis);
        } else if (m_text.peek() == '[') {
            skipArithmetic('[', ']');
        } else if (m_text.peek() == '{') {
            skipBraces(inQuotes);
        } else if (!inQuotes && m_text.peek() == '\'') {
            m_text.skipVerbatim('\'', true, HolePlace::Quotes);
        } else if (!m_text.atEnd() && QByteArrayView("#?!$@*-").contains(m_text.peek())) {
            m_text.skip();
        }
    }

    /// Whether the ${…} that begins here takes a pattern, in which single quotes quote even inside double quotes.
    [[nodiscard]] bool takesPattern() const
    {
        const auto isOneOf = [this](qsizetype offset, QByteArrayView bytes) {
            const char c = m_text.peek(offset);
            return c != '\0' && bytes.contains(c);
        };
        qsizetype offset = isOneOf(1, "#!") ? 2 : 1;
        while (isNameByte(m_text.peek(offset)) || isOneOf(offset, "@*"))
            ++offset;
        return isOneOf(offset, "#%/^,");
    }

    /// Shells do not agree on whether single quotes quote in "${x:-…}". True when that makes no difference here.
    [[nodiscard]] bool isHarmlessQuote() const
    {
        const QByteArrayView line = m_text.restOfLine().sliced(1);
        const qsizetype end = line.indexOf('\'');
        return end >= 0 && std::ranges::none_of(line.first(end), [](char c) { return QByteArrayView("}\"$`\\").contains(c); });
    }

    void skipBraces(bool inQuotes)
    {
        const Nesting nesting(*this);
        const qsizetype begin = m_text.at();
        const bool singleQuotes = !inQuotes || takesPattern();
        for (m_text.skip(); !m_text.atEnd();) {
            const char c = m_text.peek();
            if (c == '}') {
                m_text.skip();
                return;
            }
            if (c == '\'' && (singleQuotes || isHarmlessQuote()))
                m_text.skipVerbatim('\'', false, HolePlace::Quotes);
            else if (c == '\'')
                break;
            else if (!skipQuoting(HolePlace::Expansion, inQuotes))
                m_text.skip();
        }
        m_text.giveUp(begin);
    }

    void skipArithmetic(char open, char close)
    {
        const Nesting nesting(*this);
        const qsizetype begin = m_text.at();
        int depth = 0;
        while (!m_text.atEnd()) {
            const char c = m_text.peek();
            if (c == '\'') {
                m_text.skipVerbatim('\'', false, HolePlace::Quotes);
            } else if (!skipQuoting(HolePlace::Arithmetic, false)) {
                depth += c == open ? 1 : c == close ? -1 : 0;
                m_text.skip();
                if (depth == 0)
                    return;
            }
        }
        m_text.giveUp(begin);
    }

    /// What quotes or holds a hole in ${…} and ((…)), single quotes apart; false when nothing of it is here.
    bool skipQuoting(HolePlace place, bool inQuotes)
    {
        switch (m_text.peek()) {
        case '\\': m_text.skipEscape(place); return true;
        case '"': skipDoubleQuotes(); return true;
        case '`': m_text.skipVerbatim('`', true, HolePlace::Backquotes); return true;
        case '$': skipDollar(inQuotes); return true;
        default: return m_text.takeHole(place);
        }
    }

    void skipCommands(End end)
    {
        const Nesting nesting(*this);
        const qsizetype begin = m_text.at();
        Position position;
        while (!m_text.atEnd()) {
            const char c = m_text.peek();
            if (c == ')') {
                m_text.skip();
                if (position.cases == 0 && end == End::Parenthesis)
                    return;
                position.command = position.wordStart = true;
            } else if (QByteArrayView("\n;&|<>(").contains(c) || isBlank(c)) {
                skipSeparator(position);
            } else if (c == '#' && position.wordStart) {
                m_text.skip(m_text.restOfLine().size());
            } else {
                skipWordPart(position);
            }
        }
        if (end != End::OfScript)
            m_text.giveUp(begin);
    }

    void skipSeparator(Position &position)
    {
        const char c = m_text.peek();
        position.wordStart = true;
        if (m_text.startsWith("<<<")) {
            m_text.skip(3);
        } else if (m_text.startsWith("<<")) {
            m_hereDocuments.readOperator(m_text);
        } else if (c == '(') {
            if (position.command && m_text.startsWith("((")) {
                skipArithmetic('(', ')');
            } else {
                m_text.skip();
                skipCommands(End::Parenthesis);
            }
            position.command = true; // a function's body may follow its ()
        } else {
            m_text.skip();
            if (c == '\n' || c == ';' || c == '&' || c == '|') {
                position.command = true;
                position.subscript = false;
            }
            if (c == '\n')
                m_hereDocuments.skipTexts(m_text);
        }
    }

    /// Part of a word: something quoted, a hole, a reserved word or one plain byte.
    void skipWordPart(Position &position)
    {
        const char c = m_text.peek();
        const bool first = std::exchange(position.wordStart, false);
        if (first && position.command && skipReservedWord(position))
            return;
        if (first && position.caseHeader && skipWord("in")) {
            position.caseHeader = false;
            position.command = position.wordStart = true;
            return;
        }
        const bool opensGroup = first && (c == '{' || c == '!') && (endsShellWord(m_text.peek(1)));
        position.command = position.command && opensGroup;
        switch (c) {
        case '\\':
            // A line that goes on is no part of a word.
            position.wordStart = first && m_text.peek(1) == '\n';
            m_text.skipEscape(HolePlace::Escaped);
            return;
        case '\'': m_text.skipVerbatim('\'', false, HolePlace::Quotes); return;
        case '"': skipDoubleQuotes(); return;
        case '`': m_text.skipVerbatim('`', true, HolePlace::Backquotes); return;
        case '$': skipDollar(false); return;
        case '[': position.subscript = isNameByte(m_text.peek(-1)); break;
        case ']': position.subscript = false; break;
        default: break;
        }
        if (!m_text.takeHole(position.subscript ? HolePlace::Subscript : HolePlace::Code))
            m_text.skip();
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
        if (!m_text.startsWith(word))
            return false;
        const char next = m_text.peek(word.size());
        const bool closes = next == ')' && word != "esac" && word != "in";
        if (next != '\0' && (!endsShellWord(next) || closes))
            return false;
        m_text.skip(word.size());
        return true;
    }

    ShellText m_text;
    HereDocuments m_hereDocuments;
    int m_nesting = 0;
};

} // namespace

FoundHoles findShellHoles(QByteArrayView code)
{
    return ShellHoles(code).find();
}

} // namespace hermes
