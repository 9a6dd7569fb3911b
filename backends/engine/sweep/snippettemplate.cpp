// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippettemplate.h"

#include "backends/engine/sweep/literal.h"
#include "backends/engine/sweep/templatehole.h"

#include <QRegularExpression>

#include <algorithm>
#include <cctype>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

qsizetype lineOf(QByteArrayView code, qsizetype at)
{
    return 1 + std::count(code.begin(), code.begin() + at, '\n');
}

QString holeText(const TemplateHole &hole)
{
    return u"{{%1}}"_s.arg(QString::fromLatin1(hole.name));
}

QString placeText(HolePlace place)
{
    switch (place) {
        using enum HolePlace;
    case Code: break;
    case Quotes: return u"inside quotes"_s;
    case HereDocument: return u"inside a here-document"_s;
    case Arithmetic: return u"inside an arithmetic expression"_s;
    case Expansion: return u"inside ${…}"_s;
    case Backquotes: return u"inside backquotes"_s;
    case Subscript: return u"inside the brackets of an array or pattern"_s;
    case Escaped: return u"right behind a backslash or a $"_s;
    }
    return {};
}

std::unexpected<Fault> misplaced(const TemplateHole &hole, Language language, qsizetype line)
{
    const QString name = QString::fromLatin1(hole.name);
    const QString advice = language == Language::Python
        ? u"A hole becomes a literal of its own: write x = {{%1}} and use x; or read os.environ[\"HERMES_PARAM_%2\"]."_s
        : u"A hole becomes a word of its own: write x={{%1}} and use \"$x\"; or use \"$HERMES_PARAM_%2\"."_s;
    return fail(FaultKind::Usage, u"line %1: %2 stands %3"_s.arg(line).arg(holeText(hole), placeText(hole.place)),
                advice.arg(name, name.toUpper()));
}

std::unexpected<Fault> unknownName(const TemplateHole &hole, const QStringList &names, qsizetype line)
{
    const QString known = names.isEmpty() ? u"There are no parameters."_s : u"Parameters: %1."_s.arg(names.join(u", "_s));
    return fail(FaultKind::Usage, u"line %1: %2 names no parameter"_s.arg(line).arg(holeText(hole)),
                known + u" To keep double braces as they are, turn templates off (--no-template)."_s);
}

/// Bytes that would form one token with a literal beside them, or turn two quotes into three.
bool joinsLiterals(char c)
{
    return std::isalnum(uchar(c)) || c == '_' || c == '"' || c == '\'' || uchar(c) >= 0x80;
}

Result<> checkPythonNeighbours(const QByteArray &code, const TemplateHole &hole, qsizetype endOfPrevious)
{
    const char before = hole.begin > 0 ? code[hole.begin - 1] : '\n';
    const char after = hole.end < code.size() ? code[hole.end] : '\n';
    const bool joined = hole.begin == endOfPrevious && hole.begin > 0;
    if (!joined && !joinsLiterals(before) && before != '.' && before != '\\' && !joinsLiterals(after))
        return {};
    return fail(FaultKind::Usage, u"line %1: %2 touches what stands beside it"_s.arg(lineOf(code, hole.begin)).arg(holeText(hole)),
                u"Put a space or an operator between them."_s);
}

enum class PythonEncoding { Utf8, AsciiBased, Other };

/// What the first two lines declare (PEP 263).
PythonEncoding pythonEncoding(const QByteArray &code)
{
    static const QRegularExpression Cookie(
        u"\\A(?:[ \\t\\f]*(?:#[^\\n]*)?\\r?\\n)?[ \\t\\f]*#[^\\n]*?coding[:=][ \\t]*([-_.a-zA-Z0-9]+)"_s);
    const auto match = Cookie.match(QString::fromLatin1(code.first(std::min<qsizetype>(code.size(), 1000))));
    if (!match.hasMatch())
        return PythonEncoding::Utf8;
    const QString name = match.captured(1).toLower().replace(u'_', u'-');
    if (name == "utf-8"_L1 || name == "utf8"_L1 || name.startsWith("utf-8-"_L1))
        return PythonEncoding::Utf8;
    static const QRegularExpression AsciiBased(
        u"\\A(?:us-)?ascii\\z|\\Alatin|\\Aiso-?8859-|\\A(?:cp|windows-)125\\d\\z|\\Akoi8-"_s);
    return AsciiBased.match(name).hasMatch() ? PythonEncoding::AsciiBased : PythonEncoding::Other;
}

Result<> checkHoles(Language language, const QByteArray &code, const QStringList &names, const FoundHoles &found)
{
    if (found.unfinished && !found.holes.empty())
        return fail(FaultKind::Usage,
                    u"line %1: the quote or bracket that begins here has no clear end, so no value can be put in safely"_s.arg(
                        lineOf(code, *found.unfinished)));
    qsizetype endOfPrevious = -1;
    for (const TemplateHole &hole : found.holes) {
        if (!names.contains(QString::fromLatin1(hole.name)))
            return unknownName(hole, names, lineOf(code, hole.begin));
        if (hole.place != HolePlace::Code)
            return misplaced(hole, language, lineOf(code, hole.begin));
        if (language == Language::Python) {
            if (auto checked = checkPythonNeighbours(code, hole, endOfPrevious); !checked)
                return checked;
        }
        endOfPrevious = hole.end;
    }
    if (language == Language::Python && !found.holes.empty() && pythonEncoding(code) == PythonEncoding::Other)
        return fail(FaultKind::Usage, u"The code declares an encoding in which no value can be put in safely"_s,
                    u"Save it as UTF-8, or use the HERMES_PARAM_… variables and --no-template."_s);
    return {};
}

} // namespace

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
    const FoundHoles found = language == Language::Python ? findPythonHoles(code) : findShellHoles(code);
    if (const auto checked = checkHoles(language, code, names, found); !checked)
        return std::unexpected(checked.error());
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
