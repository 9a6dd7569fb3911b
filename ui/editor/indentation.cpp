// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "indentation.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Without blanks at its ends and a comment, as far as that can be told from one line.
QString codeOf(const QString &line)
{
    QChar quote;
    for (qsizetype at = 0; at < line.size(); ++at) {
        const QChar c = line.at(at);
        if (c == u'\\')
            ++at;
        else if (!quote.isNull())
            quote = c == quote ? QChar() : quote;
        else if (c == u'"' || c == u'\'')
            quote = c;
        else if (c == u'#' && (at == 0 || line.at(at - 1).isSpace()))
            return line.first(at).trimmed();
    }
    return line.trimmed();
}

bool matches(const QString &text, const QString &pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(text).hasMatch();
}

bool opensBlock(Language language, const QString &code)
{
    if (code.isEmpty())
        return false;
    if (QStringView(u"([{").contains(code.back()))
        return true;
    if (language == Language::Python)
        return code.endsWith(u':');
    return matches(code, u"(.*[\\s;])?(then|do|else)|case\\b.*\\bin|[^()]+\\)"_s);
}

bool endsBlock(Language language, const QString &code)
{
    if (language == Language::Shell)
        return code.endsWith(";;"_L1);
    return matches(code, u"(return|pass|break|continue|raise)\\b.*"_s) && code.count(u'(') == code.count(u')')
        && code.count(u'[') == code.count(u']') && code.count(u'{') == code.count(u'}');
}

QString oneStepBack(const QString &indent)
{
    return indent.endsWith(u'\t') ? indent.chopped(1) : indent.chopped(std::min<qsizetype>(IndentColumns, indent.size()));
}

} // namespace

QString indentOf(const QString &line)
{
    const auto end = std::ranges::find_if_not(line, [](QChar c) { return c.isSpace(); });
    return line.first(end - line.cbegin());
}

QString indentAfter(Language language, const QString &line)
{
    const QString indent = indentOf(line);
    const QString code = codeOf(line);
    if (opensBlock(language, code))
        return indent + QString(IndentColumns, u' ');
    return endsBlock(language, code) ? oneStepBack(indent) : indent;
}

bool belongsOutside(Language language, const QString &line, const QString &before)
{
    const QString indent = indentOf(line);
    if (indent.isEmpty() || indent != indentOf(before))
        return false;
    const QString code = line.trimmed();
    if (language == Language::Python)
        return matches(code, u"else:|finally:|except(\\s.*)?:|elif\\s.*:"_s);
    return matches(code, u"fi|done|esac|else|elif|\\}"_s) && !opensBlock(language, codeOf(before));
}

} // namespace hermes
