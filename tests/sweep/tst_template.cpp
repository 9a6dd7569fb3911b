// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/sweep/literal.h"
#include "backends/engine/sweep/snippettemplate.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

class tst_Template : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbers_data();
    void numbers();
    void renders_data();
    void renders();
    void refuses_data();
    void refuses();
    void bytesPassUnchanged();
    void declaredEncodings_data();
    void declaredEncodings();
    void anyBytesAreAccepted();
    void speed();
};

void tst_Template::numbers_data()
{
    QTest::addColumn<bool>("isNumber");
    for (const auto text : {"0", "-0", "10", "-1.5", "0.10", "1e5", "1E+5", "2e-3", "0e0", "123456789012345678901234567890"})
        QTest::newRow(text) << true;
    for (const auto text : {"", " ", "-", "+1", "007", "1.", ".5", "1e", "1e+", "0x1", "1_0", " 1", "1 ", "inf", "NaN", "true",
                            "--1", "1.2.3", "1\n"})
        QTest::newRow(text) << false;
    QTest::newRow("٣") << false; // a digit, but none of ASCII
}

void tst_Template::numbers()
{
    QFETCH(const bool, isNumber);
    QCOMPARE(isJsonNumber(QString::fromUtf8(QTest::currentDataTag())), isNumber);
    QVERIFY(!isJsonNumber(QString(5000, u'1')));
}

