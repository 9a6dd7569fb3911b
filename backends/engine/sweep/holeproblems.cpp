// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "holeproblems.h"

#include "backends/engine/sweep/pythonencoding.h"

#include <algorithm>
#include <cctype>
#include <optional>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Numbers of lines, for places that come in their order.
class LineCounter final
{
public:
    explicit LineCounter(QByteArrayView code) : m_code(code) { }

    [[nodiscard]] qsizetype lineOf(qsizetype at)
    {
        m_line += std::count(m_code.begin() + m_at, m_code.begin() + at, '\n');
        m_at = at;
        return m_line;
    }

private:
    QByteArrayView m_code;
    qsizetype m_at = 0;
    qsizetype m_line = 1;
};

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

Fault usage(const QString &what, const QString &advice = {})
{
    return {.kind = FaultKind::Usage, .what = what, .advice = advice};
}

Fault misplaced(const TemplateHole &hole, Language language, qsizetype line)
{
    const QString name = QString::fromLatin1(hole.name);
    const QString advice = language == Language::Python
        ? u"Its value is put in whole, with quotes if it needs them: write x = {{%1}} and use x; or read os.environ[\"HERMES_PARAM_%2\"]."_s
        : u"Its value is put in as one word, with quotes if it needs them: write x={{%1}} and use \"$x\"; or use \"$HERMES_PARAM_%2\"."_s;
    return usage(u"line %1: %2 stands %3"_s.arg(line).arg(holeText(hole), placeText(hole.place)), advice.arg(name, name.toUpper()));
}

Fault unknownName(const TemplateHole &hole, const QStringList &names, qsizetype line)
{
    const QString known = names.isEmpty() ? u"There are no parameters."_s : u"Parameters: %1."_s.arg(names.join(u", "_s));
    return usage(u"line %1: %2 names no parameter"_s.arg(line).arg(holeText(hole)),
                 known + u" Add it as one, or, to keep double braces as they are, turn their replacement off (--no-template)."_s);
}

/// Bytes that would form one token with a literal beside them, or turn two quotes into three.
bool joinsLiterals(char c)
{
    return std::isalnum(uchar(c)) || c == '_' || c == '"' || c == '\'' || uchar(c) >= 0x80;
}

bool touchesNeighbours(const QByteArray &code, const TemplateHole &hole, qsizetype endOfPrevious)
{
    const char before = hole.begin > 0 ? code[hole.begin - 1] : '\n';
    const char after = hole.end < code.size() ? code[hole.end] : '\n';
    const bool joined = hole.begin == endOfPrevious && hole.begin > 0;
    return joined || joinsLiterals(before) || before == '.' || before == '\\' || joinsLiterals(after);
}

std::optional<Fault> holeFault(Language language, const TemplateHole &hole, const QStringList &names, qsizetype line)
{
    if (!names.contains(QString::fromLatin1(hole.name)))
        return unknownName(hole, names, line);
    if (hole.place != HolePlace::Code)
        return misplaced(hole, language, line);
    return std::nullopt;
}

} // namespace

FoundHoles findHoles(Language language, QByteArrayView code)
{
    return language == Language::Python ? findPythonHoles(code) : findShellHoles(code);
}

QList<HoleProblem> findHoleProblems(Language language, const QByteArray &code, const QStringList &names, qsizetype limit)
{
    const FoundHoles found = findHoles(language, code);
    QList<HoleProblem> problems;
    LineCounter lines(code);
    qsizetype endOfPrevious = -1;
    for (const TemplateHole &hole : found.holes) {
        if (problems.size() == limit || (found.unfinished && hole.begin > *found.unfinished))
            break;
        const qsizetype line = lines.lineOf(hole.begin);
        std::optional<Fault> fault = holeFault(language, hole, names, line);
        if (!fault && language == Language::Python && touchesNeighbours(code, hole, endOfPrevious))
            fault = usage(u"line %1: %2 touches what stands beside it"_s.arg(line).arg(holeText(hole)),
                          u"Put a space or an operator between them."_s);
        if (fault)
            problems.append({.begin = hole.begin, .end = hole.end, .fault = *std::move(fault)});
        endOfPrevious = hole.end;
    }
    if (problems.size() == limit || found.holes.empty())
        return problems;
    if (found.unfinished)
        problems.append(
            {.begin = *found.unfinished,
             .end = *found.unfinished + 1,
             .fault = usage(u"line %1: the quote or bracket that begins here has no clear end, so no value can be put in safely"_s
                                .arg(lines.lineOf(*found.unfinished)))});
    else if (language == Language::Python && pythonEncoding(code) == PythonEncoding::Other)
        problems.append({.end = std::max<qsizetype>(1, code.indexOf('\n')),
                         .fault = usage(u"The code declares an encoding in which no value can be put in safely"_s,
                                        u"Save it as UTF-8, or use the HERMES_PARAM_… variables and --no-template."_s)});
    return problems;
}

} // namespace hermes
