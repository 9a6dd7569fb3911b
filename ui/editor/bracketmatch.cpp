// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bracketmatch.h"

#include "ui/editor/highlighter.h"

#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr QStringView Opening = u"([{";
constexpr QStringView Closing = u")]}";

bool isBracket(QChar c)
{
    return Opening.contains(c) || Closing.contains(c);
}

/// Walks from a bracket to its partner: over the brackets of the same kind only, as unbalanced ones of another kind are for
/// the interpreter to complain about.
class Walk final
{
public:
    Walk(QChar bracket, bool forwards)
        : m_forwards(forwards),
          m_open(forwards ? bracket : Opening[Closing.indexOf(bracket)]),
          m_close(forwards ? Closing[Opening.indexOf(bracket)] : bracket)
    { }

    /// The column of the partner in this block, from `column` on; less than 0: not here.
    [[nodiscard]] int find(const QTextBlock &block, int column)
    {
        const QString text = block.text();
        if (column == FromEdge)
            column = m_forwards ? 0 : int(text.size()) - 1;
        for (; column >= 0 && column < text.size(); column += m_forwards ? 1 : -1) {
            const QChar c = text.at(column);
            if ((c != m_open && c != m_close) || !Highlighter::isCode(block, column))
                continue;
            m_depth += (c == m_open) == m_forwards ? 1 : -1;
            if (m_depth == 0)
                return column;
        }
        return -1;
    }

    static constexpr int FromEdge = -1;

private:
    bool m_forwards;
    QChar m_open;
    QChar m_close;
    int m_depth = 0;
};

std::optional<BracketMatch> judge(const QTextBlock &block, int column, Language language)
{
    const QChar bracket = block.text().at(column);
    const bool forwards = Opening.contains(bracket);
    Walk walk(bracket, forwards);
    BracketMatch match {.bracket = block.position() + column};
    int start = column;
    for (QTextBlock at = block; at.isValid(); at = forwards ? at.next() : at.previous()) {
        if (std::abs(at.position() - match.bracket) > BracketReach)
            return std::nullopt;
        if (const int found = walk.find(at, start); found >= 0) {
            match.partner = at.position() + found;
            return match;
        }
        start = Walk::FromEdge;
    }
    if (language == Language::Shell && bracket == u')')
        return std::nullopt;
    return match;
}

} // namespace

std::optional<BracketMatch> matchBracket(const QTextCursor &cursor, Language language)
{
    const QTextBlock block = cursor.block();
    const QString text = block.text();
    const int column = cursor.positionInBlock();
    for (const int beside : {column - 1, column}) {
        if (beside >= 0 && beside < text.size() && isBracket(text.at(beside)) && Highlighter::isCode(block, beside))
            return judge(block, beside, language);
    }
    return std::nullopt;
}

} // namespace hermes
