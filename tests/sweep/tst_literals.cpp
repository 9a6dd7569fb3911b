// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/sweep/snippettemplate.h"
#include "tests/sweep/scriptgenerator.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

namespace {

constexpr int Patience = 60'000; // milliseconds, for a whole batch

/// Texts that try to get out of a literal of some kind; each writes a file named after `mark` when it does.
QStringList hostileValues(const QString &mark)
{
    QStringList values;
    for (const QString &pattern :
         {u"'; : > %1; '"_s, u"\"; : > %1; \""_s, u"$(: > %1)"_s, u"`: > %1`"_s, u"\n: > %1\n"_s, u")\n: > %1\n("_s,
          u"}; : > %1; {"_s, u";; esac; : > %1"_s, u"\nE\n: > %1\n"_s, u"\\'; : > %1; #"_s, u"'\"$(: > %1)\"'"_s,
          u"\\\\'\n: > %1\n'"_s, u"${x:-$(: > %1)}"_s, u"'+open(\"%1\",\"w\").name+'"_s, u"\"+open('%1','w').name+\""_s,
          u"'''\nopen(\"%1\",\"w\")\n'''"_s, u"{open(\"%1\",\"w\")}"_s, u"\\'+open(\"%1\",\"w\").name#"_s,
          u"\ropen(\"%1\",\"w\")\r"_s})
        values.append(pattern.arg(mark));
    return values;
}

QStringList roundTripValues()
{
    QStringList values = hostileValues(u"broken-out"_s);
    values += {u""_s,        u" "_s,      u"0"_s,      u"-1"_s, u"1e5"_s,  u"0.10"_s,     u"007"_s,         u"true"_s,  u"null"_s,
               u"-"_s,       u"--help"_s, u"*"_s,      u"~"_s,  u"!x"_s,   u"\\"_s,       u"\\n"_s,         u"a\\"_s,   u"'"_s,
               u"''"_s,      u"'''"_s,    u"\""_s,     u"\t"_s, u"\r\n"_s, u"\x01\x7f"_s, u"é测😀\u2028"_s, u"{{v}}"_s, u"%s{0}"_s,
               u"\ufeffx"_s, u"1\n2"_s,   u"\x1b[0m"_s};
    QRandomGenerator random(7);
    for (int i = 0; i < 300; ++i) {
        QString value;
        for (int length = 1 + int(random.bounded(12)); length > 0; --length) {
            const char16_t special[] = u"'\"\\`$(){}[]#;&|<>\n\r\t !*~=%é\u2028";
            value += random.bounded(3) == 0 ? QChar(char16_t(1 + random.bounded(126)))
                                            : QChar(special[random.bounded(int(std::size(special)) - 1)]);
        }
        values.append(value);
    }
    return values;
}

QByteArray run(const QString &program, const QStringList &arguments, const QByteArray &input, const QString &folder)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(Patience)) {
        process.kill();
        process.waitForFinished();
        return "not finished";
    }
    return process.exitCode() == 0 ? process.readAllStandardOutput() : "failed: " + process.readAllStandardError();
}

QByteArray explained(const GeneratedScript &script, const Result<SnippetTemplate> &result)
{
    return script.code + (result ? "accepted"_ba : toText(result.error()).toUtf8());
}

SnippetTemplate compiled(Language language, const QByteArray &code)
{
    const auto result = SnippetTemplate::parse(language, code, {u"v"_s});
    if (!result)
        qFatal("%s", qPrintable(toText(result.error())));
    return *result;
}

} // namespace

/// What a value becomes, seen by the interpreters themselves.
class tst_Literals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pythonReadsBackEveryValue();
    void shellsReadBackEveryValue_data();
    void shellsReadBackEveryValue();
    void placesInShellScripts();
    void placesInPythonCode();
    void nothingBreaksOutOfShellScripts_data() { shellsReadBackEveryValue_data(); }
    void nothingBreaksOutOfShellScripts();
    void nothingBreaksOutOfPythonCode();
    void sample_data();
    void sample();
};