void tst_Template::renders_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QByteArray>("rendered");

    const auto python = [](const char *name, const char *code, const char *value, const char *rendered) {
        QTest::addRow("python: %s", name) << Language::Python << QByteArray(code) << QString::fromUtf8(value)
                                          << QByteArray(rendered);
    };
    python("number", "x = {{v}}", "0.10", "x = 0.10");
    python("text", "x = {{v}}", "adam", "x = 'adam'");
    python("blanks inside", "x = {{  v\t}}", "1", "x = 1");
    python("twice", "{{v}} + {{v}}", "1", "1 + 1");
    python("true is a text", "x = {{v}}", "true", "x = 'true'");
    python("escapes", "{{v}}", "a'b\\c\n\r\t\x01\x7f\"", "'a\\'b\\\\c\\n\\r\\t\\x01\\x7f\"'");
    python("unicode", "{{v}}", "é测😀", "'é测😀'");
    python("negative", "x - {{v}}", "-1", "x - -1");
    python("power", "{{v}} ** 2", "-1", "(-1) ** 2");
    python("attribute", "{{v}}.real", "1", "(1).real");
    python("attribute of a text", "{{v}}.upper()", "a", "'a'.upper()");
    python("in a call", "f({{v}},{{v}})", "x", "f('x','x')");
    python("in braces", "{{{v}}}", "1", "{1}");
    python("no parameters", "x = 1", "1", "x = 1");
    python("comment", "x = 1 # {{v}} and {{unknown}}\n{{v}}", "2", "x = 1 # {{v}} and {{unknown}}\n2");
    python("no hole: empty", "{{}}", "1", "{{}}");
    python("no hole: number", "{{ 1 }} {{1}}", "1", "{{ 1 }} {{1}}");
    python("no hole: dictionary", "x = {{'a': 1}: 2}", "1", "x = {{'a': 1}: 2}");
    python("no hole: line break", "{{\nv}}", "1", "{{\nv}}");
    python("no hole: cut off", "{{v}", "1", "{{v}");
    python("formats stay", "'{} {{}} {0}'.format(1)", "1", "'{} {{}} {0}'.format(1)");
    python("after strings", "a='x'; b=\"y\\\"\"; c='''z'z''' ; d=r'\\'' ; {{v}}", "1",
           "a='x'; b=\"y\\\"\"; c='''z'z''' ; d=r'\\'' ; 1");
    python("after an f-string", "f\"{d[\"k\"]:>{w}} {{}} {x!r}\" ; {{v}}", "1", "f\"{d[\"k\"]:>{w}} {{}} {x!r}\" ; 1");
    python("after an f-string with a fill sign", "f\"{x:'>10}\" ; {{v}}", "1", "f\"{x:'>10}\" ; 1");
    python("quote in a comment", "# it's\n{{v}}", "1", "# it's\n1");

    const auto shell = [](const char *name, const char *code, const char *value, const char *rendered) {
        QTest::addRow("shell: %s", name) << Language::Shell << QByteArray(code) << QString::fromUtf8(value) << QByteArray(rendered);
    };
    shell("number", "echo {{v}}", "-0.5", "echo -0.5");
    shell("text", "echo {{v}}", "a b", "echo 'a b'");
    shell("quotes", "echo {{v}}", "it's \"$HOME\" `id` \\", "echo 'it'\\''s \"$HOME\" `id` \\'");
    shell("empty", "echo {{v}}", "", "echo ''");
    shell("line break", "echo {{v}}", "a\nb", "echo 'a\nb'");
    shell("part of a word", "run --n={{v}}.txt", "a b", "run --n='a b'.txt");
    shell("number in a word", "echo a{{v}} $a{{v}}", "5", "echo a'5' $a'5'");
    shell("number before a redirection", "echo {{v}}>f", "2", "echo '2'>f");
    shell("brace expansion", "echo {1..{{v}}}", "3", "echo {1..3}");
    shell("comment", "echo a # {{v}} {{other}} it's\necho {{v}}", "1", "echo a # {{v}} {{other}} it's\necho 1");
    shell("no comment", "echo a#{{v}} $# {{v}}", "1", "echo a#1 $# 1");
    shell("command substitution", "echo \"$(seq 1 {{v}})\"", "3", "echo \"$(seq 1 3)\"");
    shell("case in a substitution", "x=\"$(case a in a) echo {{v}};; (b) echo b;; esac)\" {{v}}", "1",
          "x=\"$(case a in a) echo 1;; (b) echo b;; esac)\" 1");
    shell("the word case", "echo case; x=\"$(echo case)\" {{v}}", "1", "echo case; x=\"$(echo case)\" 1");
    shell("after a here-document", "cat <<E; cat <<-'F'\nit's\nE\n\t\"\n\tF\necho {{v}}", "1",
          "cat <<E; cat <<-'F'\nit's\nE\n\t\"\n\tF\necho 1");
    shell("here-string", "cat <<< {{v}}", "a b", "cat <<< 'a b'");
    shell("shift is no here-document", "(( x = 1 << 2 ))\necho {{v}}", "1", "(( x = 1 << 2 ))\necho 1");
    shell("after expansions", "echo ${x#'}'} \"${y:-'its'}\" \"${z%'}'}\" ${#a} {{v}}", "1",
          "echo ${x#'}'} \"${y:-'its'}\" \"${z%'}'}\" ${#a} 1");
    shell("escaped quote", "echo \\' \\\\{{v}}", "1", "echo \\' \\\\1");
    shell("ANSI quotes", "echo $'it\\'s' {{v}}", "1", "echo $'it\\'s' 1");
    shell("function and loop", "f() { echo; }\nfor i in {{v}}; do (echo $i); done", "x",
          "f() { echo; }\nfor i in 'x'; do (echo $i); done");
    shell("test", "[ {{v}} = a ] && [[ {{v}} == a ]]", "a", "[ 'a' = a ] && [[ 'a' == a ]]");
    shell("awk braces in quotes", "awk '{ {print} }' {{v}}", "f", "awk '{ {print} }' 'f'");
    shell("CR LF here-document", "cat <<E\r\nit's\r\nE\r\necho {{v}}", "1", "cat <<E\r\nit's\r\nE\r\necho 1");
}

void tst_Template::renders()
{
    QFETCH(const Language, language);
    QFETCH(const QByteArray, code);
    QFETCH(const QString, value);
    QFETCH(const QByteArray, rendered);
    const auto compiled = SnippetTemplate::parse(language, code, {u"unused"_s, u"v"_s});
    QVERIFY2(compiled, qPrintable(compiled ? QString() : toText(compiled.error())));
    QCOMPARE(compiled->render({u"?"_s, value}), rendered);
}

