// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "textsearch.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::TextSearch)
};
} // namespace

Result<TextSearch> TextSearch::compile(const SearchPattern &pattern)
{
    QString expression = pattern.regularExpression ? pattern.text : QRegularExpression::escape(pattern.text);
    QRegularExpression::PatternOptions options = QRegularExpression::MultilineOption
        | QRegularExpression::UseUnicodePropertiesOption;
    if (!pattern.matchCase)
        options |= QRegularExpression::CaseInsensitiveOption;
    // By itself first, so that its place in the message is the one that the user sees.
    if (const QRegularExpression alone(expression, options); !alone.isValid())
        return fail(FaultKind::Usage,
                    Text::tr("Not a regular expression: %1 (at character %2)")
                        .arg(alone.errorString())
                        .arg(alone.patternErrorOffset() + 1));
    if (pattern.wholeWords)
        expression = u"(?<!\\w)(?:"_s + expression + u")(?!\\w)"_s;
    TextSearch search;
    search.m_expression = QRegularExpression(expression, options);
    search.m_expression.optimize();
    search.m_expands = pattern.regularExpression;
    return search;
}

QList<TextMatch> TextSearch::find(const QString &text, qsizetype limit) const
{
    QList<TextMatch> matches;
    for (auto next = m_expression.globalMatch(text); matches.size() < limit && next.hasNext();) {
        const QRegularExpressionMatch match = next.next();
        matches.append({.position = match.capturedStart(), .length = match.capturedLength()});
    }
    return matches;
}

TextSearch::Replaced TextSearch::replaceAll(const QString &text, const QString &with) const
{
    Replaced replaced;
    qsizetype end = -1;
    for (const QRegularExpressionMatch &match : m_expression.globalMatch(text)) {
        if (end < 0)
            replaced.from = match.capturedStart();
        else
            replaced.text += QStringView(text).sliced(end, match.capturedStart() - end);
        replaced.text += expand(match, with);
        end = match.capturedEnd();
        ++replaced.count;
    }
    replaced.length = replaced.count > 0 ? end - replaced.from : 0;
    return replaced;
}

std::optional<QString> TextSearch::replacement(const QString &text, TextMatch match, const QString &with) const
{
    const QRegularExpressionMatch found = m_expression.match(text, match.position, QRegularExpression::NormalMatch,
                                                             QRegularExpression::AnchorAtOffsetMatchOption);
    if (!found.hasMatch() || found.capturedLength() != match.length)
        return std::nullopt;
    return expand(found, with);
}

QString TextSearch::expand(const QRegularExpressionMatch &match, const QString &with) const
{
    if (!m_expands || !with.contains(u'\\'))
        return with;
    QString expanded;
    for (qsizetype at = 0; at < with.size(); ++at) {
        if (with[at] != u'\\' || at + 1 == with.size()) {
            expanded += with[at];
            continue;
        }
        const QChar code = with[++at];
        if (code >= u'0' && code <= u'9')
            expanded += match.captured(code.unicode() - u'0');
        else if (code == u'n')
            expanded += u'\n';
        else if (code == u't')
            expanded += u'\t';
        else
            expanded += code;
    }
    return expanded;
}

} // namespace hermes