void tst_Literals::initTestCase()
{
    for (const QString &program : {u"python3"_s, u"bash"_s, u"sh"_s}) {
        if (!QStandardPaths::findExecutable(program).isEmpty())
            continue;
        if (qEnvironmentVariableIsSet("CI"))
            QFAIL(qPrintable(program + u" is missing"_s));
        QSKIP(qPrintable(u"install "_s + program));
    }
}

void tst_Literals::pythonReadsBackEveryValue()
{
    const QTemporaryDir folder;
    const QStringList values = roundTripValues();
    QJsonArray cases;
    for (const auto *code : {"v = {{v}}\n", "v = [{{v}}, 1][0]\n", "v = ({{v}})\n", "def f(a={{v}}):\n    return a\nv = f()\n",
                             "v = {1:{{v}}}[1]\n"}) {
        const SnippetTemplate snippet = compiled(Language::Python, code);
        for (const QString &value : values)
            cases.append(QJsonArray {QString::fromUtf8(snippet.render({value})), value});
    }
    const QByteArray driver = "import json, sys\n"
                              "for code, value in json.load(sys.stdin):\n"
                              "    names = {}\n"
                              "    exec(compile(code.encode(), 'snippet.py', 'exec'), names)\n"
                              "    v = names['v']\n"
                              "    if not (v == value if isinstance(v, str) else v == json.loads(value)):\n"
                              "        raise SystemExit(repr((code, value, v)))\n"
                              "print('good')\n";
    QCOMPARE(run(u"python3"_s, {u"-c"_s, QString::fromUtf8(driver)}, QJsonDocument(cases).toJson(), folder.path()), "good\n"_ba);
    QVERIFY(!QFile::exists(folder.filePath(u"broken-out"_s)));
}

void tst_Literals::shellsReadBackEveryValue_data()
{
    QTest::addColumn<QString>("shell");
    QTest::newRow("bash") << u"bash"_s;
    QTest::newRow("sh") << u"sh"_s;
}

void tst_Literals::shellsReadBackEveryValue()
{
    QFETCH(const QString, shell);
    const QTemporaryDir folder;
    const SnippetTemplate snippet = compiled(Language::Shell,
                                             "v={{v}}; printf '<%s|%s|%s>\\0' \"$v\" {{v}} a{{v}}b\n"
                                             "case {{v}} in \"$v\") ;; *) echo differs;; esac\n");
    QByteArray script;
    QByteArray expected;
    for (const QString &value : roundTripValues()) {
        script += snippet.render({value});
        const QByteArray bytes = value.toUtf8();
        expected += '<' + bytes + '|' + bytes + "|a" + bytes + "b>" + '\0';
    }
    QCOMPARE(run(shell, {}, script, folder.path()), expected);
    QVERIFY(!QFile::exists(folder.filePath(u"broken-out"_s)));
}

void tst_Literals::placesInShellScripts()
{
    ShellGenerator generator(1);
    int good = 0;
    for (int i = 0; i < 5000; ++i) {
        const GeneratedScript script = generator.next();
        const auto result = SnippetTemplate::parse(Language::Shell, script.code, {u"v"_s});
        QVERIFY2(result.has_value() != script.misplaced, explained(script, result).constData());
        good += result && script.holes > 0 ? 1 : 0;
    }
    QCOMPARE_GT(good, 500);
}

void tst_Literals::placesInPythonCode()
{
    PythonGenerator generator(1);
    int good = 0;
    for (int i = 0; i < 5000; ++i) {
        const GeneratedScript script = generator.next();
        const auto result = SnippetTemplate::parse(Language::Python, script.code, {u"v"_s});
        QVERIFY2(result.has_value() != script.misplaced, explained(script, result).constData());
        good += result && script.holes > 0 ? 1 : 0;
    }
    QCOMPARE_GT(good, 500);
}