void tst_Template::refuses_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("part");

    const auto python = [](const char *code, const char *part) {
        QTest::addRow("python: %s", code) << Language::Python << QByteArray(code) << QString::fromUtf8(part);
    };
    python("a\nb = {{other}}", "line 2: {{other}} names no parameter. Parameters: v, w.");
    python("'{{other}}'", "line 1: {{other}} names no parameter");
    python("\n\nx = '{{v}}'", "line 3: {{v}} stands inside quotes");
    python("\"a {{v}}\"", "inside quotes");
    python("'''a\n\n{{v}}'''", "line 3: {{v}} stands inside quotes");
    python("r'\\{{v}}'", "inside quotes");
    python("f'{{v}}'", "inside quotes");
    python("f'{ {{v}} }'", "inside quotes");
    python("f'{x:{{v}}}'", "inside quotes");
    python("f\"{d[\"{{v}}\"]}\"", "inside quotes");
    python("rb'{{v}}'", "inside quotes");
    python("'it\\'s {{v}}'", "inside quotes");
    python("f{{v}}", "touches what stands beside it");
    python("x.{{v}}", "touches");
    python("1{{v}}", "touches");
    python("{{v}}e5", "touches");
    python("{{v}}{{w}}", "touches");
    python("''{{v}}", "touches");
    python("{{v}}''", "touches");
    python("é{{v}}", "touches");
    python("x = {{v}}; '''", "line 1: the quote or bracket that begins here has no clear end");

    const auto shell = [](const char *code, const char *part) {
        QTest::addRow("shell: %s", code) << Language::Shell << QByteArray(code) << QString::fromUtf8(part);
    };
    shell("a\necho {{other}}", "line 2: {{other}} names no parameter");
    shell("echo '{{v}}'", "line 1: {{v}} stands inside quotes");
    shell("echo \"x\n {{v}}\"", "line 2: {{v}} stands inside quotes");
    shell("echo $'{{v}}'", "inside quotes");
    shell("echo \"\\{{v}}\"", "inside quotes");
    shell("echo \"$(echo \"{{v}}\")\"", "inside quotes");
    shell("echo \"${{v}}\"", "inside quotes");
    shell("cat <<E\n{{v}}\nE\n", "line 2: {{v}} stands inside a here-document");
    shell("cat <<'E'\n{{v}}\nE\n", "inside a here-document");
    shell("cat <<-E\nx\n\tE {{v}}\n\tE\n", "line 3: {{v}} stands inside a here-document");
    shell("cat <<E\nx\\\nE\n{{v}}\nE\n", "line 4: {{v}} stands inside a here-document");
    shell("cat <<{{v}}\n", "inside a here-document");
    shell("$(cat <<E\n)\n{{v}}\nE\n)", "inside a here-document");
    shell("echo $(( {{v}} + 1 ))", "inside an arithmetic expression");
    shell("(( x = {{v}} ))", "inside an arithmetic expression");
    shell("echo $[ {{v}} ]", "inside an arithmetic expression");
    shell("echo ${x:-{{v}}}", "inside ${…}");
    shell("echo `echo {{v}}`", "inside backquotes");
    shell("a[{{v}}]=1", "inside the brackets");
    shell("echo ${{v}}", "right behind a backslash or a $");
    shell("echo \\{{v}}", "right behind a backslash");
    shell("echo {{v}} \"", "line 1: the quote or bracket that begins here has no clear end");
    shell("echo \"${y:-it's}\" {{v}} 'x'", "has no clear end");
    shell("echo \"${y:-'}'}\" {{v}}", "has no clear end");
    shell("echo {{v}} $(", "has no clear end");
    shell("x=\"$(case a in a) echo \"{{v}}\";; esac)\"", "inside quotes");
}

void tst_Template::refuses()
{
    QFETCH(const Language, language);
    QFETCH(const QByteArray, code);
    QFETCH(const QString, part);
    const auto compiled = SnippetTemplate::parse(language, code, {u"v"_s, u"w"_s});
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().kind, FaultKind::Usage);
    QVERIFY2(toText(compiled.error()).contains(part), qPrintable(toText(compiled.error())));
}

