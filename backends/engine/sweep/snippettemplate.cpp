// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippettemplate.h"

#include "backends/engine/sweep/holeproblems.h"
#include "backends/engine/sweep/literal.h"
#include "backends/engine/sweep/pythonencoding.h"

#include <cctype>

using namespace Qt::StringLiterals;

namespace hermes {

SnippetTemplate::NumberForm SnippetTemplate::numberForm(Language language, const QByteArray &code, qsizetype begin, qsizetype end)
{
    if (language == Language::Shell) {
        const char before = begin > 0 ? code[begin - 1] : '\n';
        const char after = end < code.size() ? code[end] : '\n';
        const bool joined = std::isalnum(uchar(before)) || before == '_';
        return joined || after == '<' || after == '>' ? NumberForm::Quotes : NumberForm::Bare;
    }
    const QByteArrayView rest = QByteArrayView(code).sliced(end);
    return rest.startsWith('.') || rest.trimmed().startsWith("**") ? NumberForm::Parentheses : NumberForm::Bare;
}

Result<SnippetTemplate> SnippetTemplate::parse(Language language, const QByteArray &code, const QStringList &names)
{
    if (const QList<HoleProblem> problems = findHoleProblems(language, code, names, 1); !problems.isEmpty())
        return std::unexpected(problems.first().fault);
    const FoundHoles found = findHoles(language, code);
    SnippetTemplate result;
    result.m_language = language;
    result.m_asciiOnly = language == Language::Python && pythonEncoding(code) != PythonEncoding::Utf8;
    qsizetype at = 0;
    for (const TemplateHole &hole : found.holes) {
        result.m_holes.push_back({.before = code.sliced(at, hole.begin - at),
                                  .value = names.indexOf(QString::fromLatin1(hole.name)),
                                  .number = numberForm(language, code, hole.begin, hole.end)});
        at = hole.end;
    }
    result.m_rest = code.sliced(at);
    return result;
}

QByteArray SnippetTemplate::render(const QStringList &values) const
{
    return renderMarked(values).code;
}

RenderedCode SnippetTemplate::renderMarked(const QStringList &values) const
{
    if (m_holes.empty())
        return {.code = m_rest};
    qsizetype size = m_rest.size();
    for (const Hole &hole : m_holes)
        size += hole.before.size() + values[hole.value].size() + 16;
    RenderedCode rendered;
    rendered.code.reserve(size);
    rendered.literals.reserve(qsizetype(m_holes.size()));
    for (const Hole &hole : m_holes) {
        rendered.code += hole.before;
        const qsizetype begin = rendered.code.size();
        appendLiteral(rendered.code, values[hole.value], hole.number);
        rendered.literals.append({.begin = begin, .size = rendered.code.size() - begin});
    }
    rendered.code += m_rest;
    return rendered;
}

void SnippetTemplate::appendLiteral(QByteArray &to, const QString &value, NumberForm number) const
{
    if (number != NumberForm::Quotes && isJsonNumber(value)) {
        const bool parentheses = number == NumberForm::Parentheses;
        to += (parentheses ? "(" : "") + value.toLatin1() + (parentheses ? ")" : "");
    } else if (m_language == Language::Python) {
        appendPythonString(to, value, m_asciiOnly ? PythonText::Ascii : PythonText::Utf8);
    } else {
        appendShellWord(to, value);
    }
}

} // namespace hermes