void tst_Literals::nothingBreaksOutOfShellScripts()
{
    QFETCH(const QString, shell);
    const QTemporaryDir folder;
    ShellGenerator generator(2);
    QByteArray driver = "cd work || exit 1\n";
    QVERIFY(QDir(folder.path()).mkdir(u"work"_s));
    int scripts = 0;
    for (int i = 0; scripts < 150; ++i) {
        const GeneratedScript script = generator.next();
        if (script.misplaced || script.holes == 0)
            continue;
        const QString name = QString::number(scripts++);
        const QStringList values = hostileValues(u"../out-"_s + name);
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(compiled(Language::Shell, script.code).render({values[i % values.size()]}));
        // bash knows everything that the generator writes; a POSIX shell may refuse a script, which is as harmless.
        driver += shell == "bash"_L1 ? "bash -n ../" + name.toUtf8() + " || { cat ../" + name.toUtf8() + " >&2; exit 1; }\n"
                                     : QByteArray();
        driver += shell.toUtf8() + " ../" + name.toUtf8() + " >/dev/null 2>&1 </dev/null\n";
    }
    driver += "cd ..; echo out-*\n";
    const QByteArray output = run(u"sh"_s, {}, driver, folder.path());
    QVERIFY2(output == "out-*\n", output.constData());
}

void tst_Literals::nothingBreaksOutOfPythonCode()
{
    const QTemporaryDir folder;
    PythonGenerator generator(2);
    QJsonArray cases;
    for (int i = 0; cases.size() < 1000; ++i) {
        const GeneratedScript script = generator.next();
        if (script.misplaced || script.holes == 0)
            continue;
        const QStringList values = hostileValues(u"out-"_s + QString::number(cases.size()));
        cases.append(QString::fromUtf8(compiled(Language::Python, script.code).render({values[i % values.size()]})));
    }
    // What the generator writes is always well formed, except for strings that only Python 3.12 nests; an older one
    // refuses those before anything runs, which is as harmless.
    const QByteArray driver = "import json, sys\n"
                              "for code in json.load(sys.stdin):\n"
                              "    try:\n"
                              "        compiled = compile(code.encode(), 'snippet.py', 'exec')\n"
                              "    except SyntaxError:\n"
                              "        if sys.version_info >= (3, 12):\n"
                              "            raise\n"
                              "        continue\n"
                              "    try:\n"
                              "        exec(compiled, {'d': {'kq': 1}, 'q': 1})\n"
                              "    except (TypeError, ValueError):\n"
                              "        pass\n"
                              "import os\n"
                              "print(os.listdir('.'))\n";
    QCOMPARE(
        run(u"python3"_s, {u"-W"_s, u"ignore"_s, u"-c"_s, QString::fromUtf8(driver)}, QJsonDocument(cases).toJson(), folder.path()),
        "[]\n"_ba);
}

void tst_Literals::sample_data()
{
    QTest::addColumn<QString>("discount");
    QTest::addColumn<QByteArray>("output");

    QTest::newRow("0") << u"0"_s << "{\"revenue\": 450.0, \"profit\": 160.0}\n"_ba;
    QTest::newRow("0.1") << u"0.1"_s << "{\"revenue\": 405.0, \"profit\": 115.0}\n"_ba;
    QTest::newRow("0.2") << u"0.2"_s << "{\"revenue\": 360.0, \"profit\": 70.0}\n"_ba;
    QTest::newRow("1.2") << u"1.2"_s << "ValueError: discount 1.2 is out of 0…1\n"_ba;
}

void tst_Literals::sample()
{
    QFETCH(const QString, discount);
    QFETCH(const QByteArray, output);
    QFile file(QFINDTESTDATA("../../resources/samples/discount.py"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto snippet = SnippetTemplate::parse(Language::Python, file.readAll(), {u"discount"_s});
    QVERIFY2(snippet, qPrintable(snippet ? QString() : toText(snippet.error())));
    const QByteArray written = run(u"python3"_s, {u"-"_s}, snippet->render({discount}), {});
    QVERIFY2(written.endsWith(output), written.constData());
    QCOMPARE(written.startsWith("failed: Traceback"), output.startsWith("ValueError"));
}

QTEST_GUILESS_MAIN(tst_Literals)
#include "tst_literals.moc"