void tst_Template::bytesPassUnchanged()
{
    QByteArray code;
    for (int c = 1; c < 256; ++c)
        code += char(c == '"' || c == '\'' || c == '`' || c == '#' || c == '$' || c == '(' ? ' ' : c);
    for (const Language language : {Language::Python, Language::Shell}) {
        const auto compiled = SnippetTemplate::parse(language, code + " {{v}} " + code, {u"v"_s});
        QVERIFY2(compiled, qPrintable(compiled ? QString() : toText(compiled.error())));
        QCOMPARE(compiled->render({u"1"_s}), code + " 1 " + code);
    }
    // W4: what the interpreter has to complain about is left to it.
    for (const auto *unfinished : {"echo \"abc", "cat <<E\n", "x = '''", "$((", "${a", "`"}) {
        for (const Language language : {Language::Python, Language::Shell}) {
            const auto compiled = SnippetTemplate::parse(language, unfinished, {u"v"_s});
            QVERIFY(compiled && !compiled->hasHoles());
            QCOMPARE(compiled->render({u"1"_s}), QByteArray(unfinished));
        }
    }
}

void tst_Template::declaredEncodings_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("rendered"); // empty: refused

    QTest::newRow("utf-8") << "# -*- coding: utf-8 -*-\n{{v}}"_ba << "# -*- coding: utf-8 -*-\n'é😀'"_ba;
    QTest::newRow("latin-1") << "#!/usr/bin/python3\n# vim: set fileencoding=latin-1 :\n{{v}}"_ba
                             << "#!/usr/bin/python3\n# vim: set fileencoding=latin-1 :\n'\\u00e9\\U0001f600'"_ba;
    QTest::newRow("third line") << "\n\n# coding: utf-7\n{{v}}"_ba << "\n\n# coding: utf-7\n'é😀'"_ba;
    QTest::newRow("utf-7") << "# coding: utf-7\n{{v}}"_ba << QByteArray();
    QTest::newRow("shift-jis") << "\n# coding=shift_jis\n{{v}}"_ba << QByteArray();
}

void tst_Template::declaredEncodings()
{
    QFETCH(const QByteArray, code);
    QFETCH(const QByteArray, rendered);
    const auto compiled = SnippetTemplate::parse(Language::Python, code, {u"v"_s});
    QCOMPARE(compiled.has_value(), !rendered.isEmpty());
    if (compiled)
        QCOMPARE(compiled->render({u"é😀"_s}), rendered);
}

void tst_Template::anyBytesAreAccepted()
{
    const QList<QByteArray> pieces {"{{v}}", "{{",        "}}",    "'",   "\"", "'''", "f'", "\\", "\n",   "#",     "$",
                                    "(",     ")",         "((",    "$((", "$(", "${",  "}",  "{",  "`",    "<<E\n", "<<-'E'\n",
                                    "E\n",   "case x in", " esac", "[",   "]",  ":",   " ",  "x",  "\xff", "$'"};
    std::uint32_t state = 1;
    for (int round = 0; round < 20000; ++round) {
        QByteArray code;
        for (int i = 0; i < 30; ++i) {
            state = state * 1664525U + 1013904223U;
            code += pieces[qsizetype((state >> 8) % std::uint32_t(pieces.size()))];
        }
        for (const Language language : {Language::Python, Language::Shell}) {
            if (const auto compiled = SnippetTemplate::parse(language, code, {u"v"_s}))
                QVERIFY(!compiled->render({u"1"_s}).isEmpty());
        }
    }
    for (const auto *piece : {"$(", "\"$(", "f'{", "${", "((", "(", "f\"{f'{"}) {
        const QByteArray deep = QByteArray(piece).repeated(50000);
        static_cast<void>(SnippetTemplate::parse(Language::Shell, deep, {}));
        static_cast<void>(SnippetTemplate::parse(Language::Python, deep, {}));
    }
}

void tst_Template::speed()
{
    const QByteArray code = "import json\ndiscount = {{v}}\nname = {{n}}\n"_ba
        + "print('some more code of the snippet')\n"_ba.repeated(10);
    const auto compiled = SnippetTemplate::parse(Language::Python, code, {u"v"_s, u"n"_s});
    QVERIFY(compiled);
    QElapsedTimer timer;
    timer.start();
    constexpr int Renders = 100'000;
    qsizetype bytes = 0;
    for (int i = 0; i < Renders; ++i)
        bytes += compiled->render({u"0.25"_s, u"small"_s}).size();
    QCOMPARE(bytes, Renders * (code.size() - 10 + 11));
    qInfo("%d renders in %lld ms", Renders, timer.elapsed());
}

QTEST_APPLESS_MAIN(tst_Template)
#include "tst_template.moc"
