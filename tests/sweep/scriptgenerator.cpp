// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "scriptgenerator.h"

#include <utility>

using namespace Qt::StringLiterals;

GeneratedScript ShellGenerator::next()
{
    m_script = {};
    QByteArray code;
    const int commands = 1 + pick(3);
    for (int i = 0; i < commands; ++i)
        code += block(3) + '\n';
    m_script.code = code;
    return m_script;
}

QByteArray ShellGenerator::hole(bool allowed)
{
    if (!allowed && pick(12) > 0)
        return "q";
    ++m_script.holes;
    m_script.misplaced = m_script.misplaced || !allowed;
    return "{{v}}";
}

QByteArray ShellGenerator::flushHereDocuments()
{
    QByteArray text;
    for (const QByteArray &each : std::exchange(m_hereDocuments, {}))
        text += '\n' + each;
    return text.isEmpty() ? text : text + '\n';
}

QByteArray ShellGenerator::block(int depth)
{
    const QByteArray code = command(depth);
    return code + flushHereDocuments();
}

QByteArray ShellGenerator::command(int depth)
{
    switch (depth > 0 ? pick(12) : pick(2)) {
    case 0: return "echo " + word(depth) + ' ' + word(depth);
    case 1: return "x=" + word(depth);
    case 2: return "( " + block(depth - 1) + " )";
    case 3: return "{ " + block(depth - 1) + "\n}";
    case 4: return "case " + word(depth - 1) + " in\n'a'|b) " + block(depth - 1) + "\n;;\n(c) :;; esac";
    case 5: return "if " + block(depth - 1) + "\nthen case x in x) " + block(depth - 1) + "\nesac\nfi";
    case 6: m_hereDocuments.append("it's \" " + hole(false) + " $(echo) ) `echo`\nE"); return "cat <<E";
    case 7: m_hereDocuments.append("\tit's \" ` $( " + hole(false) + "\n\tE F"); return "cat <<-'E F'";
    case 8: return ": # it's a \" ( {{v}} comment\n:";
    case 9: return "f() { " + block(depth - 1) + "\n}";
    case 10: return "(( x = (1 << 2) + " + (hole(false) == "q" ? "3"_ba : "{{v}}"_ba) + " ))";
    default: return "for i in " + word(depth - 1) + " case\ndo " + block(depth - 1) + "\ndone";
    }
}

QByteArray ShellGenerator::word(int depth)
{
    QByteArray result;
    const int parts = 1 + pick(3);
    for (int i = 0; i < parts; ++i)
        result += wordPart(depth);
    return result;
}

QByteArray ShellGenerator::wordPart(int depth)
{
    switch (depth > 0 ? pick(16) : pick(11)) {
    case 0: return "a#b";
    case 1: return "=case";
    case 2: return "'it\" $(x ` " + hole(false) + "'";
    case 3: return hole(true);
    case 4: return "\"" + quotedPart(depth) + ' ' + quotedPart(depth) + "\"";
    case 5: return "${x#'}'}";
    case 6: return "${x:-\"}\"" + hole(false) + '}';
    case 7: return "\\'\\\"\\\\";
    case 8: return "$#$x${#x}";
    case 9: return "$(( (1) << 2 ))";
    case 10: return "\"$(case a in a) echo \"" + hole(false) + "\" " + hole(true) + ";; esac)\"";
    case 11: return "`echo \"it's\" " + hole(false) + '`';
    case 12: return "$'it\\'s " + hole(false) + '\'';
    case 13: return "\"$(echo case)" + quotedPart(depth - 1) + '"';
    default: return "$( " + block(depth - 1) + ')';
    }
}

QByteArray ShellGenerator::quotedPart(int depth)
{
    switch (depth > 0 ? pick(8) : pick(5)) {
    case 0: return "it's # (";
    case 1: return "\\\"";
    case 2: return "${y:-'it s'}";
    case 3: return "${y%'}'}";
    case 4: return hole(false);
    case 5: return "`echo 'a'`";
    default: return "$( " + block(depth - 1) + ')';
    }
}

GeneratedScript PythonGenerator::next()
{
    m_script = {};
    QByteArray code = "# it's ''' {{v}}\n";
    const int statements = 1 + pick(3);
    for (int i = 0; i < statements; ++i)
        code += "x = " + expression(3) + " # \" {{v}}\n";
    m_script.code = code;
    return m_script;
}

QByteArray PythonGenerator::hole(bool allowed)
{
    if (!allowed && pick(12) > 0)
        return "q";
    ++m_script.holes;
    m_script.misplaced = m_script.misplaced || !allowed;
    return "{{v}}";
}

QByteArray PythonGenerator::expression(int depth)
{
    static const QByteArrayList Quotes {"'", "\"", "'''", "\"\"\""};
    const QByteArray quote = Quotes[pick(4)];
    switch (pick(depth > 0 ? 9 : 6)) {
    case 0: return hole(true);
    case 1: return quote + text(quote, false) + quote;
    case 2: return "r" + quote + text(quote, true) + quote;
    case 3: return "Rb" + quote + text(quote, true) + quote;
    case 4: return "''";
    case 5: return "{'a': {1: 2}}";
    case 6: return "f" + quote + formatted(quote, depth - 1) + quote;
    case 7: return "( " + expression(depth - 1) + ", " + expression(depth - 1) + " )";
    default: return "{" + expression(depth - 1) + ": [" + expression(depth - 1) + "]}";
    }
}

QByteArray PythonGenerator::text(const QByteArray &quote, bool raw)
{
    const QByteArray other = quote.startsWith('\'') ? "\"" : "'";
    QByteArray result = other + "# {} {{1}} ";
    if (quote.size() == 3)
        result += quote.first(1) + "\n" + quote.first(2) + ' ';
    if (pick(2) == 0)
        result += (raw ? "\\" : "\\\\\\") + quote.first(1);
    return result + hole(false) + ' ';
}

QByteArray PythonGenerator::formatted(const QByteArray &quote, int depth)
{
    const QByteArray other = quote.startsWith('\'') ? "\"" : "'";
    switch (pick(5)) {
    case 0: return "{{}} " + other + hole(false);
    case 1: return "{1!r:" + other + ">10} {2:{3}} ";
    case 2: return "{d[" + other + "k" + hole(false) + other + "]} ";
    case 3: return "{ {1: 2} } {(lambda: 1)()} " + hole(false);
    default: {
        // What stands in braces counts as quoted, so a hole is misplaced there whatever it stands in.
        const int before = m_script.holes;
        const QByteArray inner = depth > 0 && quote.size() == 3 ? "{( " + expression(0) + " )}" : "{1}"_ba;
        m_script.misplaced = m_script.misplaced || m_script.holes > before;
        return inner;
    }
    }
}
